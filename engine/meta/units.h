// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "meta/property.h"

namespace trammel {

/// A unit in which people write a quantity: value in SI = number * factor.
struct Unit {
    std::string symbol;
    /// Other spellings that are understood; "^2" and "*" for "²" and "·" always are.
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
                                          Quantity::Slowness,     Quantity::AngularSlowness};

/// All units of a quantity, the SI unit first; one without a symbol for Quantity::None.
const std::vector<Unit>& knownUnits(Quantity quantity);
/// The unit so spelled; null if the quantity has none. @p text has been through normalizedUnit().
const Unit* findUnit(Quantity quantity, std::string_view text);
/// The one spelling of a unit: without blanks, with "²", "³" and "·".
std::string normalizedUnit(std::string_view text);
/// The unit as a keyboard has it: "N*m", "m/s^2".
std::string typedUnit(std::string_view unit);

/// Exponents of kilogram, metre, second and radian, twice each so that roots of units are units too.
struct Dimension {
    std::array<int, 4> twice{};

    friend bool operator==(const Dimension&, const Dimension&) = default;
    Dimension operator*(const Dimension& other) const;
    Dimension operator/(const Dimension& other) const;
    /// To the power @p twicePower / 2; exponents that come out broken are no dimension: false.
    bool raise(int twicePower);
    bool isNumber() const { return twice == std::array<int, 4>{}; }
};

Dimension dimensionOf(Quantity quantity);
/// Whether a number of dimension @p a can stand for one of @p b. Radians may be left out, as in arc = angle * radius,
/// but between a frequency and an angular speed, which differ by a full turn.
bool agree(const Dimension& a, const Dimension& b);
/// "length", "torque or energy", "kg·m³": what a person calls it.
std::string describe(const Dimension& dimension);

}  // namespace trammel
