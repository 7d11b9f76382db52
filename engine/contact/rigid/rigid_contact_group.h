// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "contact/rigid/rigid_contact_events.h"
#include "multibody/matter/guts.h"
#include "multibody/matter_subsystem.h"

namespace trammel {

class MultibodySystem;

/// Resolution of arrivals, m; the default of RigidPointMode::arrival.
inline constexpr Real arrivalGap = 1e-12;
/// m: points within this gap count as touching at an event.
inline constexpr Real touchingGap = 1e-9;
/// m/s: what counts as no slip and no separation at an event, by the fastest point.
inline constexpr Real stillness = 1e-9;
/// m/s: negative where the slip @p v has stopped and reversed, or turned by more than 60 degrees from @p direction.
inline Real calcForwardSlip(const Vec3& v, const Vec3& direction) { return v.dot(direction) - v.norm() / 2; }

/// One point at one State.
struct RigidPointNow {
    int row = 0, point = 0;
    RigidPoint::Place place;
    /// Second body relative to the first, in Ground.
    Vec3 slip{0.};
    bool isCandidate = false, isClosed = false;
    /// Index of another point at the same place that represents this one; -1: none.
    int twin = -1;
    Real normalSpeed() const { return place.frame.z.dot(slip); }
    Vec3 tangentialSlip() const { return RigidContact::tangential(place.frame, slip); }
};

/// Changes of all speeds by impulses on points, by the axes of their frames, and of the velocities there.
struct RigidResponses {
    Matrix W;
    std::vector<Vector> speeds;
};

/// Common behavior of all rigid contacts of a System at an event.
class RigidContactGroup {
public:
    RigidContactGroup(const MultibodySystem& system, const MatterSubsystem& matter, std::vector<RigidContactRow> rows)
        : system_(system), matter_(matter), guts_(matter.getGuts()), rows_(std::move(rows)) {}

    const RigidContactRow& row(int r) const { return rows_[std::size_t(r)]; }
    const RigidContact& contact(int r) const { return *row(r).contact; }
    bool isEnabled(const State& s, int r) const { return !matter_.isConstraintDisabled(s, row(r).index); }
    const RigidContactParameters& parameters(const State& s, int r) const {
        return Value<RigidContactParameters>::downcast(*guts_.constraintParameters(s, std::size_t(int(row(r).index))));
    }
    const MatterGuts& guts() const { return guts_; }

    // --- Witness functions; positive while nothing happens ---
    Real calcLeastGap(const State& s, int r) const;
    Real calcLeastForce(const State& s, int r) const;
    Real calcSlipReserve(const State& s, int r) const;
    Real calcLeastSlip(const State& s, int r) const;
    Real calcLeastMargin(const State& s, int r) const;

