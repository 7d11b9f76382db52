// SPDX-License-Identifier: Apache-2.0
// Surfaces on bodies, found by a tracker, and the compliant forces between them.
#include "Simbody.h"
#include "check.h"
#include "meshes.h"
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
        ContactPatch patch;
        CHECK(t.contacts.calcContactPatchDetailsById(t.state, f.getContactId(), patch) && patch.isValid());
        CHECK_NEAR(patch.getContactForce().getForceOnSurface2()[1], f.getForceOnSurface2()[1], 1e-12 * push);
        CHECK(patch.getNumDetails() == 1);
        const ContactDetail& detail = patch.getContactDetail(0);
        CHECK_NEAR(detail.getContactPoint(), f.getContactPoint(), 1e-12);
        CHECK_NEAR(Vec3(detail.getContactNormal()), Vec3(0, 1, 0), 1e-12);
        CHECK_NEAR(detail.getSlipVelocity(), Vec3(slip, 0, 0), 1e-12);
        CHECK_NEAR(detail.getForceOnSurface2(), f.getForceOnSurface2()[1], 1e-12 * push);
        CHECK_NEAR(detail.getDeformation(), x, 1e-12);
        CHECK_NEAR(detail.getDeformationRate(), .1, 1e-12);
        CHECK_NEAR(detail.getPatchArea(), Pi * .5 * x, 1e-12);
        CHECK_NEAR(detail.getPeakPressure(), 1.5 * push / (Pi * .5 * x), 1e-9 * push / x);
        CHECK_NEAR(detail.getPotentialEnergy(), f.getPotentialEnergy(), 1e-12);
        CHECK_NEAR(detail.getPowerDissipation(), f.getPowerDissipation(), 1e-12 * push);
        const Vector_<SpatialVec>& F = t.system.getRigidBodyForces(t.state, Stage::Dynamics);
        CHECK_NEAR(F[2][1], Vec3(-mu * push, push, 0), 1e-9 * push);
        CHECK_NEAR(F[1][1], Vec3(mu * push, -push, 0), 1e-9 * push);
    }
}

// Elements of a patch sum up to its force, in any frame.
void patches() {
    ContactSurface cube(ContactGeometry::TriangleMesh(makeBox(Vec3(.2))), ContactMaterial(1e5, 0.1, 0.8, 0.6, 0.05),
                        .01);
    const Touching t(hard(ContactGeometry::HalfSpace()), Transform(Rotation(-Pi / 2, ZAxis)), cube,
                     Transform(Rotation(.01, XAxis), Vec3(.1, .197, .2)), Vec3(.03, -.1, .01));
    CHECK(t.contacts.getNumContactForces(t.state) == 1);
    ContactPatch patch;
    const ContactId id = t.contacts.getContactForce(t.state, 0).getContactId();
    CHECK(t.contacts.calcContactPatchDetailsById(t.state, id, patch));
    CHECK(patch.getNumDetails() > 1);
    const Transform X(Rotation(.3, YAxis), Vec3(1, 2, 3));
    for (int turn = 0; turn < 2; ++turn) {
        const ContactForce& whole = patch.getContactForce();
        Vec3 force(0), moment(0);
        Real energy = 0, power = 0;
        for (int i = 0; i < patch.getNumDetails(); ++i) {
            const ContactDetail& d = patch.getContactDetail(i);
            force += d.getForceOnSurface2();
            moment += (d.getContactPoint() - whole.getContactPoint()) % d.getForceOnSurface2();
            energy += d.getPotentialEnergy();
            power += d.getPowerDissipation();
            CHECK_NEAR(dot(d.getSlipVelocity(), Vec3(d.getContactNormal())), 0, 1e-12);
            CHECK(d.getPatchArea() > 0 && d.getPeakPressure() >= 0);
        }
        CHECK_NEAR(force, whole.getForceOnSurface2()[1], 1e-9 * force.norm());
        CHECK_NEAR(moment, whole.getForceOnSurface2()[0], 1e-9 * force.norm());
        CHECK_NEAR(energy, whole.getPotentialEnergy(), 1e-9 * energy);
        CHECK_NEAR(power, whole.getPowerDissipation(), 1e-9 * power);
        patch.changeFrameInPlace(X);
    }
    CHECK(!t.contacts.calcContactPatchDetailsById(t.state, ContactId(int(id) + 1000000), patch) && !patch.isValid());
}

// The tracker's contacts, by number and by pair.
void snapshot() {
    const Touching t(soft(ContactGeometry::Sphere(0.5)), Transform(), hard(ContactGeometry::Sphere(0.3)),
                     Transform(Vec3(.3, .6, .42)), Vec3(0));
    const ContactSnapshot& all = t.tracker.getActiveContacts(t.state);
    CHECK(all.getNumContacts() == 1 && all.getTimestamp() == t.state.getTime());
    const ContactSurfaceIndex first = t.tracker.getContactSurfaceIndex(MobilizedBodyIndex(1), 0),
                              second = t.tracker.getContactSurfaceIndex(MobilizedBodyIndex(2), 0);
    CHECK(first == 0 && second == 1);
    CHECK_THROWS(t.tracker.getContactSurfaceIndex(MobilizedBodyIndex(2), 1));
    const ContactId id = all.getContact(0).getContactId();
    CHECK(all.hasContact(id) && all.hasContact(second, first));
    CHECK(all.getContactIdForSurfacePair(first, second) == id);
    CHECK(all.getContactById(id).getSurface2() == second);
    CHECK(all.getContactById(ContactId(int(id) + 1000000)).isEmpty());
    CHECK(t.contacts.getContactForce(t.state, 0).getContactId() == id);
}

// A bouncing ball: the sum of its energy and the energy dissipated by contact is constant.
void dissipatedEnergy() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    ContactTrackerSubsystem tracker(system);
    CompliantContactSubsystem contacts(system, tracker);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    matter.Ground().updBody().addContactSurface(Transform(Rotation(-Pi / 2, ZAxis)),
                                                soft(ContactGeometry::HalfSpace()));
    Body::Rigid body(MassProperties(1, Vec3(0), Inertia(.01)));
    body.addContactSurface(Transform(), hard(ContactGeometry::Sphere(.1)));
    MobilizedBody::Free ball(matter.Ground(), body);
    CHECK(!contacts.getTrackDissipatedEnergy());
    contacts.setTrackDissipatedEnergy(true);
    State state = system.realizeTopology();
    ball.setQToFitTranslation(state, Vec3(0, .2, 0));
    ball.setUToFitLinearVelocity(state, Vec3(1, 0, 0));
    contacts.setDissipatedEnergy(state, 3);
    CHECK_THROWS(contacts.setDissipatedEnergy(state, -1));
    system.realize(state, Stage::Dynamics);
    const Real before = system.calcEnergy(state);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(.4);
    const State& after = stepper.getState();
    system.realize(after, Stage::Dynamics);
    const Real lost = contacts.getDissipatedEnergy(after) - 3;
    CHECK(lost > .1);
    CHECK_NEAR(system.calcEnergy(after) + lost, before, 1e-4);
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
    patches();
    snapshot();
    dissipatedEnergy();
    otherPairs();
}

CHECK_MAIN(run)
