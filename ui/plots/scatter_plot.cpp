// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/scatter_plot.h"

#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "ui/plots/axis_style.h"

namespace trammel::ui {

namespace {
constexpr double PointSize = 6, ChosenSize = 13, PointReach = 12;

void fillGraph(QCPGraph& graph, const std::vector<double>& x, const std::vector<double>& y) {
    QVector<QCPGraphData> data;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
        if (std::isfinite(x[i]) && std::isfinite(y[i])) data.append(QCPGraphData(x[i], y[i]));
    graph.data()->set(data, false);
}
}  // namespace

ScatterPlot::ScatterPlot(QWidget* parent)
    : PointPlot(QStringLiteral("scatterCanvas"), tr("Scatter plot"), PointReach, parent), line_(plot().addGraph()) {
    addPoints();
    ScatterPlot::style(palette());
    plot().setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    const auto moved = [this] { fitted_ = false; };
    connect(&plot(), &QCustomPlot::mouseWheel, this, moved);
    connect(&plot(), &QCustomPlot::mouseMove, this, [moved](QMouseEvent* event) {
        if (event->buttons() & Qt::LeftButton) moved();
    });
    connect(&plot(), &QCustomPlot::mouseDoubleClick, this, &ScatterPlot::fit);
}

void ScatterPlot::setTitles(const QString& x, const QString& y) {
    setAxisTitles(x, y);
    refresh();
}

void ScatterPlot::setPoints(std::vector<double> x, std::vector<double> y) {
    fillGraph(points(), x, y);
    setPlaces(std::move(x), std::move(y));
    showMark();
    refresh();
}

void ScatterPlot::setLine(const std::vector<double>& x, const std::vector<double>& y) {
    fillGraph(*line_, x, y);
    refresh();
}

void ScatterPlot::fit() {
    fitted_ = true;
    refresh();
}

void ScatterPlot::refresh() {
    if (fitted_) {
        plot().rescaleAxes();
        // Points at the border stay visible.
        constexpr double room = 1.1;
        for (QCPAxis* const axis : {plot().xAxis, plot().yAxis}) axis->scaleRange(room, axis->range().center());
    }
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void ScatterPlot::style(const QPalette& palette) {
    PointPlot::style(palette);
    QColor faint = palette.color(QPalette::Text);
    faint.setAlphaF(0.15F);
    for (QCPAxis* const axis : {plot().xAxis, plot().yAxis, plot().xAxis2, plot().yAxis2}) {
        axis->grid()->setPen(QPen(faint, 0));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    const QColor accent = palette.color(QPalette::Highlight), text = palette.color(QPalette::Text);
    points().setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, accent, accent, PointSize));
    line_->setPen(QPen(text, 1.4));
    mark().setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(text, 2), Qt::NoBrush, ChosenSize));
}

}  // namespace trammel::ui
