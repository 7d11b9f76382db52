// SPDX-License-Identifier: Apache-2.0
#include "meta/units.h"

#include <algorithm>
#include <map>

namespace trammel {

namespace {

constexpr Real Degree = Pi / 180;
constexpr Real Inch = 0.0254;
constexpr Real Pound = 0.45359237;
constexpr Real PoundForce = Pound * 9.80665;

std::vector<Unit> makeUnits(Quantity quantity) {
    // The SI unit is first; its symbol is taken from the quantity's row to keep one definition.
    std::vector<Unit> units{{siUnit(quantity), {}, 1}};
    const auto add = [&units](std::initializer_list<Unit> more) { units.insert(units.end(), more); };
    switch (quantity) {
        case Quantity::None: break;
        case Quantity::Length:
            add({{"mm", {}, 1e-3},
                 {"cm", {}, 1e-2},
                 {"km", {}, 1e3},
                 {"µm", {"um"}, 1e-6},
                 {"in", {"\""}, Inch},
                 {"ft", {}, 12 * Inch}});
            break;
        case Quantity::Angle:
            add({{"deg", {"°"}, Degree}, {"rev", {"turn", "turns"}, 2 * Pi}, {"mrad", {}, 1e-3}});
            break;
        case Quantity::Mass: add({{"g", {}, 1e-3}, {"mg", {}, 1e-6}, {"t", {}, 1e3}, {"lb", {}, Pound}}); break;
        case Quantity::Inertia:
            add({{"kg·mm²", {}, 1e-6}, {"g·mm²", {}, 1e-9}, {"kg·cm²", {}, 1e-4}, {"lb·in²", {}, Pound * Inch * Inch}});
            break;
        case Quantity::Time: add({{"ms", {}, 1e-3}, {"µs", {"us"}, 1e-6}, {"min", {}, 60}, {"h", {}, 3600}}); break;
        case Quantity::Speed:
            add({{"mm/s", {}, 1e-3}, {"cm/s", {}, 1e-2}, {"km/h", {"kph"}, 1 / 3.6}, {"in/s", {}, Inch}});
            break;
        case Quantity::AngularSpeed:
            add({{"deg/s", {"°/s"}, Degree}, {"rpm", {"rev/min", "1/min"}, 2 * Pi / 60}, {"rev/s", {}, 2 * Pi}});
            break;
        case Quantity::Acceleration:
            add({{"mm/s²", {}, 1e-3}, {"cm/s²", {}, 1e-2}, {"g0", {}, 9.80665}, {"in/s²", {}, Inch}});
            break;
        case Quantity::AngularAcceleration: add({{"deg/s²", {"°/s²"}, Degree}}); break;
        case Quantity::Force:
            add({{"mN", {}, 1e-3}, {"kN", {}, 1e3}, {"kgf", {}, 9.80665}, {"lbf", {}, PoundForce}});
            break;
        case Quantity::Torque:
            add({{"N·mm", {"Nmm"}, 1e-3},
                 {"N·cm", {"Ncm"}, 1e-2},
                 {"kN·m", {"kNm"}, 1e3},
                 {"lbf·ft", {}, PoundForce * 12 * Inch},
                 {"lbf·in", {}, PoundForce * Inch}});
            units.front().aliases = {"Nm"};
            break;
        case Quantity::Stiffness:
            add({{"N/mm", {}, 1e3}, {"N/cm", {}, 1e2}, {"kN/m", {}, 1e3}, {"lbf/in", {}, PoundForce / Inch}});
            break;
        case Quantity::AngularStiffness:
            add({{"N·m/deg", {"Nm/deg", "N·m/°"}, 1 / Degree},
                 {"N·mm/deg", {}, 1e-3 / Degree},
                 {"N·mm/rad", {}, 1e-3},
                 {"lbf·in/rad", {}, PoundForce * Inch}});
            units.front().aliases = {"Nm/rad"};
            break;
        case Quantity::Damping: add({{"N·s/mm", {}, 1e3}, {"kg/s", {}, 1}, {"lbf·s/in", {}, PoundForce / Inch}}); break;
        case Quantity::AngularDamping:
            add({{"N·m·s/deg", {"Nms/deg"}, 1 / Degree},
                 {"N·mm·s/rad", {}, 1e-3},
                 {"lbf·in·s/rad", {}, PoundForce * Inch}});
            units.front().aliases = {"Nms/rad"};
            break;
        case Quantity::Density:
            add({{"g/cm³", {"kg/dm³", "kg/l"}, 1e3},
                 {"kg/mm³", {}, 1e9},
                 {"lb/in³", {}, Pound / (Inch * Inch * Inch)}});
            break;
        case Quantity::Energy: add({{"mJ", {}, 1e-3}, {"kJ", {}, 1e3}, {"kWh", {}, 3.6e6}}); break;
        case Quantity::Power: add({{"mW", {}, 1e-3}, {"kW", {}, 1e3}}); break;
        case Quantity::Frequency: add({{"kHz", {}, 1e3}, {"mHz", {}, 1e-3}}); break;
        case Quantity::Slowness: add({{"s/mm", {}, 1e3}, {"s/cm", {}, 1e2}, {"s/in", {}, 1 / Inch}}); break;
        case Quantity::AngularSlowness: add({{"s/deg", {"s/°"}, 1 / Degree}}); break;
        case Quantity::Pressure:
            add({{"kPa", {}, 1e3},
                 {"MPa", {"N/mm²"}, 1e6},
                 {"GPa", {}, 1e9},
                 {"bar", {}, 1e5},
                 {"psi", {}, PoundForce / (Inch * Inch)}});
            units.front().aliases = {"N/m²"};
            break;
    }
    return units;
}

void replaceAll(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

}  // namespace

const std::vector<Unit>& knownUnits(Quantity quantity) {
    static const std::map<Quantity, std::vector<Unit>> table = [] {
        std::map<Quantity, std::vector<Unit>> made;
        for (const Quantity q : allQuantities) made[q] = makeUnits(q);
        return made;
    }();
    return table.at(quantity);
}

std::string normalizedUnit(std::string_view text) {
    std::string unit(text);
    std::erase(unit, ' ');
    replaceAll(unit, "^2", "²");
    replaceAll(unit, "^3", "³");
    replaceAll(unit, "*", "·");
    // Replace the Greek mu by the micro sign.
    replaceAll(unit, "μ", "µ");
    return unit;
}

std::string typedUnit(std::string_view unit) {
    std::string typed(unit);
    replaceAll(typed, "²", "^2");
    replaceAll(typed, "³", "^3");
    replaceAll(typed, "·", "*");
    return typed;
}

const Unit* findUnit(Quantity quantity, std::string_view text) {
    if (text.empty()) return nullptr;
    const auto& units = knownUnits(quantity);
    const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& u) {
        return u.symbol == text || std::find(u.aliases.begin(), u.aliases.end(), text) != u.aliases.end();
    });
    return found == units.end() ? nullptr : &*found;
}

