// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "simbody/Simbody.h"
#include "simbody/compliant_contact_subsystem.h"

namespace {

using namespace SimTK;

/// A shape that dips into the half-space y < 0.
struct Dip {
    Dip(const ContactSurface& surface, const Vec3& place) : contacts(system, tracker) {
        matter.Ground().updBody().addContactSurface(
            Transform(Rotation(-Pi / 2, ZAxis)),
            ContactSurface(ContactGeometry::HalfSpace(), ContactMaterial(1e6, 0, 0, 0)));
        Body::Rigid definition(MassProperties(1, Vec3(0), Inertia(1)));
        definition.addContactSurface(Transform(), surface);
        MobilizedBody::Free body(matter.Ground(), definition);
        state = system.realizeTopology();
        body.setQToFitTranslation(state, place);
        system.realize(state, Stage::Dynamics);
        force = system.getRigidBodyForces(state, Stage::Dynamics)[body.getMobilizedBodyIndex()][1];
    }
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    ContactTrackerSubsystem tracker{system};
    CompliantContactSubsystem contacts;
    State state;
    Vec3 force{0.};
};

const ContactMaterial material(1e6, 0, 0, 0);
const Vec3 half(.2, .3, .4);

TEST(CompliantContact, BrickRestsOnItsLayer) {
    const Dip given(ContactSurface(ContactGeometry::Brick(half), material, 0.05), Vec3(0, .29, 0));
    EXPECT_NEAR(given.force[1], 1e6 / 0.05 * .4 * .8 * .01, 1e-6 * given.force[1]);
    // Half the smallest width.
    const Dip bare(ContactSurface(ContactGeometry::Brick(half), material), Vec3(0, .29, 0));
    EXPECT_NEAR(bare.force[1], 1e6 / 0.2 * .4 * .8 * .01, 1e-6 * bare.force[1]);
}

TEST(CompliantContact, LyingCylinderPushesWithAFiniteForce) {
    const Dip lying(ContactSurface(ContactGeometry::Cylinder(0.1), material), Vec3(0, .099, 0));
    EXPECT_GT(lying.force[1], 0);
    EXPECT_LT(lying.force[1], 1e6 * 20 * .01);
}

TEST(CompliantContact, DissipatedEnergyNeedsTracking) {
    Dip ball(ContactSurface(ContactGeometry::Sphere(0.1), material), Vec3(0, .099, 0));
    EXPECT_THROW(ball.contacts.getDissipatedEnergy(ball.state), trammel::Exception);
    EXPECT_THROW(ball.contacts.setDissipatedEnergy(ball.state, 0), trammel::Exception);
}

}  // namespace
