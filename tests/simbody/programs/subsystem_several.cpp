// SPDX-License-Identifier: Apache-2.0
// Subsystems that use each other: one computes, the other reads its result from the shared State; the energies of all
// force subsystems add up.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// Computes the distance of a body from the origin.
class GaugeGuts : public Subsystem::Guts {
public:
    explicit GaugeGuts(MobilizedBodyIndex body) : Guts("Gauge", "1"), body_(body) {}
    GaugeGuts* cloneImpl() const override { return new GaugeGuts(body_); }
    int realizeSubsystemTopologyImpl(State& s) const override {
        distance_ = allocateCacheEntry(s, Stage::Position, new Value<Real>(NaN));
        return 0;
    }
    int realizeSubsystemPositionImpl(const State& s) const override {
        const SimbodyMatterSubsystem& matter = MultibodySystem::downcast(getSystem()).getMatterSubsystem();
        Value<Real>::updDowncast(updCacheEntry(s, distance_)) =
            matter.getMobilizedBody(body_).getBodyOriginLocation(s).norm();
        return 0;
    }
    Real getDistance(const State& s) const { return Value<Real>::downcast(getCacheEntry(s, distance_)); }

private:
    MobilizedBodyIndex body_;
    mutable CacheEntryIndex distance_;
};

class Gauge : public Subsystem {
public:
    Gauge(MultibodySystem& system, const MobilizedBody& body) {
        adoptSubsystemGuts(new GaugeGuts(body.getMobilizedBodyIndex()));
        system.adoptSubsystem(*this);
    }
    Real getDistance(const State& s) const { return dynamic_cast<const GaugeGuts&>(getSubsystemGuts()).getDistance(s); }
};

// Applies a force to a mobility in proportion to the gauge's value.
class PullGuts : public ForceSubsystem::Guts {
public:
    PullGuts(SubsystemIndex gauge, Real k) : ForceSubsystem::Guts("Pull", "1"), gauge_(gauge), k_(k) {}
    PullGuts* cloneImpl() const override { return new PullGuts(gauge_, k_); }
    int realizeSubsystemDynamicsImpl(const State& s) const override {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        CHECK(system.getSubsystem(gauge_).getName() == "Gauge");
        Vector& f = system.updMobilityForces(s, Stage::Dynamics);
        f[0] += -k_ * gauge().getDistance(s);
        return 0;
    }
    Real calcPotentialEnergy(const State& s) const override { return k_ * square(gauge().getDistance(s)) / 2; }

private:
    const GaugeGuts& gauge() const {
        return dynamic_cast<const GaugeGuts&>(getSystem().getSubsystem(gauge_).getSubsystemGuts());
    }
    SubsystemIndex gauge_;
    Real k_;
};

class Pull : public ForceSubsystem {
public:
    Pull(MultibodySystem& system, const Gauge& gauge, Real k) {
        adoptSubsystemGuts(new PullGuts(gauge.getMySubsystemIndex(), k));
        system.addForceSubsystem(*this);
    }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Slider slider(matter.Ground(), Body::Rigid(MassProperties(2, Vec3(0), UnitInertia(1))));
    Force::MobilityLinearSpring spring(forces, slider, 0, 1, 0);
    Gauge gauge(system, slider);
    Pull weak(system, gauge, 2), strong(system, gauge, 5);

    State state = system.realizeTopology();
    system.realizeModel(state);
    slider.setLength(state, 3);
    CHECK_THROWS(gauge.getDistance(state));
    system.realize(state, Stage::Position);
    CHECK(gauge.getDistance(state) == 3);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(slider.getOneUDot(state, 0), -(1 + 2 + 5) * 3 / 2., 1e-13);
    CHECK_NEAR(system.calcPotentialEnergy(state), (1 + 2 + 5) * 9 / 2., 1e-13);
    CHECK(system.getMobilityForces(state, Stage::Dynamics).size() == 1);
    CHECK_NEAR(system.getMobilityForces(state, Stage::Dynamics)[0], -24, 1e-13);

    // Each time the forces are summed again.
    state.invalidateAllCacheAtOrAbove(Stage::Dynamics);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(slider.getOneUDot(state, 0), -12, 1e-13);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(0.5);
    CHECK_NEAR(slider.getLength(stepper.getState()), 3 * std::cos(2 * 0.5), 1e-6);
}

CHECK_MAIN(run)
