// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/units.h"

#include <QTest>
#include <cmath>
#include <numbers>

namespace trammel::ui {

class UnitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numberWithUnitParsesToSi_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("quantity");
        QTest::addColumn<double>("si");
        const auto row = [](const char* text, Quantity quantity, double si) {
            QTest::newRow(text) << QString::fromUtf8(text) << int(quantity) << si;
        };
        row("300 mm", Quantity::Length, 0.3);
        row("300mm", Quantity::Length, 0.3);
        row("1/4", Quantity::Length, 0.25);
        row("2 in", Quantity::Length, 0.0508);
        row("250 g", Quantity::Mass, 0.25);
        row("45 deg", Quantity::Angle, std::numbers::pi / 4);
        row("45°", Quantity::Angle, std::numbers::pi / 4);
        row("2*pi rad", Quantity::Angle, 2 * std::numbers::pi);
        row("60 rpm", Quantity::AngularSpeed, 2 * std::numbers::pi);
        row("-(1 + 2) * 3", Quantity::None, -9);
        row("1e3 N/m", Quantity::Stiffness, 1000);
        row("2 N/mm", Quantity::Stiffness, 2000);
        row("3 kg*m^2", Quantity::Inertia, 3);
        row("5 N·m", Quantity::Torque, 5);
    }
    void numberWithUnitParsesToSi() {
        QFETCH(QString, text);
        QFETCH(int, quantity);
        QFETCH(double, si);
        const auto kind = static_cast<Quantity>(quantity);
        const ParsedQuantity parsed = parseQuantity(text, kind, unitsOf(kind).front());
        QVERIFY2(std::holds_alternative<Real>(parsed), qPrintable(text));
        QVERIFY(std::abs(std::get<Real>(parsed) - si) <= 1e-12 * std::abs(si));
    }

    void invalidNumberIsExplained_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("explanation");
        QTest::newRow("other dimension") << "3 s"
                                         << "unit of time";
        QTest::newRow("unknown unit") << "3 foo"
                                      << "not a unit of length";
        QTest::newRow("decimal comma") << "0,5"
                                       << "point";
        QTest::newRow("blank") << "  "
                               << "Missing";
        QTest::newRow("half a sum") << "1 +"
                                    << "number is expected";
        QTest::newRow("open parenthesis") << "(1 + 2"
                                          << "closing parenthesis";
        QTest::newRow("division by zero") << "1/0"
                                          << "Division by zero";
        QTest::newRow("words") << "long"
                               << "Missing";
        QTest::newRow("parenthesis bomb") << QString(100000, '(') << "longer than";
    }
    void invalidNumberIsExplained() {
        QFETCH(QString, text);
        QFETCH(QString, explanation);
        const ParsedQuantity parsed = parseQuantity(text, Quantity::Length, unitsOf(Quantity::Length).front());
        QVERIFY(std::holds_alternative<QString>(parsed));
        QVERIFY2(std::get<QString>(parsed).contains(explanation), qPrintable(std::get<QString>(parsed)));
    }

    void theFirstUnitOfEveryQuantityIsTheSiUnit() {
        for (int q = 0; q <= int(Quantity::Frequency); ++q) {
            const auto& first = unitsOf(static_cast<Quantity>(q)).front();
            QCOMPARE(first.factor, 1.);
            QCOMPARE(first.symbol, QString::fromStdString(siUnit(static_cast<Quantity>(q))));
        }
    }

    void displayedNumberRoundTrips_data() {
        QTest::addColumn<double>("number");
        for (const double x : {0.1, 0.3, 1e6, 123456789.25, -2.5e-9, 1. / 3, 6.02214076e23})
            QTest::newRow(qPrintable(QString::number(x))) << x;
    }
    void displayedNumberRoundTrips() {
        QFETCH(double, number);
        const double back = formatNumber(number).toDouble();
        QVERIFY(std::abs(back - number) <= 1e-14 * std::abs(number));
    }

    void displayUnitsDoNotChangeValues() {
        DisplayUnits units;
        units.setSystem(UnitSystem::MillimeterDegree);
        QCOMPARE(formatQuantity(0.25, Quantity::Length, units), QStringLiteral("250 mm"));
        // Integers are written out, however few digits are requested.
        QCOMPARE(formatQuantity(20, Quantity::Length, units, 3), QStringLiteral("20000 mm"));
        QCOMPARE(formatQuantity(0.0123456, Quantity::Length, units, 3), QStringLiteral("12.3 mm"));
        const auto parsed = parseQuantity("250", Quantity::Length, units.unitFor(Quantity::Length));
        QCOMPARE(std::get<Real>(parsed), 0.25);
        units.setSystem(UnitSystem::InchDegree);
        QCOMPARE(formatQuantity(7850, Quantity::Density, units, 4), QStringLiteral("0.2836 lb/in³"));
    }
};

}  // namespace trammel::ui

QTEST_GUILESS_MAIN(trammel::ui::UnitsTest)
#include "units_test.moc"
