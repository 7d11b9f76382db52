// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/section_handle.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/tools/handles.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
/// Logical pixels; an arrow that appears shorter than LeastArrow is drawn upright.
constexpr qreal ArrowLength = 76, LeastArrow = 24, HeadLength = 20, HeadWidth = 22, ShaftWidth = 8, ArrowHalo = 4;
constexpr int HandleSide = 2 * static_cast<int>(ArrowLength + HeadWidth);

/// A double arrow about the origin.
QPainterPath arrowPath(const QPointF& arrow) {
    const qreal length = std::hypot(arrow.x(), arrow.y());
    const QPointF along = arrow / length, across(-along.y(), along.x());
    const auto at = [&](qreal forward, qreal aside) { return along * forward + across * aside; };
    const qreal tip = length / 2, neck = tip - HeadLength;
    QPainterPath path(at(tip, 0));
    for (const auto& [forward, aside] : {std::pair(neck, HeadWidth / 2),
                                         {neck, ShaftWidth / 2},
                                         {-neck, ShaftWidth / 2},
                                         {-neck, HeadWidth / 2},
                                         {-tip, 0.}})
        path.lineTo(at(forward, aside));
    for (const auto& [forward, aside] :
         {std::pair(-neck, -HeadWidth / 2), {-neck, -ShaftWidth / 2}, {neck, -ShaftWidth / 2}, {neck, -HeadWidth / 2}})
        path.lineTo(at(forward, aside));
    path.closeSubpath();
    return path;
}
}  // namespace

SectionHandle::SectionHandle(Viewport& viewport) : QWidget(&viewport), viewport_(viewport) {
    setObjectName(QStringLiteral("sectionHandle"));
    setAccessibleName(tr("Plane offset"));
    setToolTip(tr("Drag to move the section plane; Esc cancels"));
    setAttribute(Qt::WA_NoSystemBackground);
    setCursor(Qt::SizeAllCursor);
    resize(HandleSide, HandleSide);
    hide();
}

void SectionHandle::showAt(const Vec3& middle_G) {
    middle_G_ = middle_G;
    const SectionPlane& section = viewport_.section();
    point_G_ = middle_G + section.normal * (section.offset - section.normal.dot(middle_G));
    const QPointF foot = viewport_.project(point_G_);
    // Normal to the line of sight there.
    const auto [eye, sight] = viewport_.sightThrough(foot);
    const Vec3 aside = sight.cross(std::abs(sight[1]) < 0.9 ? Vec3(0, 1, 0) : Vec3(1, 0, 0)).normalized();
    constexpr Real near = 1e-3;
    const qreal pixels = QLineF(foot, viewport_.project(Vec3(point_G_ + near * aside))).length();
    if (!(pixels > 0) || !std::isfinite(pixels)) return hide();
    metersPerPixel_ = near / pixels;
    const QPointF tip = viewport_.project(Vec3(point_G_ + section.normal * (ArrowLength * metersPerPixel_)));
    const qreal length = QLineF(foot, tip).length();
    isUpright_ = drag_ ? drag_->isUpright : !(length >= LeastArrow);
    // Constant length; only the direction depends on the camera.
    arrow_ =
        isUpright_ || !(length > 0) ? QPointF(0, -ArrowLength) : (tip - foot) / length * std::min(length, ArrowLength);
    const QPoint middle = foot.toPoint();
    move(middle - QPoint(HandleSide / 2, HandleSide / 2));
    const QPainterPath path = arrowPath(arrow_).translated(HandleSide / 2., HandleSide / 2.);
    QPainterPathStroker halo;
    halo.setWidth(2 * ArrowHalo);
    // The rest receives the view's events.
    setMask(QRegion(path.united(halo.createStroke(path)).toFillPolygon().toPolygon()));
    setVisible(viewport_.rect().contains(middle) || drag_);
    raise();
    update();
}

Real SectionHandle::travel(const QPointF& inView) const {
    if (drag_->isUpright) {
        // Toward the camera, independent of the clipped half.
        const Real toward = viewport_.sightThrough(inView).second.dot(viewport_.section().normal) < 0 ? 1 : -1;
        return -inView.y() * drag_->metersPerPixel * toward;
    }
    const auto [origin, direction] = viewport_.sightThrough(inView);
    return travelAlong(ViewGeometry::Ray{origin, direction}, drag_->point_G, viewport_.section().normal);
}

void SectionHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    drag_ = {viewport_.section().offset, 0, point_G_, isUpright_, metersPerPixel_};
    drag_->travel = travel(mapToParent(event->position()));
    // To receive Esc.
    setFocus();
    update();
}

void SectionHandle::mouseMoveEvent(QMouseEvent* event) {
    if (!drag_) return;
    Q_EMIT dragged(drag_->offset + travel(mapToParent(event->position())) - drag_->travel);
}

void SectionHandle::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) end();
}

bool SectionHandle::event(QEvent* event) {
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!drag_ || !isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return QWidget::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress) {
        Q_EMIT dragged(drag_->offset);
        end();
    }
    return true;
}

void SectionHandle::end() {
    if (!drag_) return;
    drag_.reset();
    viewport_.setFocus();
    showAt(middle_G_);
    Q_EMIT dropped();
}

void SectionHandle::wheelEvent(QWheelEvent* event) {
    // Pass the wheel on to the view.
    QWheelEvent there(mapToParent(event->position()), event->globalPosition(), event->pixelDelta(), event->angleDelta(),
                      event->buttons(), event->modifiers(), event->phase(), event->inverted());
    QApplication::sendEvent(viewport_.focusProxy(), &there);
}

void SectionHandle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(HandleSide / 2., HandleSide / 2.);
    const QPainterPath path = arrowPath(arrow_);
    painter.strokePath(path,
                       QPen(QColor(255, 255, 255, 220), 2 * ArrowHalo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.fillPath(path, drag_ ? Theme::instance().colors().accent : QColor(0x27, 0x45, 0x6b));
}

}  // namespace trammel::ui
