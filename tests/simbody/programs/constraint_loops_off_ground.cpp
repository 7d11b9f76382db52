// SPDX-License-Identifier: Apache-2.0
// A loop among bodies on a moving base: Ball and Weld measure in the axes of that base, whose own motion does not
// affect them.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, Vec3(1, -9, 0.3));
    Body::Rigid body(MassProperties(1.3, Vec3(0.1, -0.2, 0.15), Inertia(0.6, 0.7, 0.8)));
    MobilizedBody::Bushing base(matter.Ground(), Transform(Vec3(0.4, 0.1, 0)), body, Transform());
    MobilizedBody::Gimbal left(base, Transform(Vec3(0, 0.3, 0)), body, Transform(Vec3(0, -0.4, 0.1)));
    MobilizedBody::Bushing right(base, Transform(Vec3(0.5, 0, 0)), body, Transform(Vec3(0.1, 0, 0)));
    Constraint::Ball ball(left, Vec3(0.1, 0.2, 0.3), right, Vec3(-0.1, 0.2, 0.1));
    Constraint::Weld weld(left, Transform(Vec3(0.1, 0.2, 0.3)), right, Transform(Vec3(-0.1, 0.2, 0.1)));
    weld.setDisabledByDefault(true);
    State state = system.realizeTopology();
    for (int i = 0; i < state.getNQ(); ++i) state.updQ()[i] = 0.3 * std::sin(1.0 + i);
    for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = std::cos(2.0 * i);

    // Apart: the error is the distance in the axes of the base.
    system.realize(state, Stage::Position);
    const Vec3 gap = right.findStationLocationInGround(state, Vec3(-0.1, 0.2, 0.1)) -
                     left.findStationLocationInGround(state, Vec3(0.1, 0.2, 0.3));
    CHECK(gap.norm() > 0.1);
    CHECK_NEAR(ball.getPositionErrors(state), base.expressGroundVectorInBodyFrame(state, gap), 1e-12);

    // Closed by moving the body on the right.
    const Transform X_BF = Transform(Vec3(0.5, 0, 0));
    Transform X_FM = right.getMobilizerTransform(state);
    X_FM = Transform(X_FM.R(), X_FM.p() - ~X_BF.R() * base.expressGroundVectorInBodyFrame(state, gap));
    right.setQToFitTransform(state, X_FM);
    for (Constraint* constraint : {(Constraint*)&ball, (Constraint*)&weld}) {
        if (constraint == &weld) {
            ball.disable(state);
            weld.enable(state);
            system.realize(state, Stage::Position);
            // Without the rotation, so that the frames of the weld are close enough.
            const Transform X_B = left.findBodyTransformInAnotherBody(state, base);
            const Vec3 point = X_B * Vec3(0.1, 0.2, 0.3);
            right.setQToFitTransform(
                state, ~X_BF * Transform(X_B.R(), point - X_B.R() * Vec3(-0.1, 0.2, 0.1)) * Transform(Vec3(0.1, 0, 0)));
        }
        system.realize(state, Stage::Acceleration);
        CHECK_NEAR(constraint->getPositionErrorsAsVector(state).norm(), 0, 1e-12);
        CHECK_NEAR(state.getUDotErr().norm(), 0, 1e-9);

        // Speeds of the base have no effect.
        Matrix G;
        matter.calcG(state, G);
        for (int i = 0; i < G.nrow(); ++i)
            for (int j = 0; j < 6; ++j) CHECK_NEAR(G(i, j), 0, 1e-12);

        // The relative velocity of the points as seen from the base.
        const Vector errors = constraint->getVelocityErrorsAsVector(state);
        const Vec3 slip = right.findStationVelocityInAnotherBody(state, Vec3(-0.1, 0.2, 0.1), base) -
                          left.findStationVelocityInAnotherBody(state, Vec3(0.1, 0.2, 0.3), base);
        const int first = int(errors.size()) - 3;
        for (int i = 0; i < 3; ++i) CHECK_NEAR(errors[first + i], slip[i], 1e-10);

        // The force on the second point is the multipliers' negative in those axes.
        const Vector lambda = constraint->getMultipliersAsVector(state);
        const Vec3 expected =
            base.expressVectorInGroundFrame(state, Vec3(-lambda[first], -lambda[first + 1], -lambda[first + 2]));
        Vector_<SpatialVec> onBodies;
        Vector onMobilities;
        constraint->getConstraintForcesAsVectors(state, onBodies, onMobilities);
        CHECK_NEAR(onBodies[1][1].norm(), expected.norm(), 1e-9);
        CHECK_NEAR(onBodies[0][1] + onBodies[1][1], Vec3(0), 1e-9);
        CHECK(expected.norm() > 0.1);
    }
}

CHECK_MAIN(run)
