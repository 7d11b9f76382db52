// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "contact/contact_surfaces.h"
#include "contact/rigid/rigid_point.h"
#include "contact/rigid/solid_pair.h"
#include "multibody/constraint.h"
#include "multibody/unilateral_constraint.h"
#include "system/counter.h"
#include "system/step_limiter.h"

namespace trammel {

class MatterGuts;

struct RigidContactParameters {
    /// Overrides the value that follows from the materials of both surfaces.
    std::optional<Real> restitution;
    std::optional<Vec2> friction;
    /// m/s
    Real restSpeed = 1e-3;
    /// Whether all touching points with this flag are hit at once; otherwise one pair of bodies after another.
    bool atOnce = false;
    /// By surface.
    std::vector<Real> restitutions, staticFrictions, dynamicFrictions;
    friend bool operator==(const RigidContactParameters&, const RigidContactParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.restitution, self.friction, self.restSpeed, self.atOnce, self.restitutions,
                        self.staticFrictions, self.dynamicFrictions);
    }
};

/// Discrete state of one point.
struct RigidPointMode {
    bool closed = false;
    /// Not closed, but kept closed by three others of its patch.
    bool carried = false;
    /// Sticks alone while its patch slides: the patch pivots about it.
    bool holds = false;
    /// While it slides: direction of the slip in Ground when it started or last turned.
    Vec3 direction{0.};
    /// m: while it is open, arrival is detected this far beyond touching, so that a point that touches already has not
    /// arrived.
    Real arrival = 1e-12;
    /// m/s: while it slides, the end or turn of the slip is detected this far beyond it, for the same reason.
    Real stop = 1e-10;
    friend bool operator==(const RigidPointMode&, const RigidPointMode&) = default;
    static constexpr const char* fieldNames[] = {"closed", "carried", "holds", "slip direction", "arrival", "stop"};
    static auto valueFields(auto& self) {
        return std::tie(self.closed, self.carried, self.holds, self.direction, self.arrival, self.stop);
    }
};

/// Discrete state of a rigid contact: changes at events only.
struct RigidContactModes {
    /// True after the first event, which finds the points that touch at the start.
    bool started = false;
    std::vector<RigidPointMode> points;
    /// By patch: 1 while it sticks.
    std::vector<int> sticks;
    /// By patch of two solids, m: while it is open, arrival is detected this far beyond touching.
    std::vector<Real> arrivals;
    /// m: gap at which the last point opened, from the tolerance of the run.
    Real departure = 0;
    /// Set where it would alternate between stick and slip without end: until @ref creepEnd, friction grows with the
    /// slip up to the rest speed.
    bool creeps = false;
    Real creepEnd = 0;
    /// s: when it last stuck or slipped, and how often that happened in quick succession.
    Real lastChange = 0;
    int changes = 0;
    /// J, lost in impacts so far, and their number.
    Real lostEnergy = 0;
    int impacts = 0;
    /// By pair of bodies: time of the last impact, s, and how many followed each other in quick succession.
    std::vector<Real> lastImpacts;
    std::vector<int> impactsInARow;
    friend bool operator==(const RigidContactModes&, const RigidContactModes&) = default;
    static constexpr const char* fieldNames[] = {
        "started",     "points",  "sticks",      "arrivals", "departure",    "creeps",          "end of creep",
        "last change", "changes", "energy lost", "impacts",  "last impacts", "impacts in a row"};
    static auto valueFields(auto& self) {
        return std::tie(self.started, self.points, self.sticks, self.arrivals, self.departure, self.creeps,
                        self.creepEnd, self.lastChange, self.changes, self.lostEnergy, self.impacts, self.lastImpacts,
                        self.impactsInARow);
    }
};

/// Position: the closed points in their order, without rates.
struct RigidPlaces {
    std::vector<RigidPoint::Place> closed;
    /// Their numbers, and those of the points that others keep closed.
    std::vector<int> points, carried;
    /// The row of a closed point; of another, that of the next closed one.
    std::size_t rowOf(std::size_t point) const {
        return std::size_t(std::lower_bound(points.begin(), points.end(), int(point)) - points.begin());
    }
    /// The rows of points with numbers from @p first up to @p end: the first, and the one after the last.
    std::pair<std::size_t, std::size_t> rowsOf(std::size_t first, std::size_t end) const {
        return {rowOf(first), rowOf(end)};
    }
    static constexpr const char* fieldNames[] = {"closed points", "numbers", "carried points"};
    static auto valueFields(auto& self) { return std::tie(self.closed, self.points, self.carried); }
};

