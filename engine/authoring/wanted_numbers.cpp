// SPDX-License-Identifier: Apache-2.0
#include "authoring/wanted_numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "compile/catalog.h"
#include "document/formulas.h"

namespace trammel {

namespace {

constexpr Real sameWanted = 1e-10;

/// The parameter without formula that @p formula reads, directly or through other parameters; none if it reads anything else.
std::optional<ElementId> findFreeParameter(const Document& document, const std::string& formula) {
    // Parameters do not read each other in circles.
    std::string text = formula;
    while (true) {
        const auto parsed = Expression::parse(text);
        const auto* const expression = std::get_if<Expression>(&parsed);
        const std::vector<ExpressionName> names = expression ? expression->getNames() : std::vector<ExpressionName>{};
        const Element* const one = names.size() == 1 ? document.findByName(names.front().element) : nullptr;
        if (!one || one->family != "parameter") return std::nullopt;
        const std::string* const next = one->formula("value");
        if (!next) return one->id;
        text = *next;
    }
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
    told_.append(edit.diagnostics);
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
    const std::optional<ElementId> parameter = findFreeParameter(document_, *formula);
    if (!parameter) {
        told_.error(element.name, titleOf(id, key) + " is given by the formula " + *formula + ".",
                    "Change what it reads, or remove the formula.", id);
        return;
    }
    const auto earlier = std::ranges::find_if(
        changes_, [&](const Change& change) { return change.isParameter && change.element == *parameter; });
    if (earlier != changes_.end()) {
        told_.error(element.name,
                    titleOf(id, key) + " and another number follow " + titleOf(*parameter, "value") +
                        ", but would need different values.",
                    "Remove a formula, or change the parameter.", id);
        return;
    }
    solve(*parameter, wanted);
}

void WantedNumbers::solve(ElementId parameter, const Change& wanted) {
    constexpr int mostSteps = 12;
    constexpr Real probe = 1e-4;
    const Document before = document_;
    Real p = valueOf(parameter, "value");
    for (int step = 0; step < mostSteps && !failed(); ++step) {
        const Real now = valueOf(wanted.element, wanted.key);
        if (std::abs(now - wanted.value) <= sameWanted) {
            changes_.push_back({parameter, "value", p, true});
            return;
        }
        const Real h = probe * std::max(std::abs(p), probe);
        const Document here = document_;
        set(parameter, "value", p + h);
        if (failed()) return;
        const Real slope = (valueOf(wanted.element, wanted.key) - now) / h;
        document_ = here;
        if (slope == 0) break;
        p += (wanted.value - now) / slope;
        set(parameter, "value", p);
    }
    if (failed()) return;
    document_ = before;
    told_.error(document_.get(wanted.element).name,
                "No value of " + titleOf(parameter, "value") + " gives " + titleOf(wanted.element, wanted.key) +
                    " what the gesture asks for.",
                "Choose another place, or remove the formula.", wanted.element);
}

Result<Edit> WantedNumbers::finish() {
    for (const Change& wanted : wanted_) {
        if (failed()) break;
        if (std::abs(valueOf(wanted.element, wanted.key) - wanted.value) > sameWanted * 100)
            told_.error(document_.get(wanted.element).name,
                        titleOf(wanted.element, wanted.key) + " follows a parameter that another number needs.",
                        "Remove a formula, or change the parameter.", wanted.element);
    }
    Result<Edit> result{std::nullopt, told_};
    if (!failed()) result.value = Edit{document_, {}, {}, {}, {}};
    return result;
}

}  // namespace trammel
