// SPDX-License-Identifier: Apache-2.0
#include "document/json_value.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace trammel {

namespace {
using Json = nlohmann::ordered_json;

std::optional<std::int64_t> wholeNumber(const Json& json) {
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(largest)) return {};
    if (json.is_number_integer()) return json.get<std::int64_t>();
    constexpr Real exactUpTo = 9007199254740992.0;
    if (!json.is_number_float()) return {};
    const Real x = json.get<Real>();
    if (x != std::trunc(x) || std::abs(x) > exactUpTo) return {};
    return static_cast<std::int64_t>(x);
}

std::optional<Vec3> threeNumbers(const Json& json) {
    if (!json.is_array() || json.size() != 3) return {};
    for (const Json& item : json)
        if (!item.is_number()) return {};
    return Vec3(json[0].get<Real>(), json[1].get<Real>(), json[2].get<Real>());
}

/// A value of the requested kind, or none.
std::optional<PropertyValue> matchingValue(ValueKind kind, const Json& json) {
    switch (kind) {
        case ValueKind::Boolean:
            if (json.is_boolean()) return json.get<bool>();
            break;
        case ValueKind::Integer:
            if (const auto n = wholeNumber(json)) return *n;
            break;
        case ValueKind::Real:
            if (json.is_number()) return json.get<Real>();
            break;
        case ValueKind::Text:
        case ValueKind::Choice:
            if (json.is_string()) return json.get<std::string>();
            break;
        case ValueKind::Vec3:
        case ValueKind::Color:
            if (const auto v = threeNumbers(json)) return *v;
            break;
    }
    return {};
}
}  // namespace

PropertyValue valueFromJson(const PropertyDescriptor& property, const Json& json) {
    if (auto value = matchingValue(property.kind, json)) return *value;
    return property.kind == ValueKind::Boolean ? PropertyValue(std::string()) : PropertyValue(false);
}

namespace {
struct ToJson {
    template <class T>
    Json operator()(const T& plain) const {
        return plain;
    }
    Json operator()(const Vec3& v) const { return Json::array({v[0], v[1], v[2]}); }
};
}  // namespace

Json jsonFromValue(const PropertyValue& value) { return std::visit(ToJson{}, value); }

}  // namespace trammel
