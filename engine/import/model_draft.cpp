// SPDX-License-Identifier: Apache-2.0
#include "import/model_draft.h"

#include <cmath>

#include "document/value_text.h"

namespace trammel {

Vec3 anglesOf(const Rotation& R) { return R.toBodyXYZ(); }

namespace {
/// The shortest turn that takes the axis @p from to @p to. Rodrigues; half a turn about a perpendicular where they are
/// opposite.
Rotation shortestTurn(const Vec3& from, const Vec3& to) {
    const Vec3 axis(from.cross(to));
    const Real cosine = from.dot(to), sine = axis.norm();
    if (sine == 0) {
        if (cosine > 0) return {};
        const Vec3 across = UnitVec3(from).perp();
        return Rotation(Pi, across);
    }
    return Rotation(std::atan2(sine, cosine), axis);
}
}  // namespace

Rotation frameWithZ(const Vec3& axis) { return shortestTurn(Vec3(0, 0, 1), Vec3(axis.normalized())); }
Rotation frameWithX(const Vec3& axis) { return shortestTurn(Vec3(1, 0, 0), Vec3(axis.normalized())); }

ElementId ModelDraft::add(Element draft, ElementId parent) {
    draft.id = ElementId{elements_.size() + 1};
    draft.parent = parent;
    elements_.push_back(std::move(draft));
    return elements_.back().id;
}

namespace {
void putFrame(Element& element, const std::string& point, const std::string& orientation, const Transform& X) {
    if (X.p().squaredNorm() != 0) element.set(point, X.p());
    const Vec3 angles = anglesOf(X.R());
    if (angles.squaredNorm() != 0) element.set(orientation, angles);
}
}  // namespace

ElementId ModelDraft::addBody(const std::string& name, const Solid& mass) {
    const ElementId id = add(Element::draft("body", "rigid", name));
    setMass(id, mass);
    return id;
}

void ModelDraft::setMass(ElementId body, const Solid& mass) {
    Element& element = get(body);
    const Mat33& I = mass.inertia;
    element.set("mass", mass.mass).set("massCenter", mass.center);
    element.set("moments", Vec3(I(0, 0), I(1, 1), I(2, 2))).set("products", Vec3(I(0, 1), I(0, 2), I(1, 2)));
}

ElementId ModelDraft::addJoint(const std::string& type, const std::string& name, ElementId parent, ElementId child,
                               const Transform& X_PF, const Transform& X_BM) {
    Element joint = Element::draft("joint", type, name);
    putFrame(joint, "parentPoint", "parentOrientation", X_PF);
    putFrame(joint, "childPoint", "childOrientation", X_BM);
    joint.plug("parent", parent).plug("child", child);
    return add(std::move(joint));
}

ElementId ModelDraft::addBetween(const std::string& family, const std::string& type, const std::string& name,
                                 ElementId body1, const Transform& X_1, ElementId body2, const Transform& X_2,
                                 bool withOrientations) {
    Element element = Element::draft(family, type, name);
    element.set("point1", X_1.p()).set("point2", X_2.p());
    for (const auto& [key, X] : {std::pair("orientation1", X_1), std::pair("orientation2", X_2)})
        if (const Vec3 angles = anglesOf(X.R()); withOrientations && angles.squaredNorm() != 0)
            element.set(key, angles);
    element.plug("body1", body1).plug("body2", body2);
    return add(std::move(element));
}

ElementId ModelDraft::addShape(const std::string& type, const std::string& name, ElementId body, const Transform& X_BS,
                               const ShapeLook& look) {
    Element shape = Element::draft("shape", type, name);
    putFrame(shape, "position", "orientation", X_BS);
    shape.set("color", look.color);
    if (look.opacity != 1) shape.set("opacity", look.opacity);
    if (look.isCollision) shape.set("purpose", std::string("collision")).set("visible", false);
    if (look.surface.isValid()) shape.plug("ownMaterial", look.surface);
    // A visible shape replaces the box of inertia.
    if (body.isValid() && !look.isCollision && get(body).type == "rigid" && !get(body).findExplicit("showBox"))
        get(body).set("showBox", false);
    return add(std::move(shape), body);
}

ElementId ModelDraft::surfaceWith(std::optional<Real> friction, std::optional<Real> restitution) {
    const auto [known, isNew] = surfaces_.try_emplace({friction, restitution});
    if (isNew) {
        std::string name;
        if (friction) name = "friction " + numberText(*friction);
        if (restitution) name += (name.empty() ? "restitution " : ", restitution ") + numberText(*restitution);
        Element material = Element::draft("contactMaterial", "material", name);
        if (friction) material.set("staticFriction", *friction).set("dynamicFriction", *friction);
        if (restitution) material.set("restitution", *restitution);
        known->second = add(std::move(material));
    }
    return known->second;
}

ElementId ModelDraft::addRoundShape(const std::string& type, const std::string& name, ElementId body,
                                    const Transform& X_BS, Real radius, Real length, const ShapeLook& look) {
    const Transform X_SY(Rotation(Pi / 2, XAxis), Vec3(0.));
    const ElementId id = addShape(type, name, body, X_BS * X_SY, look);
    get(id).set("radius", radius).set(type == "cone" ? "height" : "length", length);
    return id;
}

ElementId ModelDraft::addCoupler(const std::string& name, ElementId joint1, int coordinate1, ElementId joint2,
                                 int coordinate2, Real ratio, Real offset) {
    Element function = Element::draft("function", "linear", name + " ratio");
    function.set("slope", ratio).set("offset", offset);
    const ElementId line = add(std::move(function));
    Element coupler = Element::draft("constraint", "coordinateCoupler", name);
    coupler.set("coordinate1", std::int64_t{coordinate1}).set("coordinate2", std::int64_t{coordinate2});
    coupler.plug("joint1", joint1).plug("joint2", joint2).plug("function", line);
    return add(std::move(coupler));
}

ElementId ModelDraft::addContactAmongAll() {
    return add(Element::draft("force", "contactEverything", "Everything touches"));
}

ElementId ModelDraft::addContactBetween(const std::string& name, ElementId body1, ElementId body2, bool enabled) {
    Element contact = Element::draft("force", "contact", name);
    if (!enabled) contact.set("enabled", false);
    contact.plug("body1", body1).plug("body2", body2);
    return add(std::move(contact));
}

ElementId ModelDraft::addContactGroup(const std::string& name, const std::vector<ElementId>& bodies) {
    const ElementId group = add(Element::draft("contactGroup", "group", name));
    for (const ElementId body : bodies) get(body).plug("contactGroup", group);
    return group;
}

ElementId ModelDraft::addGravity(const Vec3& acceleration) {
    const Real magnitude = acceleration.norm();
    if (!(magnitude > 0)) return {};
    Element gravity = Element::draft("force", "gravity", "Gravity");
    gravity.set("direction", Vec3(acceleration / magnitude)).set("magnitude", magnitude);
    return add(std::move(gravity));
}

}  // namespace trammel
