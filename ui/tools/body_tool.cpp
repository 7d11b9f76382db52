// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/body_tool.h"

#include <algorithm>

#include "compile/appearance.h"
#include "decoration/extent.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {
constexpr Real GridStepsWide = 6;
}  // namespace

QString BodyTool::prompt() const {
    return tr("%1: click a position, or type x, y. Free until a joint carries it.").arg(name());
}

Element BodyTool::draft() const { return prepared_ ? *prepared_ : draftBody(type_, GridStepsWide * host_.gridStep()); }

Transform BodyTool::poseAt(const Pointer& pointer) const {
    const Rotation R = host_.workPlane() ? host_.workPlane()->R() : Rotation();
    return Transform(R, pointer.point_G + clearance(pointer, R));
}

Vec3 BodyTool::clearance(const Pointer& pointer, const Rotation& R) const {
    if (!pointer.feature || !pointer.feature->onSurface || pointer.modifiers & Qt::ShiftModifier) return Vec3(0.);
    const Vec3 outward =
        pointer.feature->isSurface() ? pointer.feature->direction_G.value_or(Vec3(0.)) : pointer.faceNormal_G;
    Real below = 0;
    for (const DecorativeGeometry& solid : calcOwnGeometry(draft()))
        below = std::max(below, calcReach(solid, ~R * -outward).value_or(0));
    return below * outward;
}

void BodyTool::hover(const Pointer& pointer) {
    preview_ = {};
    markTarget(pointer, preview_.marks);
    // The rest of the model is unchanged: draw only the new body.
    for (DecorativeGeometry& g : calcOwnGeometry(draft()))
        preview_.marks.push_back(ghost(g.setTransform(poseAt(pointer) * g.getTransform())));
    if (clearance(pointer, poseAt(pointer).R()).norm() > 0)
        preview_.chip = tr("on %1 · Shift: origin here").arg(targetName(pointer, units_));
    else
        preview_.chip =
            pointer.feature ? targetName(pointer, units_) : tr("free body · %1").arg(targetName(pointer, units_));
}

void BodyTool::click(const Pointer& pointer) {
    const auto result = session_.edit(tr("Add %1").arg(name()), [&](const Document& document) {
        auto made = addFloatingBody(document, draft(), poseAt(pointer));
        Result<Edit> edit;
        edit.diagnostics = made.diagnostics;
        if (made) edit.value = std::move(made->edit);
        return edit;
    });
    if (result) session_.select(result->element);
}

}  // namespace trammel::ui
