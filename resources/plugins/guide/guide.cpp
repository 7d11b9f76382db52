// SPDX-License-Identifier: Apache-2.0
// The elements that Simbody's Advanced Programming Guide has the reader write, as types of a plugin: see "Elements in C++" in
// the help.
#include <cmath>
#include <vector>

#include "plugin/plugin.h"

using namespace SimTK;
using namespace trammel::plugin;

namespace {

std::vector<Input> twoBodies() {
    return {bodyInput("body1", "First body", "Ground if unset."),
            bodyInput("body2", "Second body", "Ground if unset.")};
}
std::vector<Input> twoJoints() {
    return {jointInput("joint1", "Joint 1", "With one coordinate."),
            jointInput("joint2", "Joint 2", "With one coordinate.")};
}

/// "A Custom Force": two bodies repel each other, f = strength / r^2. Its distance is a lazy cache entry, computed when
/// something needs it and kept while coordinates stay.
class Repulsion : public Force::Custom::Implementation {
public:
    static constexpr const char* key = "repulsion";
    static constexpr const char* label = "Repulsion";
    static constexpr const char* doc = "Two bodies repel each other, inversely to the square of their distance.";
    static constexpr const char* reference =
        "`f = strength / r²`, energy `strength / r`, between the origins of the bodies.";
    static std::vector<Property> properties() {
        return {Property::real("strength", "Strength", Quantity::None, 1, "Force at a distance of 1 m, N m².")
                    .min(0)
                    .at(Stage::Dynamics)};
    }
    static std::vector<Input> inputs() { return twoBodies(); }

    explicit Repulsion(const Site& site)
        : matter_(site.matter()),
          body1_(site.body("body1")),
          body2_(site.body("body2")),
          strength_(site.parameter("strength")),
          name_(site.name()) {}

    bool dependsOnlyOnPositions() const override { return true; }
    void realizeTopology(State& state) const override {
        // From Instance on, and never computed unasked; of q, u and z it depends on q.
        distance_ = state.allocateCacheEntryWithPrerequisites(matter_.getMySubsystemIndex(), Stage::Instance,
                                                              Stage::Infinity, true, false, false, {}, {},
                                                              new Value<Vec3>(), "distance of " + name_);
    }
    void calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        const Vec3& r = between(state);
        const Vec3 push = strength_(state) * r / cube(r.norm());
        bodyForces[body2_.getMobilizedBodyIndex()][1] += push;
        bodyForces[body1_.getMobilizedBodyIndex()][1] -= push;
    }
    Real calcPotentialEnergy(const State& state) const override { return strength_(state) / between(state).norm(); }
    void calcDecorativeGeometryAndAppend(const State& state, Stage stage,
                                         Array_<DecorativeGeometry>& geometry) const override {
        if (stage != Stage::Position) return;
        geometry.push_back(DecorativeLine(body1_.getBodyOriginLocation(state), body2_.getBodyOriginLocation(state))
                               .setColor(Purple)
                               .setLineThickness(2));
    }

private:
    const Vec3& between(const State& state) const {
        const SubsystemIndex me = matter_.getMySubsystemIndex();
        if (!state.isCacheValueRealized(me, distance_)) {
            Value<Vec3>::updDowncast(state.updCacheEntry(me, distance_)) =
                Vec3(body2_.getBodyOriginLocation(state) - body1_.getBodyOriginLocation(state));
            state.markCacheValueRealized(me, distance_);
        }
        return Value<Vec3>::downcast(state.getCacheEntry(me, distance_)).get();
    }

    const SimbodyMatterSubsystem& matter_;
    const MobilizedBody &body1_, &body2_;
    const Parameter strength_;
    const std::string name_;
    mutable CacheEntryIndex distance_;
};

/// "A Custom Constraint": keeps the distance of two bodies' origins.
class Distance : public Constraint::Custom::Implementation {
public:
    static constexpr const char* key = "distance";
    static constexpr const char* label = "Distance";
    static constexpr const char* doc = "Keeps the distance of two bodies.";
    static constexpr const char* reference = "`(r·r - d²) / 2 = 0`: one holonomic equation.";
    static std::vector<Property> properties() {
        return {Property::real("distance", "Distance", Quantity::Length, 0.45, "Between the origins.").above(0)};
    }
    static std::vector<Input> inputs() { return twoBodies(); }

