// SPDX-License-Identifier: Apache-2.0
// A Subsystem with variables of its own: a strength that may change during a run, and a z that integrates it.
#include <cmath>

#include "Simbody.h"

using namespace SimTK;

class WindGuts : public ForceSubsystem::Guts {
public:
    WindGuts() : ForceSubsystem::Guts("Wind", "2.0") {}
    Subsystem::Guts* cloneImpl() const override { return new WindGuts(*this); }

    int realizeSubsystemTopologyImpl(State& state) const override {
        strength_ = allocateDiscreteVariable(state, Stage::Dynamics, new Value<Real>(1));
        impulse_ = allocateZ(state, Vector(1, 0.0));
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& state) const override {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        Vector_<SpatialVec>& forces = system.updRigidBodyForces(state, Stage::Dynamics);
        for (MobilizedBodyIndex i(1); i < system.getMatterSubsystem().getNumBodies(); ++i)
            forces[i][1] += Vec3(getStrength(state), 0, 0);
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& state) const override {
        updZDot(state)[impulse_] = getStrength(state);
        return 0;
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

    void setStrength(State& state, Real strength) const {
        Value<Real>::updDowncast(updDiscreteVariable(state, strength_)) = strength;
    }
    Real getStrength(const State& state) const { return Value<Real>::downcast(getDiscreteVariable(state, strength_)); }
    Real getImpulse(const State& state) const { return getZ(state)[impulse_]; }

private:
    mutable DiscreteVariableIndex strength_;
    mutable ZIndex impulse_;
};

class Wind : public ForceSubsystem {
public:
    explicit Wind(MultibodySystem& system) {
        adoptSubsystemGuts(new WindGuts);
        system.addForceSubsystem(*this);
    }
    void setStrength(State& state, Real strength) const { guts().setStrength(state, strength); }
    Real getStrength(const State& state) const { return guts().getStrength(state); }
    Real getImpulse(const State& state) const { return guts().getImpulse(state); }

private:
    const WindGuts& guts() const { return dynamic_cast<const WindGuts&>(getSubsystemGuts()); }
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Wind wind(system);
    const Body::Rigid kite(MassProperties(2, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation body(matter.Ground(), Transform(), kite, Transform());

    State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    wind.setStrength(state, 6);
    const bool backsUp = state.getSystemStage() == Stage::Velocity;
    system.realize(state, Stage::Acceleration);
    const bool pushes = (body.getBodyOriginAcceleration(state) - Vec3(3, 0, 0)).norm() < 1e-14;

    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2);
    const State& end = stepper.getState();
    const bool momentumIsImpulse = std::abs(2 * body.getU(end)[0] - wind.getImpulse(end)) < 1e-9;
    const bool blew = std::abs(wind.getImpulse(end) - 12) < 1e-9;
    return backsUp && pushes && momentumIsImpulse && blew ? 0 : 1;
}
