// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/pose_tool.h"

#include "compile/pose_edit.h"
#include "ui/tools/element_edits.h"
#include "ui/tools/marks.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

QString PoseTool::name() const { return tr("Pose"); }

QString PoseTool::prompt() const {
    return tr("Pose: drag any body; the mechanism follows through its joints and loops. Esc: done.");
}

ElementId PoseTool::bodyAt(const Pointer& pointer) const {
    return bodyOf(session_.document(), session_.catalog(), pointer.element);
}

std::optional<Vec3> PoseTool::planePoint() const { return drag_ ? std::optional(grip_G_) : std::nullopt; }

std::optional<State> PoseTool::posed() const { return drag_ ? std::optional(drag_->getState()) : std::nullopt; }

void PoseTool::hover(const Pointer& pointer) {
    preview_ = {};
    if (const ElementId body = bodyAt(pointer); body.isValid())
        preview_.chip = tr("drag %1").arg(session_.nameOf(body));
}

bool PoseTool::beginDrag(const Pointer& pointer) {
    const ElementId body = bodyAt(pointer);
    if (!body.isValid() || !session_.model() || !session_.model()->getAssembly().assembled) return false;
    // The point of the surface under the pointer; it is led in its own plane.
    grip_G_ = pointer.surface_G.value_or(pointer.point_G);
    drag_ = std::make_unique<PoseDrag>(session_.model(), body, grip_G_, bool(pointer.modifiers & Qt::ControlModifier));
    label_ = tr("Pose %1").arg(session_.nameOf(body));
    preview_ = {};
    if (!drag_->whyHeld().empty()) {
        preview_.isProblem = true;
        preview_.chip = QString::fromStdString(drag_->whyHeld());
    }
    return true;
}

void PoseTool::drag(const Pointer& pointer) {
    if (!drag_ || !drag_->whyHeld().empty()) return;
    drag_->moveTo(pointer.point_G);
    preview_.marks = {rubberLine(drag_->getGrip(), pointer.point_G)};
    QStringList stopped;
    for (const ElementId joint : drag_->atLimit()) stopped += session_.nameOf(joint);
    preview_.chip =
        stopped.isEmpty() ? QString() : tr("at the stop of %1; Ctrl-drag goes beyond").arg(stopped.join(", "));
}

void PoseTool::endDrag() {
    const std::unique_ptr<PoseDrag> drag = std::move(drag_);
    preview_ = {};
    if (!drag || !drag->whyHeld().empty()) return;
    const CompiledModelPtr model = session_.model();
    session_.edit(label_, [&](const Document& document) {
        return setInitialPose(document, session_.catalog(), *model, drag->getState());
    });
}

}  // namespace trammel::ui
