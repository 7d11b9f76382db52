// SPDX-License-Identifier: Apache-2.0
// Relative motion of the frames of a bushing, and its power.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

constexpr Real tolerance = 1e-10;

void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    const Body::Rigid brick(MassProperties(1, Vec3(.1, .2, .3), Inertia(1, 1.1, 1.2)));
    MobilizedBody::Free a(matter.Ground(), brick), b(matter.Ground(), brick);
    const Transform onA(Rotation(.2, YAxis), Vec3(.1, 0, 0)), onB(Rotation(.5, XAxis), Vec3(0, .3, 0));
    Force::LinearBushing bushing(forces, a, onA, b, onB, Vec6(1, 2, 3, 4, 5, 6), Vec6(.1, .2, .3, .4, .5, .6));
    State s = system.realizeTopology();
    a.setQToFitTransform(s, Transform(Rotation(.4, UnitVec3(1, 2, 3)), Vec3(1, .5, .2)));
    b.setQToFitTransform(s, Transform(Rotation(.7, UnitVec3(-1, 2, 3)), Vec3(-1, .5, .2)));
    for (int i = 0; i < s.getNU(); ++i) s.updU()[i] = std::sin(i + .3);
    system.realize(s, Stage::Dynamics);

    const SpatialVec V_FM = bushing.getV_FM(s);
    const SpatialVec V_GF = a.findFrameVelocityInGround(s, onA), V_GM = b.findFrameVelocityInGround(s, onB);
    const Transform X_GF = a.findFrameTransformInGround(s, onA), X_GM = b.findFrameTransformInGround(s, onB);
    CHECK_NEAR(bushing.getX_FM(s).p(), (~X_GF * X_GM).p(), tolerance);
    const Vec3 w = ~X_GF.R() * (V_GM[0] - V_GF[0]);
    const Vec3 v = ~X_GF.R() * (V_GM[1] - V_GF[1] - V_GF[0] % (X_GM.p() - X_GF.p()));
    CHECK_NEAR(V_FM[0], w, tolerance);
    CHECK_NEAR(V_FM[1], v, tolerance);

    // Power of both forces: the loss of energy in the spring, and the dissipation of the damper.
    const Vec6 q = bushing.getQ(s), qdot = bushing.getQDot(s), k = bushing.getStiffness(s);
    Real stored = 0;
    for (int i = 0; i < 6; ++i) stored += k[i] * q[i] * qdot[i];
    CHECK_NEAR(~bushing.getF_GM(s) * V_GM + ~bushing.getF_GF(s) * V_GF, -stored - bushing.getPowerDissipation(s), 1e-9);
}

}  // namespace

CHECK_MAIN(run)
