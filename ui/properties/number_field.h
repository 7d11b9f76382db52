// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QTimer>

#include "ui/properties/units.h"

namespace trammel::ui {

/// Line edit for one number of a quantity in display units (SI where the quantity is unknown). Accepts units,
/// arithmetic and, if enabled, formulas. Shows all digits with focus, rounded ones otherwise.
///
/// Enter or leaving the field commits, Escape reverts. Up, Down and the wheel step the number while focused: Shift a
/// tenth, Ctrl ten times the increment. Invalid text is refused and the old value kept. Nothing is committed while
/// typing, but a pause shows errors. Tab goes to the next number field; Enter commits and is then left to the window.
class NumberField : public QLineEdit {
    Q_OBJECT

public:
    NumberField(std::optional<Quantity> quantity, const DisplayUnits& units, QWidget* parent = nullptr);

    /// Sets the quantity; empty accepts any unit.
    void setQuantity(std::optional<Quantity> quantity);

    /// Accepts integers only.
    void setWhole(bool whole) { whole_ = whole; }
    /// Shows @p si unless it is already shown.
    void setValue(Real si);
    Real value() const { return value_; }
    /// Accepts formulas over parameters: "= 3*L1".
    void setTakesFormulas(bool takes) { takesFormulas_ = takes; }
    /// Formula of the value, shown with focus; empty if the value was typed.
    void setFormula(const QString& formula);
    /// Shows "Mixed" instead of the value, until a number is typed; there is no value to step.
    void setMixed(bool mixed);
    /// Marks the field as invalid.
    void setWrong(bool wrong);
    /// Shows the value in the current display unit.
    void showValue();
    /// Commits the typed text, as Enter does. False, with a message through refused(), if it is not a value.
    bool commit();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A number was typed or stepped, in SI. Consecutive steps belong to one gesture.
    void entered(double si, bool stepping);
    /// A formula was typed, without its equals sign.
    void formulaEntered(const QString& formula);
    void refused(const QString& why);
    /// Text is being edited: earlier messages are out of date.
    void typing();
    /// Value of the text after a pause in typing, SI.
    void numberTyped(double si);
    void formulaTyped(const QString& formula);
    /// A series of steps ended.
    void gestureEnded();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// Moves the focus to the next or previous number field of the same dock or dialog; false if none.
    bool goToNextNumber(bool forward);
    bool commitFormula(const QString& formula);
    void validate();
    /// The typed formula without equals sign; empty for plain numbers.
    std::optional<QString> readFormula() const;
    /// Syntax error of a formula; empty if valid.
    static QString faultOf(const QString& formula);
    ParsedQuantity readNumber() const;
    void refuse(const QString& why);
    void step(int count, Qt::KeyboardModifiers modifiers);

    /// Unit of a number typed without one.
    const Unit& assumedUnit() const { return units_.unitFor(quantity_.value_or(Quantity::None)); }

    std::optional<Quantity> quantity_;
    const DisplayUnits& units_;
    Real value_ = 0;
    QString shownText_;
    QTimer pause_{this};
    QString formula_;
    bool takesFormulas_ = false;
    bool whole_ = false;
    bool mixed_ = false;
    bool wrong_ = false;
    bool stepped_ = false;
    /// entered() is being emitted.
    bool isCommitting_ = false;
};

}  // namespace trammel::ui
