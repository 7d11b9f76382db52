// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/element_tool.h"

#include <algorithm>
#include <cmath>

#include "compile/loop_closure.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {

constexpr QStringView Axes = u"XYZ";

}  // namespace

ElementTool::ElementTool(Session& session, const ToolHost& host, const DisplayUnits& units, const TypeDescriptor& type)
    : session_(session), host_(host), units_(units), type_(type), axis_G_(host.planeNormal()) {
    for (const SocketDescriptor& socket : type.sockets)
        if (socket.families == std::vector<std::string>{"body"} || socket.families == std::vector<std::string>{"joint"})
            sockets_.push_back(&socket);
    hasAxis_ = mainAxisOf(type).has_value() || std::any_of(type.properties.begin(), type.properties.end(),
                                                           [](const auto& property) { return property.isDirection; });
}

QString ElementTool::name() const { return QString::fromStdString(type_.label); }

bool ElementTool::asksForBodyAt(std::size_t socket) const {
    return sockets_[socket]->families.front() == session_.catalog().families().front().key;
}

bool ElementTool::asksForBody() const { return !isComplete() && asksForBodyAt(picks_.size()); }

QString ElementTool::prompt() const {
    if (isComplete())
        return hasAxis_ ? tr("%1: X, Y or Z for its axis, F to turn it round, Enter to add it. Esc: one step back.")
                              .arg(name())
                        : tr("%1: Enter to add it.").arg(name());
    const SocketDescriptor& socket = *sockets_[picks_.size()];
    const QString label = QString::fromStdString(socket.label).toLower();
    return asksForBody()
               ? tr("%1: click the %2, where it belongs; empty space is Ground. Esc: back.").arg(name(), label)
               : tr("%1: click the %2, in the view or in the tree. Esc: back.").arg(name(), label);
}

bool ElementTool::takesFeature(const Feature& feature) const {
    if (isComplete()) return false;
    // A body is not joined with itself.
    const auto isTaken = [&feature](const SocketPick& pick) { return pick.place.body == feature.place.body; };
    if (asksForBody()) return std::none_of(picks_.begin(), picks_.end(), isTaken);
    const Element* const element = session_.document().find(feature.element);
    return element && element->family == sockets_[picks_.size()]->families.front();
}

int ElementTool::preference(const Feature& feature) const {
    // Where a body moves on Ground, what is added there is about the body; a joint begins on whatever carries it.
    const bool carrierAsked = picks_.empty() && mainAxisOf(type_).has_value();
    return asksForBody() && !carrierAsked && !feature.place.body.isValid() ? 1 : 0;
}

std::optional<SocketPick> ElementTool::pickAt(const Pointer& pointer) const {
    SocketPick pick{sockets_[picks_.size()]->key};
    if (asksForBody()) {
        const Element* const under = session_.document().find(pointer.element);
        if (pointer.feature) {
            pick.place = pointer.feature->place;
        } else if (under && under->family == sockets_[picks_.size()]->families.front()) {
            pick.place =
                makePlace(*session_.model(), session_.model()->getInitialState(), pointer.element, pointer.point_G);
        } else {
            pick.place = {{}, "origin", pointer.point_G};
        }
        return pick;
    }
    const ElementId id = pointer.feature ? pointer.feature->element : pointer.element;
    const Element* const element = session_.document().find(id);
    if (!element || element->family != sockets_[picks_.size()]->families.front()) return std::nullopt;
    pick.element = id;
    return pick;
}

QString ElementTool::nameOf(const SocketPick& pick) const {
    if (pick.element.isValid()) return session_.nameOf(pick.element);
    return pick.place.body.isValid() ? session_.nameOf(pick.place.body) : tr("Ground");
}

void ElementTool::hover(const Pointer& pointer) {
    pointer_ = pointer;
    // Once all is picked, only the axis is left to choose.
    if (!isComplete() || shownFor_ != session_.model()) show();
}

