// SPDX-License-Identifier: Apache-2.0
// A custom force with an expensive value in the cache, a z variable and its derivative: an actuator whose force follows
// its command with a delay.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Actuator : public Force::Custom::Implementation {
public:
    Actuator(const GeneralForceSubsystem& forces, const MobilizedBody::Slider& slider, Real command, Real lag)
        : forces_(forces), slider_(slider), command_(command), lag_(lag) {}

    void realizeTopology(State& state) const override {
        force_ = forces_.allocateZ(state, Vector(1, Real(0)));
        transmission_ = forces_.allocateLazyCacheEntry(state, Stage::Position, new Value<Real>(NaN));
    }
    void realizeAcceleration(const State& state) const override {
        forces_.updZDot(state)[force_] = (command_ - forces_.getZ(state)[force_]) / lag_;
    }
    void calcForce(const State& state, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector& mobilityForces) const override {
        slider_.applyOneMobilityForce(state, 0, getTransmission(state) * forces_.getZ(state)[force_], mobilityForces);
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }
    Real getTransmission(const State& state) const {
        if (!forces_.isCacheValueRealized(state, transmission_)) {
            ++evaluations;
            Value<Real>::updDowncast(forces_.updCacheEntry(state, transmission_)) =
                slider_.getLength(state) < 0 ? 0 : 2;
            forces_.markCacheValueRealized(state, transmission_);
        }
        return Value<Real>::downcast(forces_.getCacheEntry(state, transmission_));
    }
    mutable int evaluations = 0;

private:
    const GeneralForceSubsystem& forces_;
    MobilizedBody::Slider slider_;
    Real command_, lag_;
    mutable ZIndex force_;
    mutable CacheEntryIndex transmission_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Slider slider(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    Actuator* actuator = new Actuator(forces, slider, 3, 0.5);
    Force::Custom element(forces, actuator);

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    CHECK(state.getNZ() == 1 && forces.getNZ(state) == 1 && matter.getNZ(state) == 0);
    CHECK_NEAR(state.getZDot()[0], 6, 1e-14);
    CHECK_NEAR(slider.getOneUDot(state, 0), 0, 1e-14);
    CHECK(actuator->evaluations == 1);
    state.updZ()[0] = 1;  // positions are unchanged, so the transmission is still valid
    system.realize(state, Stage::Acceleration);
    CHECK(actuator->evaluations == 1);
    CHECK_NEAR(slider.getOneUDot(state, 0), 2, 1e-14);
    state.updZ()[0] = 0;

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1);
    // z = 3 (1 - exp(-2t)), u' = 2z, so u = 6 (t - (1 - exp(-2t))/2).
    CHECK_NEAR(stepper.getState().getZ()[0], 3 * (1 - std::exp(-2.)), 1e-6);
    CHECK_NEAR(slider.getRate(stepper.getState()), 6 * (1 - (1 - std::exp(-2.)) / 2), 1e-6);
}

CHECK_MAIN(run)
