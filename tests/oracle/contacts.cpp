// SPDX-License-Identifier: Apache-2.0
#include "model.h"

namespace oracle {

namespace {

ContactSurface makeSurface(const ContactGeometry& shape, bool first) {
    return first ? ContactSurface(shape, ContactMaterial(1e5, 0.1, 0.8, 0.6, 0.05))
                 : ContactSurface(shape, ContactMaterial(3e5, 0.3, 0.4, 0.3, 0.02));
}

}  // namespace

void appendContactCases(std::vector<Case>& cases) {
    // One shape on Ground at the origin and another on a body about a place where they overlap, with small motions.
    const auto add = [&](const std::string& name, const ContactGeometry& one, const Transform& X,
                         const ContactGeometry& two, const Vec3& place) {
        Case c;
        c.name = "contact/" + name;
        c.eulerAngles = true;
        c.range = 0.01;
        c.build = [=](Model& m, Dice& dice) {
            m.tracker = std::make_unique<ContactTrackerSubsystem>(m.system);
            m.contacts = std::make_unique<CompliantContactSubsystem>(m.system, *m.tracker);
            m.contacts->setTransitionVelocity(0.004);
            m.matter.Ground().updBody().addContactSurface(X, makeSurface(one, true));
            Body::Rigid body = dice.body();
            body.addContactSurface(Transform(), makeSurface(two, false));
            MobilizedBody::Free(m.matter.Ground(), Transform(place), body, Transform());
        };
        cases.push_back(c);
    };
    const Transform tilted(Rotation(-Pi / 2 + 0.2, ZAxis), Vec3(0));
    const Vec3 normal(tilted.R() * Vec3(-1, 0, 0));
    add("HalfSpaceSphere", ContactGeometry::HalfSpace(), tilted, ContactGeometry::Sphere(0.5), 0.45 * normal);
    add("Spheres", ContactGeometry::Sphere(0.5), Transform(), ContactGeometry::Sphere(0.3), 0.75 * normal);
    add("HalfSpaceEllipsoid", ContactGeometry::HalfSpace(), tilted, ContactGeometry::Ellipsoid(Vec3(.5, .4, .45)),
        0.35 * normal);
    add("Ellipsoids", ContactGeometry::Ellipsoid(Vec3(.5, .4, .45)), Transform(),
        ContactGeometry::Ellipsoid(Vec3(.3, .35, .4)), Vec3(0, 0.7, 0));
    add("HalfSpaceRoundEllipsoid", ContactGeometry::HalfSpace(), tilted, ContactGeometry::Ellipsoid(Vec3(.5)),
        0.45 * normal);
}

}  // namespace oracle
