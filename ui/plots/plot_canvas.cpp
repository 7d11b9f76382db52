// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <cmath>
#include <utility>

#include "ui/plots/plot_parts.h"

namespace trammel::ui {

namespace {
/// Pick distance of a cursor, pixels.
constexpr double GripReach = 6;
/// Zoom factor per wheel notch.
constexpr double ZoomStep = 0.8;
}  // namespace

PlotView::Canvas::Grip PlotView::Canvas::gripAt(const QPointF& pixel) const {
    const Parts& parts = *view_.parts_;
    if (parts.isPhase() || !axisRect()->outerRect().contains(pixel.toPoint())) return Grip::Shift;
    const auto isNear = [&](double time) {
        return std::abs(parts.along()->coordToPixel(time) - pixel.x()) <= GripReach;
    };
    if (parts.marks && isNear(parts.marks->a)) return Grip::MarkA;
    if (parts.marks && isNear(parts.marks->b)) return Grip::MarkB;
    return isNear(parts.time) ? Grip::Time : Grip::Shift;
}

void PlotView::Canvas::mousePressEvent(QMouseEvent* event) {
    pressedAt_ = lastAt_ = event->position();
    moved_ = false;
    grip_ = Grip::None;
    if (event->button() == Qt::MiddleButton) grip_ = Grip::Shift;
    if (event->button() != Qt::LeftButton) return;
    setFocus(Qt::MouseFocusReason);
    if (event->modifiers() & Qt::ShiftModifier) {
        grip_ = Grip::Box;
        if (!box_) box_ = new QRubberBand(QRubberBand::Rectangle, this);
        box_->setGeometry(QRect(pressedAt_.toPoint(), QSize()));
        box_->show();
        return;
    }
    grip_ = gripAt(pressedAt_);
}

void PlotView::Canvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pixel = event->position();
    Parts& parts = *view_.parts_;
    if (grip_ == Grip::None) {
        const Grip under = gripAt(pixel);
        setCursor(under == Grip::Shift ? Qt::ArrowCursor : Qt::SplitHCursor);
        int pointed = -1;
        double nearest = CurveReach;
        for (std::size_t i = 0; i < parts.layers.size(); ++i) {
            const CurveLayer::Hit hit = parts.layers[i]->hit(pixel);
            if (hit.distance >= nearest) continue;
            nearest = hit.distance;
            pointed = static_cast<int>(i);
            parts.pointedFrame = hit.frame;
        }
        if (pointed < 0 && parts.pointed < 0) return;
        parts.pointed = pointed;
        parts.cursorLayer->replot();
        return;
    }
    if (!moved_ && (pixel - pressedAt_).manhattanLength() < 0.5 * QApplication::startDragDistance()) return;
    moved_ = true;
    parts.pointed = -1;
    if (grip_ == Grip::Box)
        box_->setGeometry(QRect(pressedAt_.toPoint(), pixel.toPoint()).normalized());
    else if (grip_ == Grip::Shift)
        shift(pixel);
    else
        moveGrip(pixel);
    lastAt_ = pixel;
}

void PlotView::Canvas::moveGrip(const QPointF& pixel) {
    Parts& parts = *view_.parts_;
    const double time = parts.along()->pixelToCoord(pixel.x());
    if (grip_ == Grip::Time) {
        Q_EMIT view_.timeChosen(time);
        return;
    }
    (grip_ == Grip::MarkA ? parts.marks->a : parts.marks->b) = time;
    parts.showValues();
    parts.cursorLayer->replot();
    Q_EMIT view_.marksChanged();
}

