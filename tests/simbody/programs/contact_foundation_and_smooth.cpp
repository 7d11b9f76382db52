// SPDX-License-Identifier: Apache-2.0
// Elastic foundation of a mesh on a half-space, and the smooth sphere on a half-space, against their formulas.
#include "Simbody.h"
#include "check.h"
#include "meshes.h"
using namespace SimTK;

namespace {

void foundation() {
    const Real k = 1e6, c = 0.2, depth = 0.01, us = 0.5, ud = 0.4, uv = 0.1, vt = 0.02;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    GeneralContactSubsystem contacts(system);
    const ContactSetIndex set = contacts.createContactSet();
    Body::Rigid body(MassProperties(1, Vec3(0), Inertia(1)));
    MobilizedBody::Translation box(matter.Ground(), body);
    const ContactGeometry::TriangleMesh mesh(makeBox(Vec3(.2, .3, .4)));
    CHECK(mesh.getNumFaces() == 12 && mesh.getNumVertices() == 8);
    contacts.addBody(set, box, mesh, Transform());
    contacts.addBody(set, matter.Ground(), ContactGeometry::HalfSpace(), Transform(Rotation(-Pi / 2, ZAxis)));
    ElasticFoundationForce force(forces, contacts, set);
    force.setBodyParameters(ContactSurfaceIndex(0), k, c, us, ud, uv);
    force.setTransitionVelocity(vt);
    State state = system.realizeTopology();
    box.setQ(state, Vec3(.1, .3 - depth, .2));
    box.setU(state, Vec3(.03, -.1, 0));
    system.realize(state, Stage::Dynamics);
    const Real push = k * .4 * .8 * depth * (1 + c * .1), r = .03 / vt;
    const Real friction = push * (std::min(r, Real(1)) * (ud + 2 * (us - ud) / (1 + r * r)) + uv * .03);
    const Vec3 f = system.getRigidBodyForces(state, Stage::Dynamics)[box.getMobilizedBodyIndex()][1];
    CHECK_NEAR(f, Vec3(-friction, push, 0), 1e-8 * push);
    CHECK_NEAR(force.calcPotentialEnergyContribution(state), k * .4 * .8 * depth * depth / 2, 1e-9);
    box.setQ(state, Vec3(.1, .31, .2));
    system.realize(state, Stage::Dynamics);
    CHECK_NEAR(system.getRigidBodyForces(state, Stage::Dynamics)[box.getMobilizedBodyIndex()][1], Vec3(0), 0);
}

void smoothSphere() {
    const Real k = 1e5, c = 0.5, us = 0.8, ud = 0.5, uv = 0.1, vt = 0.05, cf = 1e-5, bd = 300, bv = 50, radius = 0.4;
    for (const Real height : {.3, .39, .4, .41, .5}) {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        GeneralForceSubsystem forces(system);
        Body::Rigid body(MassProperties(1, Vec3(0), Inertia(1)));
        MobilizedBody::Free ball(matter.Ground(), body);
        SmoothSphereHalfSpaceForce force(forces);
        force.setParameters(k, c, us, ud, uv, vt, cf, bd, bv);
        force.setContactSphereBody(ball);
        force.setContactSphereLocationInBody(Vec3(.1, 0, 0));
        force.setContactSphereRadius(radius);
        force.setContactHalfSpaceBody(matter.Ground());
        force.setContactHalfSpaceFrame(Transform(Rotation(-Pi / 2, ZAxis), Vec3(0)));
        CHECK_NEAR(force.getContactSphereRadius(), radius, 0);
        State state = system.realizeTopology();
        ball.setQToFitTransform(state, Transform(Vec3(0, height, 0)));
        ball.setUToFitVelocity(state, SpatialVec(Vec3(.1, .2, .3), Vec3(.2, -.1, .05)));
        system.realize(state, Stage::Dynamics);
        const Real x = radius - height, stiffness = 0.5 * std::pow(k, 2. / 3);
        const Vec3 p(.1, height - radius + x / 2, 0);
        const Vec3 v = ball.findStationVelocityInGround(state, ball.findStationAtGroundPoint(state, p));
        const Real approach = -v[1], slip = std::sqrt(v[0] * v[0] + v[2] * v[2] + cf), r = slip / vt;
        const Real hertz = 4. / 3 * stiffness * std::sqrt(radius * stiffness) * std::pow(std::sqrt(x * x + cf), 1.5) *
                           (.5 + .5 * std::tanh(bd * x));
        const Real push = hertz * (1 + 1.5 * c * approach) * (.5 + .5 * std::tanh(bv * (approach + 2 / (3 * c))));
        const Real friction = push * (std::min(r, Real(1)) * (ud + 2 * (us - ud) / (1 + r * r)) + uv * slip);
        const Vec3 expected = Vec3(0, push, 0) - friction / slip * Vec3(v[0], 0, v[2]);
        const Vec3 f = system.getRigidBodyForces(state, Stage::Dynamics)[ball.getMobilizedBodyIndex()][1];
        CHECK_NEAR(f, expected, 1e-9 * (1 + push));
        CHECK_NEAR(force.calcPotentialEnergyContribution(state), .4 * hertz * x, 1e-9 * (1 + hertz));
    }
}

}  // namespace

static void run() {
    foundation();
    smoothSphere();
}

CHECK_MAIN(run)
