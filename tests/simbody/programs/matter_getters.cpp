// SPDX-License-Identifier: Apache-2.0
// Getters equivalent to operators.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1.3, Vec3(0.1, 0.2, 0), UnitInertia(0.5, 0.6, 0.7)));
    MobilizedBody::Pin pin(matter.Ground(), Vec3(0, 0.5, 0), body, Vec3(0.1, 0, 0));
    MobilizedBody::Free free(pin, body);
    MobilizedBody::Universal universal(free, Vec3(1, 0, 0), body, Vec3(0, 1, 0));
    MobilizedBody::Slider slider(matter.Ground(), body);
    State s = system.realizeTopology();
    CHECK(matter.getTotalQAlloc() == 1 + 7 + 2 + 1);
    CHECK_NEAR(system.getDefaultLengthScale(), 1, 0);
    system.setDefaultLengthScale(2.5);
    CHECK_NEAR(system.getDefaultLengthScale(), 2.5, 0);

    for (int i = 0; i < s.getNQ(); ++i) s.updQ()[i] = 0.2 * i - 0.3;
    for (int i = 0; i < s.getNU(); ++i) s.updU()[i] = 0.3 - 0.1 * i;
    system.realize(s, Stage::Acceleration);

    // The remaining force on a body at zero acceleration.
    const SpatialVec centrifugal =
        matter.getArticulatedBodyInertia(s, universal) * matter.getMobilizerCoriolisAcceleration(s, universal) +
        matter.getGyroscopicForce(s, universal);
    CHECK_NEAR((matter.getMobilizerCentrifugalForces(s, universal) - centrifugal).norm(), 0, 1e-12);
}

CHECK_MAIN(run)
