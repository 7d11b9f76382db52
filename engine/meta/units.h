// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "meta/property.h"

namespace trammel {

/// A unit of a quantity: value in SI = number * factor.
struct Unit {
    std::string symbol;
    /// Accepted spellings; "^2" and "*" for "²" and "·" are always accepted.
    std::vector<std::string> aliases = {};
    Real factor = 1;
};

inline constexpr std::array allQuantities{Quantity::None,         Quantity::Length,
                                          Quantity::Angle,        Quantity::Mass,
                                          Quantity::Inertia,      Quantity::Time,
                                          Quantity::Speed,        Quantity::AngularSpeed,
                                          Quantity::Acceleration, Quantity::AngularAcceleration,
                                          Quantity::Force,        Quantity::Torque,
                                          Quantity::Stiffness,    Quantity::AngularStiffness,
                                          Quantity::Damping,      Quantity::AngularDamping,
                                          Quantity::Density,      Quantity::Energy,
                                          Quantity::Power,        Quantity::Frequency,
                                          Quantity::Slowness,     Quantity::AngularSlowness,
                                          Quantity::Pressure};

/// All units of a quantity, the SI unit first; for Quantity::None, one without a symbol.
const std::vector<Unit>& knownUnits(Quantity quantity);
/// The unit spelled @p text, which must be normalized with normalizedUnit(); null if unknown.
const Unit* findUnit(Quantity quantity, std::string_view text);
/// Canonical spelling of a unit: without spaces, with "²", "³" and "·".
std::string normalizedUnit(std::string_view text);
/// The unit in ASCII: "N*m", "m/s^2".
std::string typedUnit(std::string_view unit);

/// Exponents of kilogram, meter, second and radian, doubled so that square roots have integer exponents.
struct Dimension {
    std::array<int, 4> twice{};

    friend bool operator==(const Dimension&, const Dimension&) = default;
    Dimension operator*(const Dimension& other) const;
    Dimension operator/(const Dimension& other) const;
    /// Raises to the power @p twicePower / 2. Returns false if an exponent would not be a multiple of 1/2.
    bool raise(int twicePower);
    bool isNumber() const { return twice == std::array<int, 4>{}; }
};

Dimension dimensionOf(Quantity quantity);
/// True if a number of dimension @p a can be used as one of @p b. Radians may be omitted, as in arc = angle * radius,
/// except between frequency and angular speed, which differ by a factor of 2 pi.
bool agree(const Dimension& a, const Dimension& b);
/// Name of the quantity: "length", "torque or energy"; or its unit, "kg·m³".
std::string describe(const Dimension& dimension);

}  // namespace trammel
