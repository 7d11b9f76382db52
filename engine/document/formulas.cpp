// SPDX-License-Identifier: Apache-2.0
#include "document/formulas.h"

#include <algorithm>
#include <map>
#include <set>

#include "document/deferred_formulas.h"
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

/// Value of a number whose own formula has no valid result, for the formulas that use it.
enum class OnFault {
    /// The reason: the dependent formula fails too.
    Propagate,
    /// The number in the document: the faulty formula is about to be removed.
    KeepNumber
};

/// Evaluates formulas of a document, each once and after those it refers to. Chains and cycles of any length are
/// followed with a stack of its own.
class Calculation {
public:
    Calculation(const Document& document, const TypeCatalog& catalog, OnFault onFault = OnFault::Propagate)
        : document_(document), catalog_(catalog), onFault_(onFault) {}

    /// Brings every number that has a formula up to date, as far as its formula gives one.
    Document calculate() {
        for (const ElementId id : document_.treeOrder()) settleAll(id);
        return withDrafts();
    }
    /// As calculate(), for the numbers of one element and those that they depend on.
    Document calculateFor(ElementId id) {
        settleAll(id);
        return withDrafts();
    }

    /// In tree order, without those that only follow from others; of a cycle the formula that was met first.
    std::vector<FormulaFault> getFaults() const {
        std::vector<FormulaFault> faults;
        if (faults_.empty()) return faults;
        for (const ElementId id : document_.treeOrder()) {
            const Element& element = document_.get(id);
            for (const Element::Formula& formula : element.formulas)
                if (const auto fault = faults_.find({id, formula.key});
                    fault != faults_.end() && !fault->second.inherited)
                    faults.push_back({id, formula.key, formula.text, fault->second.why});
        }
        return faults;
    }

    /// @param self the element that the formula belongs to; null for none
    NamedValue evaluate(const std::string& text, const Element* self = nullptr) {
        const Parsed parsed = Expression::parse(text);
        for (const Place& place : findNeeds(parsed, self)) settle(place);
        return evaluate(parsed, self);
    }

private:
    using Parsed = std::variant<Expression, std::string>;
    struct Fault {
        std::string why;
        bool inherited = false;
    };
    /// A formula that waits for those it refers to.
    struct Waiting {
        Place place;
        Parsed parsed;
        std::vector<Place> needs;
        std::size_t next = 0;
    };

    void settleAll(ElementId id) {
        const Element& element = document_.get(id);
        if (!catalog_.findType(element.family, element.type)) return;
        for (const Element::Formula& formula : element.formulas) settle({id, formula.key});
    }
    Document withDrafts() const {
        DocumentBuilder builder(document_);
        for (const auto& [id, element] : drafts_)
            if (!sameContent(document_.get(id), element)) builder.put(element);
        return std::move(builder).build();
    }

    void settle(const Place& first) {
        if (settled_.contains(first)) return;
        std::vector<Waiting> waiting;
        const auto open = [&](const Place& place) {
            open_.insert(place);
            const Element& element = document_.get(place.first);
            Parsed parsed = Expression::parse(*element.formula(place.second));
            std::vector<Place> needs = findNeeds(parsed, &element);
            waiting.push_back({place, std::move(parsed), std::move(needs)});
        };
        open(first);
        while (!waiting.empty()) {
            Waiting& top = waiting.back();
            if (top.next < top.needs.size()) {
                const Place need = top.needs[top.next++];
                if (open_.contains(need))
                    circleStarts_.insert(need);
                else if (!settled_.contains(need))
                    open(need);
                continue;
            }
            compute(top);
            open_.erase(top.place);
            settled_.insert(top.place);
            waiting.pop_back();
        }
    }

    void compute(const Waiting& formula) {
        const Element& element = document_.get(formula.place.first);
        const TypeDescriptor& type = *catalog_.findType(element.family, element.type);
        const FormulaTarget target = findFormulaTarget(type, formula.place.second);
        if (!target) return follow(formula, element, type);
        const NamedValue value = fit(element, *target.property, evaluate(formula.parsed, &element));
        const bool startsCircle = circleStarts_.contains(formula.place);
        std::string why;
        if (const auto* const reason = std::get_if<std::string>(&value)) {
            why = *reason;
        } else if (startsCircle) {
            why = describeCircle(element);
        } else {
            const Element& now = current(element);
            const Real number = std::get<Measured>(value).value;
            if (target.get(now, type) == number) return;
            Element changed = now;
            target.put(changed, type, number);
            why = describeInvalidValue(propertyOf(document_, catalog_, changed, *target.property),
                                       changed.value(type, target.property->key));
            if (why.empty()) {
                drafts_.insert_or_assign(element.id, std::move(changed));
                return;
            }
            why = target.property->label + " " + why + ".";
        }
        const bool inherited = !startsCircle && std::ranges::any_of(formula.needs, [&](const Place& need) {
            return faults_.contains(need) || open_.contains(need);
        });
        faults_.emplace(formula.place, Fault{std::move(why), inherited && onFault_ == OnFault::Propagate});
    }

