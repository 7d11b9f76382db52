// SPDX-License-Identifier: Apache-2.0
// A custom force: all bodies attract each other by gravitation.
#include <cmath>

#include "Simbody.h"

using namespace SimTK;

class Attraction : public Force::Custom::Implementation {
public:
    Attraction(const SimbodyMatterSubsystem& matter, Real strength) : matter_(matter), strength_(strength) {}

    void calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>& /*particleForces*/,
                   Vector& /*mobilityForces*/) const override {
        for (MobilizedBodyIndex i(1); i < matter_.getNumBodies(); ++i)
            for (MobilizedBodyIndex j(1); j < i; ++j) {
                const Vec3 r = between(state, i, j);
                const Vec3 pull = strength_ * r / cube(r.norm());
                bodyForces[i][1] += pull;
                bodyForces[j][1] -= pull;
            }
    }

    Real calcPotentialEnergy(const State& state) const override {
        Real energy = 0;
        for (MobilizedBodyIndex i(1); i < matter_.getNumBodies(); ++i)
            for (MobilizedBodyIndex j(1); j < i; ++j) energy -= strength_ / between(state, i, j).norm();
        return energy;
    }

    bool dependsOnlyOnPositions() const override { return true; }

private:
    // From the origin of body i to that of body j, in Ground.
    Vec3 between(const State& state, MobilizedBodyIndex i, MobilizedBodyIndex j) const {
        return matter_.getMobilizedBody(j).getBodyOriginLocation(state) -
               matter_.getMobilizedBody(i).getBodyOriginLocation(state);
    }

    const SimbodyMatterSubsystem& matter_;
    Real strength_;
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Custom attraction(forces, new Attraction(matter, 2));

    const Body::Rigid star(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation first(matter.Ground(), Transform(), star, Transform());
    MobilizedBody::Translation second(matter.Ground(), Transform(), star, Transform());

    State state = system.realizeTopology();
    system.realizeModel(state);
    // Two stars, one apart on either side: on a circle if u^2 = strength / 4.
    first.setQ(state, Vec3(1, 0, 0));
    second.setQ(state, Vec3(-1, 0, 0));
    first.setU(state, Vec3(0, std::sqrt(0.5), 0));
    second.setU(state, Vec3(0, -std::sqrt(0.5), 0));

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    system.realize(stepper.getState(), Stage::Dynamics);
    const Real energy = system.calcEnergy(stepper.getState());
    stepper.stepTo(20);

    const State& end = stepper.getState();
    system.realize(end, Stage::Dynamics);
    const bool keepsEnergy = std::abs(system.calcEnergy(end) - energy) < 1e-6;
    const bool staysOnCircle = std::abs(first.getBodyOriginLocation(end).norm() - 1) < 1e-5;
    return keepsEnergy && staysOnCircle ? 0 : 1;
}
