// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "meta/property.h"
#include "ui/properties/units.h"

namespace trammel::ui {

/// Editor for one property value; its widgets depend only on the kind of value.
class ValueEditor : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Shows a value; its kind must be that of the editor.
    virtual void setValue(const PropertyValue& value) = 0;
    /// Sets the quantity; empty accepts any unit.
    virtual void setQuantity(std::optional<Quantity> quantity) { Q_UNUSED(quantity) }
    /// Shows formulas: @p formulaOf returns the formula of a part of the value ("" whole, ".x"), empty if it was typed.
    virtual void showFormulas(const std::function<QString(const QString& part)>& formulaOf) { Q_UNUSED(formulaOf) }
    /// Shows "Mixed" in place of the parts ("" whole, ".x") for which @p isMixed is true, until setValue().
    virtual void showMixed(const std::function<bool(const QString& part)>& isMixed) { Q_UNUSED(isMixed) }
    /// The part changed by the last entered(): "" whole, ".x".
    virtual QString enteredPart() const { return {}; }
    /// Marks the value as invalid until it is edited or replaced.
    virtual void setWrong(bool wrong) { Q_UNUSED(wrong) }

Q_SIGNALS:
    /// A value to commit. With @p gesture it continues the current change.
    void entered(const trammel::PropertyValue& value, bool gesture);
    /// A formula to commit for the value or a part of it (".x").
    void formulaEntered(const QString& part, const QString& formula);
    /// The text is being edited: earlier messages are out of date.
    void typing();
    /// Value after a pause in typing.
    void valueTyped(const trammel::PropertyValue& value);
    void formulaTyped(const QString& part, const QString& formula);
    /// The text is not a valid value.
    void refused(const QString& why);
    void gestureEnded();
};

/// Creates the editor for the kind of value of @p property.
ValueEditor* makeValueEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent);

}  // namespace trammel::ui
