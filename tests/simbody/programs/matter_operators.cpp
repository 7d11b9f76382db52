// SPDX-License-Identifier: Apache-2.0
// The operators of the matter subsystem are consistent: M, its inverse, N, G and the Jacobian, forward and inverse
// dynamics.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, UnitVec3(0, -1, 0), 9);
    Body::Rigid body(MassProperties(2, Vec3(0.1, 0, 0), Inertia(1, 1.5, 1.2)));
    MobilizedBody::Pin a(matter.Ground(), Transform(Vec3(0, 2, 0)), body, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Ball b(a, Transform(Vec3(0, -1, 0)), body, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Free c(matter.Ground(), body);
    Constraint::Rod rod(b, Vec3(0, -1, 0), c, Vec3(0), 3);

    State state = system.realizeTopology();
    system.realizeModel(state);
    a.setAngle(state, 0.4);
    b.setQToFitRotation(state, Rotation(0.5, UnitVec3(1, 2, 3)));
    c.setQToFitTranslation(state, Vec3(2, -1, 0.5));
    for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = 0.3 * (i - 4);
    system.realize(state, Stage::Acceleration);
    const int nu = state.getNU(), nq = state.getNQ();
    CHECK(nu == 10 && nq == 12 && matter.getNumMobilities() == nu);

    // Mass matrix: symmetric, consistent with its operators and with the kinetic energy.
    Matrix M, MInv;
    matter.calcM(state, M);
    matter.calcMInv(state, MInv);
    CHECK((M - ~M).norm() < 1e-10);
    Vector e(nu), Mu, back;
    for (int i = 0; i < nu; ++i) e[i] = std::sin(i + 1.);
    matter.multiplyByM(state, e, Mu);
    CHECK_NEAR(Mu, Vector(M * e), 1e-11);
    matter.multiplyByMInv(state, Mu, back);
    CHECK_NEAR(back, e, 1e-10);
    CHECK_NEAR(system.calcKineticEnergy(state), 0.5 * (~state.getU() * Vector(M * state.getU())), 1e-10);

    // qdot = N u and back.
    Vector qdot, u;
    matter.multiplyByN(state, false, state.getU(), qdot);
    CHECK_NEAR(qdot, state.getQDot(), 1e-12);
    matter.multiplyByNInv(state, false, qdot, u);
    CHECK_NEAR(u, state.getU(), 1e-12);

    // Constraint matrix: velocities of the rod's error, and M udot + ~G lambda = f.
    Matrix G;
    matter.calcG(state, G);
    CHECK(G.nrow() == 1 && G.ncol() == nu);
    CHECK_NEAR(Vector(G * state.getU())[0], state.getUErr()[0], 1e-11);
    Vector Gu, Gtl;
    matter.multiplyByG(state, e, Gu);
    CHECK_NEAR(Gu[0], Vector(G * e)[0], 1e-11);
    matter.multiplyByGTranspose(state, Vector(1, Real(2)), Gtl);
    CHECK_NEAR(Gtl, Vector(2 * ~G[0]), 1e-11);

    // Inverse dynamics: with these accelerations and multipliers no further force is required.
    Vector residual;
    matter.calcResidualForce(state, system.getMobilityForces(state, Stage::Dynamics),
                             system.getRigidBodyForces(state, Stage::Dynamics), state.getUDot(), state.getMultipliers(),
                             residual);
    CHECK_NEAR(residual.norm(), 0, 1e-9);

    // Jacobian: from u to body velocities, and its transpose from body forces to mobility forces.
    Vector_<SpatialVec> V;
    matter.multiplyBySystemJacobian(state, state.getU(), V);
    CHECK(V.size() == matter.getNumBodies());
    CHECK_NEAR(V[b.getMobilizedBodyIndex()], b.getBodyVelocity(state), 1e-12);
    Vector_<SpatialVec> F(matter.getNumBodies(), SpatialVec(Vec3(0)));
    F[b.getMobilizedBodyIndex()] = SpatialVec(Vec3(1, 2, 3), Vec3(4, 5, 6));
    Vector f;
    matter.multiplyBySystemJacobianTranspose(state, F, f);
    CHECK_NEAR(~f * state.getU(), ~F[b.getMobilizedBodyIndex()] * b.getBodyVelocity(state), 1e-10);

    // Whole-system quantities.
    CHECK_NEAR(matter.calcSystemMass(state), 6, 1e-13);
    const SpatialVec momentum = matter.calcSystemMomentumAboutGroundOrigin(state);
    CHECK_NEAR(momentum[1], 6 * matter.calcSystemMassCenterVelocityInGround(state), 1e-10);
    CHECK_NEAR(matter.calcKineticEnergy(state), system.calcKineticEnergy(state), 1e-13);
    Vector_<SpatialVec> reactions;
    matter.calcMobilizerReactionForces(state, reactions);
    CHECK_NEAR(reactions[c.getMobilizedBodyIndex()].norm(), 0, 1e-9);  // a free body has no joint to react
}

CHECK_MAIN(run)
