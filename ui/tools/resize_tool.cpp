// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/resize_tool.h"

#include <cmath>

#include "ui/session/text.h"
#include "ui/tools/handles.h"
#include "ui/tools/marks.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {

constexpr qreal ArrowPixels = 64;

}  // namespace

ResizeTool::ResizeTool(Session& session, const ToolHost& host, const DisplayUnits& units)
    : session_(session), host_(host), units_(units) {
    show();
}

QString ResizeTool::name() const { return tr("Resize"); }

QString ResizeTool::prompt() const {
    return handles().empty() ? tr("Resize: click a body or shape. Esc: done.")
                             : tr("Resize: drag a handle, or X, Y, Z and a size. Ctrl: steps. Esc: done.");
}

std::vector<SizeHandle> ResizeTool::handles() const {
    const CompiledModelPtr& model = session_.lastModel();
    if (!model) return {};
    return findSizeHandles(*model, model->getInitialState(), session_.selectedElement());
}

std::pair<Vec3, Vec3> ResizeTool::arrowOf(const SizeHandle& handle) const {
    const Real length = ArrowPixels * metersPerPixel(host_.view(), handle.position_G);
    return {handle.position_G, handle.position_G + length * handle.direction_G};
}

int ResizeTool::handleAt(const Pointer& pointer) const {
    int nearest = -1;
    qreal reach = HandleReach;
    const std::vector<SizeHandle> all = handles();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto [foot, tip] = arrowOf(all[i]);
        const qreal distance = distanceToLine(host_.view(), pointer.position, foot, tip);
        if (distance >= reach) continue;
        reach = distance;
        nearest = static_cast<int>(i);
    }
    return nearest;
}

QString ResizeTool::text(const SizeHandle& handle, Real value) const {
    QString words = ui::text(handle.label) + ' ' + formatQuantity(value, Quantity::Length, units_, 5);
    if (value != handle.value)
        words += QStringLiteral("  (Δ %1)").arg(formatQuantity(value - handle.value, Quantity::Length, units_, 4));
    return words;
}

Result<Edit> ResizeTool::edit(const Document& document) const {
    const CompiledModelPtr& model = session_.model();
    return pullSize(document, session_.catalog(), *model, model->getInitialState(), session_.selectedElement(), *held_,
                    size_, typed_ ? typed_->formula : std::string());
}

void ResizeTool::showEdited() {
    const Result<Edit> edit = this->edit(session_.document());
    if (!edit) {
        problem_ = ui::text(edit.diagnostics.begin()->message);
        return;
    }
    // Sizes are parameters: the System is kept.
    const Result<CompiledModelPtr> compiled = compileDocument(edit->document, session_.model());
    if (!compiled) return;
    preview_.model = *compiled;
    const AssemblyReport& assembly = (*compiled)->getAssembly();
    if (!assembly.assembled) {
        preview_.isProblem = true;
        preview_.chip += tr(" — the loop cannot close: best gap %1")
                             .arg(formatQuantity(assembly.worstError, Quantity::Length, units_, 3));
    }
}

void ResizeTool::show() {
    preview_ = {};
    problem_.clear();
    std::vector<SizeHandle> all = handles();
    const bool acting = held_ && (dragging_ || typed_);
    if (acting) {
        preview_.chip = text(*held_, size_) + snapped_;
        showEdited();
        if (!problem_.isEmpty()) {
            preview_.chip = problem_;
            preview_.isProblem = true;
        }
        if (preview_.model)
            all = findSizeHandles(*preview_.model, preview_.model->getInitialState(), session_.selectedElement());
    } else if (hovered_ >= 0 && hovered_ < static_cast<int>(all.size())) {
        preview_.chip = text(all[std::size_t(hovered_)], all[std::size_t(hovered_)].value);
    } else if (held_) {
        preview_.chip = tr("%1: type the size").arg(ui::text(held_->label));
    } else if (under_.isValid() && under_ != session_.selectedElement()) {
        preview_.chip = tr("select %1").arg(session_.nameOf(under_));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool lit = held_ ? all[i].key == held_->key : static_cast<int>(i) == hovered_;
        const auto [foot, tip] = arrowOf(all[i]);
        preview_.marks.push_back(handleArrow(foot, all[i].direction_G, (tip - foot).norm(), all[i].axis, lit));
    }
}

