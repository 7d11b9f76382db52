// SPDX-License-Identifier: Apache-2.0
// realizeTopology() and realizeModel() of a custom force are always called, later stages only while it is enabled.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Told : public Force::Custom::Implementation {
public:
    mutable int topology = 0, model = 0, later = 0;
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {}
    Real calcPotentialEnergy(const State&) const override { return 0; }
    void realizeTopology(State&) const override { ++topology; }
    void realizeModel(State&) const override { ++model; }
    void realizeInstance(const State&) const override { ++later; }
    void realizeTime(const State&) const override { ++later; }
    void realizePosition(const State&) const override { ++later; }
    void realizeVelocity(const State&) const override { ++later; }
    void realizeDynamics(const State&) const override { ++later; }
    void realizeAcceleration(const State&) const override { ++later; }
    void realizeReport(const State&) const override { ++later; }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Pin pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))));
    Told* told = new Told;
    Force::Custom force(forces, told);
    State state = system.realizeTopology();
    CHECK(told->topology == 1 && told->model == 1 && told->later == 0);
    system.realize(state, Stage::Report);
    CHECK(told->later == 7);
    force.disable(state);
    system.realize(state, Stage::Report);
    CHECK(told->later == 7);
    force.enable(state);
    system.realize(state, Stage::Velocity);
    CHECK(told->later == 11);
}

CHECK_MAIN(run)
