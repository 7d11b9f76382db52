// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/scatter_plot.h"

#include <QEvent>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/plots/axis_style.h"

namespace trammel::ui {

namespace {
constexpr double PointSize = 6, ChosenSize = 13;
/// Pick distance of a point, pixels.
constexpr double PointReach = 12;
}  // namespace

struct ScatterPlot::Parts {
    QCustomPlot* plot = nullptr;
    QCPGraph* points = nullptr;
    QCPGraph* line = nullptr;
    QCPGraph* mark = nullptr;
    std::vector<double> x, y;
    std::optional<std::size_t> chosen;
    /// Until it is panned or zoomed.
    bool fitted = true;

    void style(const QPalette& palette) {
        plot->setBackground(palette.color(QPalette::Base));
        QColor faint = palette.color(QPalette::Text);
        faint.setAlphaF(0.15F);
        for (QCPAxis* const axis : {plot->xAxis, plot->yAxis, plot->xAxis2, plot->yAxis2}) {
            styleAxis(axis, palette);
            axis->grid()->setPen(QPen(faint, 0));
            axis->grid()->setZeroLinePen(Qt::NoPen);
        }
        const QColor accent = palette.color(QPalette::Highlight);
        points->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, accent, accent, PointSize));
        line->setPen(QPen(palette.color(QPalette::Text), 1.4));
        mark->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(palette.color(QPalette::Text), 2),
                                              Qt::NoBrush, ChosenSize));
    }

    static void give(QCPGraph* graph, const std::vector<double>& x, const std::vector<double>& y) {
        QVector<QCPGraphData> data;
        for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i)
            if (std::isfinite(x[i]) && std::isfinite(y[i])) data.append(QCPGraphData(x[i], y[i]));
        graph->data()->set(data, false);
    }

    void showMark() {
        const bool shown = chosen && *chosen < x.size();
        give(mark, shown ? std::vector{x[*chosen]} : std::vector<double>(),
             shown ? std::vector{y[*chosen]} : std::vector<double>());
    }

    void refresh() {
        if (fitted) {
            plot->rescaleAxes();
            // Points at the border stay visible.
            constexpr double room = 1.1;
            for (QCPAxis* const axis : {plot->xAxis, plot->yAxis}) axis->scaleRange(room, axis->range().center());
        }
        plot->replot(QCustomPlot::rpQueuedReplot);
    }

    QPointF pixelOf(std::size_t i) const { return {plot->xAxis->coordToPixel(x[i]), plot->yAxis->coordToPixel(y[i])}; }

    std::optional<std::size_t> pointAt(const QPointF& pixel) const {
        std::optional<std::size_t> found;
        double nearest = PointReach;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const QPointF away = pixelOf(i) - pixel;
            if (const double distance = std::hypot(away.x(), away.y()); distance < nearest) {
                nearest = distance;
                found = i;
            }
        }
        return found;
    }
};

ScatterPlot::ScatterPlot(QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    Parts& parts = *parts_;
    parts.plot = new QCustomPlot(this);
    parts.plot->setObjectName(QStringLiteral("scatterCanvas"));
    parts.plot->setAccessibleName(tr("Scatter plot"));
    parts.plot->setMinimumHeight(90);
    parts.plot->axisRect()->setupFullAxesBox(true);
    parts.plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    layout->addWidget(parts.plot);
    parts.line = parts.plot->addGraph();
    parts.points = parts.plot->addGraph();
    parts.points->setLineStyle(QCPGraph::lsNone);
    parts.mark = parts.plot->addGraph();
    parts.mark->setLineStyle(QCPGraph::lsNone);
    parts.style(palette());
    connect(parts.plot, &QCustomPlot::mouseRelease, this, [this, &parts](QMouseEvent* event) {
        if (event->button() != Qt::LeftButton) return;
        if (const auto point = parts.pointAt(event->position())) {
            setChosen(point);
            Q_EMIT pointChosen(*point);
        }
    });
    const auto moved = [&parts] { parts.fitted = false; };
    connect(parts.plot, &QCustomPlot::mouseWheel, this, moved);
    connect(parts.plot, &QCustomPlot::mouseMove, this, [moved](QMouseEvent* event) {
        if (event->buttons() & Qt::LeftButton) moved();
    });
    connect(parts.plot, &QCustomPlot::mouseDoubleClick, this, &ScatterPlot::fit);
}

ScatterPlot::~ScatterPlot() = default;

void ScatterPlot::setTitles(const QString& x, const QString& y) {
    parts_->plot->xAxis->setLabel(x);
    parts_->plot->yAxis->setLabel(y);
    parts_->refresh();
}

void ScatterPlot::setPoints(std::vector<double> x, std::vector<double> y) {
    parts_->x = std::move(x);
    parts_->y = std::move(y);
    Parts::give(parts_->points, parts_->x, parts_->y);
    parts_->showMark();
    parts_->refresh();
}

void ScatterPlot::setLine(std::vector<double> x, std::vector<double> y) {
    Parts::give(parts_->line, x, y);
    parts_->refresh();
}

void ScatterPlot::setChosen(std::optional<std::size_t> point) {
    parts_->chosen = point;
    parts_->showMark();
    parts_->refresh();
}

std::optional<std::size_t> ScatterPlot::chosen() const { return parts_->chosen; }

void ScatterPlot::fit() {
    parts_->fitted = true;
    parts_->refresh();
}

std::size_t ScatterPlot::size() const { return parts_->x.size(); }

QPointF ScatterPlot::pixelOf(std::size_t point) const { return parts_->plot->mapTo(this, parts_->pixelOf(point)); }

void ScatterPlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        parts_->style(palette());
        parts_->refresh();
    }
    QWidget::changeEvent(event);
}

}  // namespace trammel::ui