    explicit Distance(const Site& site) : Implementation(site.matter(), 1, 0, 0), distance_(site.number("distance")) {
        body1_ = addConstrainedBody(site.body("body1"));
        body2_ = addConstrainedBody(site.body("body2"));
    }
    Implementation* clone() const override { return new Distance(*this); }

    void calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>& X_AB,
                            const Array_<Real, ConstrainedQIndex>&, Array_<Real>& perr) const override {
        const Vec3 r = getBodyOriginLocation(X_AB, body2_) - getBodyOriginLocation(X_AB, body1_);
        perr[0] = (dot(r, r) - square(distance_)) / 2;
    }
    void calcPositionDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& V_AB,
                               const Array_<Real, ConstrainedQIndex>&, Array_<Real>& pverr) const override {
        pverr[0] = dot(getBodyOriginVelocity(V_AB, body2_) - getBodyOriginVelocity(V_AB, body1_), between(state));
    }
    void calcPositionDotDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& A_AB,
                                  const Array_<Real, ConstrainedQIndex>&, Array_<Real>& paerr) const override {
        const Vec3 v = getBodyOriginVelocityFromState(state, body2_) - getBodyOriginVelocityFromState(state, body1_);
        const Vec3 a = getBodyOriginAcceleration(A_AB, body2_) - getBodyOriginAcceleration(A_AB, body1_);
        paerr[0] = dot(a, between(state)) + dot(v, v);
    }
    void addInPositionConstraintForces(const State& state, const Array_<Real>& multipliers,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA,
                                       Array_<Real, ConstrainedQIndex>&) const override {
        addInStationForce(state, body2_, Vec3(0), multipliers[0] * between(state), bodyForcesInA);
        addInStationForce(state, body1_, Vec3(0), -multipliers[0] * between(state), bodyForcesInA);
    }

private:
    Vec3 between(const State& state) const {
        return getBodyOriginLocationFromState(state, body2_) - getBodyOriginLocationFromState(state, body1_);
    }
    ConstrainedBodyIndex body1_, body2_;
    Real distance_;
};

/// Coupled coordinates: q2 = ratio q1, a holonomic equation of coordinates.
class CoupledCoordinates : public Constraint::Custom::Implementation {
public:
    static constexpr const char* key = "coupledCoordinates";
    static constexpr const char* label = "Coupled coordinates";
    static constexpr const char* doc = "Keeps the ratio of two coordinates.";
    static constexpr const char* reference = "`ratio q1 - q2 = 0`: one holonomic equation of coordinates.";
    static std::vector<Property> properties() {
        return {Property::real("ratio", "Ratio", Quantity::None, 2, "Second coordinate per first.")};
    }
    static std::vector<Input> inputs() { return twoJoints(); }

    explicit CoupledCoordinates(const Site& site)
        : Implementation(site.matter(), 1, 0, 0), ratio_(site.number("ratio")) {
        first_ = addConstrainedMobilizer(site.joint("joint1"));
        second_ = addConstrainedMobilizer(site.joint("joint2"));
    }
    Implementation* clone() const override { return new CoupledCoordinates(*this); }

    void calcPositionErrors(const State& s, const Array_<Transform, ConstrainedBodyIndex>&,
                            const Array_<Real, ConstrainedQIndex>& q, Array_<Real>& perr) const override {
        perr[0] = ratio_ * getOneQ(s, q, first_, only) - getOneQ(s, q, second_, only);
    }
    void calcPositionDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                               const Array_<Real, ConstrainedQIndex>& qdot, Array_<Real>& pverr) const override {
        pverr[0] = ratio_ * getOneQDot(s, qdot, first_, only) - getOneQDot(s, qdot, second_, only);
    }
    void calcPositionDotDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                  const Array_<Real, ConstrainedQIndex>& qdotdot, Array_<Real>& paerr) const override {
        paerr[0] = ratio_ * getOneQDotDot(s, qdotdot, first_, only) - getOneQDotDot(s, qdotdot, second_, only);
    }
    void addInPositionConstraintForces(const State& s, const Array_<Real>& multipliers,
                                       Array_<SpatialVec, ConstrainedBodyIndex>&,
                                       Array_<Real, ConstrainedQIndex>& qForces) const override {
        addInOneQForce(s, first_, only, ratio_ * multipliers[0], qForces);
        addInOneQForce(s, second_, only, -multipliers[0], qForces);
    }

