// SPDX-License-Identifier: Apache-2.0
#include "compile/element_reader.h"

#include "compile/catalog.h"
#include "compile/formula_names.h"
#include "multibody/body_type.h"
#include "multibody/matter_subsystem.h"

namespace trammel {

Vec3 calcStation(const Document& document, const Element& element, ElementId body, const std::string& point) {
    const TypeDescriptor& type = typeOf(element);
    Vec3 offset = element.valueAs<Vec3>(type, point);
    const auto& anchor = element.valueAs<std::string>(type, point + "Anchor");
    const Element* carrier = document.find(body);
    // Ground has only an origin.
    const TypeDescriptor* carrierType = carrier ? findTypeOf(*carrier) : nullptr;
    if (!carrierType || anchor == "origin") return offset;
    const auto* bodyType = dynamic_cast<const BodyType*>(carrierType->implementation.get());
    if (!bodyType) return offset;
    ElementInputs in;
    in.name = carrier->name;
    in.property = [&](const std::string& key) { return carrier->value(*carrierType, key); };
    if (anchor == "tip") return bodyType->calcTip(in) + offset;
    return bodyType->calcMassProperties(in).getMassCenter() + offset;
}

ElementInputs makeElementInputs(const Document& document, const Element& element, const EngineIndices& indices) {
    ElementInputs in;
    in.name = element.name;
    in.id = element.id;
    in.property = [&element](const std::string& key) { return element.value(typeOf(element), key); };
    const auto lookUp = [&element](const std::map<ElementId, MobilizedBodyIndex>& map, const std::string& socket) {
        const auto it = map.find(element.reference(socket));
        return it == map.end() ? MobilizedBodyIndex(0) : it->second;
    };
    in.body = [lookUp, indices](const std::string& socket) { return lookUp(indices.bodies, socket); };
    in.mobilizer = [lookUp, indices](const std::string& socket) { return lookUp(indices.joints, socket); };
    in.jointType = [&element, indices](const std::string& socket) {
        const auto joint = indices.joints.find(element.reference(socket));
        return joint == indices.joints.end() ? nullptr : &indices.matter->getMobilizer(joint->second);
    };
    in.function = [&element, indices](const std::string& socket) {
        const auto function = indices.functions.find(element.reference(socket));
        return function == indices.functions.end() ? FunctionValue() : function->second;
    };
    in.station = [&document, &element](const std::string& socket, const std::string& point) {
        return calcStation(document, element, element.reference(socket), point);
    };
    in.formula = [&document, &element, indices](const std::string& key) {
        const auto& text = element.valueAs<std::string>(typeOf(element), key);
        auto bound = bindFormula(document, element, key, text, indices);
        const auto* const error = std::get_if<FormulaError>(&bound);
        if (!error) return std::get<BoundFormula>(std::move(bound));
        throw UnusableElement(typeOf(element).findProperty(key)->label + ", column " + std::to_string(error->column) +
                                  ": " + error->message,
                              "Correct the formula " + text + ".");
    };
    return in;
}

}  // namespace trammel
