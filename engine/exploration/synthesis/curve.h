// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exploration/synthesis/four_bar.h"

namespace trammel {

/// True if the ends of a line of points are closer than a tenth of its length: it was meant to be closed.
bool looksClosed(const std::vector<Complex>& points);

/// @p count points at equal distances along a line through @p points, both ends included; of a closed line, whose last
/// point leads to the first, without the end. Empty if the line has no length.
std::vector<Complex> resample(const std::vector<Complex>& points, std::size_t count, bool closed);

/// The points of a text with x and y, m, in each line, separated by commas, semicolons or spaces. Lines that do not begin
/// with two numbers, such as titles, are left out.
std::vector<Complex> readCurve(const std::string& text);

/// The text of property "points" of responses that measure paths: "0 0.1; 0.2 0.1".
std::string writeCurve(const std::vector<Complex>& points);

}  // namespace trammel
