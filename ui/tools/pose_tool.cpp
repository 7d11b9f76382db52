// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/pose_tool.h"

#include <algorithm>

#include "authoring/link_edit.h"
#include "authoring/pose_edit.h"
#include "inspect/four_bar.h"
#include "inspect/transmission_drawing.h"
#include "ui/session/text.h"
#include "ui/tools/element_edits.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

QString PoseTool::name() const { return tr("Pose"); }

QString PoseTool::prompt() const {
    return tr("Drag a body (Ctrl: past stops, F: flip), or drag a free end onto a body to join it.");
}

ElementId PoseTool::bodyAt(const Pointer& pointer) const {
    return bodyOf(session_.document(), session_.catalog(), pointer.element);
}

bool PoseTool::takesFeature(const Feature& feature) const {
    if (!drag_) return !feature.line_G;
    return feature.place.body != body_;
}

std::optional<Vec3> PoseTool::planePoint() const { return drag_ ? std::optional(grip_G_) : std::nullopt; }

std::optional<State> PoseTool::posed() const {
    return drag_ && draggedIn_ == session_.lastModel() ? std::optional(drag_->getState()) : std::nullopt;
}

std::optional<PoseTool::End> PoseTool::endAt(const Pointer& pointer, ElementId body) const {
    constexpr Real same = 1e-6;
    if (!pointer.feature) return std::nullopt;
    const Feature& at = *pointer.feature;
    const CompiledModel& model = *session_.model();
    const State& s = model.getInitialState();
    End end{at.place.body == body ? at.place : makePlace(model, s, body, at.position_G), text(at.name)};
    if (pointer.modifiers & Qt::ShiftModifier) return end;
    // The tip, and the start of a link; other bodies have no joinable end at their origin.
    const bool isLink = calcStation(session_.document(), {body, "massCenter", Vec3(0.)}).norm() > 0;
    if (end.place.offset.norm() > 0 || end.place.anchor != (isLink && end.place.anchor == "origin" ? "origin" : "tip"))
        return std::nullopt;
    // Links lie in layers along their pins: any point along that line may be joined.
    const Vec3 along = model.calcBodyPose(body, s).R().z();
    const std::vector<Feature> all = findFeatures(model, s);
    const bool isJoined = std::ranges::any_of(all, [&](const Feature& other) {
        const Element* const element = session_.document().find(other.element);
        if (!element || element->family == session_.catalog().families().front().key || other.line_G) return false;
        return Vec3(other.position_G - at.position_G).cross(along).norm() < same;
    });
    return isJoined ? std::nullopt : std::optional(end);
}

void PoseTool::hover(const Pointer& pointer) {
    preview_ = {};
    const ElementId body = bodyAt(pointer);
    if (!body.isValid() || !session_.model()) return;
    const auto end = endAt(pointer, body);
    preview_.chip =
        end ? tr("drag %1, or join it to another body").arg(end->name) : tr("drag %1").arg(session_.nameOf(body));
    if (end) markTarget(pointer, preview_.marks);
}

bool PoseTool::beginDrag(const Pointer& pointer) {
    body_ = bodyAt(pointer);
    if (!body_.isValid() || !session_.model() || !session_.model()->getAssembly().assembled) return false;
    end_ = endAt(pointer, body_);
    target_.reset();
    // The grabbed point is on the surface under the pointer and is dragged in its own plane.
    grip_G_ = end_ ? calcPosition(*session_.model(), session_.model()->getInitialState(), end_->place)
                   : pointer.surface_G.value_or(pointer.point_G);
    ignoresStops_ = bool(pointer.modifiers & Qt::ControlModifier);
    draggedIn_ = session_.model();
    drag_ = std::make_unique<PoseDrag>(draggedIn_, body_, grip_G_, ignoresStops_);
    label_ = tr("Pose %1").arg(session_.nameOf(body_));
    preview_ = {};
    if (!drag_->heldReason().empty()) {
        preview_.isProblem = true;
        preview_.chip = QString::fromStdString(drag_->heldReason());
    }
    return true;
}

void PoseTool::drag(const Pointer& pointer) {
    if (draggedIn_ != session_.model()) back();
    if (!drag_ || !drag_->heldReason().empty()) return;
    target_.reset();
    if (end_ && pointer.feature)
        target_ = End{pointer.feature->place, text(pointer.feature->name)};
    else if (end_ && pointer.modifiers & Qt::ShiftModifier)
        target_ = End{{{}, "origin", pointer.point_G}, tr("Ground")};
    // Links lie in layers: a point of another body is projected into the plane of the dragged one.
    const Vec3 normal = host_.planeNormal();
    target_G_ = pointer.point_G - normal * normal.dot(pointer.point_G - grip_G_);
    // Keys pressed during the drag count as well.
    if (const bool ignores = bool(pointer.modifiers & Qt::ControlModifier); ignores != ignoresStops_) {
        ignoresStops_ = ignores;
        auto other = std::make_unique<PoseDrag>(session_.model(), body_, grip_G_, ignores);
        if (ignores) other->flipTo(drag_->getState());
        drag_ = std::move(other);
    }
    lead();
    if (target_) {
        flip_.reset();
        preview_.marks = {rubberLine(drag_->getGrip(), pointer.point_G)};
        markTarget(pointer, preview_.marks);
        preview_.chip = tr("Join %1 to %2 ✓").arg(end_->name, target_->name);
    }
}

