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
    Frequency,
    /// What a loss per speed is multiplied with: 1 + slowness * speed.
    Slowness,
    AngularSlowness
};

/// SI unit symbol, "kg·m²" for Quantity::Inertia; "" for None.
const std::string& siUnit(Quantity q);
/// The same in plain ASCII ("kg*m^2"), for CSV headers.
const std::string& siUnitAscii(Quantity q);
/// English name of the quantity, "moment of inertia".
const std::string& quantityName(Quantity q);

/// What a number is of one coordinate q of a joint. Where q is an angle it has the first unit, where q is a length the
/// second.
enum class CoordinateRole {
    /// q itself, rad or m.
    Value,
    /// qdot or u, rad/s or m/s.
    Rate,
    /// udot, rad/s² or m/s².
    Acceleration,
    /// What acts along u, N·m or N.
    Load,
    /// Load by value, N·m/rad or N/m.
    Stiffness,
    /// Load by rate, N·m·s/rad or N·s/m.
    Damping,
    /// Share of a load by rate, s/rad or s/m.
    Slowness
};

/// The quantity of that role for a coordinate or a speed of quantity @p coordinate: Angle or AngularSpeed, Length or
/// Speed; nothing for others, such as the parts of a quaternion.
std::optional<Quantity> quantityOf(CoordinateRole role, Quantity coordinate);

/// Says that a number belongs to a coordinate of the joint in socket "joint".
struct OfCoordinate {
    CoordinateRole role = CoordinateRole::Value;
    /// The Integer property that counts coordinates; empty: all coordinates of the joint are meant.
    std::string which = {};
    /// The Choice property that says what is meant, "position", "velocity" or "acceleration", whose roles are Value,
    /// Rate and Acceleration; empty: @ref role is.
    std::string level = {};
};

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
    /// None for a plain number, and where it is not the property alone that says.
    Quantity quantity = Quantity::None;
    /// Set where the quantity follows from what is plugged in.
    std::optional<OfCoordinate> ofCoordinate = {};
    /// Whoever uses the element says what the number is, so that every unit is taken: values of functions.
    bool takesAnyUnit = false;
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
    PropertyDescriptor& inAnyUnit() { return takesAnyUnit = true, *this; }

    /// The quantity, where the property alone says.
    std::optional<Quantity> fixedQuantity() const {
        return ofCoordinate || takesAnyUnit ? std::nullopt : std::optional(quantity);
    }

    static PropertyDescriptor real(std::string key, std::string label, Quantity q, Real def, std::string doc);
    /// A number that belongs to the coordinate of socket "joint" which the property @p which counts.
    static PropertyDescriptor ofJoint(std::string key, std::string label, OfCoordinate what, Real def, std::string doc);
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
