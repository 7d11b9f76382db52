// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "math/scalar.h"

namespace trammel::test {

/// Curves over one pair of axes as a small SVG picture, in colors that suit light and dark backgrounds.
///
/// Coordinates are written with one decimal of a pixel, so that the same numbers give the same text.
class LinePlot {
public:
    struct Axis {
        std::string title;
        /// What is not positive is left out then.
        bool logarithmic = true;
    };
    struct Point {
        Real x, y;
    };

    LinePlot(std::string title, Axis x, Axis y) : title_(std::move(title)), x_(std::move(x)), y_(std::move(y)) {}
    /// @param dots mark the points, where there are few
    void addCurve(std::string name, std::vector<Point> points, bool dots = true);
    bool isEmpty() const { return curves_.empty(); }
    std::size_t count() const { return curves_.size(); }
    std::string toSvg() const;

private:
    struct Curve {
        std::string name;
        std::vector<Point> points;
        bool dots;
    };
    /// From numbers to pixels, along one axis.
    struct Scale {
        bool logarithmic;
        Real low, high, pixelLow, pixelHigh;
        Real operator()(Real value) const;
    };
    Scale makeScale(const Axis& axis, Real Point::*coordinate, Real pixelLow, Real pixelHigh) const;
    bool isShown(const Point& p) const;

    std::string title_;
    Axis x_, y_;
    std::vector<Curve> curves_;
};

}  // namespace trammel::test
