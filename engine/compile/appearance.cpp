// SPDX-License-Identifier: Apache-2.0
#include "compile/appearance.h"

#include "compile/catalog.h"
#include "compile/plain_inputs.h"
#include "multibody/body_type.h"

namespace trammel {

namespace {
Color toColor(const Vec3& c) { return {float(c[0]), float(c[1]), float(c[2])}; }

/// The triangles of a mesh element; null without any.
std::shared_ptr<const MeasuredMesh> meshOf(const Element* element) {
    const TypeDescriptor* type = element ? findTypeOf(*element) : nullptr;
    const auto* mesh = type ? dynamic_cast<const MeshType*>(type->implementation.get()) : nullptr;
    return mesh ? readMesh(element->valueAs<std::string>(*type, mesh->meshKey()), 1) : nullptr;
}

/// @param document holds the elements that the shape refers to; null without one
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

}  // namespace trammel
