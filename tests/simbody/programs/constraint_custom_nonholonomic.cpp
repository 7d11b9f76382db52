// SPDX-License-Identifier: Apache-2.0
// A custom nonholonomic constraint: an ice skate. A planar body must not move sideways at its blade, in any direction
// of the blade.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Blade : public Constraint::Custom::Implementation {
public:
    Blade(SimbodyMatterSubsystem& matter, MobilizedBody& skate, const Vec3& contact)
        : Implementation(matter, 0, 1, 0), contact_(contact) {
        ground_ = addConstrainedBody(matter.updGround());
        skate_ = addConstrainedBody(skate);
    }
    Implementation* clone() const override { return new Blade(*this); }

    void calcVelocityErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& V_AB,
                            const Array_<Real, ConstrainedUIndex>&, Array_<Real>& verr) const override {
        verr[0] = dot(sideways(state), findStationVelocity(state, V_AB, skate_, contact_));
    }
    void calcVelocityDotErrors(const State& state, const Array_<SpatialVec, ConstrainedBodyIndex>& A_AB,
                               const Array_<Real, ConstrainedUIndex>&, Array_<Real>& vaerr) const override {
        const Vec3 turning = cross(getBodyAngularVelocityFromState(state, skate_), sideways(state));
        vaerr[0] = dot(sideways(state), findStationAcceleration(state, A_AB, skate_, contact_)) +
                   dot(turning, findStationVelocityFromState(state, skate_, contact_));
    }
    void addInVelocityConstraintForces(const State& state, const Array_<Real>& multipliers,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA,
                                       Array_<Real, ConstrainedUIndex>& mobilityForces) const override {
        CHECK(mobilityForces.size() == 0);  // no constrained mobilizers
        addInStationForce(state, skate_, contact_, multipliers[0] * sideways(state), bodyForcesInA);
    }

private:
    Vec3 sideways(const State& state) const { return getBodyRotationFromState(state, skate_) * Vec3(0, 1, 0); }
    ConstrainedBodyIndex ground_, skate_;
    Vec3 contact_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(4, Vec3(0), Inertia(1, 1, 2)));
    MobilizedBody::Planar skate(matter.Ground(), Transform(), body, Transform());
    Constraint::Custom blade(new Blade(matter, skate, Vec3(0)));

    State state = system.realizeTopology();
    system.realize(state, Stage::Instance);
    int mp, mv, ma;
    blade.getNumConstraintEquationsInUse(state, mp, mv, ma);
    CHECK(mp == 0 && mv == 1 && ma == 0);
    CHECK(state.getNQErr() == 0 && state.getNUErr() == 1 && state.getNUDotErr() == 1);

    // q = (angle, x, y): every position is allowed; only the direction of motion is constrained.
    skate.setQ(state, Vec3(0.5, 3, -2));
    skate.setU(state, Vec3(1, 0, 2));
    system.realize(state, Stage::Velocity);
    CHECK_NEAR(state.getUErr()[0], 2 * std::cos(0.5), 1e-12);
    system.projectU(state, 1e-12);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(state.getUErr()[0], 0, 1e-11);
    CHECK_NEAR(state.getQ()[1], 3, 1e-15);
    CHECK_NEAR(state.getUDotErr()[0], 0, 1e-11);

    // Forward speed v and turning rate w are constant: the skate moves on a circle of radius v/w.
    const Real w = state.getU()[0];
    const Real v = Vec2(state.getU()[1], state.getU()[2]).norm();
    CHECK_NEAR(w, 1, 1e-12);
    CHECK_NEAR(std::abs(state.getMultipliers()[0]), 4 * v * w, 1e-9);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(Pi);  // half a turn
    const State& end = stepper.getState();
    CHECK_NEAR(end.getQ()[0], 0.5 + Pi, 1e-6);
    const Vec3 across = skate.getBodyOriginLocation(end) - Vec3(3, -2, 0);
    CHECK_NEAR(across.norm(), 2 * v / w, 1e-5);
    system.realize(end, Stage::Velocity);
    CHECK_NEAR(skate.getBodyOriginVelocity(end).norm(), v, 1e-6);
    CHECK_NEAR(end.getUErr()[0], 0, 1e-6);
}

CHECK_MAIN(run)
