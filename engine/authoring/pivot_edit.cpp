// SPDX-License-Identifier: Apache-2.0
#include "authoring/pivot_edit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "authoring/attachments.h"
#include "authoring/drawn_numbers.h"
#include "authoring/features.h"
#include "authoring/placed_element.h"
#include "authoring/pose_edit.h"
#include "compile/catalog.h"

namespace trammel {

namespace {

constexpr Real shortestStretch = 1e-6;

/// @p v without its component along the unit vector @p axis; unchanged without an axis.
Vec3 across(const std::optional<Vec3>& axis, const Vec3& v) { return axis ? Vec3(v - axis->dot(v) * *axis) : v; }

class PivotMotion {
public:
    PivotMotion(const Document& document, const CompiledModelPtr& current, const Place& pivot, const Vec3& target_G)
        : before_(document),
          current_(current),
          model_(*current),
          s_(model_.getInitialState()),
          numbers_(document),
          attachments_(findAttachments(model_, s_)),
          normal_(findPivotNormal(model_, s_, pivot)),
          at_G_(calcPosition(model_, s_, pivot)),
          way_G_(across(normal_, target_G - at_G_)) {
        gatherBodies(pivot.body);
    }

    Result<PivotEdit> run() {
        Result<PivotEdit> result;
        for (const ElementId body : bodies_) {
            moveBody(body);
            if (result.diagnostics = refusal_; refusal_.hasErrors()) return result;
        }
        for (const Attachment& attachment : attachments_) moveAttachment(attachment);
        for (const ElementId id : before_.elementsOf("constraint")) keepLength(id);
        Result<Edit> edit = numbers_.finish();
        if (!edit) return {std::nullopt, edit.diagnostics};
        edit = setBodyPoses(
            edit->document, model_, [this](ElementId body) { return poseOf(body); }, findMovedJoints());
        if (!edit) return {std::nullopt, edit.diagnostics};
        Result<PlacedElement> settled = settle(std::move(edit), current_);
        result.diagnostics = settled.diagnostics;
        if (!settled) return result;
        if (!settled->model->getAssembly().assembled && model_.getAssembly().assembled) {
            result.diagnostics.error("Pivot", "The mechanism cannot be assembled with the pivot there.",
                                     "Choose a place nearer to the current one.");
            return result;
        }
        result.value = PivotEdit{std::move(settled->edit), settled->model, numbers_.changes()};
        return result;
    }

private:
    bool isAtPivot(const Attachment& attachment) const {
        return !attachment.slides && bodies_.contains(attachment.place.body) && isHere(attachment);
    }
    bool isHere(const Attachment& attachment) const {
        return across(normal_, attachment.p_G - at_G_).norm() <= samePivot;
    }

    /// The bodies joined at the pivot, from the first one on.
    void gatherBodies(ElementId first) {
        bodies_.insert(first);
        for (std::size_t before = 0; before != bodies_.size();) {
            before = bodies_.size();
            for (const Attachment& one : attachments_)
                for (const Attachment& other : attachments_)
                    if (one.element == other.element && joinsBodies(before_.get(one.element)) && isAtPivot(one) &&
                        isHere(other))
                        bodies_.insert(other.place.body);
        }
    }

    /// The axis in Ground along which a joint to a body that is not at the pivot lets @p body slide, with that joint.
    std::optional<std::pair<Vec3, ElementId>> findSlide(ElementId body) const {
        for (const ElementId user : before_.dependentsOf(body)) {
            const Element& joint = before_.get(user);
            if (joint.family != "joint" || joint.reference("child") != body || !slides(typeOf(joint))) continue;
            const auto X_GF = model_.findJointFrame(user, s_);
            if (X_GF) return std::pair(Vec3(X_GF->R() * *mainAxisOf(typeOf(joint))), user);
        }
        return std::nullopt;
    }

    void moveBody(ElementId body) {
        if (!body.isValid()) return;
        if (hasLength(body)) return stretch(body);
        if (hasRole(before_.get(body), TypeRole::Plate)) return moveCorner(body);
        if (const auto slide = findSlide(body)) {
            poses_[body] = Transform(way_G_) * model_.calcBodyPose(body, s_);
            shifts_[slide->second] = way_G_ - slide->first.dot(way_G_) * slide->first;
        }
    }

    /// True for a bar, or a rod along x from its origin to its tip.
    bool hasLength(ElementId body) const {
        const Element& link = before_.get(body);
        const TypeDescriptor* const type = findTypeOf(link);
        if (!type || !type->findProperty("length")) return false;
        const Vec3 end(link.valueAs<Real>(*type, "length"), 0, 0);
        return (calcStation(before_, {body, "tip", Vec3(0.)}) - end).norm() <= samePivot;
    }

    void stretch(ElementId body) {
        const Transform X_GB = model_.calcBodyPose(body, s_);
        const Vec3 tip_B = calcStation(before_, {body, "tip", Vec3(0.)});
        const Vec3 tip_G = X_GB * tip_B;
        const auto isAt = [&](const Vec3& p_G) { return across(normal_, p_G - at_G_).norm() <= samePivot; };
        const bool byTip = isAt(tip_G);
        if (!byTip && !isAt(X_GB.p())) return;
        const Vec3 old = tip_G - X_GB.p(), now = byTip ? Vec3(old + way_G_) : Vec3(old - way_G_);
        const Real length = now.norm();
        if (length < shortestStretch) {
            refusal_.error(before_.get(body).name, "It would have no length.", "Choose another place.", body);
            return;
        }
        const Vec3 about = old.cross(now);
        const Real angle = std::atan2(about.norm(), old.dot(now));
        const Rotation turn = about.norm() > 0 ? Rotation(angle, Vec3(about.normalized())) : Rotation();
        poses_[body] = Transform(turn * X_GB.R(), byTip ? X_GB.p() : Vec3(X_GB.p() + way_G_));
        stretches_[body] = length / old.norm();
        numbers_.want(body, "length", length);
    }

