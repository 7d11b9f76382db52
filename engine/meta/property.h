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

/// Physical dimension of a number; the engine uses SI units and radians throughout.
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
    /// Coefficient of speed in 1 + slowness * speed, which scales a loss.
    Slowness,
    AngularSlowness,
    Pressure
};

/// SI unit symbol, "kg·m²" for Quantity::Inertia; "" for None.
const std::string& siUnit(Quantity q);
/// Unit symbol in ASCII ("kg*m^2"), for CSV headers.
const std::string& siUnitAscii(Quantity q);
/// English name of the quantity, "moment of inertia".
const std::string& quantityName(Quantity q);

/// Role of a number that belongs to a coordinate q of a joint. Each role has one unit for an angular q and one for a
/// linear q.
enum class CoordinateRole {
    /// q itself, rad or m.
    Value,
    /// qdot or u, rad/s or m/s.
    Rate,
    /// udot, rad/s² or m/s².
    Acceleration,
    /// Generalized force along u, N·m or N.
    Load,
    /// Load per displacement, N·m/rad or N/m.
    Stiffness,
    /// Load per speed, N·m·s/rad or N·s/m.
    Damping,
    /// Relative loss per speed, s/rad or s/m.
    Slowness
};

/// The quantity of a role for a coordinate or speed of quantity @p coordinate: Angle or AngularSpeed, Length or Speed;
/// none for others, such as quaternion components.
std::optional<Quantity> quantityOf(CoordinateRole role, Quantity coordinate);

/// Marks a number that belongs to a coordinate of the joint connected to input "joint".
struct OfCoordinate {
    CoordinateRole role = CoordinateRole::Value;
    /// Key of the Integer property that selects the coordinate; empty: all coordinates.
    std::string which = {};
    /// Key of the Choice property "position", "velocity" or "acceleration" that determines the role (Value, Rate,
    /// Acceleration); empty: @ref role applies.
    std::string level = {};
};

/// A value of a document property. Text and Choice share std::string; the descriptor distinguishes them. A color is a
/// Vec3 of reals 0..1.
using PropertyValue = std::variant<bool, std::int64_t, Real, std::string, Vec3>;

bool equal(const PropertyValue& a, const PropertyValue& b);

/// One row of a type's property table, used by forms, files, the schema, reference pages and tests.
struct PropertyDescriptor {
    /// lowerCamel; permanent, since files use it as key.
    std::string key;
    /// Label in forms: "Mass", "Rest length".
    std::string label;
    /// One sentence.
    std::string doc;
    ValueKind kind = ValueKind::Real;
    /// None for a dimensionless number, or if other data determine the quantity.
    Quantity quantity = Quantity::None;
    /// Set if the quantity depends on the connected joint.
    std::optional<OfCoordinate> ofCoordinate = {};
    /// True if the quantity depends on the use of the element, as for values of functions; any unit is accepted.
    bool takesAnyUnit = false;
    PropertyValue defaultValue = 0.0;
    std::optional<Real> minimum;
    /// True if the value must exceed the minimum.
    bool exclusiveMinimum = false;
    std::optional<Real> maximum;
    /// For Choice: keys, and their labels in forms.
    struct Option {
        std::string key, label;
    };
    std::vector<Option> options;
    /// Stage invalidated by a change of this property; Topology: the System is rebuilt.
    Stage invalidates = Stage::Topology;
    /// True for a dimensionless Vec3 that must not be zero.
    bool isDirection = false;
    /// True for a Text that is a formula of the State, see multibody/state_formula.h. Its value has the quantity that a
    /// number would have.
    bool isFormula = false;

    /// For a Text that is a table: the numbers of a row, in SI units. Numbers are separated by spaces, rows by semicolons.
    struct Column {
        std::string label;
        Quantity quantity = Quantity::None;
        /// True if the number may be left out of a row with all numbers that follow.
        bool optional = false;
    };
    std::vector<Column> columns = {};

    // Builder methods, for use in a type's property table.
    PropertyDescriptor& min(Real m) { return minimum = m, *this; }
    PropertyDescriptor& above(Real m) { return minimum = m, exclusiveMinimum = true, *this; }
    PropertyDescriptor& max(Real m) { return maximum = m, *this; }
    PropertyDescriptor& at(Stage s) { return invalidates = s, *this; }
    PropertyDescriptor& inAnyUnit() { return takesAnyUnit = true, *this; }
    /// A table; its quantity is that of the first column.
    PropertyDescriptor& withColumns(std::vector<Column> all) {
        columns = std::move(all);
        quantity = columns.front().quantity;
        return *this;
    }

    /// The quantity, if it depends on the property alone.
    std::optional<Quantity> fixedQuantity() const {
        return ofCoordinate || takesAnyUnit ? std::nullopt : std::optional(quantity);
    }

    static PropertyDescriptor real(std::string key, std::string label, Quantity q, Real def, std::string doc);
    /// A number that belongs to the coordinate of input "joint" selected by property @p which.
    static PropertyDescriptor ofJoint(std::string key, std::string label, OfCoordinate what, Real def, std::string doc);
    static PropertyDescriptor integer(std::string key, std::string label, std::int64_t def, std::string doc);
    static PropertyDescriptor boolean(std::string key, std::string label, bool def, std::string doc);
    static PropertyDescriptor text(std::string key, std::string label, std::string def, std::string doc);
    /// A formula whose value has quantity @p q.
    static PropertyDescriptor formula(std::string key, std::string label, Quantity q, std::string def, std::string doc);
    static PropertyDescriptor vec3(std::string key, std::string label, Quantity q, const Vec3& def, std::string doc);
    /// A direction in space, default @p def; need not be of unit length, must not be zero.
    static PropertyDescriptor direction(std::string key, std::string label, const Vec3& def, std::string doc);
    static PropertyDescriptor color(std::string key, std::string label, const Vec3& def, std::string doc);
    static PropertyDescriptor choice(std::string key, std::string label, std::vector<Option> options, std::string def,
                                     std::string doc);
};

/// Why @p value is invalid for @p property, one sentence in model terms; empty if it is valid. Checks kind, finiteness,
/// range, choice and nonzero direction.
std::string describeInvalidValue(const PropertyDescriptor& property, const PropertyValue& value);

}  // namespace trammel
