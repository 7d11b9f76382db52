// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "math/scalar.h"

namespace trammel::test {

/// Curves with common axes as a small SVG image, in colors for light and dark backgrounds.
///
/// Pixel coordinates have one decimal, so that equal numbers give equal text.
class LinePlot {
public:
    struct Axis {
        std::string title;
        /// Values that are not positive are omitted then.
        bool logarithmic = true;
    };
    struct Point {
        Real x, y;
    };

    LinePlot(std::string title, Axis x, Axis y) : title_(std::move(title)), x_(std::move(x)), y_(std::move(y)) {}
    /// @param dots mark the points of sparse curves
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
    /// Maps numbers to pixels along one axis.
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
