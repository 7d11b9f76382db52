// SPDX-License-Identifier: Apache-2.0
#include "study/response_event.h"

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/element_reader.h"
#include "multibody/constraint.h"
#include "multibody/force.h"
#include "multibody/matter_subsystem.h"
#include "multibody/unilateral_constraint.h"

namespace trammel {

namespace {

StudyOccasion atEvent(std::string name) {
    StudyOccasion occasion;
    occasion.event = std::move(name);
    return occasion;
}

/// As rigid contacts and impact stops name their handlers.
StudyOccasion impactOf(const Element& element) { return atEvent(element.name + ": impact"); }

/// Where the output @p label of an element, zero while nothing touches, rises.
std::optional<StudyOccasion> touchOf(const Outputs& outputs, const Element& element, const std::string& label) {
    const std::string output = element.name + "." + label;
    if (!outputs.find(output)) return std::nullopt;
    StudyOccasion occasion;
    occasion.crossing = quotedName(output);
    occasion.direction = 1;
    occasion.isTouch = true;
    return occasion;
}

std::optional<CoordinateRange> rangeOf(const CompiledModel& model, const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    const auto* const force = type ? dynamic_cast<const ForceType*>(type->implementation.get()) : nullptr;
    if (!force) return std::nullopt;
    return force->readRange(
        makeElementInputs(model.getDocument(), element, indicesIn(*model.getData().built, model.getData().functions)));
}

}  // namespace

std::optional<StudyOccasion> occasionOf(const Outputs& outputs, const Element& element) {
    const CompiledModel& model = *outputs.getModel();
    const BuiltSystem& built = *model.getData().built;
    if (built.eventIndices.contains(element.id)) return atEvent(element.name);
    if (const auto row = built.constraints.find(element.id); row != built.constraints.end()) {
        const ConstraintElement& constraint = built.matter->getConstraint(row->second);
        if (dynamic_cast<const UnilateralConstraint*>(&constraint)) return impactOf(element);
        return std::nullopt;
    }
    if (!built.forceIndices.contains(element.id)) return std::nullopt;
    if (const auto range = rangeOf(model, element))
        return range->isRigid ? impactOf(element) : touchOf(outputs, element, "potential energy");
    return touchOf(outputs, element, "touching places");
}

std::vector<ElementId> responseEvents(const Outputs& outputs) {
    std::vector<ElementId> events;
    const Document& document = outputs.getModel()->getDocument();
    for (const TypeDescriptor* const type : builtinCatalog().typesOf(responseFamily)) {
        const SocketDescriptor* const socket = type->findSocket(responseEventSocket);
        if (!socket) continue;
        for (const std::string& family : socket->families)
            for (const ElementId id : document.elementsOf(family))
                if (occasionOf(outputs, document.get(id))) events.push_back(id);
        break;
    }
    return events;
}

}  // namespace trammel
