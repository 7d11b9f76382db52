// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "physics_rig.h"

namespace trammel {
class ContactForce;
}

namespace trammel::test {

inline Element ball(const std::string& name, Real radius, Real mass) {
    return Element::draft("body", "sphere", name).set("radius", radius).set("mass", mass);
}
inline Element box(const std::string& name, const Vec3& size, Real mass) {
    return Element::draft("body", "box", name).set("size", size).set("mass", mass);
}
inline Element floorShape() { return Element::draft("shape", "floor", "Floor"); }
inline Element freeJoint(ElementId child, const Vec3& position, const Vec3& velocity = Vec3(0.)) {
    return Element::draft("joint", "free").set("position", position).set("velocity", velocity).plug("child", child);
}
/// A slider along x.
inline Element slide(const std::string& name, ElementId child, Real position, Real speed) {
    return Element::draft("joint", "slider", name).set("position", position).set("rate", speed).plug("child", child);
}
inline Element contact(ElementId a, ElementId b, const std::string& name = "Contact") {
    return Element::draft("force", "contact", name).plug("body1", a).plug("body2", b);
}
inline Element everythingTouches() { return Element::draft("force", "contactEverything", "Contacts"); }
inline Element withFriction(Element e, Real coefficient) {
    return std::move(
        e.set("frictionFrom", "numbers").set("staticFriction", coefficient).set("dynamicFriction", coefficient));
}
inline Element withoutFriction(Element e) { return withFriction(std::move(e), 0); }

/// Boxes "A" and "B" of 0.1 m that overlap by 1 mm, "C" beside them, a floor below, and contact among all.
Document boxes();
/// The element of that name; without one the test fails.
ElementId idOf(const Document& document, const std::string& name);
/// Number of places where two bodies or shapes touch in the initial pose.
int placesBetween(const CompiledModel& model, const std::string& a, const std::string& b);

/// The first contact of a model. Throws if not found.
const ContactForce& contactIn(const CompiledModel& model);

}  // namespace trammel::test
