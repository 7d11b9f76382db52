// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/body_tool.h"

#include "compile/appearance.h"
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
    return Transform(host_.workPlane() ? host_.workPlane()->R() : Rotation(), pointer.point_G);
}

void BodyTool::hover(const Pointer& pointer) {
    preview_ = {};
    markTarget(pointer, preview_.marks);
    // The rest of the model is unchanged: draw only the new body.
    for (DecorativeGeometry& g : calcOwnGeometry(draft()))
        preview_.marks.push_back(ghost(g.setTransform(poseAt(pointer) * g.getTransform())));
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
