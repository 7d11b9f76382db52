// SPDX-License-Identifier: Apache-2.0
#include "document/type_reference.h"

#include <vector>

#include "document/edit_rules.h"
#include "document/property_quantity.h"
#include "document/value_text.h"

namespace trammel {

namespace {
/// Escapes text for a table cell, which a bar or a line break would end.
std::string cell(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '|') escaped += '\\';
        escaped += c == '\n' ? ' ' : c;
    }
    return escaped;
}

std::string code(const std::string& text) { return "`" + text + "`"; }

void addRow(const std::vector<std::string>& cells, std::string& out) {
    out += "|";
    for (const std::string& text : cells) out += " " + cell(text) + " |";
    out += "\n";
}

void addTable(const std::string& title, const std::vector<std::string>& columns,
              const std::vector<std::vector<std::string>>& rows, std::string& out) {
    if (rows.empty()) return;
    out += "\n**" + title + "**\n\n";
    addRow(columns, out);
    out += "|";
    for (std::size_t i = 0; i < columns.size(); ++i) out += "---|";
    out += "\n";
    for (const auto& row : rows) addRow(row, out);
}

/// Names of an output as they follow that of the element.
std::string outputNames(const OutputDescriptor& o) {
    std::string label = o.label;
    if (const std::size_t at = label.find("{load}"); at != std::string::npos) label.replace(at, 6, "force *or* torque");
    const std::string before = o.preposition.empty() ? " " : " " + o.preposition + " ";
    switch (o.scope) {
        case OutputScope::Element: break;
        case OutputScope::Speed: label += o.preposition.empty() ? "" : before + "*speed*"; break;
        case OutputScope::Body: label += before + "*body*"; break;
        case OutputScope::Equation: label += before + "*number*"; break;
    }
    if (o.components == 1) return label;
    const std::string axes = label.empty() ? "x, y, z" : label + " x, y, z";
    return o.hasMagnitude ? label + ", " + axes : axes;
}

std::string outputUnit(const OutputDescriptor& o) {
    return o.role ? "of the speed" : o.unit.empty() ? siUnit(o.quantity) : o.unit;
}

/// q0, q1, ... with names and units.
void addCoordinates(const std::string& title, const std::string& symbol,
                    const std::vector<TypePageParts::Coordinate>& coordinates, std::string& out) {
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const std::string unit = siUnit(coordinates[i].quantity);
        rows.push_back({code(symbol + std::to_string(i)), coordinates[i].name, unit.empty() ? "none" : unit});
    }
    addTable(title, {"Symbol", "Name", "Unit"}, rows, out);
}
}  // namespace

std::string makeTypeReference(const TypeCatalog& catalog, const TypeDescriptor& type, const TypePageParts& parts) {
    std::string out = "### " + type.label + " (" + code(type.family + "." + type.key) + ")\n\n" + type.doc + "\n";
    if (!parts.drawing.empty()) out += "\n![" + type.label + "](" + parts.drawing + ")\n";
    if (!type.choose.empty()) out += "\n**When to choose it**\n\n" + type.choose + "\n";
    if (!parts.frames.empty()) out += "\n**Frames**\n\n" + parts.frames + "\n";
    addCoordinates("Coordinates q", "q", parts.coordinates, out);
    addCoordinates("Speeds u", "u", parts.speeds, out);
    if (!type.reference.empty())
        out += (type.choose.empty() ? "\n" : "\n**Equations and limits**\n\n") + type.reference + "\n";

    std::vector<std::vector<std::string>> rows;
    for (const PropertyDescriptor& p : type.properties)
        rows.push_back({code(p.key), p.label, unitText(p), rangeText(p), valueText(p, p.defaultValue),
                        p.invalidates.getName(), p.doc});
    addTable("Properties", {"Key", "Label", "Unit", "Range", "Default", "Invalidates", "Meaning"}, rows, out);

    rows.clear();
    for (const DerivedNumber& derived : type.derived) rows.push_back({code(derived.key), derived.doc});
    addTable("Numbers for formulas", {"Key", "Meaning"}, rows, out);

    rows.clear();
    for (const SocketDescriptor& s : type.sockets)
        rows.push_back({code(s.key), s.label, describeTargets(catalog, s), s.optional ? "yes" : "no", s.doc});
    addTable("Sockets", {"Key", "Label", "Takes", "Optional", "Meaning"}, rows, out);

    rows.clear();
    for (const OutputDescriptor& o : type.outputs)
        rows.push_back({code(o.key), outputNames(o), outputUnit(o), o.stage.getName(), o.reads, o.doc});
    addTable("Outputs", {"Key", "Names", "Unit", "Available from", "Reads", "Meaning"}, rows, out);
    return out;
}

std::string makeTypeReference(const TypeCatalog& catalog,
                              const std::function<TypePageParts(const TypeDescriptor&)>& partsOf) {
    std::string out = "# Type reference\n";
    for (const FamilyDescriptor& family : catalog.families()) {
        out += "\n## " + family.pluralLabel + "\n\n" + family.doc + "\n";
        for (const TypeDescriptor* type : catalog.typesOf(family.key))
            out += "\n" + makeTypeReference(catalog, *type, partsOf ? partsOf(*type) : TypePageParts{});
    }
    return out;
}

}  // namespace trammel
