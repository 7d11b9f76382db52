// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/element.h"
#include "math/rotation.h"

namespace trammel {

/// A property of an element of a draft; @p usual where it has none of that kind.
template <class T>
T valueOr(const Element& element, const char* key, const T& usual) {
    const PropertyValue* const value = element.findExplicit(key);
    const T* const held = value ? std::get_if<T>(value) : nullptr;
    return held ? *held : usual;
}

/// A frame given by a point and body-fixed x-y-z angles.
inline Transform frameOf(const Element& element, const char* point, const char* orientation) {
    return {Rotation::fromBodyXYZ(valueOr(element, orientation, Vec3(0.))), valueOr(element, point, Vec3(0.))};
}

}  // namespace trammel
