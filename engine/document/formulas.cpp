// SPDX-License-Identifier: Apache-2.0
#include "document/formulas.h"

#include <algorithm>
#include <map>
#include <set>

#include "document/document_content.h"
#include "document/edit_rules.h"
#include "document/element_name.h"
#include "document/property_quantity.h"

namespace trammel {

namespace {

using Place = std::pair<ElementId, std::string>;

const std::string parameterKey = "value";

/// Default key of a name without key.
std::string keyOf(const ExpressionName& name, const Element& element) {
    return name.key.empty() && element.family == "parameter" ? parameterKey : name.key;
}

/// Evaluates formulas in a document under construction, each at most once.
class Calculation {
public:
    Calculation(const Document& document, const TypeCatalog& catalog) : document_(document), catalog_(catalog) {}

    /// @param self owner of the formula; may be null
    NamedValue resolve(const ExpressionName& name, const Element* self) {
        const Element* const element = self && name.element == OwnName ? self : document_.findByName(name.element);
        if (!element) return "There is no '" + name.element + "' in the model.";
        const TypeDescriptor* const type = catalog_.findType(element->family, element->type);
        const std::string key = keyOf(name, *element);
        if (!type || key.empty())
            return "'" + name.element + "' is not a parameter; specify one of its numbers, as in " +
                   quotedName(name.element) + ".mass.";
        if (const PropertyDescriptor* const whole = type->findProperty(key); whole && whole->kind == ValueKind::Integer)
            return Measured{Real(element->valueAs<std::int64_t>(*type, key)), {}};
        const FormulaTarget target = findFormulaTarget(*type, key);
        if (!target) return "'" + name.element + "' has no number named '" + key + "'.";
        if (element->formula(key)) return at({element->id, key});
        const auto quantity = quantityOf(document_, catalog_, *element, *target.property);
        return Measured{target.get(*element, *type), dimensionOf(quantity.value_or(Quantity::None))};
    }

    /// The result of the formula at @p place, in its property's kind.
    NamedValue at(const Place& place) {
        if (const auto known = known_.find(place); known != known_.end()) return known->second;
        if (!open_.insert(place).second) return "'" + document_.get(place.first).name + "' depends on itself.";
        const Element& element = document_.get(place.first);
        const TypeDescriptor& type = *catalog_.findType(element.family, element.type);
        NamedValue value = fit(element, *findFormulaTarget(type, place.second).property,
                               evaluate(*element.formula(place.second), &element));
        open_.erase(place);
        known_.emplace(place, value);
        return value;
    }

    /// True if the formula uses a number whose own formula has no valid result.
    bool inherits(const Element& element, const Element::Formula& formula) {
        const auto parsed = Expression::parse(formula.text);
        const auto* const expression = std::get_if<Expression>(&parsed);
        if (!expression) return false;
        return std::ranges::any_of(expression->getNames(), [&](const ExpressionName& name) {
            const Element* const spokenOf = name.element == OwnName ? &element : document_.findByName(name.element);
            if (!spokenOf || !catalog_.findType(spokenOf->family, spokenOf->type)) return false;
            const std::string key = keyOf(name, *spokenOf);
            return spokenOf->formula(key) && std::holds_alternative<std::string>(at({spokenOf->id, key}));
        });
    }

    NamedValue evaluate(const std::string& text, const Element* self = nullptr) {
        auto parsed = Expression::parse(text);
        if (auto* const why = std::get_if<std::string>(&parsed)) return *why;
        return std::get<Expression>(parsed).evaluate(
            [this, self](const ExpressionName& name) { return resolve(name, self); });
    }

private:
    NamedValue fit(const Element& element, const PropertyDescriptor& property, NamedValue value) const {
        const auto* const measured = std::get_if<Measured>(&value);
        const auto quantity = quantityOf(document_, catalog_, element, property);
        if (!measured || !quantity) return value;
        const Dimension wanted = dimensionOf(*quantity);
        const Dimension& has = measured->dimension;
        if (agree(has, wanted)) return Measured{measured->value, wanted};
        return "The result is a " + describe(has) + "; " + quantityName(*quantity) + " is required" +
               (has.isNumber() ? ": write a unit, as in 3 " + siUnit(*quantity) + "." : ".");
    }

