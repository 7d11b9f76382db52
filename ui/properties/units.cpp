// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/units.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "meta/expression.h"
#include "ui/properties/chosen_units.h"

namespace trammel::ui {

namespace {

/// Units of a system where they differ from SI.
const std::map<Quantity, QString>& deviations(UnitSystem system) {
    static const std::map<Quantity, QString> meterDegree{
        {Quantity::Angle, "deg"}, {Quantity::AngularSpeed, "deg/s"}, {Quantity::AngularAcceleration, "deg/s²"}};
    static const std::map<Quantity, QString> millimeterDegree = [] {
        std::map<Quantity, QString> m = meterDegree;
        m.insert({{Quantity::Length, "mm"},
                  {Quantity::Speed, "mm/s"},
                  {Quantity::Acceleration, "mm/s²"},
                  {Quantity::Inertia, "kg·mm²"},
                  {Quantity::Torque, "N·mm"},
                  {Quantity::Stiffness, "N/mm"},
                  {Quantity::Damping, "N·s/mm"},
                  {Quantity::AngularStiffness, "N·mm/rad"},
                  {Quantity::AngularDamping, "N·mm·s/rad"},
                  {Quantity::Slowness, "s/mm"},
                  {Quantity::Pressure, "MPa"}});
        return m;
    }();
    static const std::map<Quantity, QString> inchDegree = [] {
        std::map<Quantity, QString> m = meterDegree;
        m.insert({{Quantity::Length, "in"},
                  {Quantity::Mass, "lb"},
                  {Quantity::Density, "lb/in³"},
                  {Quantity::Force, "lbf"},
                  {Quantity::Speed, "in/s"},
                  {Quantity::Acceleration, "in/s²"},
                  {Quantity::Inertia, "lb·in²"},
                  {Quantity::Torque, "lbf·in"},
                  {Quantity::Stiffness, "lbf/in"},
                  {Quantity::Damping, "lbf·s/in"},
                  {Quantity::AngularStiffness, "lbf·in/rad"},
                  {Quantity::AngularDamping, "lbf·in·s/rad"},
                  {Quantity::Slowness, "s/in"},
                  {Quantity::Pressure, "psi"}});
        return m;
    }();
    static const std::map<Quantity, QString> meterRadian;
    switch (system) {
        case UnitSystem::MeterDegree: return meterDegree;
        case UnitSystem::MillimeterDegree: return millimeterDegree;
        case UnitSystem::MeterRadian: return meterRadian;
        case UnitSystem::InchDegree: return inchDegree;
    }
    return meterRadian;
}

const Unit* findUnit(Quantity quantity, const QString& text) {
    const trammel::Unit* const found = trammel::findUnit(quantity, text.toStdString());
    return found ? &unitsOf(quantity).at(static_cast<std::size_t>(found - knownUnits(quantity).data())) : nullptr;
}

/// The unit of this spelling, of any quantity.
const Unit* findAnyUnit(const QString& text) {
    for (const Quantity quantity : allQuantities)
        if (const Unit* const unit = findUnit(quantity, text)) return unit;
    return nullptr;
}

QString describeWrongUnit(const QString& text, std::optional<Quantity> any) {
    if (!any) return DisplayUnits::tr("Unknown unit '%1'.").arg(text);
    const Quantity wanted = *any;
    const QString wantedName = QString::fromStdString(quantityName(wanted));
    if (wanted == Quantity::None) return DisplayUnits::tr("This is a plain number without a unit.");
    QStringList known;
    for (const Unit& unit : unitsOf(wanted)) known += unit.symbol;
    for (const Quantity other : allQuantities)
        if (findUnit(other, text))
            return DisplayUnits::tr("'%1' is a unit of %2; %3 is required: %4.")
                .arg(text, QString::fromStdString(quantityName(other)), wantedName, known.join(", "));
    return DisplayUnits::tr("'%1' is not a unit of %2. Use one of %3.").arg(text, wantedName, known.join(", "));
}

/// Value of an expression in which every number has its unit: "3 mm + 2 cm".
std::optional<Real> measuredSum(const QString& text, std::optional<Quantity> quantity) {
    const auto parsed = Expression::parse(text.toStdString());
    const auto* const expression = std::get_if<Expression>(&parsed);
    if (!expression || !expression->getNames().empty()) return std::nullopt;
    const NamedValue value = expression->evaluate([](const ExpressionName&) { return NamedValue(std::string()); });
    const auto* const measured = std::get_if<Measured>(&value);
    if (!measured || measured->dimension.isNumber()) return std::nullopt;
    if (quantity && measured->dimension != dimensionOf(*quantity)) return std::nullopt;
    return measured->value;
}

/// Value of an expression of plain numbers, or a sentence that describes the error.
std::variant<Real, QString> plainNumber(const QString& text) {
    const auto parsed = Expression::parse(text.toStdString());
    if (const auto* const error = std::get_if<std::string>(&parsed)) return QString::fromStdString(*error);
    const Expression& expression = std::get<Expression>(parsed);
    if (!expression.getNames().empty()) return DisplayUnits::tr("Missing number.");
    const NamedValue value = expression.evaluate([](const ExpressionName&) { return NamedValue(std::string()); });
    if (const auto* const error = std::get_if<std::string>(&value)) return QString::fromStdString(*error);
    const Measured& measured = std::get<Measured>(value);
    if (!measured.dimension.isNumber()) return DisplayUnits::tr("A plain number is expected.");
    return measured.value;
}

/// Characters that a unit may have.
constexpr qsizetype LongestUnit = 32;

}  // namespace

const std::vector<Unit>& unitsOf(Quantity quantity) {
    static const std::map<Quantity, std::vector<Unit>> table = [] {
        std::map<Quantity, std::vector<Unit>> made;
        for (const Quantity q : allQuantities)
            for (const trammel::Unit& unit : knownUnits(q))
                made[q].push_back({QString::fromStdString(unit.symbol), unit.factor});
        return made;
    }();
    return table.at(quantity);
}

namespace {
UnitSystem chosen = UnitSystem::MeterDegree;
}  // namespace

UnitSystem chosenUnits() { return chosen; }

void DisplayUnits::setSystem(UnitSystem system) {
    chosen = system;
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
        case UnitSystem::MeterDegree: return QStringLiteral("m · deg · kg · N");
        case UnitSystem::MillimeterDegree: return QStringLiteral("mm · deg · kg · N");
        case UnitSystem::MeterRadian: return QStringLiteral("m · rad · kg · N (SI)");
        case UnitSystem::InchDegree: return QStringLiteral("in · deg · lb · lbf");
    }
    return {};
}

