// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve.h"

#include <algorithm>
#include <limits>

namespace trammel::ui {

namespace {
/// Times closer than this are equal, s.
constexpr double SameTime = 1e-9;
}  // namespace

QColor curveColor(std::size_t index, bool isDark) {
    static const QColor light[] = {"#2467d6", "#d9480f", "#178a50", "#9333c7",
                                   "#b58900", "#0b8793", "#c2255c", "#5c6670"};
    static const QColor dark[] = {"#6aa6ff", "#ff8f52", "#4cc38a", "#c792ea",
                                  "#e8c04a", "#4fc1d0", "#f783ac", "#a7b0bc"};
    return isDark ? dark[index % std::size(dark)] : light[index % std::size(light)];
}

Curve makeCurve(const QString& name, const QString& unit, double factor, std::span<const double> times,
                std::span<const double> values) {
    Curve curve;
    curve.key = curve.name = name;
    curve.unit = unit;
    curve.factor = factor;
    const auto seriesOf = [](std::span<const double> numbers) {
        auto series = std::make_shared<Series>();
        series->append(numbers);
        return series;
    };
    curve.times = seriesOf(times);
    curve.values = seriesOf(values);
    return curve;
}

double Curve::read(const Series& series, double time) const {
    const std::size_t count = size();
    if (count == 0) return std::numeric_limits<double>::quiet_NaN();
    const double first = (*times)[0], last = (*times)[count - 1];
    const double slack = count > 1 ? (last - first) / static_cast<double>(count - 1) : 0;
    if (time < first - slack || time > last + slack) return std::numeric_limits<double>::quiet_NaN();
    const std::size_t after = std::min(times->upperBound(time + SameTime), count);
    if (after == 0) return series[0];
    const std::size_t before = after - 1;
    const double since = time - (*times)[before];
    if (after == count || inSteps || since <= SameTime) return series[before];
    return series[before] + since / ((*times)[after] - (*times)[before]) * (series[after] - series[before]);
}

}  // namespace trammel::ui
