// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/three_position_tool.h"

#include <QLineF>

#include "inspect/grashof.h"
#include "ui/session/text.h"
#include "ui/tools/handles.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {

constexpr Real SamePosition = 1e-9;

CouplerPositions positionsOf(const std::vector<Vec3>& points, const Vec3& normal_G) {
    CouplerPositions positions;
    positions.normal_G = normal_G;
    for (std::size_t i = 0; i < 3; ++i) {
        positions.a_G[i] = points[2 * i];
        positions.b_G[i] = points[2 * i + 1];
    }
    return positions;
}

DecorativeGeometry thinCircle(const Vec3& center_G, const Vec3& normal_G, Real radius) {
    constexpr Real pale = 0.5;
    return handleRing(center_G, normal_G, radius, 2, false).setLineThickness(1).setOpacity(pale);
}

}  // namespace

QString ThreePositionTool::name() const { return tr("Four-bar through three positions"); }

QString ThreePositionTool::prompt() const {
    if (points_.size() == All) return tr("Three positions: drag their ends; Enter adds the four-bar. Esc: back.");
    const int position = static_cast<int>(points_.size()) / 2 + 1;
    return points_.size() % 2 == 0
               ? tr("Position %1 of the coupler: click its first pivot. Esc: back.").arg(position)
               : (position == 1 ? tr("Position 1 of the coupler: click its second pivot. Esc: back.")
                                : tr("Position %1: click the direction of its second pivot. Esc: back.").arg(position));
}

std::optional<Vec3> ThreePositionTool::planePoint() const {
    return points_.empty() ? std::nullopt : std::optional(points_.front());
}

ThreePositionTool::Points ThreePositionTool::fitted(Points points) {
    if (points.size() < 2) return points;
    const Real length = (points[1] - points[0]).norm();
    for (std::size_t i = 3; i < points.size(); i += 2) {
        const Vec3 way = points[i] - points[i - 1];
        if (way.norm() > SamePosition) points[i] = points[i - 1] + length * way.normalized();
    }
    return points;
}

int ThreePositionTool::pointAt(const QPointF& position) const {
    for (std::size_t i = 0; i < points_.size(); ++i)
        if (QLineF(host_.view().project(points_[i]), position).length() < HandleReach) return static_cast<int>(i);
    return -1;
}

void ThreePositionTool::hover(const Pointer& pointer) {
    pointer_ = pointer;
    Points shown = points_;
    if (shown.size() < All) shown.push_back(pointer.point_G);
    show(fitted(std::move(shown)));
}

void ThreePositionTool::show(const Points& points) {
    preview_ = {};
    markTarget(pointer_, preview_.marks);
    for (std::size_t i = 0; i < points.size(); ++i) {
        preview_.marks.push_back(snapMark(points[i]));
        if (i % 2 == 0) continue;
        preview_.marks.push_back(rubberLine(points[i - 1], points[i]));
        preview_.marks.push_back(measureLabel((points[i - 1] + points[i]) / 2, QString::number(i / 2 + 1)));
    }
    if (points.size() == All) return showLinkage(positionsOf(points, normal_G_));
    const QString target = targetName(pointer_, units_);
    preview_.chip = points.size() == 2 ? formatQuantity((points[1] - points[0]).norm(), Quantity::Length, units_, 5)
                                       : tr("position %1").arg((points.size() + 1) / 2);
    if (!target.isEmpty()) preview_.chip += QStringLiteral(" · ") + target;
}

void ThreePositionTool::showLinkage(const CouplerPositions& positions) {
    const auto found = synthesizeFourBar(positions);
    const auto made = found ? addFourBar(session_.document(), session_.model(), positions)
                            : Result<PlacedElement>{std::nullopt, found.diagnostics};
    if (!made) {
        preview_.chip = reasonsOf(made.diagnostics);
        preview_.isProblem = true;
        return;
    }
    preview_.model = made->model;
    preview_.marks.push_back(thinCircle(found->groundA_G, positions.normal_G, found->input));
    preview_.marks.push_back(thinCircle(found->groundB_G, positions.normal_G, found->output));
    const auto length = [this](Real si) { return formatQuantity(si, Quantity::Length, units_, 4); };
    preview_.chip = tr("links %1, %2, %3 · frame %4")
                        .arg(length(found->input), length(found->coupler), length(found->output), length(found->frame));
    if (!found->isOneBranch) {
        preview_.chip += tr(" — on two assembly branches: it cannot move through all three");
        preview_.isProblem = true;
    } else if (session_.document().elementsOf("body").empty()) {
        preview_.chip += QStringLiteral(" · ") + text(describeGrashof(*made->model)).section(':', 0, 0);
    }
}

void ThreePositionTool::click(const Pointer& pointer) {
    if (!session_.model() || points_.size() == All) return;
    if (points_.empty()) normal_G_ = host_.planeNormal();
    pointer_ = pointer;
    const bool isAtFirst = points_.size() % 2 == 1 && (pointer.point_G - points_.back()).norm() < SamePosition;
    if (!isAtFirst) points_.push_back(pointer.point_G);
    points_ = fitted(std::move(points_));
    hover(pointer);
}

bool ThreePositionTool::beginDrag(const Pointer& pointer) {
    if (points_.size() < All) return false;
    held_ = pointAt(pointer.position);
    return held_ >= 0;
}

void ThreePositionTool::drag(const Pointer& pointer) {
    // Escape and Enter remove points during a drag.
    if (held_ < 0 || points_.size() < All) return;
    pointer_ = pointer;
    const auto i = static_cast<std::size_t>(held_);
    const Vec3 way = pointer.point_G - points_[i];
    points_[i] += way;
    // Dragging the first end moves the whole position.
    if (i % 2 == 0) points_[i + 1] += way;
    points_ = fitted(std::move(points_));
    show(points_);
}

bool ThreePositionTool::back() {
    if (points_.empty()) return false;
    points_.pop_back();
    hover(pointer_);
    return true;
}

void ThreePositionTool::accept() {
    if (points_.size() < All) return;
    ElementId coupler;
    session_.edit(name(), [&](const Document& document) {
        auto made = addFourBar(document, session_.model(), positionsOf(points_, normal_G_));
        Result<Edit> edit{std::nullopt, made.diagnostics};
        if (!made) return edit;
        coupler = made->edit.element;
        edit.value = std::move(made->edit);
        return edit;
    });
    if (!coupler.isValid()) return;
    session_.select(coupler);
    points_.clear();
    preview_ = {};
}

}  // namespace trammel::ui
