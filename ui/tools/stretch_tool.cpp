// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/stretch_tool.h"

#include <QLineF>

#include "ui/session/text.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {
constexpr int Digits = 5;
/// A press that stays within this distance is a click.
constexpr qreal ClickRadius = 4;
}  // namespace

QString StretchTool::name() const { return tr("Stretch"); }

QString StretchTool::prompt() const {
    return held_ && !dragging_ ? tr("Stretch: click where the pivot goes, or type x, y. Esc: back.")
                               : tr("Stretch: drag a pivot, or click it. Ctrl: off the grid. Esc: done.");
}

bool StretchTool::takesFeature(const Feature& feature) const {
    if (!held_) return feature.isPivot();
    // Everything joined at the pivot moves with it.
    constexpr Real same = 1e-6;
    const bool isAlongside = feature.element == held_->element || feature.place.body == held_->place.body ||
                             (feature.position_G - held_->position_G).norm() < same;
    return !feature.isSurface() && !feature.line_G && (!isAlongside || !feature.place.body.isValid());
}

std::optional<Vec3> StretchTool::planePoint() const { return held_ ? std::optional(held_->position_G) : std::nullopt; }

void StretchTool::hover(const Pointer& pointer) {
    if (held_) return lead(pointer);
    preview_ = {};
    if (!pointer.feature || !session_.lastModel()) return;
    markTarget(pointer, preview_.marks);
    preview_.chip = tr("drag %1").arg(targetName(pointer, units_));
}

void StretchTool::click(const Pointer& pointer) {
    if (held_) {
        lead(pointer);
        commit();
        return;
    }
    if (pointer.feature && session_.model()) held_ = pointer.feature;
    hover(pointer);
}

bool StretchTool::back() {
    const bool busy = held_.has_value();
    release();
    return busy;
}

bool StretchTool::beginDrag(const Pointer& pointer) {
    // A pivot that was clicked is placed by the next click; a drag then turns the view.
    if (held_ || !pointer.feature || !session_.model()) return false;
    held_ = pointer.feature;
    dragging_ = true;
    pressed_ = pointer.position;
    hasLeft_ = false;
    return true;
}

void StretchTool::drag(const Pointer& pointer) {
    hasLeft_ |= QLineF(pressed_, pointer.position).length() >= ClickRadius;
    if (dragging_ && hasLeft_) lead(pointer);
}

void StretchTool::endDrag() {
    if (!dragging_) return;
    dragging_ = false;
    if (hasLeft_) commit();
}

void StretchTool::release() {
    held_.reset();
    target_G_.reset();
    dragging_ = false;
    preview_ = {};
}

QString StretchTool::textOf(const std::vector<WantedNumbers::Change>& changes) const {
    QStringList parts;
    for (const WantedNumbers::Change& change : changes)
        if (change.key == "length" || change.isParameter)
            parts +=
                session_.nameOf(change.element) + ' ' + formatQuantity(change.value, Quantity::Length, units_, Digits);
    return parts.join(QStringLiteral(" · "));
}

void StretchTool::markLengths(const PivotEdit& moved) {
    const Document& document = moved.edit.document;
    const auto lengthOf = [this](const Element& body) -> std::optional<Real> {
        const TypeDescriptor* const type = session_.typeOf(body);
        if (!type || !type->findProperty("length")) return std::nullopt;
        return body.valueAs<Real>(*type, "length");
    };
    for (const ElementId id : document.elementsOf("body")) {
        const std::optional<Real> length = lengthOf(document.get(id));
        if (!length || length == lengthOf(session_.document().get(id))) continue;
        const Vec3 tip = calcStation(document, {id, "tip", Vec3(0.)});
        const Transform X_GB = moved.model->calcBodyPose(id, moved.model->getInitialState());
        preview_.marks.push_back(
            measureLabel(X_GB * Vec3(tip / 2), formatQuantity(*length, Quantity::Length, units_, Digits)));
    }
}

void StretchTool::lead(const Pointer& pointer) {
    preview_ = {};
    target_G_.reset();
    constexpr Real unmoved = 1e-9;
    if (!session_.model() || (pointer.point_G - held_->position_G).norm() < unmoved) {
        preview_.marks = {snapMark(held_->position_G)};
        preview_.chip = text(held_->name);
        return;
    }
    const Result<PivotEdit> moved = movePivot(session_.document(), session_.model(), held_->place, pointer.point_G);
    if (!moved) {
        preview_.marks = {rubberLine(held_->position_G, pointer.point_G)};
        preview_.chip = reasonsOf(moved.diagnostics);
        preview_.isProblem = true;
        return;
    }
    target_G_ = pointer.point_G;
    preview_.model = moved->model;
    markLengths(*moved);
    markTarget(pointer, preview_.marks);
    preview_.chip = textOf(moved->changes);
    const QString target = targetName(pointer, units_);
    if (!target.isEmpty()) preview_.chip += (preview_.chip.isEmpty() ? QString() : QStringLiteral(" · ")) + target;
}

void StretchTool::commit() {
    if (target_G_) {
        const CompiledModelPtr model = session_.model();
        session_.edit(tr("Move %1").arg(text(held_->name)), [&](const Document& document) {
            Result<PivotEdit> moved = movePivot(document, model, held_->place, *target_G_);
            Result<Edit> edit{std::nullopt, moved.diagnostics};
            if (moved) edit.value = std::move(moved->edit);
            return edit;
        });
    }
    release();
}

}  // namespace trammel::ui
