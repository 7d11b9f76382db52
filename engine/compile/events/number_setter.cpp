// SPDX-License-Identifier: Apache-2.0
#include "compile/events/number_setter.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/contacts.h"
#include "compile/joint_formulas.h"
#include "document/changes.h"
#include "document/edit.h"
#include "document/property_quantity.h"
#include "integrate/integration_failure.h"

namespace trammel {

namespace {

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

/// Numbers that keep the System when they change.
bool isSettable(const PropertyDescriptor& property) {
    return property.kind == ValueKind::Real && property.invalidates >= Stage::Instance;
}

std::string listNumbers(const TypeDescriptor& type) {
    std::string list;
    for (const PropertyDescriptor& p : type.properties)
        if (isSettable(p)) list += (list.empty() ? "" : ", ") + p.key;
    return list.empty() ? "It has no number that can change during a run." : "Write one of these: " + list + ".";
}

}  // namespace

NumberSetter::NumberSetter(Document document, std::map<ElementId, FunctionValue> functions, const BuiltSystem& built)
    : document_(std::move(document)), functions_(std::move(functions)), built_(built) {}

int NumberSetter::addTarget(const Element& element, const std::string& name) {
    const TypeDescriptor& type = typeOf(element);
    const auto property = std::ranges::find_if(type.properties, [&](const PropertyDescriptor& p) {
        return isSettable(p) && (lowered(p.key) == lowered(name) || lowered(p.label) == lowered(name));
    });
    if (property == type.properties.end())
        throw UnusableElement("'" + element.name + "' has no number '" + name + "' that can change during a run.",
                              listNumbers(type));
    const auto known = std::ranges::find_if(
        targets_, [&](const Target& t) { return t.element == element.id && t.key == property->key; });
    if (known != targets_.end()) return int(known - targets_.begin());
    targets_.push_back({element.id, property->key});
    const int target = int(targets_.size()) - 1;
    // Compares with another value to see whether the System can stay.
    const Real value = element.valueAs<Real>(type, property->key);
    std::string why;
    const Real step = 1e-3 * (std::abs(value) + 1);
    std::optional<Document> other = changed(document_, target, value + step, why);
    // The value may be the largest that is permitted.
    if (!other) other = changed(document_, target, value - step, why);
    if (other) why = explainStructural(document_, *other);
    if (other && !why.empty())
        throw UnusableElement(
            "'" + element.name + "': " + property->label + " cannot change during a run: " + why + ".",
            "Choose another number.");
    return target;
}

const PropertyDescriptor& NumberSetter::getProperty(int target) const {
    const Target& t = targets_[std::size_t(target)];
    return *typeOf(document_.get(t.element)).findProperty(t.key);
}

std::optional<Quantity> NumberSetter::findQuantity(int target) const {
    return quantityOf(document_, builtinCatalog(), document_.get(targets_[std::size_t(target)].element),
                      getProperty(target));
}

std::optional<Document> NumberSetter::changed(const Document& document, int target, Real value,
                                              std::string& why) const {
    const Target& t = targets_[std::size_t(target)];
    Result<Edit> edit = setProperty(document, builtinCatalog(), t.element, t.key, PropertyValue(value));
    if (edit) return std::move(edit->document);
    why = edit.diagnostics.items().front().message;
    if (why.ends_with('.')) why.pop_back();
    return std::nullopt;
}

std::string NumberSetter::explainStructural(const Document& before, const Document& after) const {
    const Changes changes = diff(before, after);
    if (lowestInvalidated(changes, builtinCatalog()) < Stage::Instance)
        return "the structure of the model depends on it";
    if (changesJointFormula(after, changes)) return "the formula of a joint depends on it";
    for (const ElementChange& change : changes.changed)
        if (change.family == "function") return "the function '" + after.get(change.id).name + "' depends on it";
    if (hasContacts(before) && !sameSurfaces(built_.surfaceSources, collectSurfaceSources(after)))
        return "the shape of surfaces that touch depends on it";
    return {};
}

void NumberSetter::set(State& s, int target, Real value, const std::string& action) const {
    SetNumbers all = built_.events->getSetNumbers(s);
    const auto fail = [&](const std::string& why) {
        throw NumericalFailure("'" + action + "' cannot set " + getProperty(target).label + " of '" +
                               document_.get(targets_[std::size_t(target)].element).name +
                               "' at t = " + readable(s.getTime()) + " s: " + why + ".");
    };
    std::string why;
    std::optional<Document> before = document_;
    for (std::size_t i = 0; i < all.targets.size(); ++i)
        if (before) before = changed(*before, all.targets[i], all.values[i], why);
    const std::optional<Document> after = before ? changed(*before, target, value, why) : std::nullopt;
    if (!after) fail(why);
    if (why = explainStructural(*before, *after); !why.empty()) fail(why);
    const auto known = std::ranges::find(all.targets, target);
    if (known == all.targets.end()) {
        all.targets.push_back(target);
        all.values.push_back(value);
    } else {
        all.values[std::size_t(known - all.targets.begin())] = value;
    }
    built_.events->replaceSetNumbers(s, all);
    applyNumbers(*after, built_, functions_, s);
}

}  // namespace trammel
