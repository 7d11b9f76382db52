// SPDX-License-Identifier: Apache-2.0
#include "compile/joint_formulas.h"

#include <algorithm>
#include <set>

#include "compile/catalog.h"
#include "meta/expression.h"

namespace trammel {

namespace {

/// The elements named in @p formula of @p joint.
std::vector<ElementId> namedIn(const Document& document, const Element& joint, const TypeDescriptor& type,
                               const std::string& formula) {
    const auto parsed = Expression::parse(formula);
    std::vector<ElementId> all;
    if (!std::holds_alternative<Expression>(parsed)) return all;
    for (const ExpressionName& name : std::get<Expression>(parsed).getNames()) {
        if (name.element == "this")
            all.push_back(joint.id);
        else if (type.findSocket(name.element))
            all.push_back(joint.reference(name.element));
        else if (const Element* const named = document.findByName(name.element))
            all.push_back(named->id);
    }
    return all;
}

}  // namespace

bool changesJointFormula(const Document& document, const Changes& changes) {
    if (changes.changed.empty()) return false;
    std::set<ElementId> changed;
    for (const ElementChange& change : changes.changed) changed.insert(change.id);
    return std::ranges::any_of(document.elementsOf("joint"), [&](ElementId id) {
        const Element& joint = document.get(id);
        const TypeDescriptor* const type = findTypeOf(joint);
        return type && std::ranges::any_of(type->properties, [&](const PropertyDescriptor& property) {
                   return property.isFormula &&
                          std::ranges::any_of(
                              namedIn(document, joint, *type, joint.valueAs<std::string>(*type, property.key)),
                              [&](ElementId named) { return changed.contains(named); });
               });
    });
}

}  // namespace trammel
