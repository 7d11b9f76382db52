// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "document/element.h"
#include "math/isometry.h"

namespace trammel {

/// Groups that hold the linked copies of some elements, one group for each copy, and determine their places: in a line,
/// in a circle, or in a mirror. Types of family "group".
std::vector<TypeDescriptor> patternTypes();

bool isPattern(const TypeDescriptor& type);
/// True for an element of such a type.
bool isPattern(const Element& element);

/// The motions in Ground from the elements to each copy. @p pattern must be an element for which isPattern().
std::vector<Isometry> placesOf(const Element& pattern);

/// True if each copy of a pattern is connected to the previous one, where one of its ends lies at the place of a
/// connection.
bool isConnected(const Element& pattern);

/// Displacements of the copies of a linear pattern of @p count instances with the original: 1 to count-1 times @p step_G.
std::vector<Transform> linearPattern(int count, const Vec3& step_G);
/// Displacements of the copies of a circular pattern of @p count instances with the original about the axis through @p
/// center_G along the unit vector @p axis_G. The instances are spread over @p angle, rad: the last one lies there, or,
/// for full turns, one spacing before the original. Each is moved by @p shift_G from the previous one.
std::vector<Transform> circularPattern(int count, Real angle, const Vec3& center_G, const Vec3& axis_G,
                                       const Vec3& shift_G = Vec3(0.));

}  // namespace trammel
