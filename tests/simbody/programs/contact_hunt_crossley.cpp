// SPDX-License-Identifier: Apache-2.0
// Contact sets: where spheres, ellipsoids and half-spaces touch, and the Hunt-Crossley forces there.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

namespace {

struct Touching {
    Touching(const ContactGeometry& a, const Transform& Xa, const ContactGeometry& b, const Transform& Xb)
        : matter(system),
          forces(system),
          contacts(system),
          set(contacts.createContactSet()),
          body(MassProperties(1, Vec3(0), Inertia(1))),
          one(matter.Ground(), body),
          two(matter.Ground(), body) {
        contacts.addBody(set, one, a, Transform());
        contacts.addBody(set, two, b, Transform());
        HuntCrossleyForce force(forces, contacts, set);
        force.setBodyParameters(ContactSurfaceIndex(0), 1e5, 0.1, 0.8, 0.6, 0.05);
        force.setBodyParameters(ContactSurfaceIndex(1), 3e5, 0.3, 0.4, 0.3, 0.02);
        force.setTransitionVelocity(0.02);
        CHECK_NEAR(force.getTransitionVelocity(), 0.02, 0);
        CHECK(force.getContactSetIndex() == set);
        state = system.realizeTopology();
        one.setQToFitTransform(state, Xa);
        two.setQToFitTransform(state, Xb);
        one.setUToFitVelocity(state, SpatialVec(Vec3(.1, .2, .3), Vec3(.01, -.02, .03)));
        two.setUToFitVelocity(state, SpatialVec(Vec3(-.3, .1, .2), Vec3(-.2, -.3, .02)));
        system.realize(state, Stage::Dynamics);
    }
    Vec3 forceOn(const MobilizedBody& b) const {
        return system.getRigidBodyForces(state, Stage::Dynamics)[b.getMobilizedBodyIndex()][1];
    }

    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    GeneralContactSubsystem contacts;
    ContactSetIndex set;
    Body::Rigid body;
    MobilizedBody::Free one, two;
    State state;
};

/// The force on the second surface by the documented formula.
void checkForce(const Touching& t, const PointContact& c) {
    const Real k1 = std::pow(1e5, 2. / 3), k2 = std::pow(3e5, 2. / 3);
    const bool inOrder = c.getSurface1() == 0;
    const Real share = (inOrder ? k2 : k1) / (k1 + k2);  // of surface 1 in the depth
    const Real k = k1 * k2 / (k1 + k2), x = c.getDepth();
    const Vec3 n(c.getNormal()), p = c.getLocation() + (x * (0.5 - share)) * n;
    const MobilizedBody& first = inOrder ? t.one : t.two;
    const MobilizedBody& second = inOrder ? t.two : t.one;
    const Vec3 v = first.findStationVelocityInGround(t.state, first.findStationAtGroundPoint(t.state, p)) -
                   second.findStationVelocityInGround(t.state, second.findStationAtGroundPoint(t.state, p));
    const Real approach = dot(v, n);
    const Vec3 slip = v - approach * n;
    const Real dissipation = inOrder ? 0.1 * share + 0.3 * (1 - share) : 0.3 * share + 0.1 * (1 - share);
    const Real hertz = 4. / 3 * std::pow(k * x, 1.5) * std::sqrt(c.getEffectiveRadiusOfCurvature());
    const Real push = hertz * (1 + 1.5 * dissipation * approach);
    const Real us = 2 * .8 * .4 / 1.2, ud = 2 * .6 * .3 / .9, uv = 2 * .05 * .02 / .07;
    const Real s = slip.norm(), r = s / 0.02;
    const Real mu = std::min(r, Real(1)) * (ud + 2 * (us - ud) / (1 + r * r)) + uv * s;
    const Vec3 expected = push * n + (push * mu / s) * slip;
    CHECK(push > 0);
    CHECK_NEAR(t.forceOn(second), expected, 1e-9 * push);
    CHECK_NEAR(t.forceOn(first), -1 * expected, 1e-9 * push);
    CHECK_NEAR(t.forces.getForce(ForceIndex(0)).calcPotentialEnergyContribution(t.state), 0.4 * hertz * x,
               1e-12 * hertz);
}

const PointContact& only(const Touching& t) {
    const Array_<Contact>& all = t.contacts.getContacts(t.state, t.set);
    CHECK(all.size() == 1 && PointContact::isInstance(all[0]));
    return static_cast<const PointContact&>(all[0]);
}

}  // namespace