    /// Moves the corners and holes of a plate that are at the pivot.
    void moveCorner(ElementId body) {
        const Transform X_GB = model_.calcBodyPose(body, s_);
        movePlatePoints(numbers_, body, ~X_GB * at_G_, X_GB.RInv() * way_G_);
    }

    Transform poseOf(ElementId body) const {
        const auto moved = poses_.find(body);
        return moved == poses_.end() ? model_.calcBodyPose(body, s_) : moved->second;
    }

    void moveAttachment(const Attachment& attachment) {
        const Element& element = before_.get(attachment.element);
        const ElementId body = attachment.place.body;
        const bool isHeld = isAtPivot(attachment);
        const auto shift = shifts_.find(attachment.element);
        const bool isRail = shift != shifts_.end() && element.reference("child") != body;
        if (!isHeld && !isRail && !stretches_.contains(body)) return;
        if (attachment.slides && !isRail) return;
        const Place anchor{body, attachment.place.anchor, Vec3(0.)};
        Vec3 station;
        if (isHeld || isRail) {
            station = ~poseOf(body) * Vec3(attachment.p_G + (isHeld ? way_G_ : shift->second));
        } else if (joinsBodies(element)) {
            if (isGivenByFormula(element, attachment.point)) return;
            station = ~poseOf(body) * attachment.p_G;
        } else {
            // A force or trace on a link keeps its relative position along the length.
            if (attachment.place.anchor != "origin" || isGivenByFormula(element, attachment.point)) return;
            station = attachment.place.offset;
            station[0] *= stretches_.at(body);
        }
        Vec3 offset = station - calcStation(numbers_.document(), anchor);
        for (int i = 0; i < 3; ++i)
            if (std::abs(offset[i] - attachment.place.offset[i]) < 1e-12) offset[i] = attachment.place.offset[i];
        numbers_.want(attachment.element, attachment.point, withoutNoise(offset));
    }

    static bool isGivenByFormula(const Element& element, const std::string& point) {
        return element.formula(point + ".x") || element.formula(point + ".y") || element.formula(point + ".z");
    }

    /// A rod that ends at the pivot, or on a stretched link, gets the distance of its points.
    void keepLength(ElementId id) {
        const Element& rod = before_.get(id);
        const TypeDescriptor* const type = findTypeOf(rod);
        if (!type || !type->findProperty("length") || numbers_.failed()) return;
        const Element now = numbers_.document().get(id);
        std::vector<Vec3> was, is;
        for (const Attachment& end : attachments_) {
            if (end.element != id) continue;
            was.push_back(end.p_G);
            const Place place{end.place.body, end.place.anchor, now.valueAs<Vec3>(*type, end.point)};
            is.push_back(poseOf(end.place.body) * calcStation(numbers_.document(), place));
        }
        if (was.size() != 2) return;
        const Real length = (is[1] - is[0]).norm();
        if (std::abs(length - (was[1] - was[0]).norm()) > samePivot) numbers_.want(id, "length", length);
    }

    /// The joints of bodies that turn or move.
    std::set<ElementId> findMovedJoints() const {
        std::set<ElementId> joints;
        for (const ElementId id : before_.elementsOf("joint"))
            if (poses_.contains(before_.get(id).reference("parent")) ||
                poses_.contains(before_.get(id).reference("child")))
                joints.insert(id);
        return joints;
    }

    const Document& before_;
    const CompiledModelPtr current_;
    const CompiledModel& model_;
    const State& s_;
    WantedNumbers numbers_;
    const std::vector<Attachment> attachments_;
    const std::optional<Vec3> normal_;
    const Vec3 at_G_, way_G_;
    /// Joined at the pivot.
    std::set<ElementId> bodies_;
    /// New poses of the bodies that turn or move.
    std::map<ElementId, Transform> poses_;
    /// New over old length.
    std::map<ElementId, Real> stretches_;
    /// Displacement of the rails of sliding joints.
    std::map<ElementId, Vec3> shifts_;
    Diagnostics refusal_;
};

}  // namespace

std::optional<Vec3> findPivotNormal(const CompiledModel& model, const State& s, const Place& pivot) {
    if (auto normal = findPlaneNormal(model, s)) return normal;
    const Vec3 at_G = calcPosition(model, s, pivot);
    for (const Attachment& attachment : findAttachments(model, s)) {
        const Element& joint = model.getDocument().get(attachment.element);
        const bool isHere = (attachment.p_G - at_G).norm() <= samePivot;
        if (!isHere || !hasRole(joint, TypeRole::Revolute)) continue;
        if (const auto X_GF = model.findJointFrame(joint.id, s)) return Vec3(X_GF->R() * *mainAxisOf(typeOf(joint)));
    }
    return std::nullopt;
}

Result<PivotEdit> movePivot(const Document& document, const CompiledModelPtr& current, const Place& pivot,
                            const Vec3& target_G) {
    return PivotMotion(document, current, pivot, target_G).run();
}

}  // namespace trammel
