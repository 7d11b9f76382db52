// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/vocabulary.h"

namespace SimTK {

/// Constants of a floating-point type by their documented names.
template <class T>
struct NTraits {
    static constexpr T getEps() { return std::numeric_limits<T>::epsilon(); }
    /// Accuracy of a sum of a few numbers: eps^(7/8).
    static T getSignificant() { return std::pow(getEps(), T(0.875)); }
    static T getSqrtEps() { return std::sqrt(getEps()); }
    static T getTiny() { return std::pow(getEps(), T(1.25)); }
    static constexpr T getNaN() { return std::numeric_limits<T>::quiet_NaN(); }
    static constexpr T getInfinity() { return std::numeric_limits<T>::infinity(); }
    static constexpr T getLeastPositive() { return std::numeric_limits<T>::min(); }
    static constexpr T getMostPositive() { return std::numeric_limits<T>::max(); }
    static constexpr int getNumDigits() { return std::numeric_limits<T>::digits10; }
    static constexpr int getLosslessNumDigits() { return std::numeric_limits<T>::max_digits10; }
};

}  // namespace SimTK
