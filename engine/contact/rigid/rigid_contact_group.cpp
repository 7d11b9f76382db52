// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/rigid_contact_group.h"

#include "multibody/multibody_system.h"

namespace trammel {

namespace {
/// Points that touch at an event, m: others count as touching within this gap.
constexpr Real touchingGap = 1e-9;
/// Shift of the witness of stick, m/s: slip starts at zero.
constexpr Real slipOffset = 1e-10;
}  // namespace

// --- Witness functions ---

Real RigidContactGroup::calcLeastGap(const State& s, int r) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    const RigidContactModes& modes = contact(r).getModes(s);
    Real least = 1;
    for (std::size_t i = 0; i < modes.points.size(); ++i)
        if (!modes.points[i].closed && !modes.points[i].carried)
            least = std::min(least, contact(r).getPoints()[i].find(k).gap + modes.points[i].arrival);
    return least;
}

Real RigidContactGroup::calcLeastForce(const State& s, int r) const {
    const RigidContactModes& modes = contact(r).getModes(s);
    // Steps do not allocate.
    static thread_local std::vector<RigidPointForce> forces;
    contact(r).calcForces(s, row(r).index, forces);
    Real least = Infinity;
    for (std::size_t i = 0; i < forces.size(); ++i)
        if (modes.points[i].closed) least = std::min(least, forces[i].normal);
    return least == Infinity ? 1 : least;
}

Real RigidContactGroup::calcSlipReserve(const State& s, int r) const {
    const RigidContactModes& modes = contact(r).getModes(s);
    // Steps do not allocate.
    static thread_local std::vector<RigidPointForce> forces;
    contact(r).calcForces(s, row(r).index, forces);
    Real least = Infinity;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        if (!RigidContact::isHeld(modes, modes.points[i], point.patch) || !(forces[i].normal > 0)) continue;
        least = std::min(least, contact(r).getFriction(parameters(s, r), point)[0] - forces[i].share);
    }
    return least == Infinity ? 1 : least;
}

Real RigidContactGroup::calcLeastSlip(const State& s, int r) const {
    const RigidContactModes& modes = contact(r).getModes(s);
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    Real least = Infinity;
    for (std::size_t i = 0; i < modes.points.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        if (!modes.points[i].closed || RigidContact::isHeld(modes, modes.points[i], point.patch)) continue;
        const ContactFrame c = point.find(k).frame;
        const Vec3 v = RigidContact::tangential(c, point.calcSlip(k, c.p));
        least = std::min(least, v.dot(modes.points[i].direction) - v.norm() / 2 + slipOffset);
    }
    return least == Infinity ? 1 : least;
}

// --- Points ---

std::vector<RigidPointNow> RigidContactGroup::findPoints(const State& s) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    std::vector<RigidPointNow> points;
    for (int r = 0; r < int(rows_.size()); ++r) {
        if (!isEnabled(s, r)) continue;
        const RigidContactModes& modes = contact(r).getModes(s);
        for (int i = 0; i < int(contact(r).getPoints().size()); ++i) {
            const RigidPoint& point = contact(r).getPoints()[std::size_t(i)];
            RigidPointNow& now = points.emplace_back();
            now.row = r;
            now.point = i;
            now.place = point.find(k);
            now.slip = point.calcSlip(k, now.place.frame.p);
            const RigidPointMode& mode = modes.points[std::size_t(i)];
            now.isCandidate = mode.closed || mode.carried || now.place.gap <= touchingGap;
        }
    }
    return points;
}

void RigidContactGroup::project(State& s) const {
    ProjectOptions options;
    options.tolerance = 1e-8;
    options.force = true;
    Vector none;
    system_.realize(s, Stage::Position);
    guts_.projectQ(s, none, options);
    guts_.projectU(s, none, options);
    system_.realize(s, Stage::Acceleration);
}

}  // namespace trammel
