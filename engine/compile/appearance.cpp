// SPDX-License-Identifier: Apache-2.0
// Appearance, mass and joint frames of elements, directly from the document.
#include "compile/appearance.h"

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "multibody/body_type.h"

namespace trammel {

namespace {
template <class Inputs = ElementInputs>
Inputs plainInputs(const Element& element, const TypeDescriptor& type) {
    Inputs in;
    in.name = element.name;
    in.id = element.id;
    in.property = [&element, &type](const std::string& key) { return element.value(type, key); };
    return in;
}
Color toColor(const Vec3& c) { return {float(c[0]), float(c[1]), float(c[2])}; }

/// The triangles of a mesh element; null if none.
std::shared_ptr<const MeasuredMesh> meshOf(const Element* element) {
    const TypeDescriptor* type = element ? findTypeOf(*element) : nullptr;
    const auto* mesh = type ? dynamic_cast<const MeshType*>(type->implementation.get()) : nullptr;
    return mesh ? readMesh(element->valueAs<std::string>(*type, mesh->meshKey()), 1) : nullptr;
}

/// @param document where what the shape refers to is found; null: nowhere
void appendShape(const Document* document, const Element& shape, std::vector<DecorativeGeometry>& out) {
    const TypeDescriptor* type = findTypeOf(shape);
    const auto* implementation = type ? dynamic_cast<const ShapeType*>(type->implementation.get()) : nullptr;
    if (!implementation) return;
    auto in = plainInputs<ShapeInputs>(shape, *type);
    if (!in.boolean("visible")) return;
    in.mesh = [document, &shape](const std::string& socket) {
        return document ? meshOf(document->find(shape.reference(socket))) : nullptr;
    };
    out.push_back(implementation->makeGeometry(in)
                      .setTransform(Transform(Rotation::fromBodyXYZ(in.vec3("orientation")), in.vec3("position")))
                      .setColor(toColor(in.vec3("color")))
                      .setOpacity(in.real("opacity"))
                      .setElement(shape.id)
                      .setRole(DecorationRole::Body));
}
}  // namespace

std::vector<DecorativeGeometry> calcOwnGeometry(const Element& element, const Document* document) {
    std::vector<DecorativeGeometry> out;
    const TypeDescriptor* type = findTypeOf(element);
    const auto* body = type ? dynamic_cast<const BodyType*>(type->implementation.get()) : nullptr;
    if (!body) {
        appendShape(document, element, out);
        return out;
    }
    const ElementInputs in = plainInputs(element, *type);
    body->appendGeometry(in, out);
    for (DecorativeGeometry& g : out)
        g.setColor(toColor(in.vec3("color"))).setElement(element.id).setRole(DecorationRole::Body);
    return out;
}

std::vector<DecorativeGeometry> calcSolids(const Element& element, const Document& document) {
    std::vector<DecorativeGeometry> drawn, out;
    const TypeDescriptor* const type = findTypeOf(element);
    if (const auto* body = type ? dynamic_cast<const BodyType*>(type->implementation.get()) : nullptr) {
        body->appendSolids(plainInputs(element, *type), drawn);
    } else {
        Element seen = element;
        if (type && type->findProperty("visible")) seen.set("visible", true);
        drawn = calcOwnGeometry(seen, &document);
    }
    for (DecorativeGeometry& g : drawn) {
        DecorativeGeometry bare(std::move(g.updShape()));
        out.push_back(bare.setTransform(g.getTransform()).setScaleFactors(g.getScaleFactors()));
    }
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
    std::vector<DecorativeGeometry> out = calcOwnGeometry(body, &document);
    for (ElementId child : document.childrenOf(body.id)) appendShape(&document, document.get(child), out);
    return out;
}

std::vector<DecorativeGeometry> calcGroundGeometry(const Document& document) {
    std::vector<DecorativeGeometry> out;
    for (ElementId id : document.roots())
        if (document.get(id).family == "shape") appendShape(&document, document.get(id), out);
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

namespace {
std::optional<Real> findReal(const Element& element, const char* key) {
    const TypeDescriptor& type = typeOf(element);
    if (!type.findProperty(key)) return std::nullopt;
    return element.valueAs<Real>(type, key);
}
}  // namespace

std::optional<Real> findRotorInertia(const Element& joint) { return findReal(joint, rotorInertiaKey); }
std::optional<Real> findRotorMass(const Element& joint) { return findReal(joint, rotorMassKey); }

}  // namespace trammel
