// SPDX-License-Identifier: Apache-2.0
#include "document/element.h"

#include <algorithm>

#include "base/exceptions.h"

namespace trammel {

namespace {
template <class Entries>
auto findEntry(Entries& entries, std::string_view key) {
    return std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.key == key; });
}

/// Position of @p key in the rows of a type's table.
template <class Rows>
std::size_t rankOf(const Rows& rows, const std::string& key) {
    return static_cast<std::size_t>(findEntry(rows, key) - rows.begin());
}
}  // namespace

const PropertyValue* Element::findExplicit(std::string_view key) const {
    const auto it = findEntry(properties, key);
    return it == properties.end() ? nullptr : &it->value;
}

const PropertyValue& Element::value(const TypeDescriptor& descriptor, const std::string& key) const {
    const PropertyDescriptor* property = descriptor.findProperty(key);
    if (!property)
        throw Exception("Element::value: '" + name + "' (" + descriptor.label + ") has no property '" + key + "'.");
    const PropertyValue* held = findExplicit(key);
    return held ? *held : property->defaultValue;
}

void Element::throwWrongValueType(const TypeDescriptor& descriptor, const std::string& key) const {
    throw WrongValueType("Element::valueAs", "property '" + key + "' of '" + name + "'", "a value of another kind",
                         "the kind named in the table of " + descriptor.label);
}

ElementId Element::reference(std::string_view key) const {
    const auto it = findEntry(references, key);
    return it == references.end() ? ElementId{} : it->target;
}

const std::string* Element::formula(std::string_view key) const {
    const auto it = findEntry(formulas, key);
    return it == formulas.end() ? nullptr : &it->text;
}

Element& Element::setFormula(const std::string& key, std::string text) {
    std::erase_if(formulas, [&](const Formula& f) { return f.key == key; });
    if (!text.empty()) formulas.push_back({key, std::move(text)});
    std::ranges::sort(formulas, {}, &Formula::key);
    return *this;
}

Element& Element::set(std::string key, PropertyValue propertyValue) {
    if (const auto it = findEntry(properties, key); it != properties.end())
        it->value = std::move(propertyValue);
    else
        properties.push_back({std::move(key), std::move(propertyValue)});
    return *this;
}

Element& Element::plug(std::string key, ElementId target) {
    const auto it = findEntry(references, key);
    if (it != references.end() && target.isValid())
        it->target = target;
    else if (it != references.end())
        references.erase(it);
    else if (target.isValid())
        references.push_back({std::move(key), target});
    return *this;
}

Element Element::draft(std::string family, std::string type, std::string name) {
    Element e;
    e.family = std::move(family);
    e.type = std::move(type);
    e.name = std::move(name);
    return e;
}

bool sameContent(const Element& a, const Element& b) {
    const auto sameProperty = [](const Element::Property& x, const Element::Property& y) {
        return x.key == y.key && equal(x.value, y.value);
    };
    const auto sameReference = [](const Element::Reference& x, const Element::Reference& y) {
        return x.key == y.key && x.target == y.target;
    };
    return a.id == b.id && a.name == b.name && a.family == b.family && a.type == b.type && a.parent == b.parent &&
           a.children == b.children && a.unknown == b.unknown && a.formulas == b.formulas &&
           std::ranges::equal(a.properties, b.properties, sameProperty) &&
           std::ranges::equal(a.references, b.references, sameReference);
}

void sortByDescriptor(Element& element, const TypeDescriptor& descriptor) {
    std::ranges::stable_sort(element.properties, {},
                             [&](const Element::Property& p) { return rankOf(descriptor.properties, p.key); });
    std::ranges::stable_sort(element.references, {},
                             [&](const Element::Reference& r) { return rankOf(descriptor.sockets, r.key); });
}

}  // namespace trammel
