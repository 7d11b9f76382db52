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

constexpr const char* countKey = "coordinates";
const std::string kindPrefix = "kind";

/// The quantity of coordinate @p which, from 1; None for a plain number.
Quantity quantityOfOwnCoordinate(const Element& element, const TypeDescriptor& type, const std::string& which) {
    const auto& kind = element.valueAs<std::string>(type, kindPrefix + which);
    return kind == "angle" ? Quantity::Angle : kind == "length" ? Quantity::Length : Quantity::None;
}

/// The quantity of the initial value "q1" or speed "u1" of a joint that specifies its coordinates; empty for other
/// properties.
std::optional<Quantity> quantityOfInitialValue(const Element& element, const TypeDescriptor& type,
                                               const std::string& key) {
    const std::string which = key.substr(std::min<std::size_t>(1, key.size()));
    const bool isSpeed = key.starts_with('u');
    if ((!isSpeed && !key.starts_with('q')) || !type.findProperty(kindPrefix + which)) return std::nullopt;
    return quantityOf(isSpeed ? CoordinateRole::Rate : CoordinateRole::Value,
                      quantityOfOwnCoordinate(element, type, which));
}

/// The quantities of the coordinates or speeds of a joint.
std::vector<Quantity> quantitiesIn(const Element& joint, const TypeDescriptor& type, bool speeds) {
    const std::optional<int> own = countOwnCoordinates(joint, type);
    if (!own) return speeds ? type.speeds : type.coordinates;
    std::vector<Quantity> all;
    for (int i = 1; i <= *own; ++i)
        all.push_back(
            quantityOfInitialValue(joint, type, (speeds ? "u" : "q") + std::to_string(i)).value_or(Quantity::None));
    return all;
}

}  // namespace

std::optional<int> countOwnCoordinates(const Element& element, const TypeDescriptor& type) {
    if (!type.findProperty(countKey) || !type.findProperty(kindPrefix + "1")) return std::nullopt;
    return int(element.valueAs<std::int64_t>(type, countKey));
}

std::optional<Quantity> quantityOf(const Document& document, const TypeCatalog& catalog, const Element& element,
                                   const PropertyDescriptor& property) {
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    if (property.takesAnyUnit) {
        const auto own = type ? quantityOfInitialValue(element, *type, property.key) : std::nullopt;
        return own ? own : quantityOfNamedNumber(document, catalog, element);
    }
    if (!property.ofCoordinate) return property.fixedQuantity();
    const OfCoordinate& what = *property.ofCoordinate;
    const Element* const joint = document.find(element.reference("joint"));
    const TypeDescriptor* const jointType = joint ? catalog.findType(joint->family, joint->type) : nullptr;
    if (!type || !jointType) return std::nullopt;
    const CoordinateRole role = roleOf(what, element, *type);
    const std::vector<Quantity> all = quantitiesIn(*joint, *jointType, !isOfCoordinate(role));
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
