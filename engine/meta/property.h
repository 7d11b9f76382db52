// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/stage.h"
#include "math/vec.h"

namespace trammel {

/// The kinds of value a document property can hold.
enum class ValueKind { Boolean, Integer, Real, Text, Vec3, Choice, Color };

/// Physical dimension of a number; the engine always holds SI units and radians.
enum class Quantity {
    None,
    Length,
    Angle,
    Mass,
    Inertia,
    Time,
    Speed,
    AngularSpeed,
    Acceleration,
    AngularAcceleration,
    Force,
    Torque,
    Stiffness,
    AngularStiffness,
    Damping,
    AngularDamping,
    Density,
    Energy,
    Power,
    Frequency
};

/// SI unit symbol, "kg·m²" for Quantity::Inertia; "" for None.
const std::string& siUnit(Quantity q);
/// The same in plain ASCII ("kg*m^2"), for CSV headers.
const std::string& siUnitAscii(Quantity q);
/// English name of the quantity, "moment of inertia".
const std::string& quantityName(Quantity q);

/// A value of a document property. Text and Choice share std::string; the descriptor tells them apart.
/// Colour is three reals 0..1 held as Vec3.
using PropertyValue = std::variant<bool, std::int64_t, Real, std::string, Vec3>;

bool equal(const PropertyValue& a, const PropertyValue& b);

/// One row of a type's property table: everything that forms, files, schema, reference pages and tests need.
struct PropertyDescriptor {
    /// lowerCamel, stable forever: the key in the file.
    std::string key;
    /// What a form shows: "Mass", "Rest length".
    std::string label;
    /// One sentence.
    std::string doc;
    ValueKind kind = ValueKind::Real;
    Quantity quantity = Quantity::None;
    PropertyValue defaultValue = 0.0;
    std::optional<Real> minimum;
    /// The minimum itself is not allowed.
    bool exclusiveMinimum = false;
    std::optional<Real> maximum;
    /// For Choice: the keys, and what a form shows for each.
    struct Option {
        std::string key, label;
    };
    std::vector<Option> options;
    /// The stage that a change of this property invalidates; Topology means the system is rebuilt.
    Stage invalidates = Stage::Topology;
    /// For a Vec3 of unit-free direction that must not be zero.
    bool isDirection = false;

    // Builder steps, so that a type's table reads as one.
    PropertyDescriptor& min(Real m) { return minimum = m, *this; }
    PropertyDescriptor& above(Real m) { return minimum = m, exclusiveMinimum = true, *this; }
    PropertyDescriptor& max(Real m) { return maximum = m, *this; }
    PropertyDescriptor& at(Stage s) { return invalidates = s, *this; }

    static PropertyDescriptor real(std::string key, std::string label, Quantity q, Real def, std::string doc);
    static PropertyDescriptor integer(std::string key, std::string label, std::int64_t def, std::string doc);
    static PropertyDescriptor boolean(std::string key, std::string label, bool def, std::string doc);
    static PropertyDescriptor text(std::string key, std::string label, std::string def, std::string doc);
    static PropertyDescriptor vec3(std::string key, std::string label, Quantity q, const Vec3& def, std::string doc);
    /// A direction in space, default @p def; need not be of unit length, must not be zero.
    static PropertyDescriptor direction(std::string key, std::string label, const Vec3& def, std::string doc);
    static PropertyDescriptor color(std::string key, std::string label, const Vec3& def, std::string doc);
    static PropertyDescriptor choice(std::string key, std::string label, std::vector<Option> options, std::string def,
                                     std::string doc);
};

/// What is wrong with @p value for @p property, as a sentence in model terms; empty if nothing.
/// Checks kind, finiteness, range, choice, non-zero direction.
std::string describeInvalidValue(const PropertyDescriptor& property, const PropertyValue& value);

}  // namespace trammel
