// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/value_editor.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QTimer;
class QToolButton;

namespace trammel::ui {

class BooleanEditor : public ValueEditor {
    Q_OBJECT

public:
    BooleanEditor(const PropertyDescriptor& property, QWidget* parent);
    void setValue(const PropertyValue& value) override;
    void showMixed(const std::function<bool(const QString& part)>& isMixed) override;

private:
    QCheckBox* box_;
};

class TextEditor : public ValueEditor {
    Q_OBJECT

public:
    TextEditor(const PropertyDescriptor& property, QWidget* parent);
    void setValue(const PropertyValue& value) override;
    void showMixed(const std::function<bool(const QString& part)>& isMixed) override;

private:
    PropertyValue typedText() const;

    QLineEdit* line_;
    QTimer* pause_;
    /// The value is too long to be shown.
    bool isData_ = false;
};

/// Editor for one option of an enumeration.
class ChoiceEditor : public ValueEditor {
    Q_OBJECT

public:
    ChoiceEditor(const PropertyDescriptor& property, QWidget* parent);
    void setValue(const PropertyValue& value) override;
    void showMixed(const std::function<bool(const QString& part)>& isMixed) override;

private:
    QComboBox* box_;
};

/// A color swatch that opens a color dialog; the model previews each color tried.
class ColorEditor : public ValueEditor {
    Q_OBJECT

public:
    ColorEditor(const PropertyDescriptor& property, QWidget* parent);
    void setValue(const PropertyValue& value) override;
    void showMixed(const std::function<bool(const QString& part)>& isMixed) override;

private:
    void chooseColor();

    QToolButton* button_;
    QColor color_;
    QString title_;
};

}  // namespace trammel::ui
