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

/// Pulls at bodies of the run in view. Ctrl and a drag with the left button holds the point under the pointer by a damped
/// spring to the pointer, in the plane through the point that faces the eye; Ctrl and a drag with the right button turns
/// the body. The wheel makes either stiffer or softer. A line at the pointer says how strong the pull is. Not while a tool
/// is in hand; Ctrl and a click mean what they do otherwise.
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
    /// Where a button went down that may begin a pull.
    struct Press {
        std::unique_ptr<QMouseEvent> event;
        ElementId body;
        /// In the body's frame; in Ground if there is no body.
        Vec3 station;
        /// The gesture is over until the button comes up.
        bool refused = false;
    };
    struct ActivePull {
        ElementId body;
        PullLoad load;
        /// A point of the plane in which the pointer moves, across the sight.
        Vec3 plane_G, sight_G;
        /// For a torque: N m for each pixel at stiffness 1, and the axis the body is confined to.
        Real torquePerPixel = 0;
        std::optional<UnitVec3> axis;
        bool turns = false;
    };

    bool press(const QMouseEvent& mouse);
    bool move(const QMouseEvent& mouse);
    bool release(const QMouseEvent& mouse);
    void begin();
    /// Says why nothing moves; the drag is over.
    void refuse(const QString& why);
    void lead();
    void end();
    /// Ends it before the button comes up.
    void letGo();
    void changeStiffness(Real steps);
    Vec3 torque() const;
    void showReading();
    void showChip(const QString& text, bool isProblem);
    /// Beside the pointer.
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
    /// Times what suits the mechanism; kept from pull to pull.
    Real stiffness_ = 1;
    /// A press given back to the view because it was a click.
    bool passing_ = false;
    /// Where a plain press on a body was.
    std::optional<QPointF> plainPress_;
};

}  // namespace trammel::ui