QString formatNumber(Real number) {
    // Fewer than ten digits would print 1000000 with an exponent.
    for (int digits = 10; digits < 15; ++digits) {
        QString text = QString::number(number, 'g', digits);
        if (text.toDouble() == number) return text;
    }
    return QString::number(number, 'g', 15);
}

QString formatQuantity(Real si, Quantity quantity, const DisplayUnits& units, int digits) {
    const Unit& unit = units.unitFor(quantity);
    const Real number = si / unit.factor;
    // Integers up to this many digits are written out: 1000 rather than 1e+03.
    constexpr int MostWhole = 6;
    const int whole = std::abs(number) >= 1 ? 1 + static_cast<int>(std::floor(std::log10(std::abs(number)))) : 0;
    if (digits > 0 && whole <= MostWhole) digits = std::max(digits, whole);
    const QString text = digits > 0 ? QString::number(number, 'g', digits) : formatNumber(number);
    return unit.symbol.isEmpty() ? text : text + ' ' + unit.symbol;
}

Real roundInUnits(Real si, Quantity quantity, const DisplayUnits& units) {
    const auto isRound = [](Real number) {
        constexpr int fewDigits = 3;
        return std::abs(QString::number(number, 'g', fewDigits).toDouble() - number) <= 1e-9 * std::abs(number);
    };
    const Unit& unit = units.unitFor(quantity);
    const Real number = si / unit.factor;
    if (isRound(number) || !isRound(si)) return si;
    return QString::number(number, 'g', 1).toDouble() * unit.factor;
}

ParsedQuantity parseQuantity(const QString& text, std::optional<Quantity> quantity, const Unit& assumed) {
    const QString trimmed = text.trimmed();
    if (trimmed.isEmpty()) return DisplayUnits::tr("Missing number.");
    if (const std::optional<Real> sum = measuredSum(trimmed, quantity)) return *sum;
    const auto whole = plainNumber(trimmed);
    if (const Real* const number = std::get_if<Real>(&whole)) return *number * assumed.factor;
    // A unit at the end applies to all before it: "2*pi rad".
    for (qsizetype at = trimmed.size() - 1; at > 0 && at >= trimmed.size() - LongestUnit; --at) {
        if (!trimmed[at].isLetter() && trimmed[at] != QChar(0xb0)) continue;
        const auto front = plainNumber(trimmed.left(at));
        const Real* const number = std::get_if<Real>(&front);
        if (!number) continue;
        const QString unitText = QString::fromStdString(normalizedUnit(trimmed.mid(at).toStdString()));
        const Unit* const unit = quantity ? findUnit(*quantity, unitText) : findAnyUnit(unitText);
        if (!unit) return describeWrongUnit(unitText, quantity);
        return *number * unit->factor;
    }
    return std::get<QString>(whole);
}

}  // namespace trammel::ui
