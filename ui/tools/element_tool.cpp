// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/element_tool.h"

#include <algorithm>
#include <cmath>

#include "authoring/guide_joint.h"
#include "authoring/loop_closure.h"
#include "compile/catalog.h"
#include "compile/contacts.h"
#include "ui/session/text.h"
#include "ui/tools/element_edits.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {

/// Rotation axes are normal to the work plane, slide axes lie in it.
Vec3 likelyAxis(const TypeDescriptor& type, const Vec3& normal) {
    if (!slides(type)) return normal;
    constexpr Real steep = 0.9;
    const Vec3 level = std::abs(normal[0]) > steep ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
    return (level - normal * normal.dot(level)).normalized();
}

}  // namespace

ElementTool::ElementTool(Session& session, const ToolHost& host, const DisplayUnits& units, const TypeDescriptor& type)
    : session_(session), host_(host), units_(units), type_(type), axis_G_(likelyAxis(type, host.planeNormal())) {
    const auto isOf = [](const SocketDescriptor& socket, const char* family) {
        return socket.families == std::vector<std::string>{family};
    };
    // The carrier of a gear pair is found from both gears.
    for (const SocketDescriptor& socket : type.sockets)
        if (isOf(socket, "body") || (isOf(socket, "joint") && !socket.optional)) sockets_.push_back(&socket);
    axisSource_ = slides(type) ? tr("in the work plane") : tr("normal to the work plane");
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
        return hasAxis_ ? tr("%1: X, Y, Z, or E at an edge set the axis, F flips it,%2 Enter adds. Esc: back.")
                              .arg(name(), movesBody() ? tr(" P keeps the bodies in place,") : QString())
                        : tr("%1: Enter to add it.").arg(name());
    const SocketDescriptor& socket = *sockets_[picks_.size()];
    const QString label = QString::fromStdString(socket.label).toLower();
    return asksForBody()
               ? tr("%1: click the %2. Empty space is Ground. Esc: back.").arg(name(), label)
               : tr("%1: click the %2 or its joint's child, here or in the tree. Esc: back.").arg(name(), label);
}

bool ElementTool::isPicked(ElementId body) const {
    for (std::size_t i = 0; i < picks_.size(); ++i)
        if (asksForBodyAt(i) && picks_[i].place.body == body) return true;
    return false;
}

bool ElementTool::takesFeature(const Feature& feature) const {
    // Once all sockets are picked, edges and axes show directions.
    if (isComplete()) return hasAxis_ && feature.direction_G && !feature.isSurface();
    if (asksForBody()) return !isPicked(feature.place.body);
    const Element* const element = session_.document().find(feature.element);
    return element && element->family == sockets_[picks_.size()]->families.front();
}

bool ElementTool::takesElement(ElementId id) const { return !isComplete() && meant(id).isValid(); }

ElementId ElementTool::meant(ElementId id) const {
    const Element* const element = session_.document().find(id);
    if (!element) return {};
    const std::string& asked = sockets_[picks_.size()]->families.front();
    if (element->family == asked) return id;
    if (isContactGroup(*element) && groupSocketAt(picks_.size())) return id;
    const bool standsForItsJoint = asked == "joint" && element->family == "body";
    return standsForItsJoint ? carrierOf(session_.document(), id) : ElementId();
}

const SocketDescriptor* ElementTool::groupSocketAt(std::size_t socket) const {
    if (!asksForBodyAt(socket)) return nullptr;
    // The first group stands for the first body, the second for the second.
    auto before = std::count_if(sockets_.begin(), sockets_.begin() + std::ptrdiff_t(socket),
                                [&](const SocketDescriptor* s) { return s->families == sockets_[socket]->families; });
    for (const SocketDescriptor& s : type_.sockets)
        if (takesContactGroup(s) && before-- == 0) return &s;
    return nullptr;
}

ElementId ElementTool::groupAt(const Pointer& pointer) const {
    if (isComplete() || !groupSocketAt(picks_.size())) return {};
    const ElementId id = pointer.feature ? pointer.feature->place.body : pointer.element;
    const Element* const under = session_.document().find(id);
    if (!under) return {};
    return isContactGroup(*under) ? id : contactGroupOf(session_.document(), id);
}

