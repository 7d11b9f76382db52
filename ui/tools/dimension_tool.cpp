// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/dimension_tool.h"

#include <algorithm>

#include "ui/session/text.h"
#include "ui/tools/handles.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {

constexpr int DimensionDigits = 5;
/// Limit of dimensions drawn at once; a selection shows those of its own.
constexpr std::size_t MostDimensions = 60;

bool isSameDimension(const DrivingDimension& a, const DrivingDimension& b) {
    return a.kind == b.kind && a.element == b.element && a.key == b.key && a.label == b.label;
}

}  // namespace

DimensionTool::DimensionTool(Session& session, const ToolHost& host, const DisplayUnits& units)
    : session_(session), host_(host), units_(units) {
    show();
}

QString DimensionTool::name() const { return tr("Dimension"); }

QString DimensionTool::prompt() const {
    if (held_) return tr("Dimension: type the value or a formula, Enter. N: next. Esc: back.");
    return first_ ? tr("Dimension: click another pivot of the same body. Esc: back.")
                  : tr("Dimension: click a dimension, or two pivots of one body. N: next. Esc: done.");
}

const std::vector<DrivingDimension>& DimensionTool::dimensions() {
    const CompiledModelPtr& model = session_.lastModel();
    if (model && model == foundIn_.lock() && session_.selection() == foundOf_) return found_;
    foundIn_ = model;
    foundOf_ = session_.selection();
    found_ = model ? findDimensions(*model, foundOf_, MostDimensions) : std::vector<DrivingDimension>{};
    hovered_ = -1;
    return found_;
}

QString DimensionTool::textOf(const DrivingDimension& dimension) const {
    return formatQuantity(dimension.value, dimension.quantity(), units_, DimensionDigits);
}

int DimensionTool::dimensionAt(const QPointF& position) {
    const ViewGeometry& view = host_.view();
    int nearest = -1;
    // A pivot under the pointer takes precedence over a line, but not over a text.
    qreal reach = pointer_.feature ? 0 : HandleReach;
    for (std::size_t i = 0; i < drawn_.size() && i < found_.size(); ++i) {
        if (isOnText(drawn_[i], view, position)) return static_cast<int>(i);
        const qreal distance = distanceToMark(drawn_[i], view, position);
        if (distance >= reach) continue;
        reach = distance;
        nearest = static_cast<int>(i);
    }
    return nearest;
}

void DimensionTool::draw(const DrivingDimension& dimension, bool lit, int rank) {
    const QString text =
        lit && typed_ ? formatQuantity(typed_->si, dimension.quantity(), units_, DimensionDigits) : textOf(dimension);
    drawn_.push_back(drawDimension(dimension, host_.view(), text, lit, rank));
}

void DimensionTool::drawAll() {
    drawn_.clear();
    const std::vector<DrivingDimension>& all = dimensions();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool isHeld = held_ && isSameDimension(all[i], *held_);
        // Its values are those of the preview.
        const bool isDrawn = !(isHeld && preview_.model);
        if (isDrawn)
            draw(all[i], isHeld || (!held_ && static_cast<int>(i) == hovered_), rankOfAngle(all, i));
        else
            drawn_.emplace_back();
    }
}

void DimensionTool::previewTyped() {
    problem_.clear();
    if (!held_ || !typed_ || !session_.model()) return;
    const auto made = setDimension(session_.document(), session_.model(), *held_, typed_->si, typed_->formula);
    if (made)
        preview_.model = made->model;
    else
        problem_ = reasonsOf(made.diagnostics);
}