static void run() {
    const Rotation turned(0.3, UnitVec3(1, 2, 3)), upright(-Pi / 2, ZAxis);
    {
        const Touching t(ContactGeometry::HalfSpace(), Transform(upright), ContactGeometry::Sphere(0.5),
                         Transform(turned, Vec3(.1, .49, .2)));
        const PointContact& c = only(t);
        CHECK(c.getSurface1() == 0 && c.getSurface2() == 1);
        CHECK_NEAR(c.getLocation(), Vec3(.1, -.005, .2), 1e-14);
        CHECK_NEAR(Vec3(c.getNormal()), Vec3(0, 1, 0), 1e-14);
        CHECK_NEAR(c.getDepth(), 0.01, 1e-14);
        CHECK_NEAR(c.getEffectiveRadiusOfCurvature(), 0.5, 1e-14);
        checkForce(t, c);
    }
    {
        // The half-space is surface 1 in any order.
        const Touching t(ContactGeometry::Sphere(0.5), Transform(turned, Vec3(.1, .49, .2)),
                         ContactGeometry::HalfSpace(), Transform(upright));
        CHECK(only(t).getSurface1() == 1);
        checkForce(t, only(t));
    }
    {
        const Touching t(ContactGeometry::Sphere(0.5), Transform(), ContactGeometry::Sphere(0.3),
                         Transform(turned, Vec3(.3, .6, .42)));
        const PointContact& c = only(t);
        CHECK_NEAR(c.getLocation(), Vec3(.187904902179, .375809804358, .263066863051), 1e-11);
        CHECK_NEAR(Vec3(c.getNormal()), Vec3(.3, .6, .42) / std::sqrt(.6264), 1e-14);
        CHECK_NEAR(c.getDepth(), 0.8 - std::sqrt(.6264), 1e-14);
        CHECK_NEAR(c.getEffectiveRadiusOfCurvature(), 0.5 * 0.3 / 0.8, 1e-14);
        checkForce(t, c);
    }
    {
        // An ellipsoid on its side. (Simbody 3.7 takes the radii a and b for the radii of curvature a²/c and b²/c.)
        const Touching t(ContactGeometry::HalfSpace(), Transform(upright), ContactGeometry::Ellipsoid(Vec3(.5, .2, .3)),
                         Transform(Vec3(.1, .1999, .2)));
        const PointContact& c = only(t);
        CHECK_NEAR(c.getDepth(), 1e-4, 1e-9);
        CHECK_NEAR(c.getLocation(), Vec3(.1, -5e-5, .2), 1e-9);
        checkForce(t, c);
    }
    {
        const Touching t(ContactGeometry::Ellipsoid(Vec3(.4, .5, .6)), Transform(),
                         ContactGeometry::Ellipsoid(Vec3(.5, .3, .2)), Transform(turned, Vec3(.1, .81, .02)));
        checkForce(t, only(t));
    }
    {
        const Touching apart(ContactGeometry::HalfSpace(), Transform(upright), ContactGeometry::Sphere(0.5),
                             Transform(Vec3(0, .51, 0)));
        CHECK(apart.contacts.getContacts(apart.state, apart.set).empty());
        CHECK_NEAR(apart.forceOn(apart.two), Vec3(0), 0);
        CHECK(apart.contacts.getNumContactSets() == 1 && apart.contacts.getNumBodies(apart.set) == 2);
        CHECK(apart.contacts.getBody(apart.set, ContactSurfaceIndex(1)).getMobilizedBodyIndex() ==
              apart.two.getMobilizedBodyIndex());
    }
}

CHECK_MAIN(run)
