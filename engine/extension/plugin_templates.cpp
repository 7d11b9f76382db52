// SPDX-License-Identifier: Apache-2.0
#include "extension/plugin_templates.h"

namespace trammel {

// Between the same first and last lines each is a complete program: compiled and examined by tests/unit/extension.
const PluginTemplate pluginTemplates[] = {
    {"force", "Force", "Forces on bodies and joints, with an energy.", "force",
     R"PLUGIN(/// A spring and damper between two points: f = stiffness (length - restLength) + damping lengthDot, along the line.
class @TYPE@ : public Force::Custom::Implementation {
public:
    static constexpr const char* key = "@NAME@";
    static constexpr const char* label = "@TYPE@";
    static constexpr const char* doc = "A spring and damper between two points.";
    static constexpr const char* choose = "As a starting point for a custom force.";

    // Rows of the form. A number with a stage is a parameter in the State: an edit keeps the System.
    static std::vector<Property> properties() {
        std::vector<Property> list{
            Property::real("stiffness", "Stiffness", Quantity::Stiffness, 100, "Force per elongation.")
                .min(0)
                .at(Stage::Dynamics),
            Property::real("damping", "Damping", Quantity::Damping, 1, "Force per rate of elongation.")
                .min(0)
                .at(Stage::Dynamics),
            Property::real("restLength", "Rest length", Quantity::Length, 0.1, "Length without force.").min(0)};
        for (auto& p : pointProperties("point1", "First point", "In the frame of the first body.")) list.push_back(p);
        for (auto& p : pointProperties("point2", "Second point", "In the frame of the second body.")) list.push_back(p);
        return list;
    }
    static std::vector<Input> inputs() {
        return {bodyInput("body1", "First body", "Ground if unset."),
                bodyInput("body2", "Second body", "Ground if unset.")};
    }

    explicit @TYPE@(const Site& site)
        : body1_(site.body("body1")),
          body2_(site.body("body2")),
          point1_(site.station("body1", "point1")),
          point2_(site.station("body2", "point2")),
          restLength_(site.number("restLength")),
          stiffness_(site.parameter("stiffness")),
          damping_(site.parameter("damping")) {}

    void calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        Vec3 p1, v1, p2, v2;
        body1_.findStationLocationAndVelocityInGround(state, point1_, p1, v1);
        body2_.findStationLocationAndVelocityInGround(state, point2_, p2, v2);
        const Vec3 r = p2 - p1, v = v2 - v1;
        const Real length = r.norm();
        if (length == 0) return;
        const Vec3 along = r / length;
        const Real f = stiffness_(state) * (length - restLength_) + damping_(state) * dot(v, along);
        body1_.applyForceToBodyPoint(state, point1_, f * along, bodyForces);
        body2_.applyForceToBodyPoint(state, point2_, -f * along, bodyForces);
    }
    Real calcPotentialEnergy(const State& state) const override {
        const Vec3 r = body2_.findStationLocationInGround(state, point2_) -
                       body1_.findStationLocationInGround(state, point1_);
        return stiffness_(state) * square(r.norm() - restLength_) / 2;
    }
    void calcDecorativeGeometryAndAppend(const State& state, Stage stage,
                                         Array_<DecorativeGeometry>& geometry) const override {
        if (stage != Stage::Position) return;
        geometry.push_back(DecorativeLine(body1_.findStationLocationInGround(state, point1_),
                                          body2_.findStationLocationInGround(state, point2_))
                               .setColor(Orange)
                               .setLineThickness(3));
    }

private:
    const MobilizedBody &body1_, &body2_;
    const Vec3 point1_, point2_;
    const Real restLength_;
    const Parameter stiffness_, damping_;
};
)PLUGIN"},
    {"constraint", "Constraint", "Equations of positions, speeds or accelerations.", "constraint",
     R"PLUGIN(/// Keeps the distance of two points: one holonomic equation, (r.r - d^2) / 2 = 0.
class @TYPE@ : public Constraint::Custom::Implementation {
public:
    static constexpr const char* key = "@NAME@";
    static constexpr const char* label = "@TYPE@";
    static constexpr const char* doc = "Keeps the distance of two points.";
    static constexpr const char* choose = "As a starting point for a custom constraint.";

    static std::vector<Property> properties() {
        std::vector<Property> list{
            Property::real("distance", "Distance", Quantity::Length, 0.45, "Distance of the points.").above(0)};
        for (auto& p : pointProperties("point1", "First point", "In the frame of the first body.")) list.push_back(p);
        for (auto& p : pointProperties("point2", "Second point", "In the frame of the second body.")) list.push_back(p);
        return list;
    }
    static std::vector<Input> inputs() {
        return {bodyInput("body1", "First body", "Ground if unset."),
                bodyInput("body2", "Second body", "Ground if unset.")};
    }

    // 1, 0, 0: one equation of positions, none of speeds, none of accelerations only.
    explicit @TYPE@(const Site& site)
        : Implementation(site.matter(), 1, 0, 0),
          point1_(site.station("body1", "point1")),
          point2_(site.station("body2", "point2")),
          distance_(site.number("distance")) {
        body1_ = addConstrainedBody(site.body("body1"));
        body2_ = addConstrainedBody(site.body("body2"));
    }
    Implementation* clone() const override { return new @TYPE@(*this); }

    void calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>& X_AB,
                            const Array_<Real, ConstrainedQIndex>&, Array_<Real>& perr) const override {
        const Vec3 r = findStationLocation(X_AB, body2_, point2_) - findStationLocation(X_AB, body1_, point1_);
        perr[0] = (dot(r, r) - square(distance_)) / 2;
    }
    // d/dt perr = v.r
    void calcPositionDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& V_AB,
                               const Array_<Real, ConstrainedQIndex>&, Array_<Real>& pverr) const override {
        const Vec3 v =
            findStationVelocity(state, V_AB, body2_, point2_) - findStationVelocity(state, V_AB, body1_, point1_);
        pverr[0] = dot(v, between(state));
    }
    // d2/dt2 perr = a.r + v.v
    void calcPositionDotDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& A_AB,
                                  const Array_<Real, ConstrainedQIndex>&, Array_<Real>& paerr) const override {
        const Vec3 v = findStationVelocityFromState(state, body2_, point2_) -
                       findStationVelocityFromState(state, body1_, point1_);
        const Vec3 a = findStationAcceleration(state, A_AB, body2_, point2_) -
                       findStationAcceleration(state, A_AB, body1_, point1_);
        paerr[0] = dot(a, between(state)) + dot(v, v);
    }
    void addInPositionConstraintForces(const State& state, const Array_<Real>& multipliers,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA,
                                       Array_<Real, ConstrainedQIndex>&) const override {
        const Vec3 force = multipliers[0] * between(state);
        addInStationForce(state, body2_, point2_, force, bodyForcesInA);
        addInStationForce(state, body1_, point1_, -force, bodyForcesInA);
    }

