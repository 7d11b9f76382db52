// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/rigid_contact_group.h"

#include "contact/rigid/outline_pair.h"
#include "multibody/multibody_system.h"

namespace trammel {

// --- Witness functions ---

Real RigidContactGroup::calcLeastGap(const State& s, int r) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    const RigidContactModes& modes = contact(r).getModes(s);
    Real least = 1;
    for (int patch = 0; patch < contact(r).getNumPatches(); ++patch) {
        if (contact(r).findSolids(patch)) {
            least = std::min(least, calcLeastGapOfSolids(k, r, patch));
            continue;
        }
        const auto [first, end] = contact(r).getRange(patch);
        for (std::size_t i = first; i < end; ++i) {
            if (modes.points[i].closed || modes.points[i].carried) continue;
            const RigidPoint::Place place = contact(r).getPoints()[i].find(k);
            if (place.margin >= -endOfFeature) least = std::min(least, place.gap + modes.points[i].arrival);
        }
    }
    return least;
}

Real RigidContactGroup::calcLeastGapOfSolids(const ConstraintKinematics& k, int r, int patch) const {
    const RigidContactModes& modes = contact(r).getModes(k.state);
    const std::vector<RigidPoint>& points = contact(r).getPoints();
    const auto [first, end] = contact(r).getRange(patch);
    const RigidPlaces& places = contact(r).getPlaces(k.state);
    const auto [row, endRow] = places.rowsOf(first, end);
    if (row == endRow) return contact(r).findSolids(patch)->calcSeparation(k).gap + modes.arrivals[std::size_t(patch)];
    if (contact(r).findSolids(patch)->isPlanar()) return calcLeastGapOfOutlines(k, r, patch);
    // Convex solids that touch do so in one plane: points with another normal do not count.
    constexpr Real alike = 0.5;
    const Vec3 normal = contact(r).getSide(points[std::size_t(places.points[row])]) * places.closed[row].frame.z;
    Real least = 1;
    Transform X_GS;
    int surface = -1;
    for (std::size_t i = first; i < end; ++i) {
        if (modes.points[i].closed || modes.points[i].carried) continue;
        if (points[i].surface1 != surface) X_GS = k.X_GB(points[i].body1) * points[i].X_BS1;
        surface = points[i].surface1;
        const Real arrival = modes.points[i].arrival;
        const Vec3 direction = contact(r).getSide(points[i]) * normal;
        least = std::min(least, points[i].findGap(k, X_GS, direction, alike, least - arrival) + arrival);
    }
    return least;
}

Real RigidContactGroup::calcLeastGapOfOutlines(const ConstraintKinematics& k, int r, int patch) const {
    const std::vector<RigidPointMode>& modes = contact(r).getModes(k.state).points;
    const std::vector<RigidPoint>& points = contact(r).getPoints();
    Real least = 1;
    // The points of one corner, on all edges in their order, follow each other.
    const auto [begin, last] = contact(r).getRange(patch);
    for (std::size_t first = begin, end = begin; first < last; first = end) {
        const RigidPoint& corner = points[first];
        const auto& outline = static_cast<const Outline&>(*corner.shape1);
        end = first + outline.edges().size();
        const Vec3 p = ~(k.X_GB(corner.body1) * corner.X_BS1) * (k.X_GB(corner.body2) * corner.center);
        if (outline.calcDistanceFromBounds(p) >= least) continue;
        const auto touches = [&](std::size_t edge) {
            return modes[first + edge].closed || modes[first + edge].carried;
        };
        // On the boundary, a corner cannot enter the solid through an edge of the same chain.
        static thread_local std::vector<char> chainTouches;
        chainTouches.assign(std::size_t(outline.numChains()), 0);
        bool any = false;
        for (std::size_t e = 0; e < outline.edges().size(); ++e)
            if (touches(e)) {
                chainTouches[std::size_t(outline.edges()[e].chain)] = 1;
                any = true;
            }
        if (!any) {
            const Outline::Nearest nearest = findNearestSigned(outline, p);
            least = std::min(least, nearest.distance + modes[first + std::size_t(nearest.edge)].arrival);
            continue;
        }
        for (std::size_t e = 0; e < outline.edges().size(); ++e) {
            const Outline::Edge& edge = outline.edges()[e];
            if (chainTouches[std::size_t(edge.chain)]) continue;
            const Vec3 from = p - edge.from;
            const Real at = edge.along.dot(from), gap = edge.normal.dot(from);
            if (at > -endOfFeature && at < edge.length + endOfFeature && gap > -outline.halfThickness())
                least = std::min(least, gap + modes[first + e].arrival);
        }
    }
    return least;
}

Real RigidContactGroup::calcLeastMargin(const State& s, int r) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    const std::vector<RigidPoint>& points = contact(r).getPoints();
    const RigidPlaces& places = contact(r).getPlaces(s);
    Real least = 1;
    for (std::size_t row = 0; row < places.points.size(); ++row)
        if (points[std::size_t(places.points[row])].hasEnds())
            least = std::min(least, places.closed[row].margin + endOfFeature);
    for (const int i : places.carried)
        if (points[std::size_t(i)].hasEnds())
            least = std::min(least, points[std::size_t(i)].find(k).margin + endOfFeature);
    return least;
}

Real RigidContactGroup::calcLeastForce(const State& s, int r) const {
    // Steps do not allocate.
    static thread_local std::vector<RigidPointForce> forces;
    contact(r).calcClosedForces(s, row(r).index, forces);
    Real least = Infinity;
    for (const RigidPointForce& f : forces) least = std::min(least, f.normal);
    return least == Infinity ? 1 : least;
}

