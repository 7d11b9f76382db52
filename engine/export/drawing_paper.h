// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// @p x rounded to so many @p decimals, without zeros at the end and without an exponent.
std::string decimalText(Real x, int decimals);

/// A file that a drawing is written to. Places and sizes are in millimeters, from the upper left corner, y down.
class DrawingPaper {
public:
    using Line = std::vector<Vec2>;

    virtual ~DrawingPaper() = default;
    virtual void begin(const Vec2& size, const std::string& title) = 0;
    /// White, without a border: hides what was drawn before.
    virtual void fill(const std::vector<Line>& areas) = 0;
    virtual void draw(const std::vector<Line>& lines, Real width) = 0;
    /// White, with a border.
    virtual void drawArea(const Line& outline) = 0;
    virtual void drawCircle(const Vec2& center, Real radius) = 0;
    virtual void end() = 0;
};

/// Scalable vector graphics; @p border is the width of borders, mm.
std::unique_ptr<DrawingPaper> makeSvgPaper(std::ostream& out, Real border);
/// A page of its size, with the title in its lower left corner.
std::unique_ptr<DrawingPaper> makePdfPaper(std::ostream& out, Real border);

}  // namespace trammel