void PlotView::Canvas::shift(const QPointF& pixel) {
    Parts& parts = *view_.parts_;
    parts.fitted = false;
    const QRect area = axisRect()->rect();
    const auto move = [](QCPAxis& axis, double from, double to) {
        axis.moveRange(axis.pixelToCoord(from) - axis.pixelToCoord(to));
    };
    // Outside the plot area only the axis under the pointer moves.
    const bool onAlong = pressedAt_.y() > area.bottom();
    if (onAlong || area.contains(pressedAt_.toPoint())) move(*parts.along(), lastAt_.x(), pixel.x());
    for (QCPAxis* axis : parts.axes)
        if (area.contains(pressedAt_.toPoint()) || axis->selectTest(pressedAt_, false) >= 0)
            move(*axis, lastAt_.y(), pixel.y());
    chooseRange();
}

void PlotView::Canvas::mouseReleaseEvent(QMouseEvent* event) {
    const Grip grip = std::exchange(grip_, Grip::None);
    Parts& parts = *view_.parts_;
    if (event->button() == Qt::RightButton && !moved_) {
        Q_EMIT view_.menuRequested(event->globalPosition().toPoint());
        return;
    }
    if (grip == Grip::Box) {
        box_->hide();
        if (!moved_) return;
        const QRectF box = QRectF(pressedAt_, event->position()).normalized();
        parts.fitted = false;
        parts.along()->setRange(parts.along()->pixelToCoord(box.left()), parts.along()->pixelToCoord(box.right()));
        for (QCPAxis* axis : parts.axes)
            axis->setRange(axis->pixelToCoord(box.bottom()), axis->pixelToCoord(box.top()));
        chooseRange();
        return;
    }
    if (event->button() == Qt::LeftButton && !moved_) click(event->position());
}

void PlotView::Canvas::click(const QPointF& pixel) {
    const Parts& parts = *view_.parts_;
    if (!axisRect()->rect().contains(pixel.toPoint())) return;
    const CurveLayer* nearest = nullptr;
    CurveLayer::Hit best{0, CurveReach};
    for (const CurveLayer* layer : parts.layers) {
        const CurveLayer::Hit hit = layer->hit(pixel);
        if (hit.distance >= best.distance) continue;
        best = hit;
        nearest = layer;
    }
    if (nearest) {
        const std::size_t frame = nearest->peakNear(best.frame, CurveReach);
        Q_EMIT view_.timeChosen((*nearest->curve().times)[frame]);
    } else if (!parts.isPhase()) {
        Q_EMIT view_.timeChosen(parts.along()->pixelToCoord(pixel.x()));
    }
}

void PlotView::Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    view_.fit();
    Q_EMIT view_.fitChosen();
}

void PlotView::Canvas::wheelEvent(QWheelEvent* event) {
    Parts& parts = *view_.parts_;
    const double factor = std::pow(ZoomStep, event->angleDelta().y() / 120.);
    const QPointF pixel = event->position();
    const QRect area = axisRect()->rect();
    parts.fitted = false;
    bool onAxis = false;
    for (QCPAxis* axis : parts.axes)
        if (!area.contains(pixel.toPoint()) && axis->selectTest(pixel, false) >= 0) {
            axis->scaleRange(factor, axis->pixelToCoord(pixel.y()));
            onAxis = true;
        }
    const bool up = (event->modifiers() & Qt::ControlModifier) || parts.isPhase();
    if (!onAxis && up)
        for (QCPAxis* axis : parts.axes) axis->scaleRange(factor, axis->pixelToCoord(pixel.y()));
    if (!onAxis && (!up || parts.isPhase())) parts.along()->scaleRange(factor, parts.along()->pixelToCoord(pixel.x()));
    chooseRange();
    event->accept();
}

void PlotView::Canvas::chooseRange() {
    replot(rpQueuedReplot);
    const QCPRange range = view_.parts_->along()->range();
    Q_EMIT view_.alongRangeChosen(range.lower, range.upper);
}

void PlotView::Canvas::leaveEvent(QEvent* event) {
    QCustomPlot::leaveEvent(event);
    if (std::exchange(view_.parts_->pointed, -1) >= 0) view_.parts_->cursorLayer->replot();
}

}  // namespace trammel::ui
