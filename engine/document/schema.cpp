// SPDX-License-Identifier: Apache-2.0
#include "document/schema.h"

#include <nlohmann/json.hpp>

#include "document/document_file.h"
#include "document/json_text.h"
#include "document/json_value.h"
#include "document/property_quantity.h"

namespace trammel {

namespace {
using Json = nlohmann::ordered_json;

Json numberSchema(const PropertyDescriptor& p, const char* type) {
    Json json{{"type", type}};
    if (p.minimum) json[p.exclusiveMinimum ? "exclusiveMinimum" : "minimum"] = *p.minimum;
    if (p.maximum) json["maximum"] = *p.maximum;
    return json;
}

/// Schema of values of the property's kind.
Json valueSchema(const PropertyDescriptor& p) {
    switch (p.kind) {
        case ValueKind::Boolean: return {{"type", "boolean"}};
        case ValueKind::Integer: return numberSchema(p, "integer");
        case ValueKind::Real: return numberSchema(p, "number");
        case ValueKind::Text: return {{"type", "string"}};
        case ValueKind::Choice: {
            Json keys = Json::array();
            for (const auto& option : p.options) keys.push_back(option.key);
            return {{"enum", std::move(keys)}};
        }
        case ValueKind::Vec3:
        case ValueKind::Color: {
            Json json{{"type", "array"}, {"items", numberSchema(p, "number")}, {"minItems", 3}, {"maxItems", 3}};
            if (p.isDirection) json["not"] = {{"const", {0, 0, 0}}};
            return json;
        }
    }
    return Json::object();
}

Json propertySchema(const PropertyDescriptor& p) {
    Json json{{"title", p.label}, {"description", p.doc}};
    json.update(valueSchema(p));
    json["default"] = jsonFromValue(p.defaultValue);
    if (const std::string unit = unitText(p); !unit.empty()) json["x-unit"] = unit;
    json["x-invalidates"] = p.invalidates.getName();
    return json;
}

Json typeSchema(const TypeDescriptor& type) {
    Json properties = Json::object();
    for (const PropertyDescriptor& p : type.properties) properties[p.key] = propertySchema(p);
    Json references = Json::object();
    for (const SocketDescriptor& s : type.sockets)
        references[s.key] = {{"title", s.label}, {"description", s.doc}, {"$ref", "#/$defs/reference"}};
    return {{"title", type.label},
            {"description", type.doc},
            {"properties",
             {{"properties", {{"type", "object"}, {"properties", std::move(properties)}}},
              {"references", {{"type", "object"}, {"properties", std::move(references)}}}}}};
}

Json elementSchema(const TypeCatalog& catalog) {
    Json cases = Json::array();
    for (const TypeDescriptor& type : catalog.types())
        cases.push_back(
            {{"if", {{"properties", {{"family", {{"const", type.family}}}, {"type", {{"const", type.key}}}}}}},
             {"then", {{"$ref", "#/$defs/" + type.family + "." + type.key}}}});

    Json families = Json::array();
    for (const FamilyDescriptor& family : catalog.families()) families.push_back(family.key);

    Json json{{"type", "object"}, {"required", {"id", "family", "type", "name"}}};
    json["properties"] = {
        {"id", {{"$ref", "#/$defs/id"}}},
        {"family", {{"type", "string"}, {"examples", std::move(families)}}},
        {"type", {{"type", "string"}}},
        {"name", {{"description", "Unique in the model."}, {"type", "string"}, {"minLength", 1}}},
        {"parent", {{"description", "The parent element; none: top level."}, {"$ref", "#/$defs/id"}}},
        {"properties", {{"type", "object"}}},
        {"formulas",
         {{"description",
           "Formulas of properties, such as 3*L1, by the property's key or, for a vector component, point.x."},
          {"type", "object"},
          {"additionalProperties", {{"type", "string"}}}}},
        {"references", {{"type", "object"}}}};
    if (!cases.empty()) json["allOf"] = std::move(cases);
    return json;
}
}  // namespace

std::string makeJsonSchema(const TypeCatalog& catalog) {
    Json definitions = Json::object();
    definitions["id"] = {{"type", "integer"}, {"minimum", 1}, {"maximum", Document::LargestId}};
    definitions["reference"] = {{"description", "Id of the connected element; 0 or null: none (Ground for a body)."},
                                {"type", {"integer", "null"}},
                                {"minimum", 0}};
    definitions["element"] = elementSchema(catalog);
    for (const TypeDescriptor& type : catalog.types()) definitions[type.family + "." + type.key] = typeSchema(type);

    Json json;
    json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    json["title"] = "Trammel model";
    json["type"] = "object";
    json["required"] = {"trammel", "elements"};
    json["properties"] = {
        {"trammel", {{"description", "Version of the file format."}, {"const", FileVersion}}},
        {"name", {{"type", "string"}}},
        {"notes", {{"type", "string"}}},
        {"nextId", {{"description", "The id of the next new element."}, {"type", "integer"}, {"minimum", 1}}},
        {"elements", {{"type", "array"}, {"items", {{"$ref", "#/$defs/element"}}}}}};
    json["$defs"] = std::move(definitions);
    return printJson(json);
}

}  // namespace trammel