void PoseTool::lead() {
    drag_->moveTo(target_G_);
    preview_.marks = {rubberLine(drag_->getGrip(), target_G_)};
    QStringList stopped;
    for (const ElementId joint : drag_->atLimit()) stopped += session_.nameOf(joint);
    preview_.chip =
        stopped.isEmpty() ? QString() : tr("at the stop of %1; Ctrl-drag goes beyond").arg(stopped.join(", "));
    showTransmission();
    lookForFlip();
    if (!flip_) return;
    constexpr Real pale = 0.3;
    appendGhost(*session_.model(), *flip_, pale, {}, preview_.marks);
    preview_.chip = tr("press F to flip to the other assembly branch");
}

void PoseTool::showTransmission() {
    const CompiledModel& model = *session_.model();
    const auto loop = findFourBar(model);
    if (!loop) return;
    appendTransmission(model, drag_->getState(), preview_.marks);
    const auto angle = [this](Real si) { return formatQuantity(si, Quantity::Angle, units_, 3); };
    if (!preview_.chip.isEmpty()) preview_.chip += QStringLiteral(" · ");
    preview_.chip += tr("transmission angle %1, at least %2")
                         .arg(angle(calcTransmissionAngle(*loop, model, drag_->getState())),
                              angle(calcLeastTransmissionAngle(*loop)));
}

void PoseTool::lookForFlip() {
    flip_.reset();
    constexpr Real recoverable = 3;
    constexpr std::size_t mostBodies = 16;
    // An open chain has no other branch; in a large mechanism there are too many to search.
    if (session_.model()->getMobility().loops == 0 || session_.document().elementsOf("body").size() > mostBodies ||
        (target_G_ - drag_->getGrip()).norm() < recoverable * host_.gridStep())
        return;
    flip_ = drag_->findFlip();
}

void PoseTool::letter(QChar) {
    if (!drag_ || !flip_ || draggedIn_ != session_.model()) return;
    drag_->flipTo(*flip_);
    lead();
}

void PoseTool::endDrag() {
    const std::unique_ptr<PoseDrag> drag = std::move(drag_);
    flip_.reset();
    preview_ = {};
    if (!drag || !drag->heldReason().empty() || draggedIn_ != session_.model()) return;
    if (target_) return join(drag->getState());
    const CompiledModelPtr model = session_.model();
    session_.edit(label_, [&](const Document& document) {
        return setInitialPose(document, session_.catalog(), *model, drag->getState());
    });
}

bool PoseTool::back() {
    if (!drag_) return false;
    drag_.reset();
    flip_.reset();
    end_.reset();
    target_.reset();
    preview_ = {};
    return true;
}

void PoseTool::join(const State& state) {
    const CompiledModelPtr model = session_.model();
    Result<LinkEdit> made;
    session_.edit(tr("Join %1 to %2").arg(end_->name, target_->name), [&](const Document& document) {
        Result<Edit> edit = setInitialPose(document, session_.catalog(), *model, state);
        if (!edit) return edit;
        const Result<CompiledModelPtr> there = compileDocument(edit->document, model);
        if (!there) return Result<Edit>{std::nullopt, there.diagnostics};
        const Vec3 axis_G = model->calcBodyPose(body_, state).R().z();
        made = joinPlaces(edit->document, *there, {end_->place, target_->place, axis_G});
        // A loop that was already open is not a reason.
        if (made && (*there)->getAssembly().assembled && !made->model->getAssembly().assembled) {
            made.value.reset();
            made.diagnostics.error(end_->name.toStdString(),
                                   tr("%1 does not reach %2.").arg(end_->name, target_->name).toStdString(),
                                   tr("Make it longer, or connect it elsewhere.").toStdString());
        }
        if (!made) return Result<Edit>{std::nullopt, made.diagnostics};
        edit.value = made->edit;
        return edit;
    });
    end_.reset();
    target_.reset();
    if (!made) return;
    lastClosure_ = made->closure;
    session_.select(made->closure);
    Q_EMIT session_.notice(tr("%1. To close it differently, use the button at the chip or right-click %2.")
                               .arg(text(made->summary), session_.nameOf(made->closure)));
}

}  // namespace trammel::ui
