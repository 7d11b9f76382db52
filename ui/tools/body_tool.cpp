// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/body_tool.h"

#include <algorithm>
#include <cmath>

#include "authoring/link_edit.h"
#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/place.h"
#include "decoration/extent.h"
#include "ui/tools/element_edits.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {
constexpr Real GridStepsWide = 6;

/// The smallest turn from one unit vector to another.
Rotation turnBetween(const Vec3& from, const Vec3& to) {
    constexpr Real same = 1e-12;
    const Real cosine = std::clamp<Real>(from.dot(to), -1, 1);
    Vec3 axis = from.cross(to);
    if (axis.norm() < same) {
        if (cosine > 0) return {};
        axis = from.cross(std::abs(from[0]) < 0.9 ? Vec3(1, 0, 0) : Vec3(0, 1, 0));
    }
    return Rotation(std::acos(cosine), Vec3(axis.normalized()));
}
}  // namespace

QString BodyTool::prompt() const {
    return tr("%1: click a position, or type x, y. X, Y, Z: its axis; N: normal to the face.").arg(name());
}

Element BodyTool::draft() const {
    if (prepared_) return *prepared_;
    const Real size = GridStepsWide * host_.gridStep();
    Element draft = draftBody(type_, size);
    if (type_.role == TypeRole::Link) {
        // Like links that are drawn.
        const LinkProportions drawn =
            findLinkProportions(session_.document(), size, units_.unitFor(Quantity::Length).factor);
        draft.set("width", drawn.width).set("thickness", drawn.thickness);
    }
    roundDefaults(draft, type_, units_);
    return draft;
}

Transform BodyTool::poseAt(const Pointer& pointer) const {
    const Rotation R = orientationAt(pointer);
    return Transform(R, pointer.point_G + clearance(pointer, R));
}

Rotation BodyTool::orientationAt(const Pointer& pointer) const {
    Rotation R = host_.workPlane() ? host_.workPlane()->R() : Rotation();
    if (along_.isNull()) return R;
    Vec3 to(0.);
    if (along_ == u'N')
        to = ~R * (pointer.faceNormal_G.norm() > 0 ? pointer.faceNormal_G : host_.planeNormal());
    else
        to[Axes.indexOf(along_)] = 1;
    const auto held = addElement(Document(), builtinCatalog(), draft());
    const Vec3 tip = held ? calcStation(held->document, Place{held->element, "tip", Vec3(0.)}) : Vec3(1, 0, 0);
    // Along x, as of a bar, or z, as of a wheel and a plate.
    const Vec3 from = tip[1] == 0 && tip[2] == 0 && tip[0] != 0 ? Vec3(1, 0, 0) : Vec3(0, 0, 1);
    return R * turnBetween(from, to.normalized());
}

void BodyTool::letter(QChar letter) {
    along_ = letter;
    if (pointer_) hover(Pointer(*pointer_));
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
    pointer_ = pointer;
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
    if (!along_.isNull())
        preview_.chip += along_ == u'N' ? tr(" · axis normal to the face") : tr(" · axis %1").arg(along_);
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