private:
    static constexpr MobilizerQIndex only{0};
    ConstrainedMobilizerIndex first_, second_;
    Real ratio_;
};

/// A nonholonomic constraint: u2 = ratio u1, an equation of speeds.
class CoupledSpeeds : public Constraint::Custom::Implementation {
public:
    static constexpr const char* key = "coupledSpeeds";
    static constexpr const char* label = "Coupled speeds";
    static constexpr const char* doc = "Keeps the ratio of two speeds.";
    static constexpr const char* reference =
        "`ratio u1 - u2 = 0`: one nonholonomic equation. Coordinates may drift apart.";
    static std::vector<Property> properties() {
        return {Property::real("ratio", "Ratio", Quantity::None, 2, "Second speed per first.")};
    }
    static std::vector<Input> inputs() { return twoJoints(); }

    explicit CoupledSpeeds(const Site& site) : Implementation(site.matter(), 0, 1, 0), ratio_(site.number("ratio")) {
        first_ = addConstrainedMobilizer(site.joint("joint1"));
        second_ = addConstrainedMobilizer(site.joint("joint2"));
    }
    Implementation* clone() const override { return new CoupledSpeeds(*this); }

    void calcVelocityErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                            const Array_<Real, ConstrainedUIndex>& u, Array_<Real>& verr) const override {
        verr[0] = ratio_ * getOneU(s, u, first_, only) - getOneU(s, u, second_, only);
    }
    void calcVelocityDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                               const Array_<Real, ConstrainedUIndex>& udot, Array_<Real>& vaerr) const override {
        vaerr[0] = ratio_ * getOneUDot(s, udot, first_, only) - getOneUDot(s, udot, second_, only);
    }
    void addInVelocityConstraintForces(const State& s, const Array_<Real>& multipliers,
                                       Array_<SpatialVec, ConstrainedBodyIndex>&,
                                       Array_<Real, ConstrainedUIndex>& mobilityForces) const override {
        addInOneMobilityForce(s, first_, only, ratio_ * multipliers[0], mobilityForces);
        addInOneMobilityForce(s, second_, only, -multipliers[0], mobilityForces);
    }

private:
    static constexpr MobilizerUIndex only{0};
    ConstrainedMobilizerIndex first_, second_;
    Real ratio_;
};

/// An acceleration-only constraint: the acceleration of a joint has a given value.
class GivenAcceleration : public Constraint::Custom::Implementation {
public:
    static constexpr const char* key = "givenAcceleration";
    static constexpr const char* label = "Given acceleration";
    static constexpr const char* doc = "Holds the acceleration of a joint.";
    static constexpr const char* reference = "`udot - a = 0`: one acceleration-only equation.";
    static std::vector<Property> properties() {
        return {Property::real("acceleration", "Acceleration", Quantity::AngularAcceleration, 1, "Of the speed.")};
    }
    static std::vector<Input> inputs() { return {jointInput("joint", "Joint", "With one coordinate.")}; }

    explicit GivenAcceleration(const Site& site)
        : Implementation(site.matter(), 0, 0, 1), acceleration_(site.number("acceleration")) {
        joint_ = addConstrainedMobilizer(site.joint("joint"));
    }
    Implementation* clone() const override { return new GivenAcceleration(*this); }

    void calcAccelerationErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                const Array_<Real, ConstrainedUIndex>& udot, Array_<Real>& aerr) const override {
        aerr[0] = getOneUDot(s, udot, joint_, MobilizerUIndex(0)) - acceleration_;
    }
    void addInAccelerationConstraintForces(const State& s, const Array_<Real>& multipliers,
                                           Array_<SpatialVec, ConstrainedBodyIndex>&,
                                           Array_<Real, ConstrainedUIndex>& mobilityForces) const override {
        addInOneMobilityForce(s, joint_, MobilizerUIndex(0), multipliers[0], mobilityForces);
    }

private:
    ConstrainedMobilizerIndex joint_;
    Real acceleration_;
};