    // --- Events ---
    void start(State& s) const;
    /// After an impact elsewhere, for which all contacts were opened.
    void resume(State& s) const;
    void impact(State& s) const;
    void release(State& s, int r) const;
    void startSlip(State& s, int r) const;
    void endSlip(State& s, int r) const;
    void leave(State& s, int r) const;
    /// The next time at which a contact stops creeping; infinity if none creeps.
    Real findCreepEnd(const State& s) const;
    void endCreep(State& s) const;

private:
    using Modes = std::vector<RigidContactModes>;
    Modes getModes(const State& s) const {
        Modes modes;
        for (const RigidContactRow& each : rows_) modes.push_back(each.contact->getModes(s));
        return modes;
    }
    void setModes(State& s, const Modes& modes) const {
        for (std::size_t r = 0; r < rows_.size(); ++r) rows_[r].contact->setModes(s, modes[r]);
    }
    /// The points of enabled contacts in their order (Velocity), without the open ones of solids that do not touch.
    std::vector<RigidPointNow> findPoints(const State& s) const;
    /// Whether other points of its surfaces may represent it at its place.
    bool isOneOfSeveral(const RigidPointNow& p) const {
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        return point.isPart || point.isCorner();
    }
    /// Keeps the first of several candidates at one place; the others become its twins.
    void dropTwins(std::vector<RigidPointNow>& points) const;
    /// Least of the gap witnesses of a patch of two solids.
    Real calcLeastGapOfSolids(const ConstraintKinematics& k, int r, int patch) const;
    /// Notes that a contact sticks or slips. @return true if it creeps from now on, since it does so again and again
    static bool noteChange(Real time, RigidContactModes& own);
    /// Lets friction of a contact grow with its slip for a while from @p time on.
    static void startCreep(Real time, RigidContactModes& own);
    /// Applies impacts at the candidates that approach. @return whether there were any
    /// @param isArrival whether they have just arrived, so that they may be found late
    bool applyImpacts(State& s, std::vector<RigidPointNow>& points, bool isArrival, bool withRebound = true) const;
    /// Likewise for prisms that move in one plane, of which some point touches already: each corner by the edges that it may
    /// reach next.
    Real calcLeastGapOfOutlines(const ConstraintKinematics& k, int r, int patch) const;
    /// Counts impacts at the points of @p hit that approach faster than @p negligible. @return the modes with the numbers
    Modes countImpacts(const State& s, const std::vector<const RigidPointNow*>& hit, Real negligible,
                       Modes modes) const;
    /// m/s, by point: slower rebounds, and those lower than the resolution of arrivals, count as none, since they would repeat
    /// without end (Acceleration).
    std::vector<Real> findLeastRebounds(const State& s, const std::vector<const RigidPointNow*>& hit) const;
    /// Opens all points. @return the modes before
    Modes openAll(State& s) const;
    /// To 3 impulses at each of the points; @p s must be open (Velocity).
    RigidResponses calcResponses(const State& s, const std::vector<const RigidPointNow*>& hit) const;
    /// Places and velocities of points at the same pose (Velocity).
    void refresh(const State& s, std::vector<RigidPointNow>& points) const;
    /// Points that touch and do not separate, or do so slower than the rest speed: if they accelerate back, they close.
    struct TouchingPoints {
        std::vector<const RigidPointNow*> points;
        RigidResponses responses;
        /// The second body's relative to the first, without contact forces, in the axes of the contact frame.
        std::vector<Vec3> accelerations;
    };
    TouchingPoints findTouching(State& s, const std::vector<RigidPointNow>& points) const;
    /// Changes speeds so that slip slower than a share of the rest speed vanishes.
    void stopSlowSlip(State& s, std::vector<RigidPointNow>& points, Real share) const;
    /// Ends separation slower than the rest speed, and what approaches then, without rebound; finds the points again.
    void endSlowRebounds(State& s, std::vector<RigidPointNow>& points) const;
    /// Puts cylinder ends flush on the plane if they are nearly so and all their points are slower than @p share of the
    /// rest speed, which ends ever smaller rocking.
    /// @return whether there are any
    bool standOnEnds(State& s, std::vector<RigidPointNow>& points, Real share) const;
    /// Modes by Coulomb's law for accelerations at all touching points at once. False if no solution is found.
    bool solveModes(State& s, const std::vector<RigidPointNow>& points, Modes& modes) const;
    /// Applies the impulses of a jam: what Coulomb's law for velocities gives after the time @p h without them.
    void stopJam(State& s, std::vector<RigidPointNow>& points, Real h) const;
    /// Modes after an impact or at the start, by the velocities; to be corrected by settle().
    void guessModes(const State& s, const std::vector<RigidPointNow>& points, Modes& modes) const;
    /// Changes modes until forces and accelerations agree with them.
    void settle(State& s, std::vector<RigidPointNow> points, Modes modes) const;
    /// With the energy of @p s before the event, J. Cylinders that rock faster than the rest speed are put on their ends at
    /// most once, and only if @p mayStand.
    void settleFrom(Real energy, State& s, std::vector<RigidPointNow> points, Modes modes, bool mayStand = true) const;
    /// Memory of a search for consistent modes.
    struct ModeSearch {
        /// Whether modes must agree exactly.
        bool isExact = false;
        /// Whether only open points change: those whose surfaces approach each other become closed.
        bool onlyCloses = false;
        /// Whether the first modes are those of a solution of Coulomb's law for all points.
        bool isSolved = false;
        /// The contact that disagreed most.
        int blamed = 0;
        /// Contact and point: would have to pull if it stuck, so that it opens or slides.
        std::set<std::pair<int, int>> pullsIfHeld;
        /// Share of the way to its acceleration by which the direction of a slip that starts turns at once.
        Real turn = 0.3;
        /// By how much the last modes disagreed, relative; infinity unless a point that is open should close.
        Real excess = Infinity;
    };
    /// False if no sequence of changes leads to modes that agree.
    bool findModes(State& s, std::vector<RigidPointNow>& points, Modes& modes, ModeSearch& search) const;
    /// True if a closed point pulls (Acceleration).
    bool pulls(const State& s) const;
    /// Makes the most important change; false if all agree.
    bool improve(const State& s, const std::vector<RigidPointNow>& points, Modes& modes, ModeSearch& search) const;
    /// Gives sliding points the directions of their slip, so that the end or turn of each slip is detected: that of a
    /// point that already slides against its direction would not be, and its friction would drive it.
    void followSlip(const std::vector<RigidPointNow>& points, Modes& modes) const;
    /// Stops watching the points that others keep closed, and stores how far open points overlap, and the energy lost
    /// since it was @p energy, J.
    void finishModes(Real energy, State& s, const std::vector<RigidPointNow>& points, Modes modes) const;
    /// Adds @p energy, J, in equal parts to what closed contacts lost.
    static void noteLoss(Real energy, Modes& modes);
    /// m/s: slower slip and separation count as none.
    Real stillSpeed(const std::vector<RigidPointNow>& points) const { return stillness * (1 + fastest(points)); }
    void project(State& s) const;
    /// m/s: of the points that may touch; the lines of nearly parallel edges cross far away.
    Real fastest(const std::vector<RigidPointNow>& points) const {
        Real v = 0;
        for (const RigidPointNow& p : points)
            if (p.isCandidate) v = std::max(v, p.slip.norm());
        return v;
    }

    const MultibodySystem& system_;
    const MatterSubsystem& matter_;
    const MatterGuts& guts_;
    std::vector<RigidContactRow> rows_;
};

}  // namespace trammel
