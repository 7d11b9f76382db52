// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <typeinfo>

namespace trammel {

/// dynamic_cast, and at the price of a comparison where @p object is of just that type. Throws std::bad_cast.
template <class To, class From>
const To& exactCast(const From& object) {
    if (typeid(object) == typeid(To)) return static_cast<const To&>(object);
    return dynamic_cast<const To&>(object);
}
/// Null if @p object is of another type.
template <class To, class From>
const To* exactCast(const From* object) {
    if (object && typeid(*object) == typeid(To)) return static_cast<const To*>(object);
    return dynamic_cast<const To*>(object);
}

}  // namespace trammel
