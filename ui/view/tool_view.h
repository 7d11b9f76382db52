// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"
#include "ui/viewport/view_types.h"

class QLabel;
class QLineEdit;

namespace trammel::ui {

class SceneView;
class Viewport;

/// Connects the active tool with the view: passes mouse and keys, shows its preview and chip, and opens a field for
/// typed numbers.
///
/// Digits open the field, for a number or coordinates, formulas included; Enter accepts, Escape cancels, Tab cycles
/// through points at a typed position. Clicks still reach the tool with a number typed. Holding D disables snapping.
/// Orbit and zoom work as usual.
class ToolView : public QObject, private ViewGeometry {
    Q_OBJECT

public:
    ToolView(Session& session, Viewport& viewport, SceneView& scene, const DisplayUnits& units);

    ToolHost& host() { return host_; }
    /// Looks from the front at a model without bodies, half a meter wide, unless the user has moved the camera.
    void lookAtEmptyModel();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPointF project(const Vec3& p_G) const override;
    Ray rayThrough(const QPointF& position) const override;
    QPointF middle() const override;
    Real lengthUnit() const override;
    std::vector<Hit> hitsAt(const QPointF& position) const override;

    bool mouse(QEvent* event);
    bool keyPressed(int key, const QString& text);
    bool entryKey(int key, Qt::KeyboardModifiers modifiers);
    bool takesTyping() const;
    /// True if a number is expected, and the name of a parameter begins with this capital letter.
    bool beginsParameter(const QString& text) const;
    void snap(bool snaps);
    bool wantsKey(int key, const QString& text) const;
    void hoverNow();
    /// Updates the pointer position before handling a key, as the scene may have moved since the last frame.
    void catchUp();
    void showPreview();
    void placeChip();
    /// A note for the chip if the typed position is far outside the view or the typed length far larger; else empty.
    QString farOffHint() const;
    /// Shows the grid of the work plane while a tool requires positions.
    void showPlane();
    void openEntry(const QString& text);
    void closeEntry();
    void readEntry(const QString& text);
    void readPlace(const QStringList& parts);
    /// Anchor of the tool's chip: next to the pointer, or next to the tool's subject while the mouse is elsewhere.
    QPoint anchor() const;
    ParsedQuantity read(const QString& text, Quantity quantity) const;

    Session& session_;
    Viewport& viewport_;
    SceneView& scene_;
    const DisplayUnits& units_;
    ToolHost host_;
    QLabel* chip_;
    QLineEdit* entry_;
    /// Error of the text being typed, one sentence; empty if none.
    QString wrong_;
    /// The position being typed.
    std::optional<TypedPlace> place_;
    /// The length being typed, m.
    std::optional<Real> length_;
    QTimer hoverTimer_{this};
    QPointF position_, pressed_;
    Qt::KeyboardModifiers modifiers_;
    bool leftDown_ = false;
    bool dragging_ = false;
    bool inView_ = false;
    /// Camera when the document became empty; a camera that differs was set by the user.
    CameraPose untouchedCamera_;
};

}  // namespace trammel::ui
