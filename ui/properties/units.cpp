// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/units.h"

#include <algorithm>
#include <array>
#include <map>

#include "ui/properties/arithmetic.h"

namespace trammel::ui {

namespace {

constexpr Real Degree = Pi / 180;
constexpr Real Inch = 0.0254;
constexpr Real Pound = 0.45359237;
constexpr Real PoundForce = Pound * 9.80665;

std::vector<Unit> makeUnits(Quantity quantity) {
    // The first is the SI unit; its symbol comes from the engine so that the two cannot differ.
    std::vector<Unit> units{{QString::fromStdString(siUnit(quantity)), {}, 1}};
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
        case Quantity::Inertia: add({{"kg·mm²", {}, 1e-6}, {"g·mm²", {}, 1e-9}, {"kg·cm²", {}, 1e-4}}); break;
        case Quantity::Time: add({{"ms", {}, 1e-3}, {"µs", {"us"}, 1e-6}, {"min", {}, 60}, {"h", {}, 3600}}); break;
        case Quantity::Speed:
            add({{"mm/s", {}, 1e-3}, {"cm/s", {}, 1e-2}, {"km/h", {"kph"}, 1 / 3.6}, {"in/s", {}, Inch}});
            break;
        case Quantity::AngularSpeed:
            add({{"deg/s", {"°/s"}, Degree}, {"rpm", {"rev/min", "1/min"}, 2 * Pi / 60}, {"rev/s", {}, 2 * Pi}});
            break;
        case Quantity::Acceleration: add({{"mm/s²", {}, 1e-3}, {"cm/s²", {}, 1e-2}, {"g0", {}, 9.80665}}); break;
        case Quantity::AngularAcceleration: add({{"deg/s²", {"°/s²"}, Degree}}); break;
        case Quantity::Force:
            add({{"mN", {}, 1e-3}, {"kN", {}, 1e3}, {"kgf", {}, 9.80665}, {"lbf", {}, PoundForce}});
            break;
        case Quantity::Torque:
            add({{"N·mm", {"Nmm"}, 1e-3},
                 {"N·cm", {"Ncm"}, 1e-2},
                 {"kN·m", {"kNm"}, 1e3},
                 {"lbf·ft", {}, PoundForce * 12 * Inch}});
            units.front().aliases = {"Nm"};
            break;
        case Quantity::Stiffness: add({{"N/mm", {}, 1e3}, {"N/cm", {}, 1e2}, {"kN/m", {}, 1e3}}); break;
        case Quantity::AngularStiffness:
            add({{"N·m/deg", {"Nm/deg", "N·m/°"}, 1 / Degree},
                 {"N·mm/deg", {}, 1e-3 / Degree},
                 {"N·mm/rad", {}, 1e-3}});
            units.front().aliases = {"Nm/rad"};
            break;
        case Quantity::Damping: add({{"N·s/mm", {}, 1e3}, {"kg/s", {}, 1}}); break;
        case Quantity::AngularDamping:
            add({{"N·m·s/deg", {"Nms/deg"}, 1 / Degree}, {"N·mm·s/rad", {}, 1e-3}});
            units.front().aliases = {"Nms/rad"};
            break;
        case Quantity::Density: add({{"g/cm³", {"kg/dm³", "kg/l"}, 1e3}, {"kg/mm³", {}, 1e9}}); break;
        case Quantity::Energy: add({{"mJ", {}, 1e-3}, {"kJ", {}, 1e3}, {"kWh", {}, 3.6e6}}); break;
        case Quantity::Power: add({{"mW", {}, 1e-3}, {"kW", {}, 1e3}}); break;
        case Quantity::Frequency: add({{"kHz", {}, 1e3}, {"mHz", {}, 1e-3}}); break;
    }
    return units;
}

constexpr std::array AllQuantities{Quantity::None,         Quantity::Length,
                                   Quantity::Angle,        Quantity::Mass,
                                   Quantity::Inertia,      Quantity::Time,
                                   Quantity::Speed,        Quantity::AngularSpeed,
                                   Quantity::Acceleration, Quantity::AngularAcceleration,
                                   Quantity::Force,        Quantity::Torque,
                                   Quantity::Stiffness,    Quantity::AngularStiffness,
                                   Quantity::Damping,      Quantity::AngularDamping,
                                   Quantity::Density,      Quantity::Energy,
                                   Quantity::Power,        Quantity::Frequency};

/// What the units of a system are called where they are not the SI ones.
const std::map<Quantity, QString>& deviations(UnitSystem system) {
    static const std::map<Quantity, QString> metreDegree{
        {Quantity::Angle, "deg"}, {Quantity::AngularSpeed, "deg/s"}, {Quantity::AngularAcceleration, "deg/s²"}};
    static const std::map<Quantity, QString> millimetreDegree = [] {
        std::map<Quantity, QString> m = metreDegree;
        m.insert({{Quantity::Length, "mm"},
                  {Quantity::Speed, "mm/s"},
                  {Quantity::Acceleration, "mm/s²"},
                  {Quantity::Inertia, "kg·mm²"},
                  {Quantity::Torque, "N·mm"},
                  {Quantity::Stiffness, "N/mm"},
                  {Quantity::Damping, "N·s/mm"},
                  {Quantity::AngularStiffness, "N·mm/rad"},
                  {Quantity::AngularDamping, "N·mm·s/rad"}});
        return m;
    }();
    static const std::map<Quantity, QString> metreRadian;
    switch (system) {
        case UnitSystem::MetreDegree: return metreDegree;
        case UnitSystem::MillimetreDegree: return millimetreDegree;
        case UnitSystem::MetreRadian: return metreRadian;
    }
    return metreRadian;
}

QString normalized(QString unit) {
    unit.remove(' ');
    unit.replace("^2", "²").replace("^3", "³").replace('*', "·").replace(QChar(0x03bc), QChar(0x00b5));
    return unit;
}

bool isSpelled(const Unit& unit, const QString& text) { return unit.symbol == text || unit.aliases.contains(text); }

const Unit* findUnit(Quantity quantity, const QString& text) {
    const auto& units = unitsOf(quantity);
    const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return isSpelled(u, text); });
    return found == units.end() || text.isEmpty() ? nullptr : &*found;
}

