// SPDX-License-Identifier: Apache-2.0
// A custom holonomic constraint on coordinates: x2 = x1^2 between two sliders, with q forces; multipliers at Report; and
// parameters of its own through the realize hooks.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Parabola : public Constraint::Custom::Implementation {
public:
    Parabola(SimbodyMatterSubsystem& matter, const MobilizedBody& x, const MobilizedBody& y)
        : Implementation(matter, 1, 0, 0), matter_(matter) {
        x_ = addConstrainedMobilizer(x);
        y_ = addConstrainedMobilizer(y);
    }
    Parabola* clone() const override { return new Parabola(*this); }

    void realizeTopology(State& state) const override {
        steepness_ = matter_.allocateDiscreteVariable(state, Stage::Position, new Value<Real>(1.));
        lastMultiplier_ = matter_.allocateCacheEntry(state, Stage::Report, new Value<Real>(NaN));
    }
    void realizeReport(const State& state) const override {
        Array_<Real> lambda;
        getMultipliers(state, lambda);
        CHECK(lambda.size() == 1);
        Value<Real>::updDowncast(matter_.updCacheEntry(state, lastMultiplier_)) = lambda[0];
    }
    Real getReported(const State& s) const { return Value<Real>::downcast(matter_.getCacheEntry(s, lastMultiplier_)); }
    Real getSteepness(const State& s) const {
        return Value<Real>::downcast(matter_.getDiscreteVariable(s, steepness_));
    }
    void setSteepness(State& s, Real a) const {
        Value<Real>::updDowncast(matter_.updDiscreteVariable(s, steepness_)) = a;
    }

    void calcPositionErrors(const State& s, const Array_<Transform, ConstrainedBodyIndex>&,
                            const Array_<Real, ConstrainedQIndex>& q, Array_<Real>& perr) const override {
        CHECK(q.size() == 2);
        const Real x = getOneQ(s, q, x_, MobilizerQIndex(0));
        perr[0] = getOneQ(s, q, y_, MobilizerQIndex(0)) - getSteepness(s) * x * x;
    }
    void calcPositionDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                               const Array_<Real, ConstrainedQIndex>& qdot, Array_<Real>& pverr) const override {
        const Real x = getOneQFromState(s, x_, MobilizerQIndex(0));
        pverr[0] = getOneQDot(s, qdot, y_, MobilizerQIndex(0)) -
                   2 * getSteepness(s) * x * getOneQDot(s, qdot, x_, MobilizerQIndex(0));
    }
    void calcPositionDotDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                  const Array_<Real, ConstrainedQIndex>& qdotdot, Array_<Real>& paerr) const override {
        const Real x = getOneQFromState(s, x_, MobilizerQIndex(0));
        const Real v = getOneQDotFromState(s, x_, MobilizerQIndex(0));
        paerr[0] = getOneQDotDot(s, qdotdot, y_, MobilizerQIndex(0)) -
                   2 * getSteepness(s) * (x * getOneQDotDot(s, qdotdot, x_, MobilizerQIndex(0)) + v * v);
    }
    void addInPositionConstraintForces(const State& s, const Array_<Real>& lambda,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& bodyForces,
                                       Array_<Real, ConstrainedQIndex>& qForces) const override {
        CHECK(bodyForces.empty());
        const Real x = getOneQFromState(s, x_, MobilizerQIndex(0));
        addInOneQForce(s, y_, MobilizerQIndex(0), lambda[0], qForces);
        addInOneQForce(s, x_, MobilizerQIndex(0), -2 * getSteepness(s) * x * lambda[0], qForces);
    }

private:
    SimbodyMatterSubsystem& matter_;
    ConstrainedMobilizerIndex x_, y_;
    mutable DiscreteVariableIndex steepness_;
    mutable CacheEntryIndex lastMultiplier_;
};

static void run() {
    // A bead on a wire: the second slider moves upward and rides on the first.
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -4, 0));
    Body::Rigid bead(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider x(matter.Ground(), Transform(), Body::Massless(), Transform());
    const Rotation up(Pi / 2, ZAxis);
    MobilizedBody::Slider y(x, Transform(up), bead, Transform(up));
    Parabola* wire = new Parabola(matter, x, y);
    Constraint::Custom element(wire);

    State state = system.realizeTopology();
    system.realizeModel(state);
    x.setLength(state, 0.5);
    y.setLength(state, 0.25);
    system.realize(state, Stage::Report);
    CHECK_NEAR(state.getQErr()[0], 0, 1e-15);
    CHECK_NEAR(wire->getReported(state), state.getMultipliers()[0], 1e-14);
    // At rest at slope 1 the bead starts to slide with g sin(45 degrees) along the wire.
    CHECK_NEAR(y.getBodyOriginAcceleration(state), Vec3(-2, -2, 0), 1e-10);

    wire->setSteepness(state, 2);
    CHECK(state.getSystemStage() == Stage::Time);
    system.realize(state, Stage::Position);
    CHECK_NEAR(state.getQErr()[0], 0.25 - 0.5, 1e-14);
    wire->setSteepness(state, 1);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    system.realize(state, Stage::Dynamics);
    const Real energy = system.calcEnergy(state);
    for (int i = 1; i <= 5; ++i) {
        stepper.stepTo(0.4 * i);
        const State& now = stepper.getState();
        system.realize(now, Stage::Velocity);
        CHECK_NEAR(y.getLength(now), square(x.getLength(now)), 1e-6);
        CHECK_NEAR(now.getUErr()[0], 0, 1e-6);
        CHECK_NEAR(system.calcEnergy(now), energy, 1e-5);
    }
}

CHECK_MAIN(run)