    /// Gives a property that is not a number the value of the element it follows.
    void follow(const Waiting& formula, const Element& element, const TypeDescriptor& type) {
        const std::string& key = formula.place.second;
        const PropertyDescriptor* const property = type.findProperty(key);
        const Element* const source = followed(formula.parsed, element, key);
        std::string why;
        if (circleStarts_.contains(formula.place))
            why = describeCircle(element);
        else if (!source)
            why = "It can only have the value of the same property of another " + type.label + ", as in " +
                  quotedName("Name") + "." + key + ".";
        if (why.empty()) {
            const PropertyValue& value = current(*source).value(type, key);
            if (equal(value, current(element).value(type, key))) return;
            why = describeInvalidValue(*property, value);
            if (why.empty()) {
                Element changed = current(element);
                changed.set(key, value);
                sortByDescriptor(changed, type);
                drafts_.insert_or_assign(element.id, std::move(changed));
                return;
            }
            why = property->label + " " + why + ".";
        }
        const bool inherited = source && faults_.contains({source->id, key});
        faults_.emplace(formula.place, Fault{std::move(why), inherited && onFault_ == OnFault::Propagate});
    }
    /// The element of the same type whose property @p key a formula consists of; null if it is anything else.
    const Element* followed(const Parsed& parsed, const Element& element, const std::string& key) const {
        const auto* const expression = std::get_if<Expression>(&parsed);
        const auto names = expression ? expression->getNames() : std::vector<ExpressionName>{};
        const std::string* const text = element.formula(key);
        if (names.size() != 1 || names.front().key != key || !text) return nullptr;
        const bool isNameAlone =
            *text == quotedName(names.front().element) + "." + key || *text == names.front().element + "." + key;
        const Element* const source = isNameAlone ? document_.findByName(names.front().element) : nullptr;
        const bool isAlike = source && source->family == element.family && source->type == element.type;
        return isAlike && source->id != element.id ? source : nullptr;
    }

    /// Every number with a formula that @p parsed refers to.
    std::vector<Place> findNeeds(const Parsed& parsed, const Element* self) const {
        std::vector<Place> needs;
        const auto* const expression = std::get_if<Expression>(&parsed);
        if (!expression) return needs;
        for (const ExpressionName& name : expression->getNames()) {
            const Element* const element = findElement(name, self);
            const TypeDescriptor* const type = element ? catalog_.findType(element->family, element->type) : nullptr;
            if (!type) continue;
            const std::string key = keyOf(name, *element);
            if (const DerivedNumber* const derived = type->findDerived(key))
                for (const Element::Formula& formula : element->formulas)
                    if (reads(*derived, formula.key)) needs.emplace_back(element->id, formula.key);
            if (element->formula(key) && (findFormulaTarget(*type, key) || canFollow(*type, key)))
                needs.emplace_back(element->id, key);
        }
        return needs;
    }

    const Element* findElement(const ExpressionName& name, const Element* self) const {
        return self && name.element == OwnName ? self : document_.findByName(name.element);
    }
    /// With the numbers that formulas have given so far.
    const Element& current(const Element& element) const {
        const auto draft = drafts_.find(element.id);
        return draft == drafts_.end() ? element : draft->second;
    }
    static std::string describeCircle(const Element& element) { return "'" + element.name + "' depends on itself."; }

    NamedValue evaluate(const Parsed& parsed, const Element* self) const {
        if (const auto* const why = std::get_if<std::string>(&parsed)) return *why;
        return std::get<Expression>(parsed).evaluate(
            [this, self](const ExpressionName& name) { return resolve(name, self); });
    }

