// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trammel::ui {

CurveStatistics calcStatistics(const Curve& curve, double a, double b) {
    constexpr double None = std::numeric_limits<double>::quiet_NaN();
    CurveStatistics found{None, None, None, None, None};
    const std::size_t n = curve.size();
    if (n == 0) return found;
    const Series& times = *curve.times;
    const double from = std::max(std::min(a, b), times[0]), to = std::min(std::max(a, b), times[n - 1]);
    if (!(from <= to)) return found;

    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    double duration = 0, integral = 0, ofSquare = 0;
    const auto include = [&](double value) {
        lowest = std::min(lowest, value);
        highest = std::max(highest, value);
    };
    // Between neighboring frames, cut to the range.
    const std::size_t first = times.upperBound(from);
    for (std::size_t i = first > 0 ? first - 1 : 0; i < n && times[i] <= to; ++i) {
        const double left = (*curve.values)[i];
        if (std::isnan(left)) continue;
        const double start = std::max(times[i], from);
        const bool isLast = i + 1 >= n || std::isnan((*curve.values)[i + 1]);
        if (isLast) {
            if (times[i] >= from) include(left);
            continue;
        }
        const double end = std::min(times[i + 1], to), step = times[i + 1] - times[i];
        const double right = curve.inSteps ? left : (*curve.values)[i + 1];
        const auto valueAt = [&](double time) {
            return step > 0 ? left + (right - left) * (time - times[i]) / step : left;
        };
        const double y0 = valueAt(start), y1 = valueAt(end);
        include(y0);
        include(y1);
        duration += end - start;
        integral += (end - start) * (y0 + y1) / 2;
        ofSquare += (end - start) * (y0 * y0 + y0 * y1 + y1 * y1) / 3;
    }
    if (!(lowest <= highest)) return found;
    const double mean = duration > 0 ? integral / duration : lowest;
    const double rms = duration > 0 ? std::sqrt(ofSquare / duration) : std::abs(lowest);
    return {lowest / curve.factor, highest / curve.factor, mean / curve.factor, rms / curve.factor,
            integral / curve.factor};
}

}  // namespace trammel::ui
