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
#include "ui/viewport/view_types.h"

namespace trammel::ui {

/// The 3-D view of a Scene, with camera, selection and hovering.
///
/// Draws on demand only: nothing happens on the screen, and no time is spent, while nothing changes. Where OpenGL
/// cannot be used a notice takes the picture's place; everything but the picture still works. Positions are logical
/// widget pixels. UI thread only.
class Viewport : public QWidget {
    Q_OBJECT

public:
    /// To be called once before the QApplication is made: chooses the kind of OpenGL contexts.
    static void prepareApplication();

    explicit Viewport(QWidget* parent = nullptr);
    ~Viewport() override;

    /// Shows another model's scene. The camera stays, except that the first scene with anything in it, and the first
    /// after an empty one, is framed from a pleasant side.
    void setScene(const Scene& scene);
    /// Whether the first scene with anything in it is framed, as it is unless told otherwise. Not while somebody draws.
    void setFramingFirstScene(bool framing);
    /// Shows the same model at another moment: cheap where decorations are as before, position by position in the list.
    void updateGeometry(const Scene& scene);
    /// Moves the bodies, X_GB by body id, and nothing else. The cheapest.
    void setPoses(const std::vector<Transform>& X_GB);

    void setSelection(const std::set<ElementId>& selection);
    /// Text of the tag near the cursor; empty for none. Not needed when there is a name provider.
    void setHoverText(const QString& text);
    /// Names what is hovered over; called on every hover.
    void setNameProvider(std::function<QString(ElementId)> nameOf);

    /// The nearest element under a pixel, none for empty space.
    ElementId pick(const QPoint& position) const;
    /// Where a point appears, perhaps outside the widget; NaNs when it lies behind the eye.
    QPointF project(const Vec3& p_G) const;
    /// The line of sight through a pixel: where it begins and its direction, of unit length.
    std::pair<Vec3, Vec3> sightThrough(const QPointF& position) const;
    /// The point of the nearest surface under a pixel; none for empty space.
    std::optional<Vec3> surfaceAt(const QPointF& position) const;
    /// The point of the nearest face of a solid there, and the direction out of it.
    std::optional<std::pair<Vec3, Vec3>> faceAt(const QPointF& position) const;

    void frameAll();
    /// Brings these elements into view; without any of them visible, everything.
    void frame(const std::set<ElementId>& elements);
    /// Brings everything into view as it is in these poses, X_GB by instant and body.
    void frameAll(const std::vector<std::vector<Transform>>& poses);
    /// From corner to corner of the box around the bodies as they are drawn in all these poses, m.
    Real extentOf(std::span<const std::vector<Transform>> poses) const;
    /// Where bodies are drawn, perhaps outside the widget: the rectangle around each, by body id. None for those behind
    /// the eye, and those of which nothing is drawn.
    std::map<int, QRectF> bodyRects() const;
    /// Looks from there and brings everything into view.
    void setStandardView(StandardView view);
    void setOrthographic(bool on);
    bool isOrthographic() const;
    CameraPose cameraPose() const;
    void setCameraPose(const CameraPose& pose);

    void setGridPlane(GridPlane plane);
    GridPlane gridPlane() const;
    void setGridVisible(bool visible);
    bool isGridVisible() const;
    void setRoleVisible(DecorationRole role, bool visible);
    bool isRoleVisible(DecorationRole role) const;
    void setBackground(const QColor& top, const QColor& bottom);

    /// Shadows of bodies on each other and on a floor below them.
    void setShadows(bool on);
    bool hasShadows() const;

    /// Cuts the bodies open, in pictures by renderOptions() too.
    void setSection(const SectionPlane& section);
    const SectionPlane& section() const;
    /// From where to where the bodies reach along a direction, m; an empty range where there are none.
    std::pair<Real, Real> extentAlong(const Vec3& direction_G) const;

    /// The floor of shadows is to be below where the bodies are in these poses too, by instant and body.
    void layFloorBelow(const std::vector<std::vector<Transform>>& poses);

    /// The picture as shown, in device pixels.
    QImage grabImage();
    /// For a picture of another size that shows the same in the same way; see OffscreenRenderer.
    RenderOptions renderOptions(QSize pixels) const;
    /// Frames drawn so far.
    int framesDrawn() const;
    /// False: the notice is shown.
    bool hasPicture() const;

Q_SIGNALS:
    /// A click of the left button; no element: on empty space.
    /// Clicking the same spot again goes on to what lies behind.
    void elementClicked(trammel::ElementId element, Qt::KeyboardModifiers modifiers);
    void elementDoubleClicked(trammel::ElementId element);
    void elementHovered(trammel::ElementId element, QPoint position);
    /// A click of the right button without a drag.
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
