// SPDX-License-Identifier: Apache-2.0
#include "document/property_quantity.h"

#include <algorithm>
#include <array>

#include "base/exceptions.h"
#include "document/formulas.h"

namespace trammel {

namespace {

/// Key of a prescribed level, and the role of its numbers.
struct LevelRow {
    const char* key;
    CoordinateRole role;
};
constexpr std::array levels{LevelRow{"position", CoordinateRole::Value}, LevelRow{"velocity", CoordinateRole::Rate},
                            LevelRow{"acceleration", CoordinateRole::Acceleration}};

CoordinateRole roleOf(const OfCoordinate& what, const Element& element, const TypeDescriptor& type) {
    if (what.level.empty()) return what.role;
    const std::string& chosen = element.valueAs<std::string>(type, what.level);
    const auto row = std::ranges::find_if(levels, [&](const LevelRow& level) { return chosen == level.key; });
    if (row == levels.end())
        throw Exception("quantityOf(): '" + type.key + "' has a level '" + chosen + "' without a matching quantity.");
    return row->role;
}

/// A coordinate has its own quantity; its rates and loads have that of its derivative.
bool isOfCoordinate(CoordinateRole role) { return role == CoordinateRole::Value || role == CoordinateRole::Stiffness; }

/// The quantity of the number that an element names: by key in its property "number", of the element in its input
/// "element". Empty if it names none.
std::optional<Quantity> quantityOfNamedNumber(const Document& document, const TypeCatalog& catalog,
                                              const Element& element) {
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    const Element* const named = document.find(element.reference("element"));
    const TypeDescriptor* const namedType = named ? catalog.findType(named->family, named->type) : nullptr;
    if (!type || !type->findProperty("number") || !namedType) return std::nullopt;
    const FormulaTarget number = findFormulaTarget(*namedType, element.valueAs<std::string>(*type, "number"));
    if (!number || number.property->takesAnyUnit) return std::nullopt;
    return quantityOf(document, catalog, *named, *number.property);
}

}  // namespace

std::optional<Quantity> quantityOf(const Document& document, const TypeCatalog& catalog, const Element& element,
                                   const PropertyDescriptor& property) {
    if (property.takesAnyUnit) return quantityOfNamedNumber(document, catalog, element);
    if (!property.ofCoordinate) return property.fixedQuantity();
    const OfCoordinate& what = *property.ofCoordinate;
    const Element* const joint = document.find(element.reference("joint"));
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    const TypeDescriptor* const jointType = joint ? catalog.findType(joint->family, joint->type) : nullptr;
    if (!type || !jointType) return std::nullopt;
    const CoordinateRole role = roleOf(what, element, *type);
    const std::vector<Quantity>& all = isOfCoordinate(role) ? jointType->coordinates : jointType->speeds;
    if (all.empty()) return std::nullopt;
    if (what.which.empty())
        return std::ranges::count(all, all.front()) == std::ssize(all) ? quantityOf(role, all.front()) : std::nullopt;
    const auto which = element.valueAs<std::int64_t>(*type, what.which);
    return which < std::ssize(all) ? quantityOf(role, all[std::size_t(which)]) : std::nullopt;
}

PropertyDescriptor propertyOf(const Document& document, const TypeCatalog& catalog, const Element& element,
                              const PropertyDescriptor& property) {
    PropertyDescriptor resolved = property;
    resolved.quantity = quantityOf(document, catalog, element, property).value_or(Quantity::None);
    return resolved;
}

std::string unitText(const PropertyDescriptor& property) {
    if (property.takesAnyUnit) return "any";
    if (!property.ofCoordinate) return siUnit(property.quantity);
    const auto both = [](CoordinateRole role) {
        return siUnit(*quantityOf(role, Quantity::Angle)) + " or " + siUnit(*quantityOf(role, Quantity::Length));
    };
    if (property.ofCoordinate->level.empty()) return both(property.ofCoordinate->role);
    std::string text;
    for (const LevelRow& level : levels) text += (text.empty() ? "" : "; ") + both(level.role);
    return text;
}

}  // namespace trammel
