// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "math/vector.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

class Viewport;

/// Arrow along the normal of the section plane, for dragging it; Esc during the drag restores it. A plane facing the
/// camera has an upright arrow; dragging it up brings the plane nearer.
class SectionHandle : public QWidget {
    Q_OBJECT

public:
    explicit SectionHandle(Viewport& viewport);

    bool isDragging() const { return drag_.has_value(); }
    /// Shows the handle on the view's section plane near @p middle_G.
    void showAt(const Vec3& middle_G);

Q_SIGNALS:
    /// Requested offset of the plane from the origin along its normal, m.
    void dragged(double offset);
    /// The drag ended or was canceled with Esc.
    void dropped();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    /// Coordinate of the pointer along the normal, m.
    Real travel(const QPointF& inView) const;
    void end();

    Viewport& viewport_;
    struct Drag {
        /// Offset of the plane and coordinate of the pointer when grabbed, m.
        Real offset, travel;
        /// Grabbed point.
        Vec3 point_G;
        bool isUpright;
        Real metersPerPixel;
    };
    std::optional<Drag> drag_;
    Vec3 middle_G_{0., 0., 0.};
    /// Point on the plane.
    Vec3 point_G_{0., 0., 0.};
    /// From base to tip, logical pixels.
    QPointF arrow_;
    bool isUpright_ = false;
    Real metersPerPixel_ = 1;
};

}  // namespace trammel::ui
