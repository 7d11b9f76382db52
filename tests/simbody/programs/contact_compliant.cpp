// SPDX-License-Identifier: Apache-2.0
// Surfaces that bodies carry, found by a tracker, and the compliant forces between them.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

namespace {

struct Touching {
    Touching(const ContactSurface& a, const Transform& Xa, const ContactSurface& b, const Transform& Xb, const Vec3& v)
        : matter(system), forces(system), tracker(system), contacts(system, tracker) {
        contacts.setTransitionVelocity(0.02);
        Body::Rigid first(MassProperties(1, Vec3(0), Inertia(1))), second(first);
        first.addContactSurface(Transform(), a);
        second.addContactSurface(Transform(), b);
        MobilizedBody::Free one(matter.Ground(), first), two(matter.Ground(), second);
        state = system.realizeTopology();
        one.setQToFitTransform(state, Xa);
        two.setQToFitTransform(state, Xb);
        two.setUToFitVelocity(state, SpatialVec(Vec3(0), v));
        system.realize(state, Stage::Dynamics);
    }

    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    ContactTrackerSubsystem tracker;
    CompliantContactSubsystem contacts;
    State state;
};

ContactSurface soft(const ContactGeometry& shape) { return {shape, ContactMaterial(1e5, 0.1, 0.8, 0.6, 0.05)}; }
ContactSurface hard(const ContactGeometry& shape) { return {shape, ContactMaterial(3e5, 0.3, 0.4, 0.3, 0.02)}; }

void materials() {
    const ContactMaterial m(1e5, 0.1, 0.8, 0.6, 0.05);
    CHECK(m.isValid() && !ContactMaterial().isValid());
    CHECK_NEAR(m.getStiffness23(), std::pow(1e5, 2. / 3), 1e-9);
    CHECK_NEAR(ContactMaterial::calcPlaneStrainStiffness(2e11, 0.3), 2e11 / 0.91, 1);
    CHECK_NEAR(ContactMaterial::calcConfinedCompressionStiffness(2e11, 0.3), 2e11 * 0.7 / (1.3 * 0.4), 1);
    CHECK_NEAR(ContactMaterial::calcDissipationFromObservedRestitution(0.8, 0.5), 0.4, 1e-15);
}

void sphereOnHalfSpace() {
    const Transform ground(Rotation(-Pi / 2, ZAxis));
    const Real k1 = std::pow(1e5, 2. / 3), k2 = std::pow(3e5, 2. / 3), share = k2 / (k1 + k2), x = 0.01;
    const Real hertz = 4. / 3 * std::sqrt(0.5) * std::pow(k1 * share * x, 1.5);
    const Real push = hertz * (1 + 1.5 * (0.1 * share + 0.3 * (1 - share)) * 0.1);
    const Real us = 2 * .8 * .4 / 1.2, ud = 2 * .6 * .3 / .9, uv = 2 * .05 * .02 / .07;
    const auto step = [](Real s) { return s * s * s * (10 + s * (6 * s - 15)); };
    for (const Real slip : {0., .005, .03, .1}) {
        const Touching t(soft(ContactGeometry::HalfSpace()), ground, hard(ContactGeometry::Sphere(0.5)),
                         Transform(Vec3(.1, .49, .2)), Vec3(slip, -.1, 0));
        CHECK(t.contacts.getNumContactForces(t.state) == 1);
        const ContactForce& f = t.contacts.getContactForce(t.state, 0);
        const Real v = slip / 0.02;
        const Real mu = (v < 1 ? us * step(v) : v < 3 ? us - (us - ud) * step((v - 1) / 2) : ud) + uv * slip;
        CHECK_NEAR(f.getForceOnSurface2()[1], Vec3(-mu * push, push, 0), 1e-9 * push);
        CHECK_NEAR(f.getContactPoint(), Vec3(.1, -x * share, .2), 1e-12);
        CHECK_NEAR(f.getPotentialEnergy(), 0.4 * hertz * x, 1e-12);
        CHECK_NEAR(t.system.calcPotentialEnergy(t.state), 0.4 * hertz * x, 1e-12);
        CHECK_NEAR(f.getPowerDissipation(), (push - hertz) * .1 + mu * push * slip, 1e-9);
        CHECK(t.contacts.getContactForceById(t.state, f.getContactId()).isValid());
        const Vector_<SpatialVec>& F = t.system.getRigidBodyForces(t.state, Stage::Dynamics);
        CHECK_NEAR(F[2][1], Vec3(-mu * push, push, 0), 1e-9 * push);
        CHECK_NEAR(F[1][1], Vec3(mu * push, -push, 0), 1e-9 * push);
    }
}

void otherPairs() {
    const Touching balls(soft(ContactGeometry::Sphere(0.5)), Transform(), hard(ContactGeometry::Sphere(0.3)),
                         Transform(Vec3(.3, .6, .42)), Vec3(.03, -.1, 0));
    CHECK(balls.tracker.getNumSurfaces() == 2);
    CHECK_NEAR(balls.tracker.getContactSurface(ContactSurfaceIndex(1)).getMaterial().getDissipation(), 0.3, 0);
    CHECK_NEAR(balls.contacts.getContactForce(balls.state, 0).getForceOnSurface2()[1],
               Vec3(2.89231270393, 25.9379012068, 9.33947268272), 1e-8);
    // An ellipse of contact: Simbody approximates its factor.
    const Touching stone(soft(ContactGeometry::HalfSpace()), Transform(Rotation(-Pi / 2, ZAxis)),
                         hard(ContactGeometry::Ellipsoid(Vec3(.5, .2, .3))), Transform(Vec3(.1, .19, .2)),
                         Vec3(.03, -.1, 0));
    CHECK_NEAR(stone.contacts.getContactForce(stone.state, 0).getForceOnSurface2()[1][1], 67.0922362367, 0.1);
    // Members of a clique never touch.
    const ContactCliqueId clique = ContactSurface::createNewContactClique();
    const Touching apart(soft(ContactGeometry::Sphere(0.5)).joinClique(clique), Transform(),
                         hard(ContactGeometry::Sphere(0.3)).joinClique(clique), Transform(Vec3(.3, .6, .42)), Vec3(0));
    CHECK(apart.contacts.getNumContactForces(apart.state) == 0);
}

}  // namespace

static void run() {
    materials();
    sphereOnHalfSpace();
    otherPairs();
}

CHECK_MAIN(run)
