// SPDX-License-Identifier: Apache-2.0
#include "document/value_text.h"

#include <array>
#include <charconv>

namespace trammel {

std::string numberText(Real x) {
    std::array<char, 32> buffer{};
    const auto [end, outcome] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x);
    return std::string(buffer.data(), end);
}

namespace {
struct BareText {
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(std::int64_t n) const { return std::to_string(n); }
    std::string operator()(Real x) const { return numberText(x); }
    std::string operator()(const std::string& s) const {
        constexpr std::size_t most = 200;
        if (s.size() <= most) return "'" + s + "'";
        // Truncate long texts such as meshes, but not within a multibyte character.
        std::size_t end = most;
        while ((static_cast<unsigned char>(s[end]) & 0xC0) == 0x80) --end;
        return "'" + s.substr(0, end) + "…'";
    }
    std::string operator()(const Vec3& v) const {
        return "(" + numberText(v[0]) + ", " + numberText(v[1]) + ", " + numberText(v[2]) + ")";
    }
};
}  // namespace

std::string valueText(const PropertyDescriptor& property, const PropertyValue& value) {
    const std::string& unit = siUnit(property.quantity);
    return std::visit(BareText{}, value) + (unit.empty() ? "" : " " + unit);
}

std::string rangeText(const PropertyDescriptor& property) {
    std::string text;
    if (property.minimum) text = (property.exclusiveMinimum ? "> " : "≥ ") + numberText(*property.minimum);
    if (property.maximum) text += (text.empty() ? "≤ " : " and ≤ ") + numberText(*property.maximum);
    if (property.isDirection) text += text.empty() ? "not zero" : ", not zero";
    if (property.kind == ValueKind::Choice) {
        for (const auto& option : property.options) text += (text.empty() ? "one of " : ", ") + option.key;
    }
    return text;
}

}  // namespace trammel