/// "A Custom Mobilizer": a ball joint with three angular speeds and a quaternion.
class OwnBall : public MobilizedBody::Custom::Implementation {
public:
    static constexpr const char* key = "ownBall";
    static constexpr const char* label = "Own ball";
    static constexpr const char* doc = "A ball joint with a quaternion.";
    static constexpr const char* reference = "`u` is the angular velocity of M in F; `qdot = N(q) u`.";
    static std::vector<Property> properties() { return {}; }
    // A quaternion has no initial values.
    static std::vector<Coordinate> coordinates() { return {{"", "q0"}, {"", "q1"}, {"", "q2"}, {"", "q3"}}; }
    static std::vector<Coordinate> speeds() {
        return {{"rateX", "Rate x", Quantity::AngularSpeed},
                {"rateY", "Rate y", Quantity::AngularSpeed},
                {"rateZ", "Rate z", Quantity::AngularSpeed}};
    }
    explicit OwnBall(const Site& site) : Implementation(site.matter(), 3, 4, 4) {}
    Implementation* clone() const override { return new OwnBall(*this); }

    Transform calcMobilizerTransformFromQ(const State&, int nq, const Real* q) const override {
        if (nq == 3) return Transform(rotationOf(Vec3(q[0], q[1], q[2])), Vec3(0));
        return Transform(Rotation(Quaternion(Vec4(q[0], q[1], q[2], q[3]))), Vec3(0));
    }
    SpatialVec multiplyByHMatrix(const State&, int, const Real* u) const override {
        return SpatialVec(Vec3(u[0], u[1], u[2]), Vec3(0));
    }
    void multiplyByHTranspose(const State&, const SpatialVec& F, int, Real* f) const override {
        for (int i = 0; i < 3; ++i) f[i] = F[0][i];
    }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override {
        f[0] = f[1] = f[2] = 0;
    }
    void multiplyByN(const State& s, bool transposed, int, const Real* in, int nOut, Real* out) const override {
        if (getUseEulerAngles(s)) {
            const Angles a(getOneQ(s, 0), getOneQ(s, 1));
            const Real N[3][3] = {
                {1, a.s1 * a.s0 / a.c1, -a.s1 * a.c0 / a.c1}, {0, a.c0, a.s0}, {0, -a.s0 / a.c1, a.c0 / a.c1}};
            return multiplyRows(N, transposed, in, out);
        }
        multiply(coordinatesIn(s), transposed, false, in, nOut, out);
    }
    void multiplyByNInv(const State& s, bool transposed, int, const Real* in, int nOut, Real* out) const override {
        if (getUseEulerAngles(s)) {
            const Angles a(getOneQ(s, 0), getOneQ(s, 1));
            const Real inverse[3][3] = {{1, 0, a.s1}, {0, a.c0, -a.s0 * a.c1}, {0, a.s0, a.c0 * a.c1}};
            return multiplyRows(inverse, transposed, in, out);
        }
        multiply(coordinatesIn(s), !transposed, true, in, nOut, out);
    }
    void multiplyByNDot(const State& s, bool transposed, int, const Real* in, int nOut, Real* out) const override {
        const auto rate = [&](int i) { return getOneQDot(s, i); };
        if (getUseEulerAngles(s)) {
            const Angles a(getOneQ(s, 0), getOneQ(s, 1));
            const Real tangent = a.s1 / a.c1, ofTangent = rate(1) / (a.c1 * a.c1), ofInverse = tangent / a.c1 * rate(1);
            const Real NDot[3][3] = {
                {0, a.c0 * rate(0) * tangent + a.s0 * ofTangent, a.s0 * rate(0) * tangent - a.c0 * ofTangent},
                {0, -a.s0 * rate(0), a.c0 * rate(0)},
                {0, -a.c0 * rate(0) / a.c1 - a.s0 * ofInverse, -a.s0 * rate(0) / a.c1 + a.c0 * ofInverse}};
            return multiplyRows(NDot, transposed, in, out);
        }
        multiply(Vec4(rate(0), rate(1), rate(2), rate(3)), transposed, false, in, nOut, out);
    }

private:
    static Rotation rotationOf(const Vec3& angles) {
        return Rotation(angles[0], XAxis) * Rotation(angles[1], YAxis) * Rotation(angles[2], ZAxis);
    }
    // One by one: a Vector of all would be on the heap.
    Vec4 coordinatesIn(const State& s) const {
        return Vec4(getOneQ(s, 0), getOneQ(s, 1), getOneQ(s, 2), getOneQ(s, 3));
    }
    /// Sines and cosines of the first two of the angles that stand for the quaternion on request: R = Rx Ry Rz.
    struct Angles {
        Angles(Real q0, Real q1) : s0(std::sin(q0)), c0(std::cos(q0)), s1(std::sin(q1)), c1(std::cos(q1)) {}
        const Real s0, c0, s1, c1;
    };
    static void multiplyRows(const Real (&rows)[3][3], bool transposed, const Real* in, Real* out) {
        for (int i = 0; i < 3; ++i) {
            out[i] = 0;
            for (int k = 0; k < 3; ++k) out[i] += (transposed ? rows[k][i] : rows[i][k]) * in[k];
        }
    }
    /// By N = E/2, its transpose, or those of its inverse 2 ~E, where qdot = E w / 2 with w in F.
    static void multiply(const Vec4& e, bool transposed, bool inverse, const Real* in, int nOut, Real* out) {
        const Real rows[4][3] = {{-e[1], -e[2], -e[3]}, {e[0], e[3], -e[2]}, {-e[3], e[0], e[1]}, {e[2], -e[1], e[0]}};
        const Real factor = inverse ? 2 : 0.5;
        for (int i = 0; i < nOut; ++i) {
            out[i] = 0;
            for (int k = 0; k < (transposed ? 4 : 3); ++k)
                out[i] += factor * (transposed ? rows[k][i] : rows[i][k]) * in[k];
        }
    }
};