QString describeWrongUnit(const QString& text, Quantity wanted) {
    const QString wantedName = QString::fromStdString(quantityName(wanted));
    if (wanted == Quantity::None) return DisplayUnits::tr("This is a plain number, without a unit.");
    QStringList known;
    for (const Unit& unit : unitsOf(wanted)) known += unit.symbol;
    for (const Quantity other : AllQuantities)
        if (findUnit(other, text))
            return DisplayUnits::tr("'%1' is a unit of %2; %3 is needed: %4.")
                .arg(text, QString::fromStdString(quantityName(other)), wantedName, known.join(", "));
    return DisplayUnits::tr("'%1' is not a unit of %2. Known are %3.").arg(text, wantedName, known.join(", "));
}

}  // namespace

const std::vector<Unit>& unitsOf(Quantity quantity) {
    static const std::map<Quantity, std::vector<Unit>> table = [] {
        std::map<Quantity, std::vector<Unit>> made;
        for (const Quantity q : AllQuantities) made[q] = makeUnits(q);
        return made;
    }();
    return table.at(quantity);
}

void DisplayUnits::setSystem(UnitSystem system) {
    if (system == system_) return;
    system_ = system;
    Q_EMIT changed();
}

const Unit& DisplayUnits::unitFor(Quantity quantity) const {
    const auto& other = deviations(system_);
    if (const auto found = other.find(quantity); found != other.end())
        if (const Unit* unit = findUnit(quantity, found->second)) return *unit;
    return unitsOf(quantity).front();
}

QString DisplayUnits::describe(UnitSystem system) {
    switch (system) {
        case UnitSystem::MetreDegree: return QStringLiteral("m · deg · kg · N");
        case UnitSystem::MillimetreDegree: return QStringLiteral("mm · deg · kg · N");
        case UnitSystem::MetreRadian: return QStringLiteral("m · rad · kg · N (SI)");
    }
    return {};
}

QString formatNumber(Real number) {
    // Fewer than ten digits would make 1000000 an exponent.
    for (int digits = 10; digits < 15; ++digits) {
        const QString text = QString::number(number, 'g', digits);
        if (text.toDouble() == number) return text;
    }
    return QString::number(number, 'g', 15);
}

QString formatQuantity(Real si, Quantity quantity, const DisplayUnits& units, int digits) {
    const Unit& unit = units.unitFor(quantity);
    const Real number = si / unit.factor;
    const QString text = digits > 0 ? QString::number(number, 'g', digits) : formatNumber(number);
    return unit.symbol.isEmpty() ? text : text + ' ' + unit.symbol;
}

ParsedQuantity parseQuantity(const QString& text, Quantity quantity, const Unit& assumed) {
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty()) return DisplayUnits::tr("A number is missing.");
    const ArithmeticResult number = evaluateArithmetic(trimmed);
    if (!number.error.isEmpty()) return number.error;
    const QString unitText = normalized(trimmed.mid(number.consumed));
    if (unitText.isEmpty()) return number.value * assumed.factor;
    if (unitText.startsWith(',')) return DisplayUnits::tr("Write the decimal sign as a point: 0.5, not 0,5.");
    if (const Unit* unit = findUnit(quantity, unitText)) return number.value * unit->factor;
    return describeWrongUnit(unitText, quantity);
}

}  // namespace trammel::ui
