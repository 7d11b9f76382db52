// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/parallel_plot.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/value_colors.h"

namespace trammel::ui {

namespace {
constexpr double AxisSide = 60, LineReach = 10, FilterWay = 4;
constexpr int BoundDigits = 4;
}  // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : QWidget(parent) {
    setMinimumHeight(120);
    setAccessibleName(tr("Parallel coordinates"));
    setToolTip(tr("Click a line to choose it; drag along an axis to filter"));
}

void ParallelPlot::setColumns(const QStringList& titles, std::vector<std::vector<double>> columns) {
    const bool same = titles == titles_;
    titles_ = titles;
    columns_ = std::move(columns);
    axes_.resize(columns_.size());
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        Axis& axis = axes_[k];
        if (!same) axis.kept.reset();
        axis.low = HUGE_VAL;
        axis.high = -HUGE_VAL;
        for (const double x : columns_[k])
            if (std::isfinite(x)) axis.low = std::min(axis.low, x), axis.high = std::max(axis.high, x);
        if (!(axis.low < axis.high)) {
            const double middle = std::isfinite(axis.low) ? axis.low : 0, half = std::max(std::abs(middle), 1.) / 2;
            axis.low = middle - half;
            axis.high = middle + half;
        }
    }
    if (!same) {
        colored_ = columns_.empty() ? 0 : columns_.size() - 1;
        // A drag along an axis that no longer exists ends.
        pressedAxis_.reset();
    }
    redraw();
}

void ParallelPlot::setColored(std::size_t column) {
    colored_ = column;
    redraw();
}

void ParallelPlot::setChosen(std::optional<std::size_t> row) {
    chosen_ = row;
    update();
}

bool ParallelPlot::isComplete(std::size_t row) const {
    return std::ranges::all_of(columns_, [row](const auto& column) { return std::isfinite(column[row]); });
}

bool ParallelPlot::isKept(std::size_t row) const {
    for (std::size_t k = 0; k < columns_.size(); ++k)
        if (const auto& kept = axes_[k].kept;
            kept && !(columns_[k][row] >= kept->first && columns_[k][row] <= kept->second))
            return false;
    return isComplete(row);
}

std::size_t ParallelPlot::countKept() const {
    std::size_t count = 0;
    for (std::size_t row = 0; row < size(); ++row) count += isKept(row) ? 1 : 0;
    return count;
}

double ParallelPlot::xOf(std::size_t column) const {
    const double room = width() - 2 * AxisSide;
    return columns_.size() < 2 ? width() / 2. : AxisSide + room * double(column) / double(columns_.size() - 1);
}

QPointF ParallelPlot::pixelOf(std::size_t row, std::size_t column) const {
    const double line = fontMetrics().height(), top = 2.5 * line, bottom = height() - 1.5 * line;
    const Axis& axis = axes_[column];
    return {xOf(column), bottom - (columns_[column][row] - axis.low) / (axis.high - axis.low) * (bottom - top)};
}

double ParallelPlot::valueAt(std::size_t column, double y) const {
    const double line = fontMetrics().height(), top = 2.5 * line, bottom = height() - 1.5 * line;
    const Axis& axis = axes_[column];
    return axis.low + std::clamp((bottom - y) / (bottom - top), 0., 1.) * (axis.high - axis.low);
}

std::optional<std::size_t> ParallelPlot::axisAt(const QPointF& position) const {
    for (std::size_t k = 0; k < columns_.size(); ++k)
        if (std::abs(xOf(k) - position.x()) < LineReach) return k;
    return std::nullopt;
}

std::optional<std::size_t> ParallelPlot::rowAt(const QPointF& position) const {
    std::optional<std::size_t> found;
    double nearest = LineReach;
    for (std::size_t k = 0; k + 1 < columns_.size(); ++k) {
        const double share = (position.x() - xOf(k)) / (xOf(k + 1) - xOf(k));
        if (share < 0 || share > 1) continue;
        for (std::size_t row = 0; row < size(); ++row) {
            if (!isKept(row)) continue;
            const double y = pixelOf(row, k).y() + share * (pixelOf(row, k + 1).y() - pixelOf(row, k).y());
            if (const double away = std::abs(y - position.y()); away < nearest) {
                nearest = away;
                found = row;
            }
        }
    }
    return found;
}

void ParallelPlot::drawRow(QPainter& painter, std::size_t row) const {
    QPolygonF line;
    for (std::size_t k = 0; k < columns_.size(); ++k) line << pixelOf(row, k);
    painter.drawPolyline(line);
}

