// SPDX-License-Identifier: Apache-2.0
#include "functions/table.h"

#include <algorithm>
#include <cmath>

#include "base/exceptions.h"

namespace trammel {

PiecewiseLinear::PiecewiseLinear(const Vector& x, const Vector& y) : x_(x), y_(y) {
    if (x.size() == 0 || x.size() != y.size())
        throw Exception("PiecewiseLinear: there are " + std::to_string(x.size()) + " x and " +
                        std::to_string(y.size()) + " y; the numbers must be equal and positive.");
    for (int i = 1; i < x.size(); ++i)
        if (!(x[i] > x[i - 1])) throw Exception("PiecewiseLinear: x must increase strictly.");
    constexpr Real negligible = 0.1;
    const int count = static_cast<int>(x_.size());
    const auto slope = [&](int i) { return i <= 0 || i >= count ? 0 : slopeAfter(i - 1); };
    Real steepest = 0;
    for (int i = 1; i < count; ++i) steepest = std::max(steepest, std::abs(slope(i)));
    for (int i = 0; i < count; ++i)
        if (std::abs(slope(i + 1) - slope(i)) > negligible * steepest) breaks_.push_back(x_[i]);
}

Real PiecewiseLinear::calcNextBreak(Real x, Real /*horizon*/) const {
    const auto next = std::upper_bound(breaks_.begin(), breaks_.end(), x);
    return next == breaks_.end() ? Infinity : *next;
}

int PiecewiseLinear::countUpTo(Real x) const {
    return static_cast<int>(std::upper_bound(x_.data(), x_.data() + x_.size(), x) - x_.data());
}

Real PiecewiseLinear::calcValue(const Vector& x) const {
    function_checks::argumentSize("PiecewiseLinear", 1, x.size());
    const int after = countUpTo(x[0]), count = static_cast<int>(x_.size());
    if (after == 0) return y_[0];
    if (after == count) return y_[count - 1];
    return y_[after - 1] + slopeAfter(after - 1) * (x[0] - x_[after - 1]);
}

Real PiecewiseLinear::calcDerivative(const Array_<int>& derivComponents, const Vector& x) const {
    function_checks::argumentSize("PiecewiseLinear", 1, x.size());
    function_checks::derivative("PiecewiseLinear", derivComponents, 1, getMaxDerivativeOrder());
    if (derivComponents.empty()) return calcValue(x);
    const int after = countUpTo(x[0]);
    return after == 0 || after == x_.size() ? 0 : slopeAfter(after - 1);
}

}  // namespace trammel