int ElementTool::preference(const Feature& feature) const {
    // Where a body moves on Ground, an element added there acts on the body; a joint starts on the body itself.
    const bool carrierAsked = picks_.empty() && mainAxisOf(type_).has_value();
    if (!asksForBody() || carrierAsked) return 0;
    if (!feature.place.body.isValid()) return 2;
    // A joint connects what still floats before it closes a loop.
    const auto floats = [this](ElementId body) { return floatingJointOf(session_.document(), body).isValid(); };
    const bool closesLoop = mainAxisOf(type_) && !floats(feature.place.body) && !floats(picks_.front().place.body);
    return closesLoop ? 1 : 0;
}

std::optional<SocketPick> ElementTool::pickAt(const Pointer& pointer) const {
    SocketPick pick{sockets_[picks_.size()]->key};
    if (asksForBody()) {
        const Element* const under = session_.document().find(pointer.element);
        if (pointer.feature) {
            pick.place = pointer.feature->place;
        } else if (under && under->family == sockets_[picks_.size()]->families.front()) {
            pick.place = makePlace(*session_.model(), session_.model()->getInitialState(), pointer.element,
                                   pointer.surface_G.value_or(pointer.point_G));
        } else if (under && isContactGroup(*under)) {
            // Any of its bodies: the group replaces it.
            for (const ElementId body : session_.document().elementsOf("body"))
                if (contactGroupOf(session_.document(), body) == under->id) pick.place.body = body;
            if (!pick.place.body.isValid()) return std::nullopt;
        } else {
            pick.place = {{}, "origin", pointer.point_G};
        }
        // A body cannot connect to itself.
        if (isPicked(pick.place.body)) return std::nullopt;
        return pick;
    }
    pick.element = meant(pointer.feature ? pointer.feature->element : pointer.element);
    return pick.element.isValid() ? std::optional(pick) : std::nullopt;
}

QString ElementTool::nameOf(const SocketPick& pick) const {
    if (pick.element.isValid()) return session_.nameOf(pick.element);
    return pick.place.body.isValid() ? session_.nameOf(pick.place.body) : tr("Ground");
}

QString ElementTool::labelOf(const std::optional<SocketPick>& pick) const {
    const SocketDescriptor* socket = sockets_[picks_.size()];
    // No joint has Ground as its child.
    const bool isGround = pick && asksForBody() && !pick->place.body.isValid();
    if (isGround && mainAxisOf(type_)) socket = type_.findSocket("parent");
    return QString::fromStdString(socket->label);
}

QString ElementTool::refusal() const {
    if (!asksForBody()) return tr("cannot connect here");
    const Element* const under = session_.document().find(pointer_.element);
    const bool onBody = under && under->family == sockets_[picks_.size()]->families.front();
    return onBody ? tr("%1 is already picked; pick another body, or empty space for Ground")
                        .arg(session_.nameOf(under->id))
                  : tr("Ground is already picked; pick a body");
}

void ElementTool::hover(const Pointer& pointer) {
    pointer_ = pointer;
    const bool showsDirection = isComplete() && pointer.feature && pointer.feature->direction_G;
    if (showsDirection) rememberDirection(*pointer.feature);
    // Once all sockets are picked, only the axis remains to choose.
    if (!isComplete() || showsDirection || shownFor_ != session_.model()) show();
}