void ParallelPlot::drawLines() {
    const qreal ratio = devicePixelRatioF();
    lines_ = QPixmap(QSize(std::max(1, int(width() * ratio)), std::max(1, int(height() * ratio))));
    lines_.setDevicePixelRatio(ratio);
    lines_.fill(palette().color(QPalette::Base));
    QPainter painter(&lines_);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor faint = palette().color(QPalette::Text);
    faint.setAlphaF(0.08F);
    painter.setPen(QPen(faint, 1));
    for (std::size_t row = 0; row < size(); ++row)
        if (isComplete(row) && !isKept(row)) drawRow(painter, row);
    // Many lines are translucent, so that their density shows.
    constexpr double fewLines = 60, least = 0.15, most = 0.9;
    const double opacity = std::clamp(fewLines / double(std::max<std::size_t>(1, countKept())), least, most);
    for (std::size_t row = 0; row < size(); ++row) {
        if (!isKept(row)) continue;
        const Axis& axis = axes_[colored_];
        QColor color = valueColor((columns_[colored_][row] - axis.low) / (axis.high - axis.low));
        color.setAlphaF(float(opacity));
        painter.setPen(QPen(color, 1.4));
        drawRow(painter, row);
    }
}

void ParallelPlot::drawAxes(QPainter& painter) const {
    const int line = fontMetrics().height();
    for (std::size_t k = 0; k < columns_.size(); ++k) {
        const double x = xOf(k), top = 2.5 * line, bottom = height() - 1.5 * line;
        painter.setPen(QPen(palette().color(QPalette::Text), 1));
        painter.drawLine(QPointF(x, top), QPointF(x, bottom));
        const double room = columns_.size() < 2 ? width() : xOf(1) - xOf(0) - 4;
        // The titles of the outer axes stay inside.
        const double left = std::clamp(x - room / 2, 2., std::max(2., width() - room - 2));
        const QRectF titleBox(left, 0, room, line);
        const Qt::Alignment side = k == 0                     ? Qt::AlignLeft
                                   : k + 1 == columns_.size() ? Qt::AlignRight
                                                              : Qt::AlignHCenter;
        painter.drawText(titleBox, int((columns_.size() > 1 ? side : Qt::AlignHCenter) | Qt::AlignVCenter),
                         fontMetrics().elidedText(titles_[qsizetype(k)], Qt::ElideMiddle, int(room)));
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(QRectF(x - room / 2, 1.2 * line, room, line), Qt::AlignCenter,
                         QString::number(axes_[k].high, 'g', BoundDigits));
        painter.drawText(QRectF(x - room / 2, bottom + 0.3 * line, room, line), Qt::AlignCenter,
                         QString::number(axes_[k].low, 'g', BoundDigits));
        if (!axes_[k].kept) continue;
        const auto y = [&](double value) {
            return bottom - (value - axes_[k].low) / (axes_[k].high - axes_[k].low) * (bottom - top);
        };
        QColor range = palette().color(QPalette::Highlight);
        range.setAlphaF(0.35F);
        constexpr double half = 6;
        painter.fillRect(
            QRectF(QPointF(x - half, y(axes_[k].kept->second)), QPointF(x + half, y(axes_[k].kept->first))), range);
    }
}

void ParallelPlot::paintEvent(QPaintEvent*) {
    if (lines_.isNull()) drawLines();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawPixmap(0, 0, lines_);
    if (chosen_ && *chosen_ < size() && isComplete(*chosen_)) {
        constexpr double wide = 3;
        painter.setPen(QPen(palette().color(QPalette::Text), wide));
        drawRow(painter, *chosen_);
    }
    drawAxes(painter);
}

void ParallelPlot::redraw() {
    lines_ = QPixmap();
    update();
}

void ParallelPlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    redraw();
}

void ParallelPlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) redraw();
    QWidget::changeEvent(event);
}

void ParallelPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    pressedAt_ = event->position();
    pressedAxis_ = axisAt(pressedAt_);
}

void ParallelPlot::keepTo(double y) {
    const double from = valueAt(*pressedAxis_, pressedAt_.y()), to = valueAt(*pressedAxis_, y);
    axes_[*pressedAxis_].kept = std::minmax(from, to);
    redraw();
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event) {
    if (pressedAxis_ && std::abs(event->position().y() - pressedAt_.y()) >= FilterWay) keepTo(event->position().y());
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const bool isDrag = std::abs(event->position().y() - pressedAt_.y()) >= FilterWay;
    if (pressedAxis_ && isDrag) keepTo(event->position().y());
    const std::optional<std::size_t> axis = std::exchange(pressedAxis_, std::nullopt);
    if (axis && (isDrag || axes_[*axis].kept)) {
        if (!isDrag) axes_[*axis].kept.reset();
        redraw();
        Q_EMIT rangesChanged();
    } else if (const auto row = rowAt(event->position())) {
        setChosen(row);
        Q_EMIT rowChosen(*row);
    }
}

}  // namespace trammel::ui
