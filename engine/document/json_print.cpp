// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "document/json_text.h"

namespace trammel {

namespace {
using Json = nlohmann::ordered_json;

/// One line per entry of a container, the last without a comma.
template <class Container, class PrintEntry>
void printBlock(const Container& entries, char opening, char closing, std::size_t indent, std::string& out,
                PrintEntry printEntry) {
    out += opening;
    const char* separator = "\n";
    for (const auto& entry : entries) {
        out += separator + std::string(indent + 2, ' ');
        printEntry(entry);
        separator = ",\n";
    }
    out += "\n" + std::string(indent, ' ') + closing;
}

void print(const Json& json, std::size_t indent, std::string& out) {
    if (json.is_object() && !json.empty()) {
        printBlock(json.get_ref<const Json::object_t&>(), '{', '}', indent, out, [&](const auto& entry) {
            out += printCompactJson(entry.first) + ": ";
            print(entry.second, indent + 2, out);
        });
    } else if (json.is_array() && std::ranges::any_of(json, [](const Json& item) { return item.is_structured(); })) {
        printBlock(json, '[', ']', indent, out, [&](const Json& item) { print(item, indent + 2, out); });
    } else if (json.is_array()) {
        out += '[';
        for (std::size_t i = 0; i < json.size(); ++i) out += (i ? ", " : "") + printCompactJson(json[i]);
        out += ']';
    } else {
        out += printCompactJson(json);
    }
}
}  // namespace

std::string printJson(const Json& json) {
    std::string out;
    print(json, 0, out);
    return out + "\n";
}

std::string printCompactJson(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace trammel
