// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMouseEvent>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWheelEvent>
#include <QWidget>
#include <optional>

#include "base/element_id.h"
#include "ui/viewport/picker.h"

namespace trammel::ui {

/// Converts mouse events of a widget to camera motion, clicks and hover.
///
/// Left drag: orbit about the pressed or last pressed point. Middle drag: orbit; with Shift: pan; with Ctrl: dolly.
/// Right drag: pan. Wheel: zoom to the cursor. A press that moves less than four pixels is a click.
class Interaction : public QObject {
    Q_OBJECT

public:
    /// Filters the events of @p surface. @p surface, @p scene and @p rig must outlive this.
    Interaction(QWidget& surface, osg::Group& scene, CameraRig& rig);

    std::vector<PickHit> hitsAt(const QPointF& position) const;
    ElementId elementAt(const QPointF& position) const;
    /// Call after the scene moved: updates the hovered element.
    void sceneMoved();
    /// Clipped geometry cannot be picked.
    void setSection(const SectionPlane& section) { section_ = section; }
    /// Sets the pivot of orbits that start in empty space.
    void setPivot(const Vec3& pivot_G) { pivot_ = pivot_G; }

Q_SIGNALS:
    void clicked(trammel::ElementId element, Qt::KeyboardModifiers modifiers);
    void doubleClicked(trammel::ElementId element);
    void contextMenuRequested(trammel::ElementId element, QPoint globalPosition);
    /// Emitted at most 30 times a second while the mouse moves without a button, and once with an invalid element when
    /// it leaves.
    void hovered(trammel::ElementId element, QPoint position);
    void cameraMoved();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Gesture { None, Orbit, Pan, Dolly };

    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);
    void click(const QMouseEvent& event);
    void drag(const QPointF& from, const QPointF& to);
    void hoverNow();
    static Gesture gestureFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers);

    QWidget& surface_;
    osg::Group& scene_;
    CameraRig& rig_;
    Vec3 pivot_{0., 0., 0.};
    SectionPlane section_;

    Qt::MouseButton button_ = Qt::NoButton;
    Gesture gesture_ = Gesture::None;
    bool dragging_ = false;
    bool doubleClick_ = false;
    QPointF pressed_, last_;
    Real grabDepth_ = 1;

    std::optional<QPointF> lastClick_;
    std::vector<ElementId> lastStack_;
    std::size_t stackIndex_ = 0;

    QTimer hoverTimer_{this};
    /// True if the last position had an element.
    bool hovering_ = false;
    QPointF hoverPosition_;
};

}  // namespace trammel::ui
