// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <memory>
#include <optional>

#include "runtime/pull.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QLabel;
class QMouseEvent;

namespace trammel::ui {

class ToolHost;
class Viewport;

/// Pulls bodies of a live run. Ctrl and a left drag connects the point under the pointer to the pointer by a damped
/// spring, in the plane through the point that faces the camera; Ctrl and a right drag rotates the body. The wheel
/// changes the stiffness. A chip at the pointer shows the force. Disabled while a tool is active; Ctrl-click keeps its
/// other meaning.
class PullView : public QObject {
    Q_OBJECT

public:
    PullView(Session& session, Viewport& viewport, const ToolHost& host, const DisplayUnits& units,
             QObject* parent = nullptr);
    ~PullView() override;

    bool isPulling() const { return pull_.has_value(); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A mouse press that may start a pull.
    struct Press {
        std::unique_ptr<QMouseEvent> event;
        ElementId body;
        /// In the body frame; in Ground without a body.
        Vec3 station;
        /// The gesture was refused; ignored until the button is released.
        bool refused = false;
    };
    struct ActivePull {
        ElementId body;
        PullLoad load;
        /// A point of the plane in which the pointer moves, and its normal.
        Vec3 plane_G, sight_G;
        /// For a torque: N·m per pixel at stiffness 1, and the axis to which the body is confined.
        Real torquePerPixel = 0;
        std::optional<UnitVec3> axis;
        bool turns = false;
    };

    bool press(const QMouseEvent& mouse);
    bool move(const QMouseEvent& mouse);
    bool release(const QMouseEvent& mouse);
    void begin();
    /// Shows why nothing can be pulled and ends the drag.
    void refuse(const QString& why);
    void lead();
    void end();
    /// Ends the pull before the button is released.
    void endPull();
    void changeStiffness(Real steps);
    Vec3 torque() const;
    void showReading();
    void showChip(const QString& text, bool isProblem);
    /// Places the chip next to the pointer.
    void placeChip();
    void hintOnce();

    Session& session_;
    Viewport& viewport_;
    const ToolHost& host_;
    const DisplayUnits& units_;
    QLabel* chip_;
    std::optional<Press> press_;
    std::optional<ActivePull> pull_;
    QPointF position_;
    /// Stiffness relative to a default for the mechanism; kept between pulls.
    Real stiffness_ = 1;
    /// A press returned to the view because it was a click.
    bool passing_ = false;
    /// Position of a press on a body without Ctrl.
    std::optional<QPointF> plainPress_;
};

}  // namespace trammel::ui
