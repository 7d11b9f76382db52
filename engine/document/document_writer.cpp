// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "document/document_file.h"
#include "document/json_text.h"
#include "document/json_value.h"

namespace trammel {

namespace {
using Json = nlohmann::ordered_json;

/// Appends unknown keys kept from the file; keys written already win.
void appendKept(Json& object, const std::string& kept) {
    if (kept.empty()) return;
    Json parsed;
    ProblemList unheard(0);
    if (!parseJson(kept, parsed, unheard)) return;
    std::set<std::string> written;
    for (const auto& [key, value] : object.items()) written.insert(key);
    for (auto& [key, value] : parsed.items())
        if (!written.contains(key)) appendEntry(object, key, std::move(value));
}

Json jsonOf(const Element& element) {
    Json json = Json::object();
    json["id"] = element.id.value;
    if (!element.family.empty()) json["family"] = element.family;
    if (!element.type.empty()) json["type"] = element.type;
    json["name"] = element.name;
    if (element.parent.isValid()) json["parent"] = element.parent.value;

    Json properties = Json::object();
    for (const Element::Property& p : element.properties) properties[p.key] = jsonFromValue(p.value);
    appendKept(properties, element.unknown.properties);
    if (!properties.empty()) json["properties"] = std::move(properties);

    Json formulas = Json::object();
    for (const Element::Formula& f : element.formulas) formulas[f.key] = f.text;
    if (!formulas.empty()) json["formulas"] = std::move(formulas);

    Json references = Json::object();
    for (const Element::Reference& r : element.references) references[r.key] = r.target.value;
    appendKept(references, element.unknown.references);
    if (!references.empty()) json["references"] = std::move(references);

    appendKept(json, element.unknown.element);
    return json;
}

constexpr const char* elementsKey = "elements";

/// One by one: JSON of all of them would take several times the memory of the document.
void printElements(const Document& document, std::string& out) {
    const std::vector<ElementId> elements = document.treeOrder();
    if (elements.empty())
        out += "[]";
    else
        printJsonBlock(elements, '[', ']', 2, out, [&](ElementId id) { printJson(jsonOf(document.get(id)), 4, out); });
}

std::string textOf(const Document& document, bool withNextId) {
    Json json = Json::object();
    json["trammel"] = FileVersion;
    json["name"] = document.name();
    if (!document.notes().empty()) json["notes"] = document.notes();
    if (withNextId) json["nextId"] = document.nextId();
    json[elementsKey] = Json::array();
    appendKept(json, document.texts().unknownKeys);

    std::string out;
    printJsonBlock(json.get_ref<const Json::object_t&>(), '{', '}', 0, out, [&](const auto& entry) {
        out += printCompactJson(entry.first) + ": ";
        if (entry.first == elementsKey)
            printElements(document, out);
        else
            printJson(entry.second, 2, out);
    });
    return out + "\n";
}
}  // namespace

std::string writeDocument(const Document& document) { return textOf(document, true); }

std::string contentHash(const Document& document) {
    // FNV-1a, 64 bit. Source: Fowler, Noll, Vo, draft-eastlake-fnv, section 4.
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : textOf(document, false)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

}  // namespace trammel
