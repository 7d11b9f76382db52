// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "ui/tools/tool.h"

namespace trammel::ui {

/// A position typed instead of pointed at.
struct TypedPlace {
    Vec3 p_G;
    /// Direction of the coordinate left open, as in "100, 0" within a plane: features in front and behind match too.
    /// Zero if none is open.
    Vec3 along_G = Vec3(0.);
};

/// Owns the active tool, converts pointer positions to model features, and applies its edits.
///
/// Tools work on the model's initial pose; activating one moves the playhead there.
class ToolHost : public QObject {
    Q_OBJECT

public:
    /// @param view not owned; must outlive the host
    ToolHost(Session& session, const ViewGeometry& view, QObject* parent = nullptr);
    ~ToolHost() override;

    const ViewGeometry& view() const { return view_; }
    /// Null while selecting.
    Tool* tool() const { return tool_.get(); }
    /// Activates a tool and deactivates the previous one; null: none.
    void take(std::unique_ptr<Tool> tool);
    void deactivate() { take(nullptr); }

    void hover(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void click(const QPointF& position, Qt::KeyboardModifiers modifiers);
    bool beginDrag(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void drag(const QPointF& position, Qt::KeyboardModifiers modifiers);
    void endDrag();
    /// Cycles through the features at the pointer.
    void cycleTarget();
    /// Same for a typed position; false if there is only one.
    bool cycleTargetAt(const TypedPlace& place);
    void turnToFirst() { turn_ = 0; }
    void setTyped(const std::optional<TypedNumber>& typed);
    /// Previews or accepts a typed position. Features at that position are matched.
    void hoverPlace(const TypedPlace& place);
    void clickPlace(const TypedPlace& place, Qt::KeyboardModifiers modifiers);
    /// Position for coordinates in the work plane or in space: "100, 0", "100, 0, 50". Empty for any other count.
    std::optional<TypedPlace> placeOf(const std::vector<Real>& coordinates) const;
    /// Handles a click on an element outside the view; false if the tool does not accept it.
    bool clickElement(ElementId element);
    /// Enables snapping to features; on by default.
    void setSnapping(bool snaps) { snaps_ = snaps; }
    void accept();
    void back();
    /// False if the tool does not use the letter.
    bool letter(QChar letter);

    /// Frame of the plane that the user set, in Ground: its z axis is the normal, typed coordinates are along x and y.
    /// Empty: the plane follows the line of sight.
    const std::optional<Transform>& workPlane() const { return workPlane_; }
    void setWorkPlane(const std::optional<Transform>& X_GW);
    /// Normal of the work plane: of the one set, else the world axis best seen, preferably z.
    Vec3 planeNormal() const;
    /// Grid spacing at the current zoom, m: about ten pixels; 1, 2 or 5 times a power of ten.
    Real gridStep() const;

Q_SIGNALS:
    /// Another tool is active, or none.
    void toolChanged();
    /// Preview or prompt of the active tool changed.
    void previewChanged();
    void workPlaneChanged();

private:
    using Hits = std::vector<ViewGeometry::Hit>;
    /// Resolves a typed position.
    Pointer pointerAt(const TypedPlace& place, Qt::KeyboardModifiers modifiers) const;
    /// Resolves @p position for the active tool; @p hits are the elements drawn there.
    Pointer resolve(const QPointF& position, Qt::KeyboardModifiers modifiers, const Hits& hits) const;
    /// The pose previewed by the tool, realized to Position; empty if none.
    std::optional<State> posedNow() const;
    /// Features of the model as displayed.
    const std::vector<Feature>& features() const;
    /// Targets within reach, preferred first: visible features, the surface, hidden features.
    std::vector<Feature> featuresAt(const QPointF& position, const Hits& hits, bool onGrid) const;
    /// True if a body's surface lies between the camera and @p p_G, a point of @p feature.
    bool isHidden(const Feature& feature, const Vec3& p_G) const;
    /// @p point_G in whole grid steps in x and y of the work plane that was set, at the depth of @p through_G.
    Vec3 inWorkPlane(const Vec3& point_G, const Vec3& through_G, bool onGrid) const;
    /// The nearest surface of a body, or of a shape on Ground; empty if none.
    std::optional<Feature> surfaceAt(const Hits& hits, bool onGrid) const;
    /// The body whose surface was hit, invalid for Ground; empty for lines, joints and forces.
    std::optional<ElementId> bodyHit(const ViewGeometry::Hit& hit) const;
    /// Point of an axis under a pixel, in grid steps along it.
    Feature pointOnAxis(Feature axis, const QPointF& position, bool onGrid) const;

    Session& session_;
    const ViewGeometry& view_;
    std::unique_ptr<Tool> tool_;
    std::optional<Transform> workPlane_;
    QPointF hovered_;
    bool snaps_ = true;
    std::size_t turn_ = 0;
    mutable CompiledModelPtr featuresOf_;
    mutable std::vector<Feature> features_;
};

}  // namespace trammel::ui