    const Document& document_;
    const TypeCatalog& catalog_;
    std::map<Place, NamedValue> known_;
    std::set<Place> open_;
};

}  // namespace

Real FormulaTarget::get(const Element& element, const TypeDescriptor& type) const {
    if (part < 0) return element.valueAs<Real>(type, property->key);
    return element.valueAs<Vec3>(type, property->key)[part];
}

void FormulaTarget::put(Element& element, const TypeDescriptor& type, Real value) const {
    if (part < 0) {
        element.set(property->key, value);
    } else {
        Vec3 v = element.valueAs<Vec3>(type, property->key);
        v[part] = value;
        element.set(property->key, v);
    }
    sortByDescriptor(element, type);
}

FormulaTarget findFormulaTarget(const TypeDescriptor& type, const std::string& key) {
    if (const PropertyDescriptor* const whole = type.findProperty(key))
        return {whole->kind == ValueKind::Real ? whole : nullptr, -1};
    const std::size_t point = key.rfind('.');
    if (point == std::string::npos || key.size() != point + 2) return {};
    const int part = key[point + 1] - 'x';
    const PropertyDescriptor* const vector = type.findProperty(key.substr(0, point));
    if (!vector || vector->kind != ValueKind::Vec3 || part < 0 || part > 2) return {};
    return {vector, part};
}

namespace {

/// The document with all formulas evaluated, as far as they have valid results.
Document calculate(const Document& document, const TypeCatalog& catalog, std::vector<FormulaFault>& faults) {
    Calculation calculation(document, catalog);
    DocumentBuilder builder(document);
    for (const ElementId id : document.treeOrder()) {
        const Element& before = document.get(id);
        const TypeDescriptor* const type = catalog.findType(before.family, before.type);
        if (before.formulas.empty() || !type) continue;
        Element after = before;
        for (const Element::Formula& formula : before.formulas) {
            const NamedValue value = calculation.at({id, formula.key});
            const FormulaTarget target = findFormulaTarget(*type, formula.key);
            std::string why;
            if (const auto* const reason = std::get_if<std::string>(&value)) {
                why = *reason;
            } else if (target.get(after, *type) != std::get<Measured>(value).value) {
                target.put(after, *type, std::get<Measured>(value).value);
                why = describeInvalidValue(propertyOf(document, catalog, after, *target.property),
                                           after.value(*type, target.property->key));
                if (!why.empty()) why = target.property->label + " " + why + ".";
            }
            if (!why.empty())
                faults.push_back({id, formula.key, formula.text, why, calculation.inherits(before, formula)});
        }
        if (!sameContent(before, after)) builder.put(std::move(after));
    }
    return std::move(builder).build();
}

}  // namespace

std::vector<FormulaFault> findFormulaFaults(const Document& document, const TypeCatalog& catalog) {
    std::vector<FormulaFault> faults;
    if (document.hasFormulas()) calculate(document, catalog, faults);
    return faults;
}

std::string remedyOf(const FormulaFault& fault) {
    return "Its formula is " + fault.text + ": change it or the numbers it uses.";
}

Result<Edit> recalculated(Result<Edit> edit, const TypeCatalog& catalog) {
    if (!edit || !edit->document.hasFormulas()) return edit;
    std::vector<FormulaFault> faults;
    Document calculated = calculate(edit->document, catalog, faults);
    // Report root causes only; for a circular dependency one is enough.
    const bool inCircles = std::ranges::all_of(faults, &FormulaFault::isInherited);
    for (const FormulaFault& fault : faults) {
        if (fault.isInherited && !inCircles) continue;
        edit.diagnostics.error(titleOf(catalog, edit->document.get(fault.element)), fault.why, remedyOf(fault),
                               fault.element);
        if (inCircles) break;
    }
    if (edit.diagnostics.hasErrors())
        edit.value.reset();
    else
        edit->document = std::move(calculated);
    return edit;
}

NamedValue evaluateFormula(const Document& document, const TypeCatalog& catalog, const std::string& text) {
    return Calculation(document, catalog).evaluate(text);
}

void followRename(Edit& edit, const std::string& from, const std::string& to) {
    if (!edit.document.hasFormulas()) return;
    DocumentBuilder builder(edit.document);
    for (const ElementId id : edit.document.treeOrder()) {
        const Element& before = edit.document.get(id);
        if (before.formulas.empty()) continue;
        Element after = before;
        for (Element::Formula& formula : after.formulas)
            if (const auto parsed = Expression::parse(formula.text); std::holds_alternative<Expression>(parsed))
                formula.text = std::get<Expression>(parsed).renamed(from, to);
        if (!sameContent(before, after)) builder.put(std::move(after));
    }
    edit.document = std::move(builder).build();
}

namespace {
/// Removes formulas and returns the titles of their elements.
template <class Drops>
std::string dropFormulas(Edit& edit, const TypeCatalog& catalog, const Drops& drops) {
    DocumentBuilder builder(edit.document);
    std::string whose;
    for (const ElementId id : edit.document.treeOrder()) {
        const Element& element = edit.document.get(id);
        const auto isDropped = [&](const Element::Formula& formula) { return drops(element, formula); };
        if (std::ranges::none_of(element.formulas, isDropped)) continue;
        Element after = element;
        std::erase_if(after.formulas, isDropped);
        whose += (whose.empty() ? "" : ", ") + titleOf(catalog, element);
        builder.put(std::move(after));
    }
    if (!whose.empty()) edit.document = std::move(builder).build();
    return whose;
}
}  // namespace

void dropOrphanedFormulas(Edit& edit, const Document& before, const TypeCatalog& catalog, Diagnostics& diagnostics) {
    if (!edit.document.hasFormulas()) return;
    std::set<std::string> gone;
    for (const ElementId id : edit.removed) gone.insert(before.get(id).name);
    const std::string whose = dropFormulas(edit, catalog, [&](const Element&, const Element::Formula& formula) {
        const auto parsed = Expression::parse(formula.text);
        const auto* const expression = std::get_if<Expression>(&parsed);
        if (!expression) return false;
        const std::vector<ExpressionName> names = expression->getNames();
        return std::ranges::any_of(names, [&](const ExpressionName& name) { return gone.contains(name.element); });
    });
    if (whose.empty()) return;
    diagnostics.note(titleOf(catalog, before.get(edit.element)),
                     "Formulas that used removed elements were deleted, and their numbers are kept: " + whose + ".",
                     "Undo restores everything.", edit.element);
}

void dropMisfitFormulas(Edit& edit, const TypeCatalog& catalog, Diagnostics& diagnostics) {
    if (!edit.document.hasFormulas()) return;
    const Document document = edit.document;
    Calculation calculation(document, catalog);
    const std::string whose = dropFormulas(edit, catalog, [&](const Element& element, const Element::Formula& formula) {
        const TypeDescriptor* const type = catalog.findType(element.family, element.type);
        const PropertyDescriptor* const property = type ? type->findProperty(formula.key) : nullptr;
        if (!property || !property->ofCoordinate) return false;
        const NamedValue value = calculation.evaluate(formula.text, &element);
        const auto* const measured = std::get_if<Measured>(&value);
        const auto quantity = quantityOf(document, catalog, element, *property);
        return measured && quantity && !agree(measured->dimension, dimensionOf(*quantity));
    });
    if (whose.empty()) return;
    diagnostics.note(
        titleOf(catalog, document.get(edit.element)),
        "Formulas with the wrong dimension for the new coordinate were deleted, and their numbers are kept: " + whose +
            ".",
        "Undo restores everything.", edit.element);
}

Result<Edit> setFormula(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                        const std::optional<std::string>& formula) {
    Result<Edit> result;
    const Element* const element = document.find(id);
    const TypeDescriptor* const type = element ? catalog.findType(element->family, element->type) : nullptr;
    const FormulaTarget target = type ? findFormulaTarget(*type, key) : FormulaTarget{};
    if (!target) {
        result.diagnostics.error(element ? titleOf(catalog, *element) : "Model",
                                 "There is no number '" + key + "' here that can have a formula.",
                                 "Enter the formula for a number.", id);
        return result;
    }
    if (formula ? element->formula(key) && *element->formula(key) == *formula : !element->formula(key)) {
        result.value = Edit{document, id, {}, {}, {}};
        return result;
    }
    Element changed = *element;
    changed.setFormula(key, formula.value_or(std::string()));
    DocumentBuilder builder(document);
    builder.put(std::move(changed));
    result.value = Edit{std::move(builder).build(), id, {}, {}, {}};
    return recalculated(std::move(result), catalog);
}

}  // namespace trammel
