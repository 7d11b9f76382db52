// SPDX-License-Identifier: Apache-2.0
#include "document/unknown_keys.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "document/document_content.h"
#include "document/edit.h"
#include "document/edit_values.h"
#include "document/json_text.h"
#include "document/json_value.h"
#include "document/spelling.h"

namespace trammel {

namespace {

using Json = nlohmann::ordered_json;
using Part = UnknownKey::Part;

/// Keys of an element that are named, or corrected, one by one.
constexpr std::size_t mostKeys = 10;

/// The kept text of one part.
std::string UnknownKeys::*textOf(Part part) {
    if (part == Part::Element) return &UnknownKeys::element;
    return part == Part::Property ? &UnknownKeys::properties : &UnknownKeys::references;
}

const char* nameOf(Part part) {
    if (part == Part::Element) return "key";
    return part == Part::Property ? "property" : "input";
}

template <class Descriptors>
std::vector<std::string> keysOf(const Descriptors& known) {
    std::vector<std::string> words;
    words.reserve(known.size());
    for (const auto& descriptor : known) words.push_back(descriptor.key);
    return words;
}

void append(const std::string& text, Part part, std::vector<std::string> words, std::vector<UnknownKey>& keys) {
    if (text.empty()) return;
    // Whatever is kept was printed by the reader; it is an object.
    const Json kept = Json::parse(text, nullptr, false);
    for (const auto& [key, value] : kept.items()) {
        const std::string* const likely = nearestOf(words, key);
        keys.push_back({part, key, likely ? *likely : std::string()});
    }
}

Document without(const Document& document, ElementId id, const UnknownKey& unknown) {
    Element element = document.get(id);
    std::string& text = element.unknown.*textOf(unknown.part);
    Json kept = Json::parse(text, nullptr, false);
    kept.erase(unknown.key);
    text = kept.empty() ? std::string() : printCompactJson(kept);
    DocumentBuilder builder(document);
    builder.put(std::move(element));
    return std::move(builder).build();
}

/// The edit that gives the value to the similarly spelled key; empty if that key already has a value or does not accept
/// it.
Result<Edit> useAsLikely(const Document& document, const TypeCatalog& catalog, const Element& element,
                         const UnknownKey& unknown) {
    if (unknown.likely.empty() || unknown.part == Part::Element) return {};
    const Json kept = Json::parse(element.unknown.*textOf(unknown.part), nullptr, false);
    const Json& value = kept.at(unknown.key);
    if (unknown.part == Part::Input) {
        if (element.reference(unknown.likely).isValid() || !value.is_number_unsigned()) return {};
        return setReference(document, catalog, element.id, unknown.likely, ElementId{value.get<std::uint64_t>()});
    }
    if (element.findExplicit(unknown.likely)) return {};
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    const PropertyDescriptor* const property = type ? type->findProperty(unknown.likely) : nullptr;
    if (!property) return {};
    return setProperty(document, catalog, element.id, unknown.likely, valueFromJson(*property, value));
}

}  // namespace

std::vector<UnknownKey> findUnknownKeys(const Element& element, const TypeCatalog& catalog) {
    std::vector<UnknownKey> keys;
    if (element.unknown == UnknownKeys{}) return keys;
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    if (!type) return keys;
    append(element.unknown.element, Part::Element, {"name", "parent", "properties", "formulas", "references"}, keys);
    append(element.unknown.properties, Part::Property, keysOf(type->properties), keys);
    append(element.unknown.references, Part::Input, keysOf(type->sockets), keys);
    return keys;
}

void reportUnknownKeys(const Document& document, const TypeCatalog& catalog, Diagnostics& diagnostics) {
    for (const ElementId id : document.treeOrder()) {
        const Element& element = document.get(id);
        const std::vector<UnknownKey> keys = findUnknownKeys(element, catalog);
        for (const UnknownKey& unknown : std::span(keys).first(std::min(keys.size(), mostKeys))) {
            diagnostics.error(element.name,
                              std::string("It has no ") + nameOf(unknown.part) + " '" + unknown.key +
                                  "'; its value in the file is ignored.",
                              unknown.likely.empty() ? "Remove it, or open the model with the version that wrote it."
                                                     : "Correct it to '" + unknown.likely + "', or remove it.",
                              id);
        }
        if (keys.size() > mostKeys)
            diagnostics.error(element.name, "It has " + std::to_string(keys.size() - mostKeys) + " more unknown keys.",
                              "Correct or remove them in the file.", id);
    }
}

std::vector<Fix> findKeyFixes(const Document& document, const TypeCatalog& catalog, ElementId id) {
    std::vector<Fix> fixes;
    const Element* const element = document.find(id);
    if (!element) return fixes;
    const std::vector<UnknownKey> keys = findUnknownKeys(*element, catalog);
    for (const UnknownKey& unknown : std::span(keys).first(std::min(keys.size(), mostKeys))) {
        if (const Result<Edit> used = useAsLikely(document, catalog, *element, unknown))
            fixes.push_back(
                {"Use '" + unknown.key + "' as '" + unknown.likely + "'", without(used->document, id, unknown)});
        fixes.push_back({"Remove '" + unknown.key + "'", without(document, id, unknown)});
    }
    return fixes;
}

std::vector<ElementId> listUnknownConnections(const Document& document, const Element& element) {
    std::vector<ElementId> connected;
    if (element.unknown.references.empty()) return connected;
    const Json kept = Json::parse(element.unknown.references, nullptr, false);
    for (const auto& [key, value] : kept.items()) {
        const ElementId id{value.is_number_unsigned() ? value.get<std::uint64_t>() : 0};
        if (document.find(id)) connected.push_back(id);
    }
    return connected;
}

}  // namespace trammel