void ElementTool::show() {
    preview_ = {};
    for (const Vec3& point : points_G_) preview_.marks.push_back(snapMark(point));
    if (!isComplete()) {
        markTarget(pointer_, preview_.marks);
        const auto pick = pickAt(pointer_);
        preview_.isProblem = !pick;
        const QString label = labelOf(pick);
        preview_.chip = label + QStringLiteral(": ") + (pick ? nameOf(*pick) : refusal());
        const QString target = targetName(pointer_, units_);
        const bool saysMore = asksForBody() || pointer_.feature;
        if (pick && saysMore && !target.isEmpty() && target != nameOf(*pick))
            preview_.chip += QStringLiteral(" · ") + target;
        if (canJoinAtFirst()) preview_.chip += tr(" · P in place");
        if (const ElementId group = groupAt(pointer_); pick && group.isValid())
            preview_.chip += tr(" · G takes group %1").arg(session_.nameOf(group));
        return;
    }
    shownFor_ = session_.model();
    const auto made = addPlacedElement(session_.document(), session_.model(), type_, allPicks(), axis_G_,
                                       units_.unitFor(Quantity::Length).factor);
    if (!made) {
        preview_.isProblem = true;
        preview_.chip = QString::fromStdString(made.diagnostics.begin()->message);
        return;
    }
    preview_.model = made->model;
    preview_.chip = hasAxis_ ? tr("axis %1 · X Y Z%2, F flips,%3 Enter adds")
                                   .arg(axisName(), edge_G_ ? tr(" E %1").arg(edgeWord()) : QString(),
                                        movesBody() ? tr(" P in place,") : QString())
                             : tr("Enter adds it");
    if (closesLoopOfChoice(*made->model, made->edit.element)) preview_.chip += tr(" · closes a loop");
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
    return axisSource_;
}

QString ElementTool::edgeWord() const { return isOfSurface_ ? tr("normal") : tr("edge"); }

void ElementTool::click(const Pointer& pointer) {
    pointer_ = pointer;
    if (isComplete()) return add();
    const Element* const under = session_.document().find(pointer.element);
    take(pointer, !pointer.feature && under && isContactGroup(*under));
}

std::vector<SocketPick> ElementTool::allPicks() const {
    std::vector<SocketPick> all = picks_;
    // A body that its group replaces stays unconnected: the element outlives it.
    for (std::size_t i = 0; i < groups_.size(); ++i)
        if (groups_[i].isValid()) all[i] = {.socket = groupSocketAt(i)->key, .element = groups_[i]};
    return all;
}

void ElementTool::take(const Pointer& pointer, bool asGroup) {
    if (const auto pick = pickAt(pointer)) take(pointer, *pick, asGroup);
}

void ElementTool::take(const Pointer& pointer, const SocketPick& pick, bool asGroup) {
    groups_.push_back(asGroup ? groupAt(pointer) : ElementId());
    picks_.push_back(pick);
    points_G_.push_back(pointer.point_G);
    if (pointer.feature && pointer.feature->direction_G && asksForBodyAt(picks_.size() - 1)) {
        rememberDirection(*pointer.feature);
        // An edge determines the axis; a surface only suggests it.
        if (!isOfSurface_) takeDirection();
    }
    inEmptySpace_.push_back(asksForBodyAt(picks_.size() - 1) && !pick.place.body.isValid() && !pointer.feature &&
                            !pointer.isTyped);
    // Picking empty space means Ground without a position: nothing needs to move.
    for (std::size_t i = 0; i < picks_.size() && isComplete() && mainAxisOf(type_); ++i)
        if (inEmptySpace_[i]) {
            points_G_[i] = points_G_[(i + 1) % picks_.size()];
            picks_[i].place.offset = points_G_[i];
        }
    if (isComplete() && !hasAxis_) return add();
    const bool edgeSaysWhere = edge_G_ && !isOfSurface_;
    if (isComplete() && !edgeSaysWhere) lieAlongLink();
    show();
}

void ElementTool::lieAlongLink() {
    const ElementId body = picks_.front().place.body;
    if (!isGuide(type_) || !isLink(session_.document(), body)) return;
    const CompiledModel& model = *session_.model();
    const Vec3 tip_B = calcStation(session_.document(), {body, "tip", Vec3(0.)});
    axis_G_ = model.calcBodyPose(body, model.getInitialState()).R() * Vec3(tip_B.normalized());
    axisSource_ = tr("along %1").arg(session_.nameOf(body));
}

void ElementTool::rememberDirection(const Feature& feature) {
    edge_G_ = *feature.direction_G;
    edgeName_ = QString::fromStdString(feature.name);
    isOfSurface_ = feature.isSurface();
}

void ElementTool::takeDirection() {
    axis_G_ = *edge_G_;
    axisSource_ = isOfSurface_ ? tr("normal to %1").arg(edgeName_) : tr("along %1").arg(edgeName_);
}

void ElementTool::accept() {
    if (isComplete()) add();
}

