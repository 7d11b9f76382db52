// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "document/json_text.h"

namespace trammel {

namespace {
using Json = nlohmann::ordered_json;
}

void printJson(const Json& json, std::size_t indent, std::string& out) {
    if (json.is_object() && !json.empty()) {
        printJsonBlock(json.get_ref<const Json::object_t&>(), '{', '}', indent, out, [&](const auto& entry) {
            out += printCompactJson(entry.first) + ": ";
            printJson(entry.second, indent + 2, out);
        });
    } else if (json.is_array() && std::ranges::any_of(json, [](const Json& item) { return item.is_structured(); })) {
        printJsonBlock(json, '[', ']', indent, out, [&](const Json& item) { printJson(item, indent + 2, out); });
    } else if (json.is_array()) {
        out += '[';
        for (std::size_t i = 0; i < json.size(); ++i) out += (i ? ", " : "") + printCompactJson(json[i]);
        out += ']';
    } else {
        out += printCompactJson(json);
    }
}

std::string printJson(const Json& json) {
    std::string out;
    printJson(json, 0, out);
    return out + "\n";
}

std::string printCompactJson(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace trammel
