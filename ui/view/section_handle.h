// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "math/vector.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

class Viewport;

/// An arrow in the view along the normal of a section, by which its plane is dragged; Esc meanwhile: back to where it was.
/// A plane that is looked at straight has its arrow drawn upright, and comes nearer when it is dragged up.
class SectionHandle : public QWidget {
    Q_OBJECT

public:
    explicit SectionHandle(Viewport& viewport);

    bool isDragging() const { return drag_.has_value(); }
    /// At the plane of the view's section, next to @p middle_G.
    void showAt(const Vec3& middle_G);

Q_SIGNALS:
    /// The plane is to be there, m from the origin along its normal.
    void dragged(double offset);
    /// The mouse let go of it, or Esc gave it up.
    void dropped();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    /// How far the pointer is along the normal, m.
    Real travel(const QPointF& inView) const;
    void end();

    Viewport& viewport_;
    struct Drag {
        /// Of the plane and of the pointer when it was taken, m.
        Real offset, travel;
        /// What it was taken by.
        Vec3 point_G;
        bool isUpright;
        Real metersPerPixel;
    };
    std::optional<Drag> drag_;
    Vec3 middle_G_{0., 0., 0.};
    /// On the plane.
    Vec3 point_G_{0., 0., 0.};
    /// From its foot to its tip, logical pixels.
    QPointF arrow_;
    bool isUpright_ = false;
    Real metersPerPixel_ = 1;
};

}  // namespace trammel::ui