/// "A Custom Subsystem": drag in all joints, with a discrete variable and a lazy cache entry of its own.
class Drag : public ForceSubsystem::Guts {
public:
    static constexpr const char* key = "drag";
    static constexpr const char* label = "Drag";
    static constexpr const char* doc = "A load against the motion of all joints, in a Subsystem of its own.";
    static constexpr const char* reference =
        "`f = -drag u`. The variable *drag* and the entry *lost power* are its own.";
    static std::vector<Property> properties() {
        return {Property::real("drag", "Drag", Quantity::AngularDamping, 0.01, "Load per speed.").min(0)};
    }
    explicit Drag(const Site& site) : ForceSubsystem::Guts(site.name(), "1.0"), drag_(site.number("drag")) {}
    Guts* cloneImpl() const override { return new Drag(*this); }

    int realizeSubsystemTopologyImpl(State& state) const override {
        variable_ = allocateDiscreteVariable(state, Stage::Dynamics, new Value<Real>(drag_), "drag");
        power_ = allocateLazyCacheEntry(state, Stage::Dynamics, new Value<Real>(0), "lost power");
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& state) const override {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        system.updMobilityForces(state, Stage::Dynamics) -= calcDrag(state) * state.getU();
        return 0;
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

private:
    Real calcDrag(const State& state) const { return Value<Real>::downcast(getDiscreteVariable(state, variable_)); }

    const Real drag_;
    mutable DiscreteVariableIndex variable_;
    mutable CacheEntryIndex power_;
};

/// "Event handlers": reverses the speed of a joint where its coordinate passes a limit.
class Rebound : public TriggeredEventHandler {
public:
    static constexpr const char* key = "rebound";
    static constexpr const char* label = "Rebound";
    static constexpr const char* doc = "Reverses a joint at a limit.";
    static constexpr const char* reference = "Where `q - limit` rises through zero, `u` becomes `-restitution u`.";
    static std::vector<Property> properties() {
        return {Property::real("limit", "Limit", Quantity::Angle, 1, "Coordinate at which it turns back."),
                Property::real("restitution", "Restitution", Quantity::None, 0.8, "Part of the speed that is left.")
                    .min(0)
                    .max(1)};
    }
    static std::vector<Input> inputs() { return {jointInput("joint", "Joint", "The joint that is watched.")}; }
    explicit Rebound(const Site& site)
        : TriggeredEventHandler(Stage::Position),
          body_(site.joint("joint")),
          limit_(site.number("limit")),
          restitution_(site.number("restitution")) {
        getTriggerInfo().setTriggerOnFallingSignTransition(false);
    }
    Real getValue(const State& state) const override { return body_.getOneQ(state, 0) - limit_; }
    void handleEvent(State& state, Real, bool&) const override {
        body_.setOneU(state, 0, -restitution_ * body_.getOneU(state, 0));
    }

private:
    const MobilizedBody& body_;
    const Real limit_, restitution_;
};

}  // namespace

TRAMMEL_PLUGIN("guide", force<Repulsion>(), constraint<Distance>(), constraint<CoupledCoordinates>(),
               constraint<CoupledSpeeds>(), constraint<GivenAcceleration>(), joint<OwnBall>(), subsystem<Drag>(),
               event<Rebound>())
