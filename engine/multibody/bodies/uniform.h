// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"

namespace trammel {

/// Central inertia of a uniform box with the given full side lengths.
inline Inertia uniformBoxInertia(Real mass, const Vec3& sides) { return mass * Inertia::brick(sides / 2); }

/// A mass property that is an Instance parameter, as all uniform bodies have.
inline PropertyDescriptor massProperty() {
    return PropertyDescriptor::real("mass", "Mass", Quantity::Mass, 1, "Mass, spread evenly over the body.")
        .min(0)
        .at(Stage::Instance);
}

/// A size of a uniform body: changes its inertia and its look.
inline PropertyDescriptor sizeProperty(const char* key, const char* label, Real value, const char* doc) {
    return PropertyDescriptor::real(key, label, Quantity::Length, value, doc).above(0).at(Stage::Instance);
}

}  // namespace trammel
