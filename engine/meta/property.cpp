// SPDX-License-Identifier: Apache-2.0
#include "meta/property.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "math/largest_number.h"
#include "meta/number_rows.h"

namespace trammel {

namespace {
struct QuantityRow {
    std::string name, unit, ascii;
};
const QuantityRow& row(Quantity q) {
    static const std::array<QuantityRow, 23> rows{{{"number", "", ""},
                                                   {"length", "m", "m"},
                                                   {"angle", "rad", "rad"},
                                                   {"mass", "kg", "kg"},
                                                   {"moment of inertia", "kg·m²", "kg*m^2"},
                                                   {"time", "s", "s"},
                                                   {"speed", "m/s", "m/s"},
                                                   {"angular speed", "rad/s", "rad/s"},
                                                   {"acceleration", "m/s²", "m/s^2"},
                                                   {"angular acceleration", "rad/s²", "rad/s^2"},
                                                   {"force", "N", "N"},
                                                   {"torque", "N·m", "N*m"},
                                                   {"stiffness", "N/m", "N/m"},
                                                   {"angular stiffness", "N·m/rad", "N*m/rad"},
                                                   {"damping", "N·s/m", "N*s/m"},
                                                   {"angular damping", "N·m·s/rad", "N*m*s/rad"},
                                                   {"density", "kg/m³", "kg/m^3"},
                                                   {"energy", "J", "J"},
                                                   {"power", "W", "W"},
                                                   {"frequency", "Hz", "Hz"},
                                                   {"time per length", "s/m", "s/m"},
                                                   {"time per angle", "s/rad", "s/rad"},
                                                   {"pressure", "Pa", "Pa"}}};
    return rows.at(static_cast<std::size_t>(q));
}

std::string number(Real x) {
    std::ostringstream s;
    s << x;
    return s.str();
}

std::string describeOutOfRange(const PropertyDescriptor& p, Real x) {
    const std::string unit = siUnit(p.quantity).empty() ? "" : " " + siUnit(p.quantity);
    if (!std::isfinite(x)) return "must be a finite number";
    if (p.minimum && (p.exclusiveMinimum ? x <= *p.minimum : x < *p.minimum))
        return std::string(p.exclusiveMinimum ? "must be greater than " : "must be at least ") + number(*p.minimum) +
               unit + ", not " + number(x) + unit;
    const Real greatest = std::min(p.maximum.value_or(largestNumber), largestNumber);
    if (x > greatest) return "must be at most " + number(greatest) + unit + ", not " + number(x) + unit;
    if (x < -largestNumber) return "must be at least " + number(-largestNumber) + unit + ", not " + number(x) + unit;
    return {};
}
}  // namespace

const std::string& siUnit(Quantity q) { return row(q).unit; }
const std::string& siUnitAscii(Quantity q) { return row(q).ascii; }
const std::string& quantityName(Quantity q) { return row(q).name; }

std::optional<Quantity> quantityOf(CoordinateRole role, Quantity coordinate) {
    const bool turns = coordinate == Quantity::Angle || coordinate == Quantity::AngularSpeed;
    if (!turns && coordinate != Quantity::Length && coordinate != Quantity::Speed) return std::nullopt;
    switch (role) {
        case CoordinateRole::Value: return turns ? Quantity::Angle : Quantity::Length;
        case CoordinateRole::Rate: return turns ? Quantity::AngularSpeed : Quantity::Speed;
        case CoordinateRole::Acceleration: return turns ? Quantity::AngularAcceleration : Quantity::Acceleration;
        case CoordinateRole::Load: return turns ? Quantity::Torque : Quantity::Force;
        case CoordinateRole::Stiffness: return turns ? Quantity::AngularStiffness : Quantity::Stiffness;
        case CoordinateRole::Damping: return turns ? Quantity::AngularDamping : Quantity::Damping;
        case CoordinateRole::Slowness: return turns ? Quantity::AngularSlowness : Quantity::Slowness;
    }
    return std::nullopt;
}

bool equal(const PropertyValue& a, const PropertyValue& b) {
    if (a.index() != b.index()) return false;
    return std::visit([&](const auto& x) { return x == std::get<std::decay_t<decltype(x)>>(b); }, a);
}

namespace {
PropertyDescriptor make(std::string key, std::string label, ValueKind kind, Quantity q, PropertyValue def,
                        std::string doc) {
    PropertyDescriptor p;
    p.key = std::move(key);
    p.label = std::move(label);
    p.doc = std::move(doc);
    p.kind = kind;
    p.quantity = q;
    p.defaultValue = std::move(def);
    return p;
}
}  // namespace

PropertyDescriptor PropertyDescriptor::real(std::string key, std::string label, Quantity q, Real def, std::string doc) {
    return make(std::move(key), std::move(label), ValueKind::Real, q, def, std::move(doc));
}
PropertyDescriptor PropertyDescriptor::ofJoint(std::string key, std::string label, OfCoordinate what, Real def,
                                               std::string doc) {
    auto p = real(std::move(key), std::move(label), Quantity::None, def, std::move(doc));
    p.ofCoordinate = std::move(what);
    return p;
}
PropertyDescriptor PropertyDescriptor::integer(std::string key, std::string label, std::int64_t def, std::string doc) {
    return make(std::move(key), std::move(label), ValueKind::Integer, Quantity::None, def, std::move(doc));
}
PropertyDescriptor PropertyDescriptor::boolean(std::string key, std::string label, bool def, std::string doc) {
    return make(std::move(key), std::move(label), ValueKind::Boolean, Quantity::None, def, std::move(doc));
}
PropertyDescriptor PropertyDescriptor::text(std::string key, std::string label, std::string def, std::string doc) {
    return make(std::move(key), std::move(label), ValueKind::Text, Quantity::None, std::move(def), std::move(doc));
}
PropertyDescriptor PropertyDescriptor::formula(std::string key, std::string label, Quantity q, std::string def,
                                               std::string doc) {
    auto p = make(std::move(key), std::move(label), ValueKind::Text, q, std::move(def), std::move(doc));
    p.isFormula = true;
    return p;
}
PropertyDescriptor PropertyDescriptor::vec3(std::string key, std::string label, Quantity q, const Vec3& def,
                                            std::string doc) {
    return make(std::move(key), std::move(label), ValueKind::Vec3, q, def, std::move(doc));
}
PropertyDescriptor PropertyDescriptor::direction(std::string key, std::string label, const Vec3& def, std::string doc) {
    auto p = vec3(std::move(key), std::move(label), Quantity::None, def, std::move(doc));
    p.isDirection = true;
    return p;
}
PropertyDescriptor PropertyDescriptor::color(std::string key, std::string label, const Vec3& def, std::string doc) {
    auto p = make(std::move(key), std::move(label), ValueKind::Color, Quantity::None, def, std::move(doc));
    p.minimum = 0;
    p.maximum = 1;
    return p;
}
PropertyDescriptor PropertyDescriptor::choice(std::string key, std::string label, std::vector<Option> options,
                                              std::string def, std::string doc) {
    auto p = make(std::move(key), std::move(label), ValueKind::Choice, Quantity::None, std::move(def), std::move(doc));
    p.options = std::move(options);
    return p;
}

namespace {
/// The expected kind of value if @p value is of another kind, otherwise empty.
std::string describeWrongKind(ValueKind kind, const PropertyValue& value) {
    switch (kind) {
        case ValueKind::Boolean: return std::holds_alternative<bool>(value) ? "" : "must be true or false";
        case ValueKind::Integer: return std::holds_alternative<std::int64_t>(value) ? "" : "must be an integer";
        case ValueKind::Real: return std::holds_alternative<Real>(value) ? "" : "must be a number";
        case ValueKind::Text:
        case ValueKind::Choice: return std::holds_alternative<std::string>(value) ? "" : "must be text";
        case ValueKind::Vec3:
        case ValueKind::Color: return std::holds_alternative<Vec3>(value) ? "" : "must be a list of three numbers";
    }
    return {};
}

/// The fault of a table, empty if it has none.
std::string describeWrongRows(const PropertyDescriptor& p, const std::string& text) {
    const auto rows = readRows(text);
    const auto least = std::size_t(std::ranges::count_if(p.columns, [](const auto& c) { return !c.optional; }));
    const bool fits = rows && std::ranges::all_of(*rows, [&](const std::vector<Real>& row) {
                          return row.size() >= least && row.size() <= p.columns.size();
                      });
    if (fits) {
        for (const std::vector<Real>& row : *rows)
            for (const Real x : row)
                if (std::abs(x) > largestNumber)
                    return "must have numbers between " + number(-largestNumber) + " and " + number(largestNumber) +
                           ", not " + number(x);
        return {};
    }
    std::string names;
    for (const auto& column : p.columns) {
        const std::string name = column.optional ? "[" + column.label + "]" : column.label;
        names += (names.empty() ? "" : ", ") + name;
    }
    return "must be rows of numbers (" + names + "), separated by semicolons";
}
}  // namespace

std::string describeInvalidValue(const PropertyDescriptor& p, const PropertyValue& value) {
    std::string expected = describeWrongKind(p.kind, value);
    if (!expected.empty()) return expected;

    if (const auto* x = std::get_if<Real>(&value)) return describeOutOfRange(p, *x);
    if (const auto* n = std::get_if<std::int64_t>(&value)) return describeOutOfRange(p, Real(*n));
    if (const auto* v = std::get_if<Vec3>(&value)) {
        for (int i = 0; i < 3; ++i)
            if (std::string wrong = describeOutOfRange(p, (*v)[i]); !wrong.empty()) return wrong;
        if (p.isDirection && v->norm() == 0) return "must not be zero, since it defines a direction";
    }
    if (p.kind == ValueKind::Choice) {
        const auto& key = std::get<std::string>(value);
        if (std::none_of(p.options.begin(), p.options.end(), [&](const auto& o) { return o.key == key; })) {
            std::string known;
            for (const auto& o : p.options) known += (known.empty() ? "" : ", ") + o.key;
            return "must be one of " + known + ", not '" + key + "'";
        }
    }
    if (!p.columns.empty()) return describeWrongRows(p, std::get<std::string>(value));
    return {};
}

}  // namespace trammel