Dimension Dimension::operator*(const Dimension& other) const {
    Dimension product = *this;
    for (std::size_t i = 0; i < twice.size(); ++i) product.twice[i] += other.twice[i];
    return product;
}

Dimension Dimension::operator/(const Dimension& other) const {
    Dimension quotient = *this;
    for (std::size_t i = 0; i < twice.size(); ++i) quotient.twice[i] -= other.twice[i];
    return quotient;
}

bool Dimension::raise(int twicePower) {
    for (int& exponent : twice) {
        if (exponent * twicePower % 2 != 0) return false;
        exponent = exponent * twicePower / 2;
    }
    return true;
}

Dimension dimensionOf(Quantity quantity) {
    const auto made = [](int kg, int m, int s, int rad) { return Dimension{{2 * kg, 2 * m, 2 * s, 2 * rad}}; };
    switch (quantity) {
        case Quantity::None: return {};
        case Quantity::Length: return made(0, 1, 0, 0);
        case Quantity::Angle: return made(0, 0, 0, 1);
        case Quantity::Mass: return made(1, 0, 0, 0);
        case Quantity::Inertia: return made(1, 2, 0, 0);
        case Quantity::Time: return made(0, 0, 1, 0);
        case Quantity::Speed: return made(0, 1, -1, 0);
        case Quantity::AngularSpeed: return made(0, 0, -1, 1);
        case Quantity::Acceleration: return made(0, 1, -2, 0);
        case Quantity::AngularAcceleration: return made(0, 0, -2, 1);
        case Quantity::Force: return made(1, 1, -2, 0);
        case Quantity::Torque: return made(1, 2, -2, 0);
        case Quantity::Stiffness: return made(1, 0, -2, 0);
        case Quantity::AngularStiffness: return made(1, 2, -2, -1);
        case Quantity::Damping: return made(1, 0, -1, 0);
        case Quantity::AngularDamping: return made(1, 2, -1, -1);
        case Quantity::Density: return made(1, -3, 0, 0);
        case Quantity::Energy: return made(1, 2, -2, 0);
        case Quantity::Power: return made(1, 2, -3, 0);
        case Quantity::Frequency: return made(0, 0, -1, 0);
        case Quantity::Slowness: return made(0, -1, 1, 0);
        case Quantity::AngularSlowness: return made(0, 0, 1, -1);
        case Quantity::Pressure: return made(1, -1, -2, 0);
    }
    return {};
}

bool agree(const Dimension& a, const Dimension& b) {
    if (a == b) return true;
    Dimension plainA = a, plainB = b;
    plainA.twice[3] = plainB.twice[3] = 0;
    return plainA == plainB && plainA != dimensionOf(Quantity::Frequency);
}

std::string describe(const Dimension& dimension) {
    std::string names;
    for (const Quantity quantity : allQuantities)
        if (dimensionOf(quantity) == dimension)
            names += (names.empty() ? "" : " or ") +
                     (quantity == Quantity::None ? "a dimensionless number" : quantityName(quantity));
    if (!names.empty()) return names;
    constexpr std::array symbols{"kg", "m", "s", "rad"};
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const int twice = dimension.twice[i];
        if (twice == 0) continue;
        names += (names.empty() ? "" : "·") + std::string(symbols[i]);
        if (twice % 2 != 0)
            names += "^(" + std::to_string(twice) + "/2)";
        else if (twice != 2)
            names += "^" + std::to_string(twice / 2);
    }
    return names;
}

}  // namespace trammel