    NamedValue resolve(const ExpressionName& name, const Element* self) const {
        const Element* const element = findElement(name, self);
        if (!element) return "There is no '" + name.element + "' in the model.";
        const TypeDescriptor* const type = catalog_.findType(element->family, element->type);
        const std::string key = keyOf(name, *element);
        if (!type || key.empty())
            return "'" + name.element + "' is not a parameter; specify one of its numbers, as in " +
                   quotedName(name.element) + ".mass.";
        if (const PropertyDescriptor* const whole = type->findProperty(key); whole && whole->kind == ValueKind::Integer)
            return Measured{Real(current(*element).valueAs<std::int64_t>(*type, key)), {}};
        if (const DerivedNumber* const derived = type->findDerived(key)) return calcDerived(*derived, *element, *type);
        const FormulaTarget target = findFormulaTarget(*type, key);
        if (!target) return "'" + name.element + "' has no number named '" + key + "'.";
        if (onFault_ == OnFault::Propagate) {
            const Place place{element->id, key};
            if (open_.contains(place)) return describeCircle(*element);
            if (const auto fault = faults_.find(place); fault != faults_.end()) return fault->second.why;
        }
        const auto quantity = quantityOf(document_, catalog_, *element, *target.property);
        return Measured{target.get(current(*element), *type), dimensionOf(quantity.value_or(Quantity::None))};
    }

    /// True if a number with a formula, "length" or "point.x", is one that @p derived depends on.
    static bool reads(const DerivedNumber& derived, const std::string& key) {
        return std::ranges::any_of(derived.reads, [&](const std::string& property) {
            return key == property || key.starts_with(property + ".");
        });
    }

    NamedValue calcDerived(const DerivedNumber& derived, const Element& element, const TypeDescriptor& type) const {
        if (onFault_ == OnFault::Propagate)
            for (const Element::Formula& formula : element.formulas) {
                if (!reads(derived, formula.key)) continue;
                const Place place{element.id, formula.key};
                if (open_.contains(place)) return describeCircle(element);
                if (const auto fault = faults_.find(place); fault != faults_.end()) return fault->second.why;
            }
        return valueOf(derived, current(element), type);
    }

    NamedValue fit(const Element& element, const PropertyDescriptor& property, NamedValue value) const {
        const auto* const measured = std::get_if<Measured>(&value);
        const auto quantity = quantityOf(document_, catalog_, element, property);
        if (!measured || !quantity) return value;
        const Dimension wanted = dimensionOf(*quantity);
        const Dimension& has = measured->dimension;
        if (agree(has, wanted)) return Measured{measured->value, wanted};
        return "The result is " + describe(has) + "; " + quantityName(*quantity) + " is required" +
               (has.isNumber() ? ": write a unit, as in 3 " + siUnit(*quantity) + "." : ".");
    }