void ElementTool::show() {
    preview_ = {};
    for (const Vec3& point : points_G_) preview_.marks.push_back(snapMark(point));
    if (!isComplete()) {
        const SocketDescriptor& socket = *sockets_[picks_.size()];
        const QString label = QString::fromStdString(socket.label);
        markTarget(pointer_, preview_.marks);
        const auto pick = pickAt(pointer_);
        preview_.isProblem = !pick;
        preview_.chip = pick ? label + QStringLiteral(": ") + nameOf(*pick)
                             : label + QStringLiteral(": ") + tr("nothing here that it can hold");
        const QString target = targetName(pointer_, units_);
        const bool saysMore = asksForBody() || pointer_.feature;
        if (pick && saysMore && !target.isEmpty() && target != nameOf(*pick))
            preview_.chip += QStringLiteral(" · ") + target;
        return;
    }
    shownFor_ = session_.model();
    const auto made = addPlacedElement(session_.document(), session_.model(), type_, picks_, axis_G_);
    if (!made) {
        preview_.isProblem = true;
        preview_.chip = QString::fromStdString(made.diagnostics.begin()->message);
        return;
    }
    preview_.model = made->model;
    preview_.chip = hasAxis_
                        ? tr("axis %1 · X Y Z%2, F flips, Enter").arg(axisName(), edge_G_ ? tr(" E edge") : QString())
                        : tr("Enter adds it");
    if (!made->model->getAssembly().assembled) {
        preview_.isProblem = true;
        preview_.chip += QStringLiteral(" — ") + tr("the loop cannot close like this");
    }
    if (!points_G_.empty()) preview_.marks.push_back(axisMark(points_G_.back(), axis_G_, 6 * host_.gridStep()));
}

QString ElementTool::axisName() const {
    constexpr Real parallel = 1 - 1e-9;
    int axis = 0;
    axis_G_.cwiseAbs().maxCoeff(&axis);
    if (std::abs(axis_G_[axis]) > parallel) return (axis_G_[axis] < 0 ? QStringLiteral("−") : QString()) + Axes[axis];
    return tr("along %1").arg(edgeName_);
}

void ElementTool::click(const Pointer& pointer) {
    pointer_ = pointer;
    if (isComplete()) return add();
    const auto pick = pickAt(pointer);
    if (!pick) return;
    picks_.push_back(*pick);
    points_G_.push_back(pointer.point_G);
    if (pointer.feature && pointer.feature->direction_G && asksForBodyAt(picks_.size() - 1)) {
        edge_G_ = axis_G_ = *pointer.feature->direction_G;
        edgeName_ = QString::fromStdString(pointer.feature->name);
    }
    inEmptySpace_.push_back(asksForBodyAt(picks_.size() - 1) && !pick->place.body.isValid() && !pointer.feature);
    // Empty space says only that it is Ground, not where: nothing has to move.
    for (std::size_t i = 0; i < picks_.size() && isComplete() && mainAxisOf(type_); ++i)
        if (inEmptySpace_[i]) {
            points_G_[i] = points_G_[(i + 1) % picks_.size()];
            picks_[i].place.offset = points_G_[i];
        }
    if (isComplete() && !hasAxis_) return add();
    show();
}

void ElementTool::accept() {
    if (isComplete()) add();
}

bool ElementTool::back() {
    if (picks_.empty()) return false;
    picks_.pop_back();
    edge_G_.reset();
    points_G_.pop_back();
    inEmptySpace_.pop_back();
    show();
    return true;
}

QString ElementTool::letters() const {
    if (!isComplete() || !hasAxis_) return {};
    return edge_G_ ? QStringLiteral("XYZFE") : QStringLiteral("XYZF");
}

void ElementTool::letter(QChar letter) {
    if (letter == 'F') {
        axis_G_ = -axis_G_;
    } else if (letter == 'E') {
        axis_G_ = *edge_G_;
    } else {
        axis_G_ = Vec3(0.);
        axis_G_[int(Axes.indexOf(letter))] = 1;
    }
    show();
}

void ElementTool::add() {
    const auto result = session_.edit(tr("Add %1").arg(name()), [&](const Document& document) {
        auto made = addPlacedElement(document, session_.model(), type_, picks_, axis_G_);
        Result<Edit> edit;
        edit.diagnostics = made.diagnostics;
        if (made) edit.value = std::move(made->edit);
        return edit;
    });
    if (!result) return;
    session_.select(result->element);
    if (closesLoopOfChoice(*session_.model(), result->element)) lastClosure_ = result->element;
    picks_.clear();
    points_G_.clear();
    inEmptySpace_.clear();
    edge_G_.reset();
    show();
}

}  // namespace trammel::ui
