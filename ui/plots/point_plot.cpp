// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/point_plot.h"

#include <QEvent>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <cmath>

#include "ui/plots/axis_style.h"

namespace trammel::ui {

PointPlot::PointPlot(const QString& name, const QString& label, double reach, QWidget* parent)
    : QWidget(parent), plot_(new QCustomPlot(this)), reach_(reach) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    plot_->setObjectName(name);
    plot_->setAccessibleName(label);
    plot_->setMinimumHeight(90);
    plot_->axisRect()->setupFullAxesBox(true);
    layout->addWidget(plot_);
    connect(plot_, &QCustomPlot::afterLayout, this, &PointPlot::fitTitles);
    connect(plot_, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        if (event->button() != Qt::LeftButton) return;
        if (const auto point = pointAt(plot_->mapTo(this, event->position()))) {
            setChosen(point);
            Q_EMIT pointChosen(*point);
        }
    });
}

void PointPlot::addPoints() {
    points_ = plot_->addGraph();
    points_->setLineStyle(QCPGraph::lsNone);
    mark_ = plot_->addGraph();
    mark_->setLineStyle(QCPGraph::lsNone);
}

void PointPlot::setAxisTitles(const QString& x, const QString& y) {
    xTitle_ = x;
    yTitle_ = y;
    // Their height counts in the layout, after which they are cut.
    plot_->xAxis->setLabel(x);
    plot_->yAxis->setLabel(y);
}

void PointPlot::fitTitles() {
    setFittingLabel(plot_->xAxis, xTitle_);
    setFittingLabel(plot_->yAxis, yTitle_);
}

void PointPlot::setPlaces(std::vector<double> x, std::vector<double> y) {
    x_ = std::move(x);
    y_ = std::move(y);
}

void PointPlot::setChosen(std::optional<std::size_t> point) {
    chosen_ = point;
    showMark();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void PointPlot::showMark() {
    mark_->data()->clear();
    if (chosen_ && *chosen_ < size() && isShown(*chosen_)) mark_->addData(x_[*chosen_], y_[*chosen_]);
}

void PointPlot::style(const QPalette& palette) {
    plot_->setBackground(palette.color(QPalette::Base));
    for (QCPAxis* const axis : {plot_->xAxis, plot_->yAxis, plot_->xAxis2, plot_->yAxis2}) styleAxis(axis, palette);
}

bool PointPlot::isShown(std::size_t point) const { return std::isfinite(x_[point]) && std::isfinite(y_[point]); }

QPointF PointPlot::pixelOf(std::size_t point) const {
    return plot_->mapTo(this, QPointF(plot_->xAxis->coordToPixel(x_[point]), plot_->yAxis->coordToPixel(y_[point])));
}

std::optional<std::size_t> PointPlot::pointAt(const QPointF& pixel) const {
    std::optional<std::size_t> found;
    double nearest = reach_;
    for (std::size_t i = 0; i < size(); ++i) {
        const QPointF away = pixelOf(i) - pixel;
        if (const double distance = std::hypot(away.x(), away.y()); isShown(i) && distance < nearest) {
            nearest = distance;
            found = i;
        }
    }
    return found;
}

void PointPlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        style(palette());
        plot_->replot(QCustomPlot::rpQueuedReplot);
    }
    QWidget::changeEvent(event);
}

}  // namespace trammel::ui
