// SPDX-License-Identifier: Apache-2.0
// A custom force on bodies: any two bodies repel with 1/r^3, with the potential 1/(2 r^2).
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Repulsion : public Force::Custom::Implementation {
public:
    explicit Repulsion(SimbodyMatterSubsystem& matter) : matter_(matter) {}
    void calcForce(const State& state, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&,
                   Vector& mobilityForces) const override {
        CHECK(bodyForces.size() == matter_.getNumBodies());
        CHECK(mobilityForces.size() == matter_.getNumMobilities());
        ++calls;
        for (MobilizedBodyIndex i(1); i < matter_.getNumBodies(); i++)
            for (MobilizedBodyIndex j(1); j < i; j++) {
                const Vec3 r = separation(state, i, j);
                const Vec3 force = r / square(r.normSqr());
                bodyForces[i][1] += force;
                bodyForces[j][1] -= force;
            }
    }
    Real calcPotentialEnergy(const State& state) const override {
        Real energy = 0;
        for (MobilizedBodyIndex i(1); i < matter_.getNumBodies(); i++)
            for (MobilizedBodyIndex j(1); j < i; j++) energy += 1 / (2 * separation(state, i, j).normSqr());
        return energy;
    }
    bool dependsOnlyOnPositions() const override { return true; }
    mutable int calls = 0;

private:
    Vec3 separation(const State& state, MobilizedBodyIndex i, MobilizedBodyIndex j) const {
        return matter_.getMobilizedBody(i).getBodyOriginLocation(state) -
               matter_.getMobilizedBody(j).getBodyOriginLocation(state);
    }
    SimbodyMatterSubsystem& matter_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Repulsion* repulsion = new Repulsion(matter);
    Force::Custom element(forces, repulsion);
    Body::Rigid particle(MassProperties(2.0, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation a(matter.Ground(), Transform(), particle, Transform());
    MobilizedBody::Translation b(matter.Ground(), Transform(), particle, Transform());
    CHECK(forces.getNumForces() == 1);

    State state = system.realizeTopology();
    system.realizeModel(state);
    b.setQ(state, Vec3(0, 0, 2));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(system.calcPotentialEnergy(state), 1 / 8., 1e-14);
    CHECK_NEAR(a.getBodyOriginAcceleration(state), Vec3(0, 0, -1 / 16.), 1e-14);
    CHECK_NEAR(b.getBodyOriginAcceleration(state), Vec3(0, 0, 1 / 16.), 1e-14);

    // Since it depends on positions only, a new speed does not recompute it; a new position does.
    const int calls = repulsion->calls;
    state.updU()[0] = 0;
    system.realize(state, Stage::Acceleration);
    CHECK(repulsion->calls == calls);
    state.updQ()[0] = 0;
    system.realize(state, Stage::Acceleration);
    CHECK(repulsion->calls > calls);

    // For two equal masses the separation s obeys s'' = 2/(m s^3), so s^2 = s0^2 + 2 t^2/(m s0^2).
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(4);
    const Vec3 apart = b.getBodyOriginLocation(stepper.getState()) - a.getBodyOriginLocation(stepper.getState());
    CHECK_NEAR(apart.normSqr(), 4 + 2 * 16 / (2 * 4.), 1e-5);

    element.disable(state);
    system.realize(state, Stage::Acceleration);
    CHECK(element.isDisabled(state));
    CHECK_NEAR(b.getBodyOriginAcceleration(state), Vec3(0), 1e-14);
}

CHECK_MAIN(run)
