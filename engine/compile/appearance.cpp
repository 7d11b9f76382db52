// SPDX-License-Identifier: Apache-2.0
// Appearance, mass and joint frames of elements, directly from the document.
#include "compile/catalog.h"
#include "compile/compiler.h"
#include "multibody/body_type.h"

namespace trammel {

namespace {
ElementInputs plainInputs(const Element& element, const TypeDescriptor& type) {
    ElementInputs in;
    in.name = element.name;
    in.id = element.id;
    in.property = [&element, &type](const std::string& key) { return element.value(type, key); };
    return in;
}
Color toColor(const Vec3& c) { return {float(c[0]), float(c[1]), float(c[2])}; }

void appendShape(const Element& shape, std::vector<DecorativeGeometry>& out) {
    const TypeDescriptor* type = findTypeOf(shape);
    const auto* implementation = type ? dynamic_cast<const ShapeType*>(type->implementation.get()) : nullptr;
    if (!implementation) return;
    const ElementInputs in = plainInputs(shape, *type);
    out.push_back(implementation->makeGeometry(in)
                      .setTransform(Transform(Rotation::fromBodyXYZ(in.vec3("orientation")), in.vec3("position")))
                      .setColor(toColor(in.vec3("color")))
                      .setOpacity(in.real("opacity"))
                      .setElement(shape.id)
                      .setRole(DecorationRole::Body));
}
}  // namespace

std::vector<DecorativeGeometry> calcOwnGeometry(const Element& element) {
    std::vector<DecorativeGeometry> out;
    const TypeDescriptor* type = findTypeOf(element);
    const auto* body = type ? dynamic_cast<const BodyType*>(type->implementation.get()) : nullptr;
    if (!body) {
        appendShape(element, out);
        return out;
    }
    const ElementInputs in = plainInputs(element, *type);
    body->appendGeometry(in, out);
    for (DecorativeGeometry& g : out)
        g.setColor(toColor(in.vec3("color"))).setElement(element.id).setRole(DecorationRole::Body);
    return out;
}

std::string volumeFormula(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    const auto* const body = type ? dynamic_cast<const BodyType*>(type->implementation.get()) : nullptr;
    return body ? body->volumeFormula(plainInputs(element, *type)) : std::string();
}

void checkBody(const Element& element, Diagnostics& problems) {
    const TypeDescriptor& type = typeOf(element);
    dynamic_cast<const BodyType&>(*type.implementation).check(plainInputs(element, type), problems);
}

std::vector<DecorativeGeometry> calcBodyGeometry(const Document& document, const Element& body) {
    std::vector<DecorativeGeometry> out = calcOwnGeometry(body);
    for (ElementId child : document.childrenOf(body.id)) appendShape(document.get(child), out);
    return out;
}

std::vector<DecorativeGeometry> calcGroundGeometry(const Document& document) {
    std::vector<DecorativeGeometry> out;
    for (ElementId id : document.roots())
        if (document.get(id).family == "shape") appendShape(document.get(id), out);
    return out;
}

MassProperties calcBodyMass(const Element& body) {
    const TypeDescriptor& type = typeOf(body);
    return dynamic_cast<const BodyType&>(*type.implementation).calcMassProperties(plainInputs(body, type));
}

MassProperties calcPieceMass(const BuiltSystem& built, const Element& body) {
    const auto extra = built.extraPieces.find(body.id);
    const Real share = 1.0 / (1 + (extra == built.extraPieces.end() ? 0 : extra->second));
    const MassProperties whole = calcBodyMass(body);
    return {share * whole.getMass(), whole.getMassCenter(), share * whole.getInertia()};
}

std::pair<Transform, Transform> calcJointFrames(const Document& document, const Element& joint) {
    const TypeDescriptor& type = typeOf(joint);
    return {Transform(Rotation::fromBodyXYZ(joint.valueAs<Vec3>(type, "parentOrientation")),
                      calcStation(document, joint, joint.reference("parent"), "parentPoint")),
            Transform(Rotation::fromBodyXYZ(joint.valueAs<Vec3>(type, "childOrientation")),
                      calcStation(document, joint, joint.reference("child"), "childPoint"))};
}

}  // namespace trammel