    const Document& document_;
    const TypeCatalog& catalog_;
    const OnFault onFault_;
    /// Elements with numbers other than in the document.
    std::map<ElementId, Element> drafts_;
    std::map<Place, Fault> faults_;
    std::set<Place> settled_, open_, circleStarts_;
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

Measured valueOf(const DerivedNumber& derived, const Element& element, const TypeDescriptor& type) {
    return derived.calc([&](const std::string& key) { return element.value(type, key); });
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

bool canFollow(const TypeDescriptor& type, const std::string& key) {
    const PropertyDescriptor* const property = type.findProperty(key);
    return property && property->kind != ValueKind::Real && property->kind != ValueKind::Vec3 && !property->isFormula;
}

Document withoutFaultyFormulas(const Document& document, const TypeCatalog& catalog,
                               std::vector<FormulaFault>& faults) {
    faults.clear();
    if (!document.hasFormulas()) return document;
    Calculation calculation(document, catalog, OnFault::KeepNumber);
    const Document calculated = calculation.calculate();
    faults = calculation.getFaults();
    std::map<ElementId, Element> repaired;
    for (const FormulaFault& fault : faults)
        repaired.try_emplace(fault.element, calculated.get(fault.element)).first->second.setFormula(fault.key, {});
    DocumentBuilder builder(calculated);
    for (auto& [id, element] : repaired) builder.put(std::move(element));
    return std::move(builder).build();
}

std::string remedyOf(const FormulaFault& fault) {
    return "Its formula is " + fault.text + ": change it or the numbers it uses.";
}

namespace {
thread_local int deferrals = 0;
}  // namespace

DeferredFormulas::DeferredFormulas() { ++deferrals; }
DeferredFormulas::~DeferredFormulas() {
    if (!isOver_) --deferrals;
}
bool DeferredFormulas::isActive() { return deferrals > 0; }
Document DeferredFormulas::bringUpToDate(const Document& document, const TypeCatalog& catalog, ElementId element) {
    if (!isActive() || document.get(element).formulas.empty()) return document;
    return Calculation(document, catalog).calculateFor(element);
}
Result<Edit> DeferredFormulas::finish(Result<Edit> edit, const TypeCatalog& catalog) {
    if (!isOver_) --deferrals;
    isOver_ = true;
    if (!edit) return edit;
    dropMisfitFormulas(*edit, catalog, edit.diagnostics);
    return recalculated(std::move(edit), catalog);
}

Result<Edit> recalculated(Result<Edit> edit, const TypeCatalog& catalog) {
    if (!edit || DeferredFormulas::isActive() || !edit->document.hasFormulas()) return edit;
    const Document document = edit->document;
    Calculation calculation(document, catalog);
    Document calculated = calculation.calculate();
    for (const FormulaFault& fault : calculation.getFaults())
        edit.diagnostics.error(titleOf(catalog, document.get(fault.element)), fault.why, remedyOf(fault),
                               fault.element);
    if (edit.diagnostics.hasErrors())
        edit.value.reset();
    else
        edit->document = std::move(calculated);
    return edit;
}

NamedValue evaluateFormula(const Document& document, const TypeCatalog& catalog, const std::string& text) {
    return Calculation(document, catalog).evaluate(text);
}

void changeFormulas(Element& element, const TypeCatalog& catalog,
                    const std::function<std::string(const Expression&, const std::string&)>& change) {
    const auto follow = [&](std::string& text) {
        if (const auto parsed = Expression::parse(text); std::holds_alternative<Expression>(parsed))
            text = change(std::get<Expression>(parsed), text);
    };
    for (Element::Formula& formula : element.formulas) follow(formula.text);
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    for (Element::Property& property : element.properties) {
        const PropertyDescriptor* const known = type ? type->findProperty(property.key) : nullptr;
        if (known && known->isFormula) follow(std::get<std::string>(property.value));
    }
}

std::string withNewName(const Document& document, const Expression& formula, const std::string& from,
                        const std::string& to) {
    std::string text = formula.renamed(from, to);
    for (const ExpressionName& name : formula.getNames()) {
        if (!name.key.empty() || !name.element.starts_with(from + ".")) continue;
        std::string owner = name.element;
        while (owner != from && !document.findByName(owner)) owner.resize(owner.rfind('.'));
        const auto parsed = Expression::parse(text);
        if (const auto* const now = std::get_if<Expression>(&parsed); now && owner == from)
            text = now->renamed(name.element, to + name.element.substr(from.size()));
    }
    return text;
}

void followRename(Edit& edit, const TypeCatalog& catalog, const std::string& from, const std::string& to) {
    DocumentBuilder builder(edit.document);
    for (const ElementId id : edit.document.treeOrder()) {
        const Element& before = edit.document.get(id);
        const bool hasText = std::ranges::any_of(before.properties, [](const Element::Property& property) {
            return std::holds_alternative<std::string>(property.value);
        });
        if (before.formulas.empty() && !hasText) continue;
        Element after = before;
        changeFormulas(after, catalog, [&](const Expression& formula, const std::string&) {
            return withNewName(edit.document, formula, from, to);
        });
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
    if (DeferredFormulas::isActive() || !edit.document.hasFormulas()) return;
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
    // A series of edits may be of no one element.
    const Element* const edited = document.find(edit.element);
    diagnostics.note(
        edited ? titleOf(catalog, *edited) : "Model",
        "Formulas with the wrong dimension for the new coordinate were deleted, and their numbers are kept: " + whose +
            ".",
        "Undo restores everything.", edit.element);
}

Result<Edit> setFormula(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                        const std::optional<std::string>& formula) {
    Result<Edit> result;
    const Element* const element = document.find(id);
    const TypeDescriptor* const type = element ? catalog.findType(element->family, element->type) : nullptr;
    if (!type || !(findFormulaTarget(*type, key) || canFollow(*type, key))) {
        result.diagnostics.error(element ? titleOf(catalog, *element) : "Model",
                                 "There is no number '" + key + "' here that can have a formula.",
                                 "Enter the formula for a number.", id);
        return result;
    }
    if (formula ? element->formula(key) && *element->formula(key) == *formula : !element->formula(key)) {
        result.value = Edit{document, id, {}, {}, {}};
        return result;
    }
    result = setFormulas(document, catalog, {{id, key, formula.value_or(std::string())}});
    if (result) result->element = id;
    return result;
}

Result<Edit> setFormulas(const Document& document, const TypeCatalog& catalog, const std::vector<FormulaOf>& formulas) {
    std::map<ElementId, Element> changed;
    for (const FormulaOf& formula : formulas)
        changed.try_emplace(formula.element, document.get(formula.element))
            .first->second.setFormula(formula.key, formula.text);
    DocumentBuilder builder(document);
    for (auto& [id, element] : changed) builder.put(std::move(element));
    Result<Edit> result;
    result.value = Edit{std::move(builder).build(), {}, {}, {}, {}};
    return recalculated(std::move(result), catalog);
}

}  // namespace trammel