/// Forces at one closed point (Acceleration).
struct RigidPointForce {
    /// N, nonnegative up to rounding.
    Real normal = 0;
    /// On the second body of the point, in Ground.
    Vec3 friction{0.};
    /// Friction coefficient in use.
    Real share = 0;
};

/// Unilateral contact of two bodies without compliance. Each point is open, or closed by one holonomic equation; a patch of
/// closed points sticks by two nonholonomic equations (three, with the spin, for several points) or slides:
///
///   closed    gap = 0,  normal force N = -lambda >= 0
///   sticks    slip = 0,  |friction| <= mu_s N at each point; among several points, friction is a share of N that is linear
///             over the patch
///   slides    friction = -mu_d N slip/|slip|
///   creeps    friction = -mu_d N slip/sqrt(slip^2 + c^2), c the rest speed, at least 0.1 mm/s, for a short time where the
///             others alternate without end
///
/// Modes change at events alone, see addRigidContactEvents().
///
/// **Source:** Brogliato, Nonsmooth Mechanics, 3rd edition, chapter 5; Pfeiffer, Glocker, Multibody Dynamics with
/// Unilateral Contacts (1996).
class RigidContact : public ParameterizedConstraint<RigidContactParameters, Stage::Dynamics>,
                     public UnilateralConstraint,
                     public StepLimiter {
public:
    explicit RigidContact(const ElementInputs& in) : RigidContact(in, in.body("body1"), in.body("body2")) {}

    /// Whether all surfaces of the model take part, except excluded pairs.
    virtual bool touchesEverything() const { return false; }
    /// Must be called before Topology is realized.
    /// @param points those of a patch follow each other, and patches are in order
    /// @param gaps of patches whose points have ends, unless they are pairs of convex solids with flat faces
    void connect(ContactSurfaces surfaces, std::vector<RigidPoint> points, const MatterGuts& matter,
                 const std::map<int, std::shared_ptr<const SolidGap>>& gaps = {});
    const ContactSurfaces& getSurfaces() const { return surfaces_; }
    const std::vector<RigidPoint>& getPoints() const { return points_; }
    int getNumPatches() const { return patches_; }
    /// The first point of a patch, and the one after its last.
    std::pair<std::size_t, std::size_t> getRange(int patch) const {
        return {patchStarts_[std::size_t(patch)], patchStarts_[std::size_t(patch) + 1]};
    }
    /// The two solids of a patch whose points have ends; null for other patches.
    const SolidGap* findSolids(int patch) const { return solids_[std::size_t(patch)].get(); }
    /// 1, or -1 for points whose surfaces are in the other order: relates the points of one patch to each other.
    static Real getSide(const RigidPoint& point) { return point.surface1 < point.surface2 ? 1 : -1; }
    /// Number of the pair of bodies that a patch belongs to, from 0.
    int getBodyPair(int patch) const { return bodyPairs_[std::size_t(patch)]; }
    int getNumBodyPairs() const { return numBodyPairs_; }
    /// 1 if the second body of a point is on the second side of the contact, otherwise -1.
    Real getSideOfContact(const RigidPoint& point) const { return surfaces_[point.surface2].second ? 1 : -1; }
    /// Least distance of the surfaces (Position).
    Real calcGap(const State&) const;
    /// Least distance of the surfaces of one patch (Position).
    Real calcGap(const State&, int patch) const;
    /// How far the surfaces, none of which touches, are from their next impact (Position). The witness of impacts at points
    /// that stay open: smooth, zero where they arrive.
    Real calcGapToArrival(const State&) const;
    MobilizedBodyIndex getBody1() const { return body1_; }
    MobilizedBodyIndex getBody2() const { return body2_; }

    const RigidContactModes& getModes(const State&) const;
    /// Places of the closed points: a cache entry that depends on poses and modes (Position).
    const RigidPlaces& getPlaces(const State&) const;
    /// How often they were computed, in all States.
    long long getNumPlaceEvaluations() const { return placeEvaluations_; }
    /// Invalidates Instance unless equal.
    void setModes(State&, const RigidContactModes&) const;

    /// Coefficient of restitution, and static and dynamic friction, of a point.
    Real getRestitution(const Parameters&, const RigidPoint&) const;
    Vec2 getFriction(const Parameters&, const RigidPoint&) const;

    /// By point; zero where open (Acceleration). @p own index of this constraint
    void calcForces(const State&, ConstraintIndex own, std::vector<RigidPointForce>& out) const;
    /// By closed point, in the order of getPlaces() (Acceleration).
    void calcClosedForces(const State&, ConstraintIndex own, std::vector<RigidPointForce>& out) const;
    /// Direction of slip of a sliding point, which continues through zero slip (Velocity).
    static Vec3 calcSlipDirection(const Parameters&, const RigidPoint::Place&, const Vec3& slip, const Vec3& direction);
    /// Replaces it while the contact creeps: shorter than 1 below the rest speed, but not below a speed, m/s, at which
    /// friction would be so stiff that it limits the steps.
    static Vec3 creepDirection(const Parameters& p, const Vec3& slip) {
        constexpr Real slowest = 1e-4;
        return slip / std::hypot(slip.norm(), std::max(p.restSpeed, slowest));
    }
    /// Slip without its normal part.
    static Vec3 tangential(const ContactFrame& c, const Vec3& slip) { return slip - c.z * c.z.dot(slip); }

    // --- UnilateralConstraint ---
    bool isClosed(const State&) const override;
    void open(State&) const override;
    void resume(State& s) const override { resume_(s); }
    /// Must be called before the first event. @param resume continues all rigid contacts of the System
    void setResume(std::function<void(State&)> resume) const { resume_ = std::move(resume); }

    // --- StepLimiter ---
    /// No step can leave a half-space again undetected: only other surfaces need limits.
    bool limitsSteps() const override;
    Real calcLongestStep(const State&, Real horizon) const override;

    // --- Constraint ---
    bool wantsRealization() const override { return true; }
    void realizeTopology(State&) const override;
    EquationCounts countEquations(const State&) const override;
    bool hasSlidingFriction(const State&) const override;
    void addInSlidingFriction(const ConstraintKinematics&, const AbstractValue* parameters, const Real* lambda,
                              const ConstraintForces&) const override;
    void calcPositionErrors(const ConstraintKinematics&, const AbstractValue*, Real* perr) const override;
    void calcPositionDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* pverr) const override;
    void calcPositionDotDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* paerr) const override;
    void addInPositionConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces&) const override;
    void calcVelocityErrors(const ConstraintKinematics&, const AbstractValue*, Real* verr) const override;
    void calcVelocityDotErrors(const ConstraintKinematics&, const AbstractValue*, Real* vaerr) const override;
    void addInVelocityConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces&) const override;
    void appendGeometry(const ConstraintKinematics&, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>&) const override;

    // --- Type ---
    static constexpr const char* key = "rigidContact";
    static constexpr const char* label = "Rigid contact";
    static constexpr const char* doc = "Two bodies bounce, stick and slide on each other without compliance.";
    static constexpr const char* reference =
        "Each point at which the surfaces may touch is open, slides or sticks; impact, release, slip and stick are "
        "events. An impact obeys Newton's law of restitution and Coulomb's law for impulses; where both together would "
        "add energy, the rebound is smaller. Rebounds slower than the rest speed end in contact, and so does the last "
        "of 20 impacts of two bodies that follow each other sooner than rebounds at the rest speed take. While it is "
        "closed, a point has an equation for its gap, and where it sticks, equations for its slip; sliding friction is "
        "the dynamic coefficient times the normal force. It turns with the slip, more slowly below a tenth of the rest "
        "speed. Supported: a half-space with a ball, capsule, box, cylinder, cone, or polyhedron or mesh of up to 64 "
        "corners; a ball with a ball, capsule, box, polyhedron or cylinder; boxes and polyhedra of up to 60 edges with "
        "capsules and cylinders, and of few faces with each other; capsules with each other; and where joints keep two "
        "bodies in one plane, plates and other prisms along its normal, convex or not, with each other and with "
        "cylinders, capsules and balls. Not supported are, in space, a cylinder with a cylinder or capsule, and a mesh "
        "that is not convex with another solid; anywhere, a cone with another solid, and an ellipsoid. Friction that "
        "jams rigid bodies (Painlevé's paradox) stops the slip at once, slow slip first; faster slip by an impulse "
        "that counts as an impact. A contact that sticks and slips again and again within milliseconds creeps for 10 "
        "ms: friction then grows with the slip up to the rest speed, at least 0.1 mm/s. The energy lost includes what "
        "the end of motion below the rest speed takes.";
    static constexpr const char* choose =
        "For mechanisms with few contacts, impacts and stick-slip where compliance is not wanted: escapements, "
        "latches, woodpecker toys. For piles and for surfaces of any shape, use a contact force.";
    static TypeSample sample() {
        return {.plugged = {{"body1", "box"}, {"body2", "sphere"}}, .position = Vec3(0, 0.2, 0)};
    }
    static std::vector<OutputDescriptor> outputs();
    static std::vector<PropertyDescriptor> properties();
    /// Two bodies; in place of each, a contact group.
    static std::vector<SocketDescriptor> sockets();
    static Parameters readParameters(const ElementInputs&);

    /// Whether a point has equations for its slip.
    static bool isHeld(const RigidContactModes& modes, const RigidPointMode& mode, int patch) {
        return mode.closed && (modes.sticks[std::size_t(patch)] || mode.holds);
    }

