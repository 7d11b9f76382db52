// SPDX-License-Identifier: Apache-2.0
#include "authoring/wanted_numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "authoring/linked_copies.h"
#include "compile/catalog.h"
#include "document/formulas.h"

namespace trammel {

namespace {

constexpr Real sameWanted = 1e-10;

/// The number without formula that the formula of number @p key reads: that of a parameter, directly or through other
/// parameters or links; empty if it reads anything else.
std::optional<std::pair<ElementId, std::string>> findFreeNumber(const Document& document, const Element& element,
                                                                const std::string& key) {
    // Numbers cannot read each other in cycles.
    std::pair<ElementId, std::string> at{element.id, key};
    while (const std::string* const text = document.get(at.first).formula(at.second)) {
        const auto parsed = Expression::parse(*text);
        const auto* const expression = std::get_if<Expression>(&parsed);
        const std::vector<ExpressionName> names = expression ? expression->getNames() : std::vector<ExpressionName>{};
        const Element* const one = names.size() == 1 ? document.findByName(names.front().element) : nullptr;
        if (one && one->family == "parameter") {
            at = {one->id, "value"};
            continue;
        }
        const auto linked = findLinkedNumber(document, document.get(at.first), at.second);
        if (!linked) return std::nullopt;
        at = *linked;
    }
    return at;
}

}  // namespace

WantedNumbers::WantedNumbers(const Document& document) : document_(document) {}

Real WantedNumbers::valueOf(ElementId id, const std::string& key) const {
    const Element& element = document_.get(id);
    return findFormulaTarget(typeOf(element), key).get(element, typeOf(element));
}

std::string WantedNumbers::titleOf(ElementId id, const std::string& key) const {
    const Element& element = document_.get(id);
    return element.family == "parameter" ? "'" + element.name + "'" : "'" + element.name + "." + key + "'";
}

void WantedNumbers::take(Result<Edit> edit) {
    diagnostics_.append(edit.diagnostics);
    if (edit) document_ = std::move(edit->document);
}

void WantedNumbers::set(ElementId id, const std::string& key, const PropertyValue& value) {
    if (!failed()) take(setProperty(document_, builtinCatalog(), id, key, value));
}

void WantedNumbers::want(ElementId id, const std::string& key, const Vec3& value) {
    for (int i = 0; i < 3; ++i) want(id, key + "." + "xyz"[i], value[i]);
}

void WantedNumbers::want(ElementId id, const std::string& key, Real value) {
    if (failed()) return;
    const Change wanted{id, key, value};
    wanted_.push_back(wanted);
    if (std::abs(valueOf(id, key) - value) <= sameWanted) return;
    const Element element = document_.get(id);
    const std::string* const formula = element.formula(key);
    if (!formula) {
        const FormulaTarget target = findFormulaTarget(typeOf(element), key);
        Element changed = element;
        target.put(changed, typeOf(element), value);
        set(id, target.property->key, changed.value(typeOf(element), target.property->key));
        changes_.push_back(wanted);
        return;
    }
    const auto free = findFreeNumber(document_, element, key);
    if (!free) {
        diagnostics_.error(element.name, titleOf(id, key) + " is given by the formula " + *formula + ".",
                           "Change what it reads, or remove the formula.", id);
        return;
    }
    const auto earlier = std::ranges::find_if(
        changes_, [&](const Change& change) { return change.element == free->first && change.key == free->second; });
    if (earlier != changes_.end()) {
        diagnostics_.error(element.name,
                           titleOf(id, key) + " and another number follow " + titleOf(free->first, free->second) +
                               ", but would need different values.",
                           "Remove a formula, or change the parameter.", id);
        return;
    }
    solve(free->first, free->second, wanted);
}

void WantedNumbers::solve(ElementId free, const std::string& key, const Change& wanted) {
    constexpr int mostSteps = 12;
    constexpr Real probe = 1e-4;
    const Document before = document_;
    const auto put = [&](Real value) {
        const FormulaTarget target = findFormulaTarget(typeOf(document_.get(free)), key);
        Element changed = document_.get(free);
        target.put(changed, typeOf(changed), value);
        set(free, target.property->key, changed.value(typeOf(changed), target.property->key));
    };
    Real p = valueOf(free, key);
    for (int step = 0; step < mostSteps && !failed(); ++step) {
        const Real now = valueOf(wanted.element, wanted.key);
        if (std::abs(now - wanted.value) <= sameWanted) {
            changes_.push_back({free, key, p, true});
            return;
        }
        const Real h = probe * std::max(std::abs(p), probe);
        const Document here = document_;
        put(p + h);
        if (failed()) return;
        const Real slope = (valueOf(wanted.element, wanted.key) - now) / h;
        document_ = here;
        if (slope == 0) break;
        p += (wanted.value - now) / slope;
        put(p);
    }
    if (failed()) return;
    document_ = before;
    diagnostics_.error(document_.get(wanted.element).name,
                       "No value of " + titleOf(free, key) + " gives " + titleOf(wanted.element, wanted.key) +
                           " the value that the gesture requires.",
                       "Choose another place, or remove the formula.", wanted.element);
}

Result<Edit> WantedNumbers::finish() {
    for (const Change& wanted : wanted_) {
        if (failed()) break;
        if (std::abs(valueOf(wanted.element, wanted.key) - wanted.value) > sameWanted * 100)
            diagnostics_.error(document_.get(wanted.element).name,
                               titleOf(wanted.element, wanted.key) + " follows a parameter that another number needs.",
                               "Remove a formula, or change the parameter.", wanted.element);
    }
    Result<Edit> result{std::nullopt, diagnostics_};
    if (!failed()) result.value = Edit{document_, {}, {}, {}, {}};
    return result;
}

}  // namespace trammel
