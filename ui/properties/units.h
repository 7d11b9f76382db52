// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <variant>
#include <vector>

#include "meta/property.h"

namespace trammel::ui {

/// A unit in which people write a quantity: value in SI = number * factor. Which there are the engine knows.
struct Unit {
    QString symbol;
    Real factor = 1;
};

/// All units of a quantity, the SI unit first; one without a symbol for Quantity::None.
const std::vector<Unit>& unitsOf(Quantity quantity);

/// Sets of units to show numbers in.
enum class UnitSystem { MetreDegree, MillimetreDegree, MetreRadian };

/// The units that forms and read-outs use at the moment. Engine and file always have SI and radians.
class DisplayUnits : public QObject {
    Q_OBJECT

public:
    explicit DisplayUnits(QObject* parent = nullptr) : QObject(parent) {}

    UnitSystem system() const { return system_; }
    void setSystem(UnitSystem system);
    const Unit& unitFor(Quantity quantity) const;
    /// "mm · deg · kg · N"
    static QString describe(UnitSystem system);

Q_SIGNALS:
    void changed();

private:
    UnitSystem system_ = UnitSystem::MetreDegree;
};

/// A number in the C locale, as short as its 15 significant digits allow.
QString formatNumber(Real number);
/// @p si in the display unit, with the unit: "250 mm". @p digits limits the significant digits, 0: all that matter.
QString formatQuantity(Real si, Quantity quantity, const DisplayUnits& units, int digits = 0);

/// The number typed, in SI; or, as text, what is wrong with it.
using ParsedQuantity = std::variant<Real, QString>;

/// Reads "250 mm", "45°", "2*pi rad", "3 mm + 2 cm", "1/3"; a number without a unit is in @p assumed. The decimal sign is a point.
/// Without a @p quantity every unit is taken.
ParsedQuantity parseQuantity(const QString& text, std::optional<Quantity> quantity, const Unit& assumed);

}  // namespace trammel::ui
