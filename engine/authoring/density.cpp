// SPDX-License-Identifier: Apache-2.0
#include "authoring/density.h"

#include "authoring/drawn_numbers.h"
#include "compile/catalog.h"
#include "compile/mass_properties.h"
#include "document/edit_rules.h"
#include "document/formulas.h"
#include "meta/expression.h"
#include "multibody/body_type.h"

namespace trammel {

namespace {

/// Value of @p formula over the body's own properties; empty if it has no valid result.
std::optional<Real> evaluateOwn(const Element& body, const std::string& formula) {
    const auto parsed = Expression::parse(formula);
    const auto* const expression = std::get_if<Expression>(&parsed);
    if (!expression) return std::nullopt;
    const TypeDescriptor& type = typeOf(body);
    const NamedValue value = expression->evaluate([&](const ExpressionName& name) -> NamedValue {
        if (const DerivedNumber* const derived = type.findDerived(name.key)) return valueOf(*derived, body, type);
        const FormulaTarget target = findFormulaTarget(type, name.key);
        if (!target) return "'" + body.name + "' has no '" + name.key + "'.";
        return Measured{target.get(body, type), dimensionOf(target.property->quantity)};
    });
    const auto* const measured = std::get_if<Measured>(&value);
    return measured ? std::optional(measured->value) : std::nullopt;
}

/// True if a density needs parentheses in a product: anything but a number with unit or a name.
bool needsParentheses(const std::string& density) { return density.find_first_of("+-<>=&|!") != std::string::npos; }

}  // namespace

std::string massFormula(const Element& body, const std::string& density) {
    const TypeDescriptor* const type = findTypeOf(body);
    std::string volume = type && type->findProperty("mass") ? volumeFormula(body) : std::string();
    if (volume.empty()) return volume;
    return (needsParentheses(density) ? "(" + density + ")" : density) + "*" + volume;
}

std::string steelMass(const Element& body) { return massFormula(body, steelDensity); }

std::optional<BodyDensity> findDensity(const Element& body) {
    const TypeDescriptor* const type = findTypeOf(body);
    if (!type || body.family != "body" || !type->findProperty("mass")) return std::nullopt;
    const std::string volume = volumeFormula(body);
    const auto size = volume.empty() ? std::nullopt : evaluateOwn(body, volume);
    if (!size || !(*size > 0)) return std::nullopt;
    BodyDensity density{.value = body.valueAs<Real>(*type, "mass") / *size};
    const std::string* const mass = body.formula("mass");
    if (!mass || !mass->ends_with("*" + volume)) return density;
    density.givesMass = true;
    density.formula = mass->substr(0, mass->size() - volume.size() - 1);
    if (density.formula.starts_with('(') && density.formula.ends_with(')'))
        density.formula = density.formula.substr(1, density.formula.size() - 2);
    return density;
}

Result<Edit> setDensity(const Document& document, const TypeCatalog& catalog, ElementId id,
                        const std::string& density) {
    const Element& body = document.get(id);
    const std::string mass = massFormula(body, density);
    if (mass.empty()) {
        Result<Edit> result;
        result.diagnostics.error(titleOf(catalog, body), "The volume of the body is unknown.", "Enter its mass.", id);
        return result;
    }
    return setFormula(document, catalog, id, "mass", mass);
}

std::string meshKeyOf(const TypeDescriptor& type) {
    const auto* const body = dynamic_cast<const BodyType*>(type.implementation.get());
    if (body) return body->meshKey();
    const auto* const mesh = dynamic_cast<const MeshType*>(type.implementation.get());
    return mesh ? mesh->meshKey() : std::string();
}

Result<Edit> setMesh(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& mesh,
                     Real scale) {
    const Element& before = document.get(id);
    const auto density = findDensity(before);
    Result<Edit> edit = setProperty(document, catalog, id, meshKeyOf(typeOf(before)), mesh);
    if (edit && typeOf(before).findProperty("scale")) edit = setProperty(edit->document, catalog, id, "scale", scale);
    if (!edit) return edit;
    const Element after = edit->document.get(id);
    // A mass formula of the old volume is converted to the new volume, or to a number if none exists.
    if (density && density->givesMass)
        return setFormula(edit->document, catalog, id, "mass", massFormula(after, density->formula));
    return edit;
}

}  // namespace trammel
