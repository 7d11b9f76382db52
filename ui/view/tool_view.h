// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

class QLabel;
class QLineEdit;

namespace trammel::ui {

class SceneView;
class Viewport;

/// Brings the tool in hand and the view together: mouse and keys to the tool, its preview into the picture, its words
/// beside the pointer, and a field where a number is typed.
///
/// Digits open the field, for a number or the coordinates of a place, as formulas too; Enter takes it, Escape gives it up, and
/// Tab goes through the points that lie at a typed place. With a number typed, clicks still go to the tool. While D is held down, nothing is snapped to.
/// Turning and zooming work as without a tool.
class ToolView : public QObject, private ViewGeometry {
    Q_OBJECT

public:
    ToolView(Session& session, Viewport& viewport, SceneView& scene, const DisplayUnits& units);

    ToolHost& host() { return host_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPointF project(const Vec3& p_G) const override;
    Ray rayThrough(const QPointF& position) const override;
    QPointF middle() const override;
    ElementId elementAt(const QPointF& position) const override;
    std::optional<Vec3> surfaceAt(const QPointF& position) const override;

    bool mouse(QEvent* event);
    bool keyPressed(int key, const QString& text);
    bool entryKey(int key, Qt::KeyboardModifiers modifiers);
    bool takesTyping() const;
    void snap(bool snaps);
    bool wantsKey(int key, const QString& text) const;
    void hoverNow();
    /// What a key means goes by where the pointer is, not by where it was when the last picture was drawn.
    void catchUp();
    void showPreview();
    void placeChip();
    /// The grid of the plane worked in, while a tool that asks for places is in hand.
    void showPlane();
    void openEntry(const QString& text);
    void closeEntry();
    void readEntry(const QString& text);
    void readPlace(const QStringList& parts);
    /// Where what a tool says stands: beside the pointer, or while that is elsewhere beside what the tool is about.
    QPoint anchor() const;
    ParsedQuantity read(const QString& text, Quantity quantity) const;

    Session& session_;
    Viewport& viewport_;
    SceneView& scene_;
    const DisplayUnits& units_;
    ToolHost host_;
    QLabel* chip_;
    QLineEdit* entry_;
    /// What is wrong with what is being typed, one sentence; empty for nothing.
    QString wrong_;
    /// The place being typed.
    std::optional<TypedPlace> place_;
    QTimer hoverTimer_;
    QPointF position_, pressed_;
    Qt::KeyboardModifiers modifiers_;
    bool leftDown_ = false;
    bool dragging_ = false;
    bool inView_ = false;
};

}  // namespace trammel::ui
