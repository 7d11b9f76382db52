// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/number_editors.h"

#include <QHBoxLayout>
#include <cmath>

namespace trammel::ui {

namespace {

QHBoxLayout* tightLayout(QWidget* owner) {
    auto* layout = new QHBoxLayout(owner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    return layout;
}

/// Passes on the signals of a field through the surrounding editor.
void passOn(NumberField* field, ValueEditor* editor) {
    QObject::connect(field, &NumberField::refused, editor, &ValueEditor::refused);
    QObject::connect(field, &NumberField::typing, editor, &ValueEditor::typing);
    QObject::connect(field, &NumberField::gestureEnded, editor, &ValueEditor::gestureEnded);
    editor->setFocusProxy(field);
}

}  // namespace

RealEditor::RealEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent)
    : ValueEditor(parent), field_(new NumberField(property.fixedQuantity(), units, this)) {
    tightLayout(this)->addWidget(field_);
    field_->setAccessibleName(QString::fromStdString(property.label));
    passOn(field_, this);
    field_->setTakesFormulas(true);
    connect(field_, &NumberField::entered, this, [this](double si, bool stepping) { Q_EMIT entered(si, stepping); });
    connect(field_, &NumberField::formulaEntered, this,
            [this](const QString& formula) { Q_EMIT formulaEntered({}, formula); });
    connect(field_, &NumberField::numberTyped, this, [this](double si) { Q_EMIT valueTyped(si); });
    connect(field_, &NumberField::formulaTyped, this,
            [this](const QString& formula) { Q_EMIT formulaTyped({}, formula); });
}

void RealEditor::setQuantity(std::optional<Quantity> quantity) { field_->setQuantity(quantity); }

void RealEditor::setValue(const PropertyValue& value) { field_->setValue(std::get<Real>(value)); }

void RealEditor::showFormulas(const std::function<QString(const QString& part)>& formulaOf) {
    field_->setFormula(formulaOf({}));
}

IntegerEditor::IntegerEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent)
    : ValueEditor(parent), field_(new NumberField(property.quantity, units, this)) {
    tightLayout(this)->addWidget(field_);
    field_->setWhole(true);
    field_->setAccessibleName(QString::fromStdString(property.label));
    passOn(field_, this);
    connect(field_, &NumberField::entered, this, [this](double number, bool stepping) {
        constexpr double Largest = 9e15;
        if (std::abs(number) > Largest)
            Q_EMIT refused(tr("The number is too large."));
        else
            Q_EMIT entered(static_cast<std::int64_t>(number), stepping);
    });
}

void IntegerEditor::setValue(const PropertyValue& value) {
    field_->setValue(static_cast<Real>(std::get<std::int64_t>(value)));
}

Vec3Editor::Vec3Editor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent)
    : ValueEditor(parent) {
    auto* const layout = tightLayout(this);
    for (int i = 0; i < 3; ++i) {
        auto* const field = new NumberField(property.fixedQuantity(), units, this);
        fields_[static_cast<std::size_t>(i)] = field;
        const QString axis = QStringLiteral("xyz").mid(i, 1);
        field->setAccessibleName(QString::fromStdString(property.label) + ' ' + axis);
        field->setToolTip(axis);
        layout->addWidget(field, 1);
        passOn(field, this);
        field->setTakesFormulas(true);
        connect(field, &NumberField::formulaEntered, this,
                [this, axis](const QString& formula) { Q_EMIT formulaEntered('.' + axis, formula); });
        connect(field, &NumberField::formulaTyped, this,
                [this, axis](const QString& formula) { Q_EMIT formulaTyped('.' + axis, formula); });
        const auto with = [this, i](double si) {
            Vec3 v(fields_[0]->value(), fields_[1]->value(), fields_[2]->value());
            v[i] = si;
            return v;
        };
        connect(field, &NumberField::numberTyped, this, [this, with](double si) { Q_EMIT valueTyped(with(si)); });
        connect(field, &NumberField::entered, this, [this, with, axis](double si, bool stepping) {
            enteredPart_ = '.' + axis;
            Q_EMIT entered(with(si), stepping);
        });
    }
    setFocusProxy(fields_[0]);
}

void Vec3Editor::setValue(const PropertyValue& value) {
    const Vec3& v = std::get<Vec3>(value);
    for (int i = 0; i < 3; ++i) fields_[static_cast<std::size_t>(i)]->setValue(v[i]);
}

void Vec3Editor::showFormulas(const std::function<QString(const QString& part)>& formulaOf) {
    for (int i = 0; i < 3; ++i)
        fields_[static_cast<std::size_t>(i)]->setFormula(formulaOf('.' + QStringLiteral("xyz").mid(i, 1)));
}

void Vec3Editor::showMixed(const std::function<bool(const QString& part)>& isMixed) {
    for (int i = 0; i < 3; ++i)
        fields_[static_cast<std::size_t>(i)]->setMixed(isMixed('.' + QStringLiteral("xyz").mid(i, 1)));
}

void Vec3Editor::setWrong(bool wrong) {
    for (NumberField* field : fields_)
        if (!wrong || field->isModified()) field->setWrong(wrong);
}

}  // namespace trammel::ui
