// SPDX-License-Identifier: Apache-2.0
#include "compile/length_text.h"

#include <cmath>
#include <sstream>

#include "math/largest_number.h"

namespace trammel {

std::string roundedText(Real x) {
    constexpr Real leastRounded = 100, largestRounded = 1e6;
    constexpr int digits = 3;
    const Real size = std::abs(x);
    if (size >= leastRounded && size < largestRounded) return std::to_string(std::lround(x));
    std::ostringstream text;
    text.precision(digits);
    text << x;
    return text.str();
}

std::string lengthText(Real length) {
    constexpr Real largestInMillimeters = 1000;
    const Real size = std::abs(length);
    if (!(size < largestNumber)) return (length < 0 ? "less than -" : "more than ") + roundedText(largestNumber) + " m";
    return size < largestInMillimeters ? roundedText(1000 * length) + " mm" : roundedText(length) + " m";
}

}  // namespace trammel
