// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

#include "meta/property.h"
#include "ui/properties/units.h"

namespace trammel::ui {

/// Edits one property value; what it looks like depends on the kind of value only.
class ValueEditor : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Shows a value of the kind the editor was made for.
    virtual void setValue(const PropertyValue& value) = 0;
    /// What its numbers are measured in from now on; nothing takes every unit.
    virtual void setQuantity(std::optional<Quantity> quantity) { Q_UNUSED(quantity) }
    /// Shows where numbers come from: @p formulaOf gives the formula of a part of the value ("" for the whole, ".x"),
    /// empty if that was typed.
    virtual void showFormulas(const std::function<QString(const QString& part)>& formulaOf) { Q_UNUSED(formulaOf) }
    /// Marks what is shown as wrong, until it is edited or another value is set.
    virtual void setWrong(bool wrong) { Q_UNUSED(wrong) }

Q_SIGNALS:
    /// A value to put into the document. With @p gesture it continues one change that is still going on.
    void entered(const trammel::PropertyValue& value, bool gesture);
    /// A formula for the value, or for a part of it (".x").
    void formulaEntered(const QString& part, const QString& formula);
    /// What is shown is being changed: what was said of it is out of date.
    void typing();
    /// What it would give, in a pause of typing.
    void valueTyped(const trammel::PropertyValue& value);
    void formulaTyped(const QString& part, const QString& formula);
    /// What was typed is no value at all.
    void refused(const QString& why);
    void gestureEnded();
};

/// The editor for the kind of value of @p property.
ValueEditor* makeValueEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent);

}  // namespace trammel::ui
