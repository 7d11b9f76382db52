// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "ui/properties/number_field.h"
#include "ui/properties/value_editor.h"

namespace trammel::ui {

/// Editor for one real number with a unit.
class RealEditor : public ValueEditor {
    Q_OBJECT

public:
    RealEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent);
    void setValue(const PropertyValue& value) override;
    void setQuantity(std::optional<Quantity> quantity) override;
    void showFormulas(const std::function<QString(const QString& part)>& formulaOf) override;
    void showMixed(const std::function<bool(const QString& part)>& isMixed) override { field_->setMixed(isMixed({})); }
    void setWrong(bool wrong) override { field_->setWrong(wrong); }

private:
    NumberField* field_;
};

class IntegerEditor : public ValueEditor {
    Q_OBJECT

public:
    IntegerEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent);
    void setValue(const PropertyValue& value) override;
    void showMixed(const std::function<bool(const QString& part)>& isMixed) override { field_->setMixed(isMixed({})); }
    void setWrong(bool wrong) override { field_->setWrong(wrong); }

private:
    NumberField* field_;
};

/// Editor for x, y and z, one line each.
class Vec3Editor : public ValueEditor {
    Q_OBJECT

public:
    Vec3Editor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent);
    void setValue(const PropertyValue& value) override;
    void showFormulas(const std::function<QString(const QString& part)>& formulaOf) override;
    void showMixed(const std::function<bool(const QString& part)>& isMixed) override;
    QString enteredPart() const override { return enteredPart_; }
    void setWrong(bool wrong) override;

private:
    std::array<NumberField*, 3> fields_{};
    QString enteredPart_;
};

}  // namespace trammel::ui
