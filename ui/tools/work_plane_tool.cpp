// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/work_plane_tool.h"

#include <cmath>

#include "ui/session/text.h"
#include "ui/tools/handles.h"
#include "ui/tools/marks.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {

/// Half the side of the square that shows the plane, and the length of its normal, pixels.
constexpr Real HalfSide = 90, NormalLength = 60;
constexpr Real SamePlanePoint = 1e-9;

}  // namespace

QString WorkPlaneTool::name() const { return tr("Work plane"); }

QString WorkPlaneTool::prompt() const {
    if (edge_) return tr("Work plane: type the angle about %1, or click a point. Esc: back.").arg(text(edge_->name));
    switch (points_G_.size()) {
        case 0: return tr("Work plane: click a face, an edge, or three points. X, Y, Z: across an axis. Esc: done.");
        case 1: return tr("Work plane: click the second point, its x axis. Esc: back.");
        default: return tr("Work plane: click the third point. Esc: back.");
    }
}

std::optional<Quantity> WorkPlaneTool::typedQuantity() const {
    return edge_ ? std::optional(Quantity::Angle) : std::nullopt;
}

Transform WorkPlaneTool::makePlane(const Vec3& p_G, Vec3 normal_G, const Vec3& x_G) const {
    constexpr Real steep = 0.9;
    normal_G = normal_G.normalized();
    // Seen from the back, coordinates would run the wrong way.
    if (normal_G.dot(host_.view().rayThrough(host_.view().middle()).direction) > 0) normal_G = -normal_G;
    Vec3 x = x_G;
    if (x.norm() == 0) x = std::abs(normal_G[0]) > steep ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
    x = (x - normal_G * normal_G.dot(x)).normalized();
    Mat33 R;
    R << x, normal_G.cross(x), normal_G;
    return {Rotation(R), p_G};
}

Transform WorkPlaneTool::atAngle() const {
    const Vec3 along = *edge_->direction_G;
    Vec3 normal = host_.planeNormal();
    normal -= along * along.dot(normal);
    constexpr Real least = 1e-6;
    if (normal.norm() < least) normal = along.cross(std::abs(along[0]) > 0.5 ? Vec3(0, 1, 0) : Vec3(1, 0, 0));
    return makePlane(edge_->position_G, Rotation(typed_ ? typed_->si : 0., along) * normal, along);
}

std::optional<Transform> WorkPlaneTool::planeAt(const Pointer& pointer) const {
    const Vec3& p = pointer.point_G;
    if (edge_) {
        const Vec3 way = p - edge_->position_G, normal = edge_->direction_G->cross(way);
        if (typed_ || normal.norm() < SamePlanePoint) return atAngle();
        return makePlane(edge_->position_G, normal, *edge_->direction_G);
    }
    // A face, or the axis of a hole.
    if (points_G_.empty() && pointer.feature && pointer.feature->direction_G && !pointer.feature->line_G)
        return makePlane(p, *pointer.feature->direction_G, Vec3(0.));
    if (points_G_.size() < 2) return std::nullopt;
    const Vec3 x = points_G_[1] - points_G_[0], normal = x.cross(p - points_G_[0]);
    if (normal.norm() < SamePlanePoint) return std::nullopt;
    // Typed coordinates count toward the second and the third point, also where the plane is seen from its back.
    Mat33 R;
    R << x.normalized(), normal.cross(x).normalized(), normal.normalized();
    return Transform(Rotation(R), points_G_[0]);
}

void WorkPlaneTool::hover(const Pointer& pointer) {
    pointer_ = pointer;
    show();
}

void WorkPlaneTool::show() {
    preview_ = {};
    for (const Vec3& point : points_G_) preview_.marks.push_back(snapMark(point));
    if (points_G_.size() == 1) preview_.marks.push_back(rubberLine(points_G_[0], pointer_.point_G));
    if (edge_ && edge_->line_G) preview_.marks.push_back(rubberLine(edge_->line_G->first, edge_->line_G->second));
    if (pointer_.feature) {
        preview_.marks.push_back(snapMark(pointer_.point_G));
        if (const auto& line = pointer_.feature->line_G)
            preview_.marks.push_back(rubberLine(line->first, line->second));
    }
    const std::optional<Transform> plane = planeAt(pointer_);
    if (plane) {
        const Real pixel = metersPerPixel(host_.view(), plane->p());
        preview_.marks.push_back(
            handleSquare(plane->p(), plane->R().x(), plane->R().y(), 2 * HalfSide * pixel, 2, false));
        preview_.marks.push_back(
            axisMark(plane->p() + plane->R().z() * (NormalLength / 2 * pixel), plane->R().z(), NormalLength * pixel));
    }
    const QString where = pointer_.feature ? text(pointer_.feature->name) : QString();
    if (edge_)
        preview_.chip = typed_ ? tr("at this angle about %1 · Enter").arg(text(edge_->name))
                               : tr("through this point · or type an angle");
    else if (plane)
        preview_.chip = points_G_.empty() ? tr("on %1").arg(where) : tr("through these three points");
    else if (points_G_.size() == 2)
        preview_.chip = tr("the three points are in one line");
    else
        preview_.chip = where.isEmpty() ? tr("point %1 of 3").arg(points_G_.size() + 1)
                                        : tr("point %1 of 3: %2").arg(points_G_.size() + 1).arg(where);
    if (points_G_.empty() && !edge_ && pointer_.feature && pointer_.feature->line_G)
        preview_.chip = tr("through %1").arg(where);
    preview_.isProblem = points_G_.size() == 2 && !plane;
}

void WorkPlaneTool::click(const Pointer& pointer) {
    pointer_ = pointer;
    if (const auto plane = planeAt(pointer)) return set(*plane);
    if (points_G_.empty() && pointer.feature && pointer.feature->line_G && pointer.feature->direction_G)
        edge_ = pointer.feature;
    else if (points_G_.size() < 2 && (points_G_.empty() || (pointer.point_G - points_G_[0]).norm() > SamePlanePoint))
        points_G_.push_back(pointer.point_G);
    show();
}

void WorkPlaneTool::setTyped(const std::optional<TypedNumber>& typed) {
    typed_ = typed;
    show();
}

void WorkPlaneTool::accept() {
    if (edge_) set(atAngle());
}

bool WorkPlaneTool::back() {
    const bool busy = edge_ || !points_G_.empty();
    if (edge_)
        edge_.reset();
    else if (busy)
        points_G_.pop_back();
    typed_.reset();
    show();
    return busy;
}

void WorkPlaneTool::letter(QChar letter) {
    Vec3 normal(0.);
    normal[int(Axes.indexOf(letter))] = 1;
    set(makePlane(pointer_.feature ? pointer_.point_G : Vec3(0.), normal, Vec3(0.)));
}

void WorkPlaneTool::set(const Transform& X_GW) {
    points_G_.clear();
    edge_.reset();
    typed_.reset();
    host_.setWorkPlane(X_GW);
    show();
    Q_EMIT session_.notice(tr("Tools work in this plane now. Shift+A, or the button below the view cube, leaves it."));
}

}  // namespace trammel::ui