bool ElementTool::back() {
    if (picks_.empty()) return false;
    picks_.pop_back();
    groups_.pop_back();
    edge_G_.reset();
    points_G_.pop_back();
    inEmptySpace_.pop_back();
    show();
    return true;
}

QString ElementTool::letters() const {
    if (!isComplete()) return QString(groupAt(pointer_).isValid() ? "G" : "") + (canJoinAtFirst() ? "P" : "");
    if (!hasAxis_) return {};
    return QStringLiteral("XYZF") + (edge_G_ ? "E" : "") + (joinsTwo() ? "P" : "");
}

bool ElementTool::joinsTwo() const { return isComplete() && picks_.size() == 2 && mainAxisOf(type_); }

bool ElementTool::movesBody() const {
    constexpr Real apart = 1e-9;
    return joinsTwo() && (pointOf(picks_.front()) - pointOf(picks_.back())).norm() > apart;
}

Vec3 ElementTool::pointOf(const SocketPick& pick) const {
    return calcPosition(*session_.model(), session_.model()->getInitialState(), pick.place);
}

bool ElementTool::canJoinAtFirst() const {
    const bool joinsPoints = mainAxisOf(type_) || !closureAlternatives(type_).empty();
    if (!joinsPoints || sockets_.size() != 2 || picks_.size() != 1 || !asksForBody()) return false;
    const auto pick = pickAt(pointer_);
    return pick && pick->place.body.isValid();
}

Place ElementTool::placeAtFirst(ElementId body) const {
    const Vec3 joint_G = pointOf(picks_.front());
    return body.isValid() ? makePlace(*session_.model(), session_.model()->getInitialState(), body, joint_G)
                          : Place{{}, "origin", joint_G};
}

void ElementTool::joinInPlace() {
    if (isComplete()) {
        picks_.back().place = placeAtFirst(picks_.back().place.body);
        points_G_.back() = pointOf(picks_.front());
        return show();
    }
    SocketPick second = *pickAt(pointer_);
    second.place = placeAtFirst(second.place.body);
    Pointer there = pointer_;
    there.feature.reset();
    there.point_G = pointOf(picks_.front());
    take(there, second, false);
}

void ElementTool::letter(QChar letter) {
    if (letter == 'G') return take(pointer_, true);
    if (letter == 'P') return joinInPlace();
    if (letter == 'F') {
        axis_G_ = -axis_G_;
    } else if (letter == 'E') {
        takeDirection();
    } else {
        axis_G_ = Vec3(0.);
        axis_G_[int(Axes.indexOf(letter))] = 1;
    }
    show();
}

void ElementTool::add() {
    ElementId added, closure;
    const auto result = session_.edit(tr("Add %1").arg(name()), [&](const Document& document) {
        auto made = addPlacedElement(document, session_.model(), type_, allPicks(), axis_G_,
                                     units_.unitFor(Quantity::Length).factor);
        Result<Edit> edit;
        edit.diagnostics = made.diagnostics;
        if (!made) return edit;
        added = made->edit.element;
        if (closesLoopOfChoice(*made->model, added)) closure = added;
        edit.value = std::move(made->edit);
        roundDefaults(edit, session_.catalog(), units_);
        // The user says what a joint moves; the program chooses which joint of the loop becomes the cut joint.
        const int redundant = made->model->getMobility().redundantEquations;
        if (!mainAxisOf(type_) || redundant <= session_.model()->getMobility().redundantEquations) return edit;
        if (auto better = findLessRedundant(made->model, added)) {
            closure = better->element;
            edit.value->document = std::move(better->document);
        }
        return edit;
    });
    if (!result) return;
    session_.select(session_.document().find(added) ? added : closure);
    if (closure.isValid()) {
        lastClosure_ = closure;
        const TypeDescriptor* const type = session_.typeOf(session_.document().get(closure));
        if (closure != added && type)
            Q_EMIT session_.notice(tr("Loop closed at %1 by %2, with fewer redundant equations. Use the button at the "
                                      "chip to close or cut it differently.")
                                       .arg(session_.nameOf(closure), text(type->label)));
    }
    picks_.clear();
    groups_.clear();
    points_G_.clear();
    inEmptySpace_.clear();
    edge_G_.reset();
    if (pointer_.isTyped) pointer_ = {};
    show();
}

}  // namespace trammel::ui
