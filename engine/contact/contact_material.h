// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "math/scalar.h"

namespace trammel {

/// A material of the library, as contact sees it. Friction is that of the material on itself.
struct ContactMaterial {
    std::string_view key, label;
    /// E, Pa.
    Real youngsModulus;
    Real poissonsRatio;
    /// Coefficient of restitution of an impact at 1 m/s.
    Real restitution;
    Real staticFriction, dynamicFriction;
    /// Friction coefficient per speed of slip, s/m.
    Real viscousFriction;
};

/// All materials, in the order that forms show them; the first is the default.
std::span<const ContactMaterial> contactMaterials();
/// Null: no such material.
const ContactMaterial* findContactMaterial(std::string_view key);

}  // namespace trammel