void DimensionTool::show() {
    preview_ = {};
    dropGone();
    previewTyped();
    drawAll();
    if (preview_.model) {
        const auto after = findDimensions(*preview_.model, foundOf_, MostDimensions);
        const auto same =
            std::ranges::find_if(after, [this](const DrivingDimension& each) { return isSameDimension(each, *held_); });
        if (same != after.end()) draw(*same, true, 0);
    } else if (held_ &&
               std::ranges::none_of(found_, [this](const auto& each) { return isSameDimension(each, *held_); })) {
        draw(*held_, true, 0);
    }
    if (first_) preview_.marks.push_back(snapMark(first_->position_G));
    const std::optional<DrivingDimension> shown = held_           ? held_
                                                  : hovered_ >= 0 ? std::optional(found_[std::size_t(hovered_)])
                                                                  : std::nullopt;
    if (shown) {
        preview_.chip = text(shown->label) + ' ' + textOf(*shown);
        const std::string formula = typed_ ? typed_->formula : shown->formula;
        if (typed_)
            preview_.chip =
                text(shown->label) + ' ' + formatQuantity(typed_->si, shown->quantity(), units_, DimensionDigits);
        if (!formula.empty()) preview_.chip += QStringLiteral(" = ") + text(formula);
        if (!typed_) preview_.chip += held_ ? tr(" · type the value") : tr(" · click to set it");
        if (held_) preview_.place_G = (held_->from_G + held_->to_G) / 2;
    } else if (pointer_.feature) {
        markTarget(pointer_, preview_.marks);
        preview_.chip = targetName(pointer_, units_);
        if (first_ && session_.model()) {
            const auto distance = makeDistance(*session_.model(), first_->place, pointer_.feature->place);
            if (distance) draw(*distance, true, 0);
            preview_.isProblem = !distance;
            if (!distance) preview_.chip = tr("The two pivots must be on one body, and apart");
        }
    } else if (dimensions().empty()) {
        preview_.chip = session_.selection().empty() ? tr("no dimensions yet") : tr("the selection has no dimensions");
    }
    if (!problem_.isEmpty()) {
        preview_.chip = problem_;
        preview_.isProblem = true;
    }
    placeTexts(drawn_, host_.view());
    for (const DimensionMark& mark : drawn_) appendMark(mark, preview_.marks);
}

void DimensionTool::hover(const Pointer& pointer) {
    pointer_ = pointer;
    dimensions();
    hovered_ = dimensionAt(pointer.position);
    show();
}

void DimensionTool::click(const Pointer& pointer) {
    dropGone();
    if (held_ && typed_) return commit();
    pointer_ = pointer;
    dimensions();
    const int at = dimensionAt(pointer.position);
    if (at >= 0) return hold(at);
    held_.reset();
    if (!pointer.feature) {
        first_.reset();
        session_.select(pointer.element.isValid() ? std::set<ElementId>{pointer.element} : std::set<ElementId>{});
    } else if (!first_) {
        first_ = pointer.feature;
    } else if (session_.model()) {
        held_ = makeDistance(*session_.model(), first_->place, pointer.feature->place);
        if (held_) first_.reset();
    }
    hovered_ = -1;
    show();
}

void DimensionTool::hold(int index) {
    held_ = found_[std::size_t(index)];
    first_.reset();
    show();
}

std::optional<Quantity> DimensionTool::typedQuantity() const {
    if (held_) return held_->quantity();
    return hovered_ >= 0 ? std::optional(found_[std::size_t(hovered_)].quantity()) : std::nullopt;
}

void DimensionTool::setTyped(const std::optional<TypedNumber>& typed) {
    if (typed && !held_ && hovered_ >= 0) hold(hovered_);
    typed_ = typed;
    show();
}

void DimensionTool::accept() {
    if (typed_ && held_) commit();
}

void DimensionTool::letter(QChar) {
    const std::vector<DrivingDimension>& all = dimensions();
    if (all.empty()) return;
    const auto now =
        std::ranges::find_if(all, [this](const auto& each) { return held_ && isSameDimension(each, *held_); });
    const std::ptrdiff_t next = now == all.end() ? 0 : now - all.begin() + 1;
    hold(static_cast<int>(next % std::ptrdiff_t(all.size())));
}

void DimensionTool::release() {
    held_.reset();
    first_.reset();
    typed_.reset();
}

void DimensionTool::dropGone() {
    const auto isGone = [this](ElementId id) {
        const CompiledModelPtr& model = session_.lastModel();
        return id.isValid() && !(session_.document().find(id) && model && model->getDocument().find(id));
    };
    if (held_ && isGone(held_->element)) held_.reset();
    if (first_ && isGone(first_->place.body)) first_.reset();
    if (pointer_.feature && isGone(pointer_.feature->place.body)) pointer_.feature.reset();
}

bool DimensionTool::back() {
    const bool busy = held_ || first_;
    release();
    show();
    return busy;
}

void DimensionTool::commit() {
    if (!problem_.isEmpty() || !session_.model()) return;
    const CompiledModelPtr model = session_.model();
    const DrivingDimension set = *held_;
    const TypedNumber typed = *typed_;
    const QString value = formatQuantity(typed.si, set.quantity(), units_, DimensionDigits);
    session_.edit(tr("%1: %2").arg(text(set.label), value), [&](const Document& document) {
        auto made = setDimension(document, model, set, typed.si, typed.formula);
        Result<Edit> edit{std::nullopt, made.diagnostics};
        if (made) edit.value = std::move(made->edit);
        return edit;
    });
    release();
    hovered_ = -1;
    show();
}

}  // namespace trammel::ui