protected:
    RigidContact(const ElementInputs& in, MobilizedBodyIndex body1, MobilizedBodyIndex body2);

private:
    /// Motion of a sticking patch: its middle, in the frame of its first closed point; of a sliding one, the point about
    /// which it pivots, if any.
    struct PatchPlace {
        ContactFrame frame;
        const RigidPoint* first = nullptr;
        int closed = 0;
    };
    /// @param withRates the frame has rates (Velocity)
    PatchPlace findPatch(const ConstraintKinematics&, const RigidContactModes&, int patch, bool withRates) const;
    /// Completes the forces of the closed points @p rows of a patch, whose normal forces are known. @return the number of
    /// its multipliers, from @p lambda on
    int calcForcesOfPatch(const Parameters&, const ConstraintKinematics&, const RigidContactModes&, int patch,
                          const Real* lambda, std::pair<std::size_t, std::size_t> rows,
                          std::vector<RigidPointForce>& out) const;
    static int countRows(const PatchPlace& patch) { return patch.closed > 1 ? 3 : 2; }
    /// Calls visit(point, mode, row) for each closed point (Position).
    template <class Visit>
    void visitClosed(const State&, Visit visit) const;
    /// Calls visit(pair) for each pair of surfaces that are both bounded.
    template <class Visit>
    void visitBoundedPairs(Visit visit) const;

    ContactSurfaces surfaces_;
    std::vector<RigidPoint> points_;
    int patches_ = 0;
    /// By patch.
    std::vector<std::shared_ptr<const SolidGap>> solids_;
    std::vector<int> bodyPairs_;
    std::vector<std::size_t> patchStarts_;
    int numBodyPairs_ = 0;
    MobilizedBodyIndex body1_{0}, body2_{0};
    const MatterGuts* matter_ = nullptr;
    mutable DiscreteVariableIndex modesVariable_;
    mutable CacheEntryIndex placesEntry_;
    mutable Counter placeEvaluations_;
    mutable std::function<void(State&)> resume_;
};

/// Rigid contact of all bodies that no joint or weld connects.
class RigidContactOfAll : public RigidContact {
public:
    explicit RigidContactOfAll(const ElementInputs& in)
        : RigidContact(in, MobilizedBodyIndex(0), MobilizedBodyIndex(0)) {}
    bool touchesEverything() const override { return true; }

    static constexpr const char* key = "rigidContactEverything";
    static constexpr const char* label = "Everything touches rigidly";
    static constexpr const char* doc = "All bodies and shapes of the model bounce, stick and slide without compliance.";
    static constexpr const char* choose =
        "For a few rigid bodies: up to about ten boxes. Bodies that a joint or a weld connects, and pairs with a "
        "contact of their own, are left out.";
    static TypeSample sample() { return RigidContact::sample(); }
    /// Outputs of a rigid contact without the force on the second body.
    static std::vector<OutputDescriptor> outputs();
    static std::vector<SocketDescriptor> sockets() { return {}; }
};

/// The types of rigid contact, family "constraint".
std::vector<TypeDescriptor> rigidContactTypes();

}  // namespace trammel
