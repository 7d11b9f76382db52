// SPDX-License-Identifier: Apache-2.0
// A custom ForceSubsystem: every pair of bodies attracts like stretched rubber, and the potential energy of the System
// includes it.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class RubberGuts : public ForceSubsystem::Guts {
public:
    explicit RubberGuts(Real stiffness) : ForceSubsystem::Guts("Rubber", "1.0"), stiffness_(stiffness) {}
    Subsystem::Guts* cloneImpl() const override { return new RubberGuts(*this); }

    int realizeSubsystemDynamicsImpl(const State& state) const override {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
        Vector_<SpatialVec>& applied = system.updRigidBodyForces(state, Stage::Dynamics);
        for (MobilizedBodyIndex i(0); i < matter.getNumBodies(); i++)
            for (MobilizedBodyIndex j(0); j < i; j++) {
                const Vec3 r = between(matter, state, i, j);
                applied[i][1] -= stiffness_ * r;
                applied[j][1] += stiffness_ * r;
            }
        return 0;
    }

    Real calcPotentialEnergy(const State& state) const override {
        const SimbodyMatterSubsystem& matter = MultibodySystem::downcast(getSystem()).getMatterSubsystem();
        Real energy = 0;
        for (MobilizedBodyIndex i(0); i < matter.getNumBodies(); i++)
            for (MobilizedBodyIndex j(0); j < i; j++) energy += stiffness_ * between(matter, state, i, j).normSqr() / 2;
        return energy;
    }

private:
    static Vec3 between(const SimbodyMatterSubsystem& matter, const State& state, MobilizedBodyIndex i,
                        MobilizedBodyIndex j) {
        const MobilizedBody& one = matter.getMobilizedBody(i);
        const MobilizedBody& other = matter.getMobilizedBody(j);
        return one.getBodyOriginLocation(state) - other.getBodyOriginLocation(state);
    }
    Real stiffness_;
};

class Rubber : public ForceSubsystem {
public:
    Rubber(MultibodySystem& system, Real stiffness) {
        adoptSubsystemGuts(new RubberGuts(stiffness));
        system.addForceSubsystem(*this);
    }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Rubber rubber(system, 3);
    Body::Rigid ball(MassProperties(2, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation a(matter.Ground(), Transform(), ball, Transform());
    MobilizedBody::Translation b(matter.Ground(), Transform(), ball, Transform());

    State state = system.realizeTopology();
    system.realizeModel(state);
    a.setQ(state, Vec3(1, 0, 0));
    b.setQ(state, Vec3(0, 2, 0));
    system.realize(state, Stage::Dynamics);
    // Three pairs: ground-a, ground-b, a-b.
    CHECK_NEAR(system.calcPotentialEnergy(state), 3 * (1 + 4 + 5) / 2., 1e-12);
    const Vector_<SpatialVec>& total = system.getRigidBodyForces(state, Stage::Dynamics);
    CHECK(total.size() == matter.getNumBodies());
    CHECK_NEAR(total[a.getMobilizedBodyIndex()][1], 3 * Vec3(-2, 2, 0), 1e-12);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(a.getBodyOriginAcceleration(state), 1.5 * Vec3(-2, 2, 0), 1e-12);
    CHECK_NEAR(b.getBodyOriginAcceleration(state), 1.5 * Vec3(1, -4, 0), 1e-12);

    // Energy is conserved while it swings.
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    const Real atStart = system.calcEnergy(state);
    stepper.initialize(state);
    stepper.stepTo(3.0);
    CHECK_NEAR(stepper.getTime(), 3, 1e-12);
    system.realize(stepper.getState(), Stage::Dynamics);
    CHECK_NEAR(system.calcEnergy(stepper.getState()), atStart, 1e-5);
    // The sum of both moves with frequency sqrt(k/m) about the fixed center, as a + b = (1,2,0) cos(w t).
    CHECK_NEAR(a.getBodyOriginLocation(stepper.getState()) + b.getBodyOriginLocation(stepper.getState()),
               Vec3(1, 2, 0) * std::cos(std::sqrt(1.5) * 3), 1e-6);
}

CHECK_MAIN(run)
