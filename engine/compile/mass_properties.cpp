// SPDX-License-Identifier: Apache-2.0
#include "compile/mass_properties.h"

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/plain_inputs.h"
#include "multibody/body_type.h"

namespace trammel {

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

std::string volumeFormula(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    const auto* const body = type ? dynamic_cast<const BodyType*>(type->implementation.get()) : nullptr;
    return body ? body->volumeFormula(plainInputs(element, *type)) : std::string();
}

void checkBody(const Element& element, Diagnostics& problems) {
    const TypeDescriptor& type = typeOf(element);
    dynamic_cast<const BodyType&>(*type.implementation).check(plainInputs(element, type), problems);
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