Real RigidContactGroup::calcSlipReserve(const State& s, int r) const {
    const RigidContactModes& modes = contact(r).getModes(s);
    // Steps do not allocate.
    static thread_local std::vector<RigidPointForce> forces;
    contact(r).calcClosedForces(s, row(r).index, forces);
    const RigidContactParameters& numbers = parameters(s, r);
    Real least = Infinity;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        const auto number = std::size_t(contact(r).getPlaces(s).points[i]);
        const RigidPoint& point = contact(r).getPoints()[number];
        if (!RigidContact::isHeld(modes, modes.points[number], point.patch) || !(forces[i].normal > 0)) continue;
        least = std::min(least, contact(r).getFriction(numbers, point)[0] - forces[i].share);
    }
    return least == Infinity ? 1 : least;
}

Real RigidContactGroup::calcLeastSlip(const State& s, int r) const {
    const RigidContactModes& modes = contact(r).getModes(s);
    if (modes.creeps) return 1;
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    Real least = Infinity;
    const RigidPlaces& places = contact(r).getPlaces(s);
    for (std::size_t row = 0; row < places.points.size(); ++row) {
        const auto i = std::size_t(places.points[row]);
        const RigidPoint& point = contact(r).getPoints()[i];
        const ContactFrame& c = places.closed[row].frame;
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
        std::vector<int> seconds(std::size_t(contact(r).getNumPatches()), -1);
        std::vector<SolidGap::Separation> separations;
        for (int patch = 0; patch < contact(r).getNumPatches(); ++patch) {
            const SolidGap* const solids = contact(r).findSolids(patch);
            separations.push_back(solids ? solids->calcSeparation(k) : SolidGap::Separation());
        }
        for (int i = 0; i < int(contact(r).getPoints().size()); ++i) {
            const RigidPoint& point = contact(r).getPoints()[std::size_t(i)];
            const RigidPointMode& mode = modes.points[std::size_t(i)];
            const SolidGap::Separation& separation = separations[std::size_t(point.patch)];
            constexpr Real farApart = 1e-6;
            if (separation.gap > farApart && !mode.closed && !mode.carried) continue;
            RigidPointNow& now = points.emplace_back();
            now.row = r;
            now.point = i;
            now.place = point.find(k);
            now.slip = point.calcSlip(k, now.place.frame.p);
            now.isClosed = mode.closed;
            bool touches = now.place.gap <= touchingGap;
            if (point.hasEnds()) {
                // A feature that has just ended is left at once. The normal is that of the plane between convex solids.
                constexpr Real aligned = 1 - 1e-6, deepest = 1e-5;
                // Separations are from the first to the second surface of the first point.
                int& second = seconds[std::size_t(point.patch)];
                if (second < 0) second = point.surface2;
                const Real side = point.surface2 == second ? 1 : -1;
                touches = touches && now.place.gap >= -deepest && now.place.isOutside &&
                          now.place.margin >= -endOfFeature / 10 && now.place.marginRate >= -stillness &&
                          (point.inPlane || side * separation.normal.dot(now.place.frame.z) > aligned);
            }
            now.isCandidate = mode.closed || mode.carried || touches;
        }
    }
    dropTwins(points);
    return points;
}

/// Index of the first point with that number or a larger one.
static std::size_t indexOf(const std::vector<RigidPointNow>& points, int row, int point) {
    const auto at = std::ranges::lower_bound(points, std::pair(row, point), {},
                                             [](const RigidPointNow& p) { return std::pair(p.row, p.point); });
    return std::size_t(at - points.begin());
}

void RigidContactGroup::dropTwins(std::vector<RigidPointNow>& points) const {
    constexpr Real samePlace = 1e-8;
    const auto patchOf = [&](const RigidPointNow& p) { return contact(p.row).getPoints()[std::size_t(p.point)].patch; };
    // Where a rim is flush its corners touch, closed or not, and otherwise the rim.
    for (std::size_t i = 0; i < points.size(); ++i) {
        RigidPointNow& corner = points[i];
        const int rimPoint = contact(corner.row).getPoints()[std::size_t(corner.point)].rimPoint;
        if (rimPoint < 0 || !corner.isCandidate) continue;
        const std::size_t at = indexOf(points, corner.row, rimPoint);
        // Left out of the points where the solids are apart.
        if (at == points.size() || points[at].row != corner.row || points[at].point != rimPoint) continue;
        RigidPointNow &rim = points[at], &left = rim.place.isFlush ? rim : corner;
        if (!rim.isCandidate) continue;
        left.twin = int(rim.place.isFlush ? i : at);
        left.isCandidate = false;
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        RigidPointNow& p = points[i];
        if (!p.isCandidate || p.isClosed || !isOneOfSeveral(p)) continue;
        const std::vector<RigidPoint>& all = contact(p.row).getPoints();
        const RigidPoint& own = all[std::size_t(p.point)];
        auto [first, end] = contact(p.row).getRange(patchOf(p));
        // Parts of an outline are patches that follow each other.
        const auto isPartToo = [&](std::size_t other) {
            return own.isPart && all[other].surface1 == own.surface1 && all[other].surface2 == own.surface2;
        };
        while (first > 0 && isPartToo(first - 1)) --first;
        while (end < all.size() && isPartToo(end)) ++end;
        for (std::size_t j = indexOf(points, p.row, int(first)); j < points.size() && p.twin < 0; ++j) {
            const RigidPointNow& other = points[j];
            if (other.row != p.row || std::size_t(other.point) >= end) break;
            if (j == i || !other.isCandidate || !isOneOfSeveral(other)) continue;
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
