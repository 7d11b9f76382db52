// SPDX-License-Identifier: Apache-2.0
// Custom z variables with their derivatives are integrated with all others.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// Two z's: radioactive decay z' = -k z, and its daughter, which gains what the first one loses.
class DecayGuts : public Subsystem::Guts {
public:
    explicit DecayGuts(Real rate) : Guts("Decay", "1"), rate_(rate) {}
    DecayGuts* cloneImpl() const override { return new DecayGuts(rate_); }
    int realizeSubsystemModelImpl(State& state) const override {
        Vector initial(2);
        initial[0] = 8, initial[1] = 0;
        CHECK(allocateZ(state, initial) == 0);
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& state) const override {
        const Vector& z = getZ(state);
        Vector& zdot = updZDot(state);
        zdot[0] = -rate_ * z[0];
        zdot[1] = rate_ * z[0];
        return 0;
    }

private:
    Real rate_;
};

class Decay : public Subsystem {
public:
    Decay(MultibodySystem& system, Real rate) {
        adoptSubsystemGuts(new DecayGuts(rate));
        system.adoptSubsystem(*this);
    }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.8, 0));
    Body::Rigid stone(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider falling(matter.Ground(), Transform(Rotation(-Pi / 2, ZAxis)), stone,
                                  Transform(Rotation(-Pi / 2, ZAxis)));
    Decay slow(system, 1), fast(system, 3);

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    CHECK(state.getNZ() == 4);
    CHECK(state.getZ(slow.getMySubsystemIndex())[0] == 8);
    CHECK(state.getZDot(fast.getMySubsystemIndex())[0] == -24 && state.getZDot(fast.getMySubsystemIndex())[1] == 24);
    CHECK(slow.getZ(state)[0] == 8 && fast.getZDot(state)[1] == 24);

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-9);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    for (Real t = 0.5; t <= 2; t += 0.5) {
        stepper.stepTo(t);
        const State& now = stepper.getState();
        const Vector& zs = now.getZ(slow.getMySubsystemIndex());
        const Vector& zf = now.getZ(fast.getMySubsystemIndex());
        CHECK_NEAR(zs[0], 8 * std::exp(-t), 1e-6);
        CHECK_NEAR(zs[1], 8 - 8 * std::exp(-t), 1e-6);
        CHECK_NEAR(zf[0], 8 * std::exp(-3 * t), 1e-6);
        CHECK_NEAR(zf[0] + zf[1], 8, 1e-9);
        CHECK_NEAR(falling.getLength(now), 9.8 * t * t / 2, 1e-7);  // the mechanism is unaffected
    }
}

CHECK_MAIN(run)
