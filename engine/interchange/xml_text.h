// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pugixml.hpp>
#include <string>

#include "interchange/robot.h"

namespace trammel {

/// Numbers that are read back exactly, with blanks between.
std::string textOf(Real x);
std::string textOf(const Vec3& v);
/// Ixx, Ixy, Ixz, Iyy, Iyz, Izz.
std::string textOf(const Mat33& inertia);
/// Roll, pitch and yaw: R = Rz(yaw) Ry(pitch) Rx(roll).
Vec3 rollPitchYaw(const Rotation& R);
/// A quaternion w, x, y, z.
std::string quaternionText(const Rotation& R);

/// Adds an element with a text.
pugi::xml_node addText(pugi::xml_node parent, const char* name, const std::string& text);
/// Adds an attribute.
void put(pugi::xml_node node, const char* attribute, const std::string& text);

/// The whole document, indented by two blanks.
std::string printXml(const pugi::xml_document& document);

/// A copy of @p name that is not "world" and has no slash or colon.
std::string xmlName(const std::string& name);

}  // namespace trammel
