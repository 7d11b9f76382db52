// SPDX-License-Identifier: Apache-2.0
// A Subsystem that applies forces, with a strength that is a topological property.
#include <cmath>
#include <exception>

#include "Simbody.h"

using namespace SimTK;

class WindGuts : public ForceSubsystem::Guts {
public:
    WindGuts() : ForceSubsystem::Guts("Wind", "1.0") {}
    Subsystem::Guts* cloneImpl() const override { return new WindGuts(*this); }

    int realizeSubsystemDynamicsImpl(const State& state) const override {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        Vector_<SpatialVec>& forces = system.updRigidBodyForces(state, Stage::Dynamics);
        for (MobilizedBodyIndex i(1); i < system.getMatterSubsystem().getNumBodies(); ++i)
            forces[i][1] += Vec3(strength_, 0, 0);
        return 0;
    }

    Real calcPotentialEnergy(const State& state) const override {
        const SimbodyMatterSubsystem& matter = MultibodySystem::downcast(getSystem()).getMatterSubsystem();
        Real energy = 0;
        for (MobilizedBodyIndex i(1); i < matter.getNumBodies(); ++i)
            energy -= strength_ * matter.getMobilizedBody(i).getBodyOriginLocation(state)[0];
        return energy;
    }

    void setStrength(Real strength) {
        strength_ = strength;
        invalidateSubsystemTopologyCache();
    }
    Real getStrength() const { return strength_; }

private:
    Real strength_ = 1;
};

class Wind : public ForceSubsystem {
public:
    explicit Wind(MultibodySystem& system) {
        adoptSubsystemGuts(new WindGuts);
        system.addForceSubsystem(*this);
    }
    void setStrength(Real strength) { dynamic_cast<WindGuts&>(updSubsystemGuts()).setStrength(strength); }
    Real getStrength() const { return dynamic_cast<const WindGuts&>(getSubsystemGuts()).getStrength(); }
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Wind wind(system);
    const Body::Rigid kite(MassProperties(2, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation body(matter.Ground(), Transform(), kite, Transform());

    State state = system.realizeTopology();
    system.realizeModel(state);
    body.setQ(state, Vec3(5, 0, 0));
    system.realize(state, Stage::Acceleration);
    const bool pushes = (body.getBodyOriginAcceleration(state) - Vec3(0.5, 0, 0)).norm() < 1e-14;
    const bool hasEnergy = std::abs(system.calcPotentialEnergy(state) + 5) < 1e-14;

    wind.setStrength(6);
    bool isRefused = false;
    try {
        system.realizeModel(state);
    } catch (const std::exception&) {
        isRefused = true;
    }
    State fresh = system.realizeTopology();
    system.realize(fresh, Stage::Acceleration);
    const bool pushesHarder = (body.getBodyOriginAcceleration(fresh) - Vec3(3, 0, 0)).norm() < 1e-14;
    return pushes && hasEnergy && isRefused && pushesHarder ? 0 : 1;
}
