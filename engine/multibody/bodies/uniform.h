// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// Central inertia of a uniform box with the given full side lengths.
inline Inertia uniformBoxInertia(Real mass, const Vec3& sides) { return mass * Inertia::brick(sides / 2); }

/// Mass property of uniform bodies, an Instance parameter.
inline PropertyDescriptor massProperty() {
    return PropertyDescriptor::real("mass", "Mass", Quantity::Mass, 1, "Mass, uniformly distributed.")
        .min(0)
        .at(Stage::Instance);
}

/// Size property of a uniform body: affects inertia and appearance.
inline PropertyDescriptor sizeProperty(const char* key, const char* label, Real value, const char* doc) {
    return PropertyDescriptor::real(key, label, Quantity::Length, value, doc).above(0).at(Stage::Instance);
}

}  // namespace trammel
