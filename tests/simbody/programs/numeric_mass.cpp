// SPDX-License-Identifier: Apache-2.0
// Mass properties: unit inertias of simple shapes, parallel axes, rotation, bodies made of them.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    CHECK_NEAR(Inertia(1, 2, 3).asSymMat33().diag(), Vec3(1, 2, 3), 0);
    CHECK(Inertia(2).trace() == 6);
    CHECK_NEAR(Inertia(Vec3(1, 2, 2), Vec3(0.1, 0.2, 0.3)).getProducts(), Vec3(0.1, 0.2, 0.3), 0);
    CHECK_NEAR(Inertia(Vec3(0, 0, 2), 3).getMoments(), Vec3(12, 12, 0), 1e-14);  // a point mass

    CHECK_NEAR(UnitInertia::sphere(2).getMoments(), Vec3(1.6), 1e-15);
    CHECK_NEAR(UnitInertia::brick(1, 2, 3).getMoments(), Vec3(13, 10, 5) / 3, 1e-14);  // half lengths
    CHECK_NEAR(UnitInertia::cylinderAlongZ(2, 3).getMoments(), Vec3(4, 4, 2), 1e-14);  // radius, half height
    CHECK_NEAR(UnitInertia::cylinderAlongX(2, 3).getMoments(), Vec3(2, 4, 4), 1e-14);
    CHECK_NEAR(UnitInertia::cylinderAlongY(2, 3).getMoments(), Vec3(4, 2, 4), 1e-14);
    CHECK_NEAR(UnitInertia::ellipsoid(1, 2, 3).getMoments(), Vec3(13, 10, 5) / 5, 1e-14);
    CHECK_NEAR(UnitInertia::pointMassAt(Vec3(0, 0, 2)).getMoments(), Vec3(4, 4, 0), 0);
    CHECK_NEAR((5 * UnitInertia(1, 1, 1)).getMoments(), Vec3(5), 0);
    CHECK_NEAR(UnitInertia(1).getMoments(), Vec3(1), 0);

    // Steiner there and back.
    const Inertia central = 2 * UnitInertia::brick(1, 1, 2);
    const Inertia shifted = central.shiftFromMassCenter(Vec3(0, 3, 0), 2);
    CHECK_NEAR(shifted.getMoments(), central.getMoments() + Vec3(18, 0, 18), 1e-13);
    CHECK_NEAR(shifted.shiftToMassCenter(Vec3(0, 3, 0), 2).getMoments(), central.getMoments(), 1e-13);
    CHECK_NEAR(Inertia(1, 2, 3 - 0.5).reexpress(Rotation(Pi / 2, ZAxis)).getMoments(), Vec3(2, 1, 2.5), 1e-14);
    CHECK_NEAR((central + central).getMoments(), 2 * central.getMoments(), 1e-14);

    const MassProperties box(4, Vec3(1, 0, 0), UnitInertia(1, 2, 2));
    CHECK(box.getMass() == 4 && box.getMassCenter() == Vec3(1, 0, 0));
    CHECK_NEAR(box.getInertia().getMoments(), Vec3(4, 8, 8), 1e-14);
    CHECK_NEAR(box.getUnitInertia().getMoments(), Vec3(1, 2, 2), 1e-14);
    CHECK_NEAR(box.calcCentralInertia().getMoments(), Vec3(4, 4, 4), 1e-14);
    CHECK_NEAR(box.calcInertia().getMoments(), box.getInertia().getMoments(), 0);
    const MassProperties same(4, Vec3(1, 0, 0), Inertia(4, 8, 8));
    CHECK_NEAR(same.getUnitInertia().getMoments(), Vec3(1, 2, 2), 1e-14);
    CHECK(MassProperties(0, Vec3(0), Inertia(0)).isExactlyMassless());

    // Bodies carry them into a System.
    Body::Rigid rigid(box);
    CHECK(rigid.getDefaultRigidBodyMassProperties().getMass() == 4);
    rigid.setDefaultRigidBodyMassProperties(MassProperties(6, Vec3(0), UnitInertia::sphere(1)));
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Free a(matter.Ground(), rigid), b(matter.Ground(), Body::Rigid(box));
    State state = system.realizeTopology();
    system.realizeModel(state);
    a.setQToFitTranslation(state, Vec3(0, 2, 0));
    b.setQToFitTranslation(state, Vec3(-1, 0, 0));
    system.realize(state, Stage::Position);
    CHECK_NEAR(matter.calcSystemMass(state), 10, 1e-14);
    CHECK_NEAR(matter.calcSystemMassCenterLocationInGround(state), Vec3(0, 1.2, 0), 1e-14);
    CHECK(b.getBodyMass(state) == 4 && b.getBodyMassProperties(state).getMass() == 4);
    CHECK_NEAR(b.getBodyMassCenterStation(state), Vec3(1, 0, 0), 0);
    CHECK_NEAR(matter.calcSystemCentralInertiaInGround(state).getMoments()[1], 6 * 0.4 + 4, 1e-13);
}

CHECK_MAIN(run)