void ResizeTool::hover(const Pointer& pointer) {
    if (typed_) return;
    hovered_ = handleAt(pointer);
    under_ = hovered_ >= 0 ? ElementId{} : pointer.element;
    show();
}

void ResizeTool::click(const Pointer& pointer) {
    const int handle = handleAt(pointer);
    if (handle >= 0) {
        grip(handles()[std::size_t(handle)]);
    } else {
        release();
        session_.select(pointer.element.isValid() ? std::set<ElementId>{pointer.element} : std::set<ElementId>{});
    }
    show();
}

void ResizeTool::grip(const SizeHandle& handle) {
    held_ = handle;
    size_ = handle.value;
}

std::optional<Quantity> ResizeTool::typedQuantity() const {
    return handles().empty() ? std::nullopt : std::optional(Quantity::Length);
}

void ResizeTool::setTyped(const std::optional<TypedNumber>& typed) {
    const std::vector<SizeHandle> all = handles();
    if (typed && !held_ && !all.empty()) grip(all.front());
    typed_ = typed;
    if (typed && held_) size_ = typed->si;
    show();
}

void ResizeTool::accept() {
    if (typed_ && held_) commit();
}

void ResizeTool::release() {
    held_.reset();
    typed_.reset();
    dragging_ = false;
    snapped_.clear();
}

bool ResizeTool::back() {
    const bool busy = held_.has_value();
    release();
    show();
    return busy;
}

QString ResizeTool::letters() const {
    QString all;
    for (const SizeHandle& handle : handles()) all += QStringLiteral("XYZ")[handle.axis];
    return all;
}

void ResizeTool::letter(QChar letter) {
    for (const SizeHandle& handle : handles())
        if (QStringLiteral("XYZ")[handle.axis] == letter) {
            grip(handle);
            break;
        }
    show();
}

bool ResizeTool::takesFeature(const Feature& feature) const {
    // The element's own features move with it; do not snap to them.
    return dragging_ && feature.element != session_.selectedElement() &&
           feature.place.body != session_.selectedElement();
}

bool ResizeTool::beginDrag(const Pointer& pointer) {
    const int handle = handleAt(pointer);
    if (handle < 0) return false;
    grip(handles()[std::size_t(handle)]);
    dragging_ = true;
    grip_ = travelAlong(host_.view(), pointer.position, held_->position_G, held_->direction_G);
    show();
    return true;
}

void ResizeTool::drag(const Pointer& pointer) {
    if (!dragging_) return;
    snapped_.clear();
    const Real share = pointer.modifiers & Qt::ShiftModifier ? 0.1 : 1;
    Real way = share * (travelAlong(host_.view(), pointer.position, held_->position_G, held_->direction_G) - grip_);
    if (pointer.feature) {
        way = (pointer.feature->position_G - held_->position_G).dot(held_->direction_G);
        snapped_ = QStringLiteral(" · ") + ui::text(pointer.feature->name);
    }
    size_ = held_->value + way / held_->rate;
    if (pointer.modifiers & Qt::ControlModifier) size_ = std::round(size_ / LengthStep) * LengthStep;
    show();
}

void ResizeTool::endDrag() {
    if (dragging_) commit();
}

void ResizeTool::commit() {
    const bool changes = size_ != held_->value || (typed_ && !typed_->formula.empty());
    if (problem_.isEmpty() && changes)
        session_.edit(tr("Resize %1: %2").arg(session_.nameOf(session_.selectedElement()), text(*held_, size_)),
                      [this](const Document& document) { return edit(document); });
    release();
    show();
}

}  // namespace trammel::ui
