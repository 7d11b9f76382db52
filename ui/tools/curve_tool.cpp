// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/curve_tool.h"

#include <cmath>

#include "ui/tools/marks.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {
/// Distance of the points of a curve drawn freehand, pixels.
constexpr qreal CurveSpacing = 4;
}  // namespace

QString CurveTool::name() const { return tr("Curve"); }

QString CurveTool::prompt() const {
    return points_G_.empty() || isDragging_ ? tr("Curve: drag along it, or click points of it. Esc: back.")
                                            : tr("Curve: click the next point; Enter ends it. Esc: back.");
}

std::optional<Vec3> CurveTool::pointUnder(const QPointF& position) const {
    const ViewGeometry::Ray ray = host_.view().rayThrough(position);
    constexpr Real flat = 0.05;
    if (std::abs(ray.direction[2]) < flat * ray.direction.norm()) return std::nullopt;
    const Real way = -ray.origin[2] / ray.direction[2];
    return Vec3(ray.origin + way * ray.direction);
}

void CurveTool::show() {
    preview_ = {};
    for (std::size_t i = 1; i < points_G_.size(); ++i)
        preview_.marks.push_back(rubberLine(points_G_[i - 1], points_G_[i]));
    if (points_G_.size() == 1) preview_.marks.push_back(snapMark(points_G_.front()));
    if (!points_G_.empty()) preview_.chip = tr("%1 points").arg(points_G_.size());
}

void CurveTool::hover(const Pointer& pointer) {
    show();
    if (!pointUnder(pointer.position) && !pointer.isTyped) {
        preview_.chip = tr("Turn the view: the x-y plane is seen edge-on.");
        preview_.isProblem = true;
    } else if (!points_G_.empty()) {
        preview_.marks.push_back(rubberLine(points_G_.back(), Vec3(pointer.point_G[0], pointer.point_G[1], 0)));
    }
}

void CurveTool::click(const Pointer& pointer) {
    const std::optional<Vec3> under =
        pointer.isTyped ? std::optional(Vec3(pointer.point_G[0], pointer.point_G[1], 0)) : pointUnder(pointer.position);
    if (!under) return;
    points_G_.push_back(*under);
    show();
}

bool CurveTool::beginDrag(const Pointer& pointer) {
    const std::optional<Vec3> under = pointUnder(pointer.position);
    if (!under) return false;
    isDragging_ = true;
    points_G_ = {*under};
    show();
    return true;
}

void CurveTool::drag(const Pointer& pointer) {
    const std::optional<Vec3> under = pointUnder(pointer.position);
    if (!isDragging_ || !under) return;
    const QPointF way = host_.view().project(points_G_.back()) - pointer.position;
    if (std::hypot(way.x(), way.y()) < CurveSpacing) return;
    points_G_.push_back(*under);
    show();
}

void CurveTool::endDrag() {
    if (!isDragging_) return;
    isDragging_ = false;
    // A press without movement is a click.
    if (points_G_.size() > 2) return finish();
    points_G_.resize(1);
    show();
}

void CurveTool::accept() {
    if (points_G_.size() > 2) finish();
}

bool CurveTool::back() {
    isDragging_ = false;
    if (points_G_.empty()) return false;
    points_G_.pop_back();
    show();
    return true;
}

void CurveTool::finish() {
    isDragging_ = false;
    const std::vector<Vec3> drawn = std::move(points_G_);
    points_G_.clear();
    show();
    take_(drawn);
}

}  // namespace trammel::ui
