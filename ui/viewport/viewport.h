// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "ui/viewport/offscreen_renderer.h"
#include "ui/viewport/pick_hit.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

struct BackgroundImage;

/// 3-D view of a Scene with camera, selection and hover.
///
/// Renders on demand: no work is done while nothing changes. Without usable OpenGL a notice replaces the image and
/// everything else keeps working. Positions are logical widget pixels. GUI thread only.
class Viewport : public QWidget {
    Q_OBJECT

public:
    /// Call once before creating the QApplication: selects the OpenGL context type.
    static void prepareApplication();

    explicit Viewport(QWidget* parent = nullptr);
    ~Viewport() override;

    /// Shows the scene of another model. Keeps the camera, except that the first non-empty scene, and the first after
    /// an empty one, is framed from a default direction.
    void setScene(const Scene& scene);
    /// Enables framing of the first non-empty scene; on by default, off while drawing.
    void setFramingFirstScene(bool framing);
    /// Shows the same model at another instant: cheap for decorations unchanged at their list positions.
    void updateGeometry(const Scene& scene);
    /// Moves bodies only, X_GB by body id. The cheapest update.
    void setPoses(const std::vector<Transform>& X_GB);

    void setSelection(const std::set<ElementId>& selection);
    /// Text of the tag at the cursor; empty hides it. Not needed with a name provider.
    void setHoverText(const QString& text);
    /// Names hovered elements; called on every hover.
    void setNameProvider(std::function<QString(ElementId)> nameOf);

    /// The nearest element under a pixel; invalid in empty space.
    ElementId pick(const QPoint& position) const;
    /// Projection of a point, possibly outside the widget; NaN behind the camera.
    QPointF project(const Vec3& p_G) const;
    /// Line of sight through a pixel: origin and unit direction.
    std::pair<Vec3, Vec3> sightThrough(const QPointF& position) const;
    /// Elements under a pixel, nearest first, each once.
    std::vector<PickHit> hitsAt(const QPointF& position) const;
    /// Point of the nearest surface under a pixel; empty in empty space.
    std::optional<Vec3> surfaceAt(const QPointF& position) const;
    /// Point and outward normal of the nearest solid face.
    std::optional<std::pair<Vec3, Vec3>> faceAt(const QPointF& position) const;

    void frameAll();
    /// Frames these elements, or everything if none is visible.
    void frame(const std::set<ElementId>& elements);
    /// Frames everything at these poses, X_GB by instant and body.
    void frameAll(const std::vector<std::vector<Transform>>& poses);
    /// True from the automatic framing of a scene until the camera is moved.
    bool isFramedAutomatically() const;
    /// Widens the automatic framing to the motion @p poses, X_GB by instant and body, if it leaves the view.
    void keepInView(const std::vector<std::vector<Transform>>& poses);
    /// Diagonal of the bounding box of the bodies over all these poses, m.
    Real extentOf(std::span<const std::vector<Transform>> poses) const;
    /// Sizes in x, y and z of Ground of the visible parts of these elements, m; 0 without any.
    Vec3 extentsOf(const std::set<ElementId>& elements) const;
    /// Screen rectangles of bodies by id, possibly outside the widget. Omits bodies behind the camera or without
    /// graphics.
    std::map<int, QRectF> bodyRects() const;
    /// Sets the view direction and frames everything.
    void setStandardView(StandardView view);
    void setOrthographic(bool on);
    bool isOrthographic() const;
    CameraPose cameraPose() const;
    void setCameraPose(const CameraPose& pose);

    /// The up axis from the next automatic framing of a scene on.
    void setHomeUpAxis(UpAxis up);
    void setGridPlane(GridPlane plane);
    GridPlane gridPlane() const;
    /// Draws the grid in the XY plane of this frame; empty: in the plane of the world.
    void setGridFrame(const std::optional<Transform>& X_GW);
    /// Shows images to trace over, in this view only; images by renderOptions() omit them.
    void setBackgrounds(const std::vector<BackgroundImage>& images);
    /// Length of which the grid's cells are round multiples, m.
    void setGridUnit(Real unit);
    void setGridVisible(bool visible);
    bool isGridVisible() const;
    void setRoleVisible(DecorationRole role, bool visible);
    bool isRoleVisible(DecorationRole role) const;
    void setBackground(const QColor& top, const QColor& bottom);

    /// Shadows of bodies on each other and on a floor.
    void setShadows(bool on);
    bool hasShadows() const;

    /// Clips bodies, also in images by renderOptions().
    void setSection(const SectionPlane& section);
    const SectionPlane& section() const;
    /// Extent of the bodies along a direction, m; an empty range if none exist.
    std::pair<Real, Real> extentAlong(const Vec3& direction_G) const;

    /// Keeps the shadow floor below the bodies at these poses, by instant and body.
    void layFloorBelow(const std::vector<std::vector<Transform>>& poses);

    /// The image as shown, device pixels.
    QImage grabImage();
    /// Options for rendering the same view at another size; see OffscreenRenderer.
    RenderOptions renderOptions(QSize pixels) const;
    /// Number of frames rendered.
    int framesDrawn() const;
    /// Draws solids of one kind together, on by default; off: one by one, for comparison.
    void setBatching(bool on);
    /// Work of drawing them.
    DrawWork drawWork() const;
    /// False if the notice is shown.
    bool hasImage() const;

Q_SIGNALS:
    /// Left click; an invalid element means empty space. Repeated clicks cycle through what lies behind.
    void elementClicked(trammel::ElementId element, Qt::KeyboardModifiers modifiers);
    void elementDoubleClicked(trammel::ElementId element);
    void elementHovered(trammel::ElementId element, QPoint position);
    /// Right click without drag.
    void contextMenuRequested(trammel::ElementId element, QPoint globalPosition);
    void cameraMoved();
    void sectionChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace trammel::ui
