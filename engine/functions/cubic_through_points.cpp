// SPDX-License-Identifier: Apache-2.0
#include "functions/cubic_through_points.h"

#include <algorithm>
#include <limits>

#include "base/exceptions.h"

namespace trammel {

CubicThroughPoints::CubicThroughPoints(const Vector& x, const Vector& y)
    : x_(x), y_(y), slope_(x.size()), square_(x.size()), cube_(x.size()) {
    const int n = int(x.size());
    if (n < 2 || n != y.size())
        throw Exception("CubicThroughPoints: there are " + std::to_string(n) + " x and " + std::to_string(y.size()) +
                        " y; the numbers must be equal and at least two.");
    for (int i = 1; i < n; ++i)
        if (!(x[i] > x[i - 1])) throw Exception("CubicThroughPoints: x must increase strictly.");
    const auto h = [&](int i) { return x[i + 1] - x[i]; };
    const auto chord = [&](int i) { return (y[i + 1] - y[i]) / h(i); };
    const auto second = [&](int i) { return (chord(i + 1) - chord(i)) / (x[i + 2] - x[i]); };
    const auto third = [&](int i) { return n > 3 ? (second(i + 1) - second(i)) / (x[i + 3] - x[i]) : 0; };
    // A sixth of the second derivatives at the points: h_{i-1} s_{i-1} + 2 (h_{i-1} + h_i) s_i + h_i s_{i+1} is the
    // difference of the chords, and at the ends s changes by h times the third divided difference.
    Vector s(n), diagonal(n);
    if (n == 2) {
        s.setZero();
    } else {
        diagonal[0] = -h(0);
        s[0] = h(0) * h(0) * third(0);
        for (int i = 1; i < n; ++i) {
            const bool isLast = i == n - 1;
            diagonal[i] = isLast ? -h(i - 1) : 2 * (h(i - 1) + h(i));
            s[i] = isLast ? -h(i - 1) * h(i - 1) * third(std::max(0, n - 4)) : chord(i) - chord(i - 1);
            const Real factor = h(i - 1) / diagonal[i - 1];
            diagonal[i] -= factor * h(i - 1);
            s[i] -= factor * s[i - 1];
        }
        s[n - 1] /= diagonal[n - 1];
        for (int i = n - 2; i >= 0; --i) s[i] = (s[i] - h(i) * s[i + 1]) / diagonal[i];
    }
    for (int i = 0; i + 1 < n; ++i) {
        slope_[i] = chord(i) - h(i) * (s[i + 1] + 2 * s[i]);
        square_[i] = 3 * s[i];
        cube_[i] = (s[i + 1] - s[i]) / h(i);
    }
    slope_[n - 1] = chord(n - 2) + h(n - 2) * (s[n - 2] + 2 * s[n - 1]);
    square_[n - 1] = cube_[n - 1] = 0;
}

int CubicThroughPoints::getMaxDerivativeOrder() const { return std::numeric_limits<int>::max(); }

Real CubicThroughPoints::evaluate(int order, Real x) const {
    const int n = int(x_.size());
    const int after = int(std::upper_bound(x_.data(), x_.data() + n, x) - x_.data());
    const int i = std::max(0, after - 1);
    const Real t = x - x_[i];
    const bool isOutside = after == 0 || after == n;
    const Real c = isOutside ? 0 : square_[i], d = isOutside ? 0 : cube_[i];
    switch (order) {
        case 0: return y_[i] + t * (slope_[i] + t * (c + t * d));
        case 1: return slope_[i] + t * (2 * c + 3 * t * d);
        case 2: return 2 * c + 6 * t * d;
        case 3: return 6 * d;
        default: return 0;
    }
}

Real CubicThroughPoints::calcValue(const Vector& x) const {
    function_checks::argumentSize("CubicThroughPoints", 1, x.size());
    return evaluate(0, x[0]);
}

Real CubicThroughPoints::calcDerivative(const Array_<int>& derivComponents, const Vector& x) const {
    function_checks::argumentSize("CubicThroughPoints", 1, x.size());
    function_checks::derivative("CubicThroughPoints", derivComponents, 1, getMaxDerivativeOrder());
    return evaluate(int(derivComponents.size()), x[0]);
}

}  // namespace trammel
