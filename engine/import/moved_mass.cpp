// SPDX-License-Identifier: Apache-2.0
#include "import/moved_mass.h"

#include <algorithm>
#include <map>

namespace trammel {

namespace {

bool isPositive(const Element& element, const char* key) {
    const PropertyValue* value = element.findExplicit(key);
    const Real* number = value ? std::get_if<Real>(value) : nullptr;
    return number && *number > 0;
}

Vec3 vectorOf(const Element& element, const char* key) {
    const PropertyValue* value = element.findExplicit(key);
    const Vec3* vector = value ? std::get_if<Vec3>(value) : nullptr;
    return vector ? *vector : Vec3(0.);
}

/// Bodies of other types, such as plates, have the inertia of their shape.
bool isPointMass(const Element& body) { return body.type == "rigid" && vectorOf(body, "moments").maxCoeff() <= 0; }

bool hasInertia(const Element& body) { return isPositive(body, "mass") || !isPointMass(body); }

/// Whether the body is a point mass that a joint turns about itself.
bool turnsAPoint(const Element& joint, const Element& body) {
    if (!isPointMass(body)) return false;
    if (joint.type == "free" || joint.type == "ball" || joint.type == "gimbal") return true;
    if (joint.type != "pin") return false;
    const Vec3 arm = vectorOf(body, "massCenter") - vectorOf(joint, "childPoint");
    const Vec3 axis(Rotation::fromBodyXYZ(vectorOf(joint, "childOrientation")).z());
    constexpr Real onAxis = 1e-9;
    return Vec3(arm.cross(axis)).norm() <= onAxis;
}

struct Carried : CarriedBody {
    bool movesInertia = false, carriesInertia = false;
    bool isStiff() const { return joint->type == "weld"; }
    bool hasRotor() const { return isPositive(*joint, "rotorInertia"); }
};

}  // namespace

std::vector<CarriedBody> carriedBodies(const ModelDraft& draft) {
    std::map<ElementId, const Element*> carriers;
    std::map<ElementId, std::vector<ElementId>> children;
    for (const Element& joint : draft.elements()) {
        if (joint.family != "joint") continue;
        const ElementId child = joint.reference("child");
        if (child.isValid() && carriers.try_emplace(child, &joint).second)
            children[joint.reference("parent")].push_back(child);
    }
    std::vector<CarriedBody> order;
    for (const ElementId body : children[{}]) order.push_back({body, carriers.at(body), 0, false});
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const ElementId body : children[order[i].body]) order.push_back({body, carriers.at(body), i, true});
    return order;
}

void giveMassToMovedBodies(ImportJob& job) {
    std::vector<Carried> bodies;
    for (const CarriedBody& one : carriedBodies(job.draft)) {
        bodies.push_back({one});
        bodies.back().movesInertia = hasInertia(job.draft.get(one.body)) || bodies.back().hasRotor();
    }
    // Where nothing has mass, masses at the tips alone would leave the bodies between without inertia of their own.
    const bool none = std::ranges::none_of(bodies, &Carried::movesInertia);
    for (std::size_t i = bodies.size(); i-- > 0;) {
        Carried& one = bodies[i];
        const Element& body = job.draft.get(one.body);
        const auto give = [&](const Solid& solid, const char* change) {
            job.draft.setMass(one.body, solid);
            job.report.add({ImportOutcome::Approximated, "body '" + body.name + "'", change, {}, 0, one.body});
            one.movesInertia = true;
        };
        if (none && !one.isStiff()) {
            give(
                mediumBall,
                "No body of the file has any mass: this one has that of a ball of 100 g. Set the masses, or its motion "
                "means nothing.");
        } else if (!one.movesInertia && !one.isStiff()) {
            give(smallBall, "Its joint would move nothing: it has the mass of a ball of 1 g.");
        } else if (!one.isStiff() && !one.hasRotor() && !one.carriesInertia && turnsAPoint(*one.joint, body)) {
            const Real mass = std::get<Real>(*body.findExplicit("mass"));
            give({mass, vectorOf(body, "massCenter"), Mat33(mass / smallBall.mass * smallBall.inertia)},
                 "Its joint would turn a point: it has the moments of inertia of a ball of 1 cm radius.");
        }
        if (one.hasParent && one.movesInertia)
            bodies[one.parent].movesInertia = bodies[one.parent].carriesInertia = true;
    }
}

}  // namespace trammel
