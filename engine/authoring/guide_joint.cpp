// SPDX-License-Identifier: Apache-2.0
#include "authoring/guide_joint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "authoring/drawn_numbers.h"
#include "authoring/features.h"
#include "authoring/placed_element.h"
#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "decoration/extent.h"
#include "document/formulas.h"
#include "meta/expression.h"
#include "multibody/mobilizer.h"

namespace trammel {

bool isGuide(const TypeDescriptor& type) { return slides(type) && type.findProperty("length"); }

std::optional<Vec3> turningAxisOf(const TypeDescriptor& type) {
    if (!slides(type)) return std::nullopt;
    const std::unique_ptr<Mobilizer> mobilizer = makeDefaultMobilizer(type);
    if (mobilizer->getNU() != 2) return std::nullopt;
    const Real q[2] = {0, 0};
    Transform X_FM;
    SpatialVec H[2];
    mobilizer->calcAcross(q, X_FM, H);
    return H[1][0];
}

Rotation withGuideInPlane(const CompiledModel& model, const std::vector<ElementId>& bodies, const Vec3& axis_G,
                          const Rotation& R_GF) {
    constexpr Real perpendicular = 1e-6;
    const State& s = model.getInitialState();
    std::vector<Vec3> normals;
    if (const auto normal = findPlaneNormal(model, s)) normals.push_back(*normal);
    for (const ElementId body : bodies) normals.push_back(model.calcBodyPose(body, s).z());
    const auto across =
        std::ranges::find_if(normals, [&](const Vec3& n) { return std::abs(n.dot(axis_G)) < perpendicular; });
    if (across == normals.end()) return R_GF;
    const Vec3& z = R_GF.z();
    const Vec3 normal = z.dot(*across) < 0 ? Vec3(-*across) : *across;
    const Real angle = std::atan2(axis_G.dot(z.cross(normal)), z.dot(normal));
    return std::abs(angle) < perpendicular ? R_GF : Rotation(angle, axis_G) * R_GF;
}

namespace {

/// Width of a link: its width, or its largest size other than its length, such as the eyes of a rod.
Real widthOf(const Element& link) {
    const TypeDescriptor& type = typeOf(link);
    if (type.findProperty("width")) return link.valueAs<Real>(type, "width");
    Real widest = 0;
    for (const PropertyDescriptor& property : type.properties)
        if (property.kind == ValueKind::Real && isSize(property) && property.key != "length")
            widest = std::max(widest, link.valueAs<Real>(type, property.key));
    return widest;
}

}  // namespace

void fitGuide(Element& draft, const Document& document, ElementId body, ElementId runner, Real sizeUnit) {
    constexpr Real lengthOfLink = 0.6, widthOfLink = 0.5, lengthOfRunner = 3, widthOfRunner = 0.3;
    for (const auto& [id, part] : {std::pair(body, lengthOfLink), std::pair(runner, Real(1))}) {
        if (!isLink(document, id)) continue;
        draft.set("length", roundSize(part * calcStation(document, {id, "tip", Vec3(0.)}).norm(), sizeUnit));
        if (const Real width = widthOf(document.get(id)); width > 0)
            draft.set("width", roundSize(widthOfLink * width, sizeUnit));
        return;
    }
    Real radius = 0;
    if (const Element* const slides = document.find(runner))
        for (const DecorativeGeometry& shape : calcBodyGeometry(document, *slides))
            radius = std::max(radius, shape.getTransform().p().norm() + enclosingRadius(shape.getShape()));
    if (!(radius > 0)) return;
    draft.set("length", roundSize(lengthOfRunner * radius, sizeUnit));
    draft.set("width", roundSize(widthOfRunner * radius, sizeUnit));
}

Result<Edit> withStopsOfGuide(Result<Edit> edit) {
    if (!edit) return edit;
    const Element guide = edit->document.get(edit->element);
    const auto forces = builtinCatalog().typesOf("force");
    const auto stops = std::ranges::find_if(forces, [](const TypeDescriptor* each) {
        return each->findSocket("joint") && each->findProperty("low") && each->findProperty("high");
    });
    if (!isGuide(typeOf(guide)) || stops == forces.end()) return edit;
    // Stiff enough to stop a body of some kilograms within a millimeter or two, without bouncing for long.
    constexpr Real stiffness = 2e4, dissipation = 2;
    Result<Edit> result = addElement(edit->document, builtinCatalog(),
                                     Element::draft("force", (*stops)->key, "Stops of " + guide.name)
                                         .plug("joint", guide.id)
                                         .set("stiffness", stiffness)
                                         .set("dissipation", dissipation));
    const ElementId stop = result ? result->element : ElementId();
    const std::string half = quotedName(guide.name) + ".length/2";
    for (const auto& [key, formula] : {std::pair("low", "-" + half), std::pair("high", half)})
        if (result) result = setFormula(result->document, builtinCatalog(), stop, key, formula);
    if (result) result->element = guide.id;
    result.diagnostics.append(edit.diagnostics);
    return result;
}

}  // namespace trammel
