// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <variant>
#include <vector>

#include "meta/property.h"

namespace trammel::ui {

/// A unit of a quantity: SI value = number * factor. The list is the engine's.
struct Unit {
    QString symbol;
    Real factor = 1;
};

/// Units of a quantity, SI first; one without symbol for Quantity::None.
const std::vector<Unit>& unitsOf(Quantity quantity);

/// Sets of display units.
enum class UnitSystem { MeterDegree, MillimeterDegree, MeterRadian, InchDegree };

/// The current display units of forms and readouts. Engine and files always use SI and radians.
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
    UnitSystem system_ = UnitSystem::MeterDegree;
};

/// Shortest text with 15 significant digits, C locale.
QString formatNumber(Real number);
/// @p si in display units with the unit: "250 mm". @p digits limits significant digits; 0: as many as needed.
QString formatQuantity(Real si, Quantity quantity, const DisplayUnits& units, int digits = 0);

/// The nearest value with one significant digit in display units, 60 deg/s for 1 rad/s, if @p si is round in SI only; else
/// @p si.
Real roundInUnits(Real si, Quantity quantity, const DisplayUnits& units);

/// SI value, or an error message.
using ParsedQuantity = std::variant<Real, QString>;

/// Parses "250 mm", "45°", "2*pi rad", "3 mm + 2 cm", "1/3". A number without unit is in @p assumed. The decimal
/// separator is a point. Without @p quantity any unit is accepted.
ParsedQuantity parseQuantity(const QString& text, std::optional<Quantity> quantity, const Unit& assumed);

}  // namespace trammel::ui
