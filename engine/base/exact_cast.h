// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <typeinfo>

namespace trammel {

/// dynamic_cast that costs only a type comparison if @p object is of exactly that type. Throws std::bad_cast.
template <class To, class From>
const To& exactCast(const From& object) {
    if (typeid(object) == typeid(To)) return static_cast<const To&>(object);
    return dynamic_cast<const To&>(object);
}
/// Null if @p object is not exactly of type To.
template <class To, class From>
const To* exactCast(const From* object) {
    if (object && typeid(*object) == typeid(To)) return static_cast<const To*>(object);
    return dynamic_cast<const To*>(object);
}

}  // namespace trammel
