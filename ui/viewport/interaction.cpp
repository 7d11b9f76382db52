// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/interaction.h"

#include <QGuiApplication>
#include <QLineF>
#include <cmath>

namespace trammel::ui {

namespace {

constexpr qreal kDragThreshold = 4, kSamePlace = 3;
constexpr int kHoverMilliseconds = 33;
constexpr Real kZoomPerStep = 0.86, kDollyPerPixel = 1.006;

}  // namespace

Interaction::Interaction(QWidget& surface, osg::Group& scene, CameraRig& rig)
    : QObject(&surface), surface_(surface), scene_(scene), rig_(rig) {
    surface.setMouseTracking(true);
    surface.setContextMenuPolicy(Qt::PreventContextMenu);
    surface.installEventFilter(this);
    hoverTimer_.setSingleShot(true);
    hoverTimer_.setInterval(kHoverMilliseconds);
    connect(&hoverTimer_, &QTimer::timeout, this, &Interaction::hoverNow);
}

std::vector<PickHit> Interaction::hitsAt(const QPointF& position) const {
    return pickAll(scene_, rig_, Vec2(position.x(), position.y()), section_);
}

ElementId Interaction::elementAt(const QPointF& position) const {
    for (const PickHit& hit : hitsAt(position)) {
        if (hit.element.isValid()) return hit.element;
    }
    return {};
}

bool Interaction::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress: press(*static_cast<QMouseEvent*>(event)); return true;
        case QEvent::MouseButtonDblClick: {
            const auto& mouse = *static_cast<QMouseEvent*>(event);
            press(mouse);
            doubleClick_ = mouse.button() == Qt::LeftButton;
            if (doubleClick_) Q_EMIT doubleClicked(elementAt(mouse.position()));
            return true;
        }
        case QEvent::MouseMove: move(*static_cast<QMouseEvent*>(event)); return true;
        case QEvent::MouseButtonRelease: release(*static_cast<QMouseEvent*>(event)); return true;
        case QEvent::Wheel: wheel(*static_cast<QWheelEvent*>(event)); return true;
        case QEvent::Leave:
            hoverTimer_.stop();
            hovering_ = false;
            Q_EMIT hovered({}, hoverPosition_.toPoint());
            break;
        default: break;
    }
    return QObject::eventFilter(watched, event);
}

Interaction::Gesture Interaction::gestureFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
    if (button == Qt::LeftButton) return Gesture::Orbit;
    if (button == Qt::RightButton) return Gesture::Pan;
    if (button != Qt::MiddleButton) return Gesture::None;
    if (modifiers & Qt::ShiftModifier) return Gesture::Pan;
    return modifiers & Qt::ControlModifier ? Gesture::Dolly : Gesture::Orbit;
}

void Interaction::press(const QMouseEvent& event) {
    // A second button during a drag does not start another drag.
    if (button_ != Qt::NoButton) return;
    button_ = event.button();
    gesture_ = gestureFor(event.button(), event.modifiers());
    dragging_ = doubleClick_ = false;
    pressed_ = last_ = event.position();
    surface_.setFocus(Qt::MouseFocusReason);
    hoverTimer_.stop();

    const std::vector<PickHit> hits = hitsAt(event.position());
    if (!hits.empty()) pivot_ = hits.front().point_G;
    grabDepth_ = hits.empty() ? rig_.pose().distance : rig_.depthOf(hits.front().point_G);
}

void Interaction::move(const QMouseEvent& event) {
    if (button_ == Qt::NoButton) {
        hoverPosition_ = event.position();
        if (!hoverTimer_.isActive()) hoverTimer_.start();
        return;
    }
    if (!dragging_ && QLineF(pressed_, event.position()).length() >= kDragThreshold) {
        dragging_ = true;
        lastClick_.reset();
        Q_EMIT hovered({}, event.position().toPoint());
    }
    if (dragging_) drag(last_, event.position());
    last_ = event.position();
}

void Interaction::drag(const QPointF& from, const QPointF& to) {
    const QPointF step = to - from;
    switch (gesture_) {
        case Gesture::Orbit: rig_.orbit(pivot_, step.x(), step.y()); break;
        case Gesture::Pan: rig_.pan(grabDepth_, step.x(), step.y()); break;
        case Gesture::Dolly: rig_.zoom(std::pow(kDollyPerPixel, step.y()), rig_.pose().focus); break;
        case Gesture::None: return;
    }
    Q_EMIT cameraMoved();
}

void Interaction::release(const QMouseEvent& event) {
    if (event.button() != button_) return;
    button_ = Qt::NoButton;
    if (!dragging_ && !doubleClick_) click(event);
    dragging_ = doubleClick_ = false;
}

void Interaction::click(const QMouseEvent& event) {
    if (event.button() == Qt::RightButton) {
        Q_EMIT contextMenuRequested(elementAt(event.position()), event.globalPosition().toPoint());
        return;
    }
    if (event.button() != Qt::LeftButton) return;

    std::vector<ElementId> stack;
    for (const PickHit& hit : hitsAt(event.position())) {
        if (hit.element.isValid()) stack.push_back(hit.element);
    }
    const bool again =
        lastClick_ && QLineF(*lastClick_, event.position()).length() <= kSamePlace && stack == lastStack_;
    stackIndex_ = again && !stack.empty() ? (stackIndex_ + 1) % stack.size() : 0;
    lastClick_ = event.position();
    lastStack_ = stack;
    Q_EMIT clicked(stack.empty() ? ElementId{} : stack[stackIndex_], event.modifiers());
}

void Interaction::wheel(const QWheelEvent& event) {
    const Real steps = event.angleDelta().y() / 120.;
    if (steps == 0) return;
    const std::vector<PickHit> hits = hitsAt(event.position());
    Vec3 fixedPoint;
    if (!hits.empty()) {
        fixedPoint = hits.front().point_G;
    } else {
        const Ray ray = rig_.rayThrough(Vec2(event.position().x(), event.position().y()));
        fixedPoint = ray.origin - ray.direction * (rig_.pose().distance / ray.direction.dot(rig_.rotation().z()));
    }
    rig_.zoom(std::pow(kZoomPerStep, steps), fixedPoint);
    lastClick_.reset();
    Q_EMIT cameraMoved();
}

void Interaction::sceneMoved() {
    if (hovering_ && !hoverTimer_.isActive()) hoverTimer_.start();
}

void Interaction::hoverNow() {
    // A button held elsewhere means another interaction.
    if (QGuiApplication::mouseButtons() != Qt::NoButton) return;
    const ElementId element = elementAt(hoverPosition_);
    hovering_ = element.isValid();
    Q_EMIT hovered(element, hoverPosition_.toPoint());
}

}  // namespace trammel::ui