private:
    Vec3 between(const State& state) const {
        return findStationLocationFromState(state, body2_, point2_) -
               findStationLocationFromState(state, body1_, point1_);
    }

    ConstrainedBodyIndex body1_, body2_;
    Vec3 point1_, point2_;
    Real distance_;
};
)PLUGIN"},
    {"mobilizer", "Joint", "Coordinates, and the motion that they allow.", "joint",
     R"PLUGIN(/// A screw: the body turns about z by q and moves along z by pitch q.
class @TYPE@ : public MobilizedBody::Custom::Implementation {
public:
    static constexpr const char* key = "@NAME@";
    static constexpr const char* label = "@TYPE@";
    static constexpr const char* doc = "Turns about z and moves along z in proportion.";
    static constexpr const char* choose = "As a starting point for a custom joint.";

    static std::vector<Property> properties() {
        return {Property::real("pitch", "Pitch", Quantity::Length, 0.02, "Displacement per radian.")};
    }
    // Names and units; the properties "angle" and "rate" are their values at the start.
    static std::vector<Coordinate> coordinates() { return {{"angle", "Angle", Quantity::Angle}}; }
    static std::vector<Coordinate> speeds() { return {{"rate", "Rate", Quantity::AngularSpeed}}; }

    // H is the same at each pose, so that Hdot is not computed. Remove this for a joint whose H depends on the pose.
    static constexpr bool hasConstantH = true;

    // 1, 1, 1: one speed, one coordinate, which is an angle.
    explicit @TYPE@(const Site& site) : Implementation(site.matter(), 1, 1, 1), pitch_(site.number("pitch")) {}
    Implementation* clone() const override { return new @TYPE@(*this); }

    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        return Transform(Rotation(q[0], ZAxis), Vec3(0, 0, pitch_ * q[0]));
    }
    // V_FM = H u, here with constant H.
    SpatialVec multiplyByHMatrix(const State&, int, const Real* u) const override {
        return SpatialVec(Vec3(0, 0, u[0]), Vec3(0, 0, pitch_ * u[0]));
    }
    void multiplyByHTranspose(const State&, const SpatialVec& F, int, Real* f) const override {
        f[0] = F[0][2] + pitch_ * F[1][2];
    }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override { f[0] = 0; }

private:
    Real pitch_;
};
)PLUGIN"},
    {"motion", "Motion", "Prescribed motion of a joint.", "motion",
     R"PLUGIN(/// Drives the coordinate of a joint: q = amplitude (1 - exp(-t / delay)), from rest toward a value.
class @TYPE@ : public Motion::Custom::Implementation {
public:
    static constexpr const char* key = "@NAME@";
    static constexpr const char* label = "@TYPE@";
    static constexpr const char* doc = "Moves a joint toward a value.";
    static constexpr const char* choose = "As a starting point for a custom motion.";

    static std::vector<Property> properties() {
        return {Property::real("amplitude", "Amplitude", Quantity::Angle, 1, "Value reached in the end.")
                    .at(Stage::Position),
                Property::real("delay", "Delay", Quantity::Time, 0.5, "Time constant.").above(0).at(Stage::Position)};
    }

    explicit @TYPE@(const Site& site)
        : amplitude_(site.parameter("amplitude")), delay_(site.parameter("delay")) {}

    Motion::Level getLevel(const State&) const override { return Motion::Position; }
    void calcPrescribedPosition(const State& state, int n, Real* q) const override {
        for (int i = 0; i < n; ++i) q[i] = amplitude_(state) * (1 - decay(state));
    }
    void calcPrescribedPositionDot(const State& state, int n, Real* qdot) const override {
        for (int i = 0; i < n; ++i) qdot[i] = amplitude_(state) * decay(state) / delay_(state);
    }
    void calcPrescribedPositionDotDot(const State& state, int n, Real* qdotdot) const override {
        for (int i = 0; i < n; ++i) qdotdot[i] = -amplitude_(state) * decay(state) / square(delay_(state));
    }

private:
    Real decay(const State& state) const { return std::exp(-state.getTime() / delay_(state)); }

    const Parameter amplitude_, delay_;
};
)PLUGIN"},
    {"subsystem", "Subsystem", "Variables, cache entries and forces of its own.", "subsystem",
     R"PLUGIN(/// A Subsystem with forces, a discrete variable and a lazy cache entry of its own: friction in all joints together.
class @TYPE@ : public ForceSubsystem::Guts {
public:
    static constexpr const char* key = "@NAME@";
    static constexpr const char* label = "@TYPE@";
    static constexpr const char* doc = "A torque against the motion of all joints.";
    static constexpr const char* choose = "As a starting point for a custom Subsystem.";

    static std::vector<Property> properties() {
        return {Property::real("drag", "Drag", Quantity::AngularDamping, 0.01, "Torque per speed of each joint.").min(0)};
    }

    explicit @TYPE@(const Site& site)
        : ForceSubsystem::Guts(site.name(), "1.0"), drag_(site.number("drag")) {}
    Guts* cloneImpl() const override { return new @TYPE@(*this); }

    // Variables and cache entries have names, by which the State panel shows them.
    int realizeSubsystemTopologyImpl(State& state) const override {
        dragIndex_ = allocateDiscreteVariable(state, Stage::Dynamics, new Value<Real>(drag_), "drag");
        speedIndex_ = allocateLazyCacheEntry(state, Stage::Velocity, new Value<Real>(0), "total speed");
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& state) const override {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        system.updMobilityForces(state, Stage::Dynamics) -= calcDrag(state) * state.getU();
        return 0;
    }
    /// Computed on demand, and kept until a speed changes.
    Real getTotalSpeed(const State& state) const {
        if (!isCacheValueRealized(state, speedIndex_)) {
            Value<Real>::updDowncast(updCacheEntry(state, speedIndex_)) = state.getU().norm();
            markCacheValueRealized(state, speedIndex_);
        }
        return Value<Real>::downcast(getCacheEntry(state, speedIndex_));
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

private:
    Real calcDrag(const State& state) const {
        return Value<Real>::downcast(getDiscreteVariable(state, dragIndex_)).get();
    }

    const Real drag_;
    mutable DiscreteVariableIndex dragIndex_;
    mutable CacheEntryIndex speedIndex_;
};
)PLUGIN"},
    {"event", "Event", "A function that crosses zero, and what happens then.", "event",
     R"PLUGIN(/// Reverses the speed of a joint where its coordinate passes a limit.
class @TYPE@ : public TriggeredEventHandler {
public:
    static constexpr const char* key = "@NAME@";
    static constexpr const char* label = "@TYPE@";
    static constexpr const char* doc = "Reverses a joint at a limit.";
    static constexpr const char* choose = "As a starting point for a custom event.";

    static std::vector<Property> properties() {
        return {Property::real("limit", "Limit", Quantity::Angle, 1, "Coordinate at which it turns back."),
                Property::real("restitution", "Restitution", Quantity::None, 0.8, "Part of the speed that is left.")
                    .min(0)
                    .max(1)};
    }
    static std::vector<Input> inputs() { return {jointInput("joint", "Joint", "The joint that is watched.")}; }

    explicit @TYPE@(const Site& site)
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
)PLUGIN"},
};
const int pluginTemplateCount = int(sizeof(pluginTemplates) / sizeof(pluginTemplates[0]));

}  // namespace trammel
