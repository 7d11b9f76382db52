// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "base/exceptions.h"
#include "math/vec.h"

/// Values of measures as lists of reals; a Real is a list of one, and other types, such as a Transform, have none.
namespace trammel::detail {

[[noreturn]] inline Real& noElement() { throw Exception("Measure: values of this type have no elements."); }

template <class T>
int sizeOf(const T& value) {
    if constexpr (std::is_arithmetic_v<T>)
        return 1;
    else if constexpr (requires { value[0]; })
        return int(value.size());
    else
        return 0;
}
template <class T>
auto& element(T& value, int i) {
    if constexpr (std::is_arithmetic_v<std::remove_const_t<T>>)
        return value;
    else if constexpr (requires { value[i]; })
        return value[i];
    else
        return noElement();
}
/// All elements equal to @p x, with the size of @p like.
template <class T>
T filledLike(const T& like, Real x) {
    T value = like;
    for (int i = 0; i < sizeOf(value); ++i) element(value, i) = x;
    return value;
}
template <class T>
T filled(Real x) {
    return filledLike(T(), x);
}

}  // namespace trammel::detail
