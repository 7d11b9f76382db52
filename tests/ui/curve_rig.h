// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "tests/ui/settle.h"
#include "ui/plots/plot_view.h"

namespace trammel::ui::testing {

inline std::shared_ptr<Series> seriesOf(std::size_t count, const std::function<double(std::size_t)>& value) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = value(i);
    auto series = std::make_shared<Series>();
    series->append(values);
    return series;
}

/// A sine of @p periods over @p duration seconds.
inline Curve sine(const QString& name, const QString& unit, double size, double periods = 2, std::size_t count = 1001,
                  double duration = 10) {
    Curve curve;
    curve.key = curve.name = name;
    curve.unit = unit;
    curve.color = QColor("#2467d6");
    const double step = duration / static_cast<double>(count - 1);
    curve.times = seriesOf(count, [step](std::size_t i) { return step * static_cast<double>(i); });
    curve.values = seriesOf(count, [=](std::size_t i) {
        return size * std::sin(2 * M_PI * periods * static_cast<double>(i) / static_cast<double>(count - 1));
    });
    return curve;
}

/// A plot of 10 s in a window of its own.
inline std::unique_ptr<PlotView> show(std::vector<Curve> curves) {
    auto view = std::make_unique<PlotView>();
    view->resize(1000, 420);
    view->setTimeSpan(0, 10);
    view->setAlongTitle(QStringLiteral("time [s]"));
    view->setCurves(std::move(curves));
    view->show();
    if (!QTest::qWaitForWindowExposed(view.get())) qWarning("the plot does not show");
    settle({view.get()});
    return view;
}

/// Place of a point of a curve in its plot.
inline QPoint at(const PlotView& view, std::size_t curve, std::size_t frame) {
    return view.pixelOf(curve, frame).toPoint();
}

}  // namespace trammel::ui::testing
