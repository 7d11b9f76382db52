// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QTimer>

#include "ui/properties/units.h"

namespace trammel::ui {

/// A line for one number of a quantity, shown in the display unit, or in SI units where that is not known; takes units and arithmetic, where wanted formulas over names. All digits are
/// there while it has the focus, as many as are readable otherwise.
///
/// Enter or leaving commits what was typed; Escape takes it back. Up and Down, and the wheel while it has the focus,
/// step the number: Shift a tenth, Ctrl ten times as far. A text that is no such number is refused: the old value stays. While
/// one types nothing is committed, but a pause is enough to be told what is wrong.
class NumberField : public QLineEdit {
    Q_OBJECT

public:
    NumberField(std::optional<Quantity> quantity, const DisplayUnits& units, QWidget* parent = nullptr);

    /// What the number is measured in from now on; nothing takes every unit.
    void setQuantity(std::optional<Quantity> quantity);

    /// Only whole numbers are taken.
    void setWhole(bool whole) { whole_ = whole; }
    /// Shows @p si, unless it is what is shown already.
    void setValue(Real si);
    Real value() const { return value_; }
    /// Formulas over names are taken as well: "= 3*L1".
    void setTakesFormulas(bool takes) { takesFormulas_ = takes; }
    /// Where the number comes from; empty if it was typed. Shown while the field has the focus.
    void setFormula(const QString& formula);
    /// Marks the field as holding something wrong.
    void setWrong(bool wrong);
    /// Shows the value again, in the display unit of the moment.
    void showValue();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The number typed or stepped to, in SI. Steps of one go belong together.
    void entered(double si, bool stepping);
    /// A formula typed, without the sign before it.
    void formulaEntered(const QString& formula);
    void refused(const QString& why);
    /// The text is being changed: what was said of it is out of date.
    void typing();
    /// What the text would give, in a pause of typing.
    void numberTyped(double si);
    void formulaTyped(const QString& formula);
    /// A series of steps is over.
    void gestureEnded();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool commit();
    bool commitFormula(const QString& formula);
    void judge();
    /// What is typed, without the sign before it, if it is a formula.
    std::optional<QString> readFormula() const;
    /// Why a formula cannot be read; empty if it can.
    static QString faultOf(const QString& formula);
    ParsedQuantity readNumber() const;
    void refuse(const QString& why);
    void step(int count, Qt::KeyboardModifiers modifiers);

    /// What a number typed without a unit is in.
    const Unit& assumedUnit() const { return units_.unitFor(quantity_.value_or(Quantity::None)); }

    std::optional<Quantity> quantity_;
    const DisplayUnits& units_;
    Real value_ = 0;
    QString shownText_;
    QTimer pause_;
    QString formula_;
    bool takesFormulas_ = false;
    bool whole_ = false;
    bool wrong_ = false;
    bool stepped_ = false;
};

}  // namespace trammel::ui
