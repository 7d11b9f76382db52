// SPDX-License-Identifier: Apache-2.0
#include "authoring/convex_parts_edit.h"

#include <algorithm>

#include "authoring/density.h"
#include "authoring/edit_series.h"
#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/contacts.h"
#include "decoration/mesh_text.h"
#include "document/edit_rules.h"
#include "multibody/body_type.h"

namespace trammel {

namespace {

constexpr const char* meshFamily = "mesh";  // not a type: a family

/// The mesh as which an element is drawn; none if it is drawn otherwise, or as several shapes.
std::optional<decor::Mesh> findDrawnMesh(const Document& document, ElementId id) {
    const Element* const element = document.find(id);
    const TypeDescriptor* const type = element ? findTypeOf(*element) : nullptr;
    if (!type || !type->findProperty(touchesKey)) return std::nullopt;
    const std::vector<DecorativeGeometry> solids = calcSolids(*element, document);
    if (solids.size() != 1) return std::nullopt;
    const auto* const mesh = std::get_if<decor::Mesh>(&solids.front().getShape());
    return mesh ? std::optional(*mesh) : std::nullopt;
}

/// The type of shape that shows a mesh of the model, and its input; null without such a type.
const TypeDescriptor* findMeshShapeType(const SocketDescriptor*& socket) {
    for (const TypeDescriptor* const type : builtinCatalog().typesOf("shape"))
        for (const SocketDescriptor& each : type->sockets)
            if (each.families == std::vector<std::string>{meshFamily}) {
                socket = &each;
                return type;
            }
    return nullptr;
}

bool isForCollision(const Element& shape) {
    const TypeDescriptor* const type = shape.family == "shape" ? findTypeOf(shape) : nullptr;
    return type && shape.valueAs<std::string>(*type, purposeKey) == collisionPurpose;
}

bool doOthersTouch(const Document& document, ElementId id, ElementId body) {
    return std::ranges::any_of(collectSurfaceSources(document, false), [&](const SurfaceSource& source) {
        return source.body == body && source.element != id;
    });
}

/// A shape with the place and surface of @p source, without mesh.
Element draftOfPart(const Element& source, const TypeDescriptor& shapeType) {
    if (source.family == "shape") {
        Element draft = source;
        draft.id = {};
        draft.children.clear();
        return draft;
    }
    // A body's mesh is drawn in the frame of the body, in meters.
    Element draft = Element::draft(shapeType.family, shapeType.key);
    const TypeDescriptor& type = typeOf(source);
    for (const Element::Property& property : source.properties)
        if (const PropertyDescriptor* const own = shapeType.findProperty(property.key);
            own && own->kind == type.findProperty(property.key)->kind && property.key != "scale")
            draft.set(property.key, property.value);
    for (const Element::Reference& reference : source.references)
        if (shapeType.findSocket(reference.key)) draft.plug(reference.key, reference.target);
    return draft;
}

}  // namespace

bool isDrawnAsMesh(const Document& document, ElementId id) { return findDrawnMesh(document, id).has_value(); }

Result<ConvexParts> findConvexParts(const Document& document, ElementId id, const ConvexPartsOptions& options,
                                    const std::function<bool()>& isCanceled) {
    Result<ConvexParts> result;
    const Element* const element = document.find(id);
    const auto refuse = [&](const std::string& why, const std::string& remedy) {
        result.value.reset();
        result.diagnostics = {};
        result.diagnostics.error(element ? titleOf(builtinCatalog(), *element) : "Convex parts", why, remedy, id);
        return result;
    };
    const std::optional<decor::Mesh> mesh = findDrawnMesh(document, id);
    if (!mesh) return refuse("It is not drawn as a mesh.", "Select a shape or body of a mesh.");
    result = splitIntoConvexParts(*mesh->mesh, options, isCanceled);
    if (!result) {
        const Diagnostic why = result.diagnostics.items().front();
        return refuse(why.message, why.remedy);
    }
    if (result->hulls.size() < 2)
        return refuse("Its mesh already fits its convex hull as closely as requested.",
                      "Allow less volume outside the solid, or more parts.");
    return result;
}

Result<Edit> touchWithParts(const Document& document, ElementId id, const ConvexParts& parts) {
    const Element& source = document.get(id);
    const SocketDescriptor* socket = nullptr;
    const TypeDescriptor* const shapeType = findMeshShapeType(socket);
    const auto meshTypes = builtinCatalog().typesOf(meshFamily);
    Result<Edit> refused;
    if (!shapeType || meshTypes.empty()) {
        refused.diagnostics.error(titleOf(builtinCatalog(), source), "There is no shape of a mesh.", "", id);
        return refused;
    }
    const ElementId body = source.family == "shape" ? source.parent : id;
    const bool replaces = isForCollision(source);
    const bool collision = replaces || !doOthersTouch(document, id, body);
    const std::string& meshType = meshTypes.front()->key;
    const std::string meshKey = meshKeyOf(*meshTypes.front());
    const ElementId meshOfSource = source.reference(socket->key);

    EditSeries edits(document);
    ElementId first;
    for (std::size_t i = 0; i < parts.hulls.size(); ++i) {
        const std::string name = source.name + " part " + std::to_string(i + 1);
        Element mesh = Element::draft(meshFamily, meshType, name + " mesh");
        mesh.set(meshKey, writeMesh(parts.hulls[i]));
        const ElementId kept = edits.addElement(std::move(mesh));
        Element shape = draftOfPart(source, *shapeType);
        shape.name = name;
        shape.set(purposeKey, std::string(collision ? collisionPurpose : visualPurpose))
            .set("visible", false)
            .set(touchesKey, true)
            .plug(socket->key, kept);
        const ElementId added = edits.addElement(std::move(shape), body);
        if (i == 0) first = added;
    }
    if (!replaces)
        edits.set(id, touchesKey, false);
    else if (edits.isValid()) {
        edits.add(removeElement(edits.document(), builtinCatalog(), id));
        if (meshOfSource.isValid() && edits.isValid() && edits.document().dependentsOf(meshOfSource).empty())
            edits.add(removeElement(edits.document(), builtinCatalog(), meshOfSource));
    }
    Result<Edit> result = edits.take();
    if (result) result->element = first;
    return result;
}

}  // namespace trammel
