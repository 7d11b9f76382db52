// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/choice_editors.h"

#include <QCheckBox>
#include <QColorDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cctype>

#include "ui/properties/combo_box.h"

namespace trammel::ui {

namespace {

void fill(ValueEditor* editor, QWidget* content, const PropertyDescriptor& property) {
    auto* layout = new QHBoxLayout(editor);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(content);
    content->setAccessibleName(QString::fromStdString(property.label));
    editor->setFocusProxy(content);
}

QIcon swatch(const QColor& color, const QColor& frame) {
    QPixmap pixmap(64, 28);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(frame);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(0.5, 0.5, 63, 27), 5, 5);
    return QIcon(pixmap);
}

Vec3 toValue(const QColor& color) { return {color.redF(), color.greenF(), color.blueF()}; }

}  // namespace

BooleanEditor::BooleanEditor(const PropertyDescriptor& property, QWidget* parent)
    : ValueEditor(parent), box_(new QCheckBox(this)) {
    fill(this, box_, property);
    connect(box_, &QCheckBox::clicked, this, [this](bool on) {
        box_->setTristate(false);
        Q_EMIT entered(on, false);
    });
}

void BooleanEditor::setValue(const PropertyValue& value) {
    box_->setTristate(false);
    box_->setChecked(std::get<bool>(value));
}

void BooleanEditor::showMixed(const std::function<bool(const QString& part)>& isMixed) {
    if (isMixed({})) box_->setCheckState(Qt::PartiallyChecked);
}

TextEditor::TextEditor(const PropertyDescriptor& property, QWidget* parent)
    : ValueEditor(parent), line_(new QLineEdit(this)), pause_(new QTimer(this)) {
    fill(this, line_, property);
    constexpr int pauseInTyping = 300;  // ms
    pause_->setSingleShot(true);
    pause_->setInterval(pauseInTyping);
    connect(line_, &QLineEdit::textEdited, this, [this] {
        Q_EMIT typing();
        pause_->start();
    });
    connect(pause_, &QTimer::timeout, this, [this] { Q_EMIT valueTyped(typedText()); });
    connect(line_, &QLineEdit::editingFinished, this, [this] {
        pause_->stop();
        if (!line_->isModified()) return;
        line_->setModified(false);
        // Typing nothing leaves the data unchanged.
        if (isData_ && line_->text().trimmed().isEmpty()) return line_->clear();
        Q_EMIT entered(typedText(), false);
    });
}

PropertyValue TextEditor::typedText() const {
    // Trim accidental blanks.
    return line_->text().trimmed().toStdString();
}

void TextEditor::setValue(const PropertyValue& value) {
    const std::string& held = std::get<std::string>(value);
    // A file stored as text is not readable; typed text replaces it.
    constexpr std::size_t readable = 20'000, longestName = 500;
    const auto isBase64 = [](unsigned char c) { return std::isalnum(c) || c == '+' || c == '/' || c == '='; };
    isData_ = held.size() > readable || (held.size() > longestName && std::ranges::all_of(held, isBase64));
    line_->setPlaceholderText(isData_ ? tr("%1 kB of data").arg(held.size() / 1000) : QString());
    const QString text = isData_ ? QString() : QString::fromStdString(held);
    if (line_->text() != text) line_->setText(text);
    line_->setModified(false);
}

void TextEditor::showMixed(const std::function<bool(const QString& part)>& isMixed) {
    if (isMixed({})) {
        isData_ = false;
        line_->setPlaceholderText(tr("Mixed"));
        line_->clear();
    }
    line_->setModified(false);
}

ChoiceEditor::ChoiceEditor(const PropertyDescriptor& property, QWidget* parent)
    : ValueEditor(parent), box_(new ComboBox(this)) {
    fill(this, box_, property);
    for (const auto& option : property.options)
        box_->addItem(QString::fromStdString(option.label), QString::fromStdString(option.key));
    connect(box_, &QComboBox::activated, this,
            [this] { Q_EMIT entered(box_->currentData().toString().toStdString(), false); });
}

void ChoiceEditor::setValue(const PropertyValue& value) {
    box_->setCurrentIndex(box_->findData(QString::fromStdString(std::get<std::string>(value))));
}

void ChoiceEditor::showMixed(const std::function<bool(const QString& part)>& isMixed) {
    if (!isMixed({})) return;
    box_->setPlaceholderText(tr("Mixed"));
    box_->setCurrentIndex(-1);
}

ColorEditor::ColorEditor(const PropertyDescriptor& property, QWidget* parent)
    : ValueEditor(parent), button_(new QToolButton(this)), title_(QString::fromStdString(property.label)) {
    fill(this, button_, property);
    static_cast<QHBoxLayout*>(layout())->addStretch();
    button_->setIconSize({40, 18});
    button_->setAutoRaise(true);
    button_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(button_, &QToolButton::clicked, this, &ColorEditor::chooseColor);
}

void ColorEditor::setValue(const PropertyValue& value) {
    const Vec3& v = std::get<Vec3>(value);
    color_ = QColor::fromRgbF(float(v[0]), float(v[1]), float(v[2]));
    button_->setIcon(swatch(color_, palette().color(QPalette::Mid)));
    button_->setText(color_.name());
}

void ColorEditor::showMixed(const std::function<bool(const QString& part)>& isMixed) {
    if (!isMixed({})) return;
    button_->setIcon({});
    button_->setText(tr("Mixed"));
}

void ColorEditor::chooseColor() {
    auto* const dialog = new QColorDialog(color_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title_);
    dialog->setOption(QColorDialog::DontUseNativeDialog);
    const QColor before = color_;
    connect(dialog, &QColorDialog::currentColorChanged, this,
            [this](const QColor& color) { Q_EMIT entered(toValue(color), true); });
    connect(dialog, &QColorDialog::rejected, this, [this, before] { Q_EMIT entered(toValue(before), true); });
    connect(dialog, &QDialog::finished, this, &ColorEditor::gestureEnded);
    dialog->open();
}

}  // namespace trammel::ui
