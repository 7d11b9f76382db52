// SPDX-License-Identifier: Apache-2.0
#include "interchange/xml_text.h"

#include <cmath>
#include <sstream>

#include "document/value_text.h"

namespace trammel {

std::string textOf(Real x) { return numberText(x == 0 ? 0 : x); }

std::string textOf(const Vec3& v) { return textOf(v[0]) + " " + textOf(v[1]) + " " + textOf(v[2]); }

std::string textOf(const Mat33& I) {
    return textOf(Vec3(I(0, 0), I(0, 1), I(0, 2))) + " " + textOf(Vec3(I(1, 1), I(1, 2), I(2, 2)));
}

Vec3 rollPitchYaw(const Rotation& R) {
    const Real cosPitch = std::hypot(R(0, 0), R(1, 0));
    const Real pitch = std::atan2(-R(2, 0), cosPitch);
    constexpr Real upright = 1e-9;
    // Looking along z, only the sum or difference of roll and yaw is definite.
    if (cosPitch < upright) return {std::atan2(-R(1, 2), R(1, 1)), pitch, 0};
    return {std::atan2(R(2, 1), R(2, 2)), pitch, std::atan2(R(1, 0), R(0, 0))};
}

std::string quaternionText(const Rotation& R) {
    const Vec4 q = R.toQuaternion();
    return textOf(q[0]) + " " + textOf(Vec3(q[1], q[2], q[3]));
}

pugi::xml_node addText(pugi::xml_node parent, const char* name, const std::string& text) {
    pugi::xml_node node = parent.append_child(name);
    node.append_child(pugi::node_pcdata).set_value(text.c_str());
    return node;
}

void put(pugi::xml_node node, const char* attribute, const std::string& text) {
    node.append_attribute(attribute).set_value(text.c_str());
}

std::string printXml(const pugi::xml_document& document) {
    std::ostringstream out;
    document.save(out, "  ");
    return out.str();
}

std::string xmlName(const std::string& name) {
    std::string text = name == "world" ? "world_" : name;
    for (char& c : text)
        if (c == '/' || c == ':') c = '_';
    return text;
}

}  // namespace trammel
