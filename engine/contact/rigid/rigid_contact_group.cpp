// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/rigid_contact_group.h"

#include "multibody/multibody_system.h"

namespace trammel {

namespace {
/// Points that touch at an event, m: others count as touching within this gap.
constexpr Real touchingGap = 1e-9;
/// The first point of a patch of two solids: its second surface is the second of the pair.
const RigidPoint& firstSolidPoint(const RigidContact& contact, int patch) {
    return *std::ranges::find_if(contact.getPoints(), [&](const RigidPoint& p) { return p.patch == patch; });
}
}  // namespace

// --- Witness functions ---

Real RigidContactGroup::calcLeastGap(const State& s, int r) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    const RigidContactModes& modes = contact(r).getModes(s);
    Real least = 1;
    for (std::size_t i = 0; i < modes.points.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        if (!modes.points[i].closed && !modes.points[i].carried && !point.hasEnds())
            least = std::min(least, point.find(k).gap + modes.points[i].arrival);
    }
    for (int patch = 0; patch < contact(r).getNumPatches(); ++patch)
        if (contact(r).findSolids(patch)) least = std::min(least, calcLeastGapOfSolids(k, r, patch));
    return least;
}

Real RigidContactGroup::calcLeastGapOfSolids(const ConstraintKinematics& k, int r, int patch) const {
    const RigidContactModes& modes = contact(r).getModes(k.state);
    const std::vector<RigidPoint>& points = contact(r).getPoints();
    std::size_t closed = 0, row = 0;
    while (closed < points.size() && !(points[closed].patch == patch && modes.points[closed].closed))
        row += modes.points[closed++].closed;
    if (closed == points.size())
        return contact(r).findSolids(patch)->calcSeparation(k).gap + modes.arrivals[std::size_t(patch)];
    // Convex solids that touch do so in one plane: points with another normal do not count.
    constexpr Real alike = 0.5;
    const Vec3 normal = contact(r).getSide(points[closed]) * contact(r).getPlaces(k.state).closed[row].frame.z;
    Real least = 1;
    Transform X_GS;
    int surface = -1;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].patch != patch || modes.points[i].closed || modes.points[i].carried) continue;
        if (points[i].surface1 != surface) X_GS = k.X_GB(points[i].body1) * points[i].X_BS1;
        surface = points[i].surface1;
        const Real arrival = modes.points[i].arrival;
        const Vec3 direction = contact(r).getSide(points[i]) * normal;
        least = std::min(least, points[i].findGap(k, X_GS, direction, alike, least - arrival) + arrival);
    }
    return least;
}

Real RigidContactGroup::calcLeastMargin(const State& s, int r) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    const RigidContactModes& modes = contact(r).getModes(s);
    Real least = 1;
    std::size_t row = 0;
    for (std::size_t i = 0; i < modes.points.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        const RigidPointMode& mode = modes.points[i];
        if (point.hasEnds() && mode.closed)
            least = std::min(least, contact(r).getPlaces(s).closed[row].margin + endOfFeature);
        else if (point.hasEnds() && mode.carried)
            least = std::min(least, point.find(k).margin + endOfFeature);
        row += mode.closed;
    }
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
    if (modes.creeps) return 1;
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    Real least = Infinity;
    std::size_t row = 0;
    for (std::size_t i = 0; i < modes.points.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        if (!modes.points[i].closed) continue;
        const ContactFrame& c = contact(r).getPlaces(s).closed[row++].frame;
        if (RigidContact::isHeld(modes, modes.points[i], point.patch)) continue;
        const Vec3 v = RigidContact::tangential(c, point.calcSlip(k, c.p));
        least = std::min(least, calcForwardSlip(v, modes.points[i].direction) + modes.points[i].stop);
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
        std::vector<Vec3> normals;
        for (int patch = 0; patch < contact(r).getNumPatches(); ++patch) {
            const SolidPair* const solids = contact(r).findSolids(patch);
            normals.push_back(solids ? solids->calcSeparation(k).normal : Vec3(0.));
        }
        for (int i = 0; i < int(contact(r).getPoints().size()); ++i) {
            const RigidPoint& point = contact(r).getPoints()[std::size_t(i)];
            RigidPointNow& now = points.emplace_back();
            now.row = r;
            now.point = i;
            now.place = point.find(k);
            now.slip = point.calcSlip(k, now.place.frame.p);
            const RigidPointMode& mode = modes.points[std::size_t(i)];
            now.isClosed = mode.closed;
            bool touches = now.place.gap <= touchingGap;
            if (point.hasEnds()) {
                // A feature that has just ended is left at once. The normal is that of the plane between the solids.
                constexpr Real aligned = 1 - 1e-6, deepest = 1e-5;
                const Real side = point.surface2 == firstSolidPoint(contact(r), point.patch).surface2 ? 1 : -1;
                touches = touches && now.place.gap >= -deepest && now.place.isOutside &&
                          now.place.margin >= -endOfFeature / 10 && now.place.marginRate >= -stillness &&
                          side * normals[std::size_t(point.patch)].dot(now.place.frame.z) > aligned;
            }
            now.isCandidate = mode.closed || mode.carried || touches;
        }
    }
    dropTwins(points);
    return points;
}

void RigidContactGroup::dropTwins(std::vector<RigidPointNow>& points) const {
    constexpr Real samePlace = 1e-8;
    const auto patchOf = [&](const RigidPointNow& p) { return contact(p.row).getPoints()[std::size_t(p.point)].patch; };
    // Where a rim is flush its corners touch, closed or not, and otherwise the rim.
    for (std::size_t i = 0; i < points.size(); ++i) {
        RigidPointNow& corner = points[i];
        const int rimPoint = contact(corner.row).getPoints()[std::size_t(corner.point)].rimPoint;
        if (rimPoint < 0 || !corner.isCandidate) continue;
        const std::size_t at = i - std::size_t(corner.point - rimPoint);
        RigidPointNow &rim = points[at], &left = rim.place.isFlush ? rim : corner;
        if (!rim.isCandidate) continue;
        left.twin = int(rim.place.isFlush ? i : at);
        left.isCandidate = false;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        RigidPointNow& p = points[i];
        if (!p.isCandidate || p.isClosed || !contact(p.row).findSolids(patchOf(p))) continue;
        for (std::size_t j = 0; j < points.size() && p.twin < 0; ++j) {
            const RigidPointNow& other = points[j];
            if (j == i || !other.isCandidate || other.row != p.row || patchOf(other) != patchOf(p)) continue;
            if ((j < i || other.isClosed) && Vec3(other.place.frame.p - p.place.frame.p).norm() < samePlace)
                p.twin = int(j);
        }
        if (p.twin >= 0) p.isCandidate = false;
    }
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
