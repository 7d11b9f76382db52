// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/program_controls.h"

#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QSlider>
#include <algorithm>
#include <cmath>

namespace trammel::ui {

namespace {

constexpr int SliderSteps = 1000;
/// Codes of keys beyond ASCII begin here.
constexpr unsigned SpecialKeys = 0x100, SpecialFlag = 0xC0;
constexpr unsigned ShiftFlag = 1, ControlFlag = 2, AltFlag = 4;

unsigned specialCodeOf(int key) {
    if (key >= Qt::Key_F1 && key <= Qt::Key_F12) return SpecialKeys + 1 + unsigned(key - Qt::Key_F1);
    // In the order of their codes, from 100.
    constexpr int keys[] = {Qt::Key_Left,     Qt::Key_Up,   Qt::Key_Right, Qt::Key_Down,  Qt::Key_PageUp,
                            Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End,   Qt::Key_Insert};
    const auto* const found = std::find(std::begin(keys), std::end(keys), key);
    return found == std::end(keys) ? 0 : SpecialKeys + 100 + unsigned(found - std::begin(keys));
}

unsigned plainCodeOf(const QKeyEvent& event) {
    switch (event.key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter: return 13;
        case Qt::Key_Escape: return 27;
        case Qt::Key_Backspace: return 8;
        case Qt::Key_Tab: return 9;
        case Qt::Key_Delete: return 127;
        default: break;
    }
    const QString text = event.text();
    return text.size() == 1 && text[0].unicode() < 128 ? text[0].unicode() : 0;
}

/// The submenu with this title, made if it does not exist.
QMenu* submenuOf(QMenu* menu, const QString& title) {
    for (QAction* action : menu->actions())
        if (action->menu() && action->text() == title) return action->menu();
    return menu->addMenu(title);
}

}  // namespace

std::optional<live::KeyHit> keyHitOf(const QKeyEvent& event) {
    live::KeyHit hit;
    if (event.modifiers() & Qt::ShiftModifier) hit.modifiers |= ShiftFlag;
    if (event.modifiers() & Qt::ControlModifier) hit.modifiers |= ControlFlag;
    if (event.modifiers() & Qt::AltModifier) hit.modifiers |= AltFlag;
    hit.key = specialCodeOf(event.key());
    if (hit.key > 0)
        hit.modifiers |= SpecialFlag;
    else
        hit.key = plainCodeOf(event);
    return hit.key > 0 ? std::optional(hit) : std::nullopt;
}

// --- Menus ---

ProgramMenus::ProgramMenus(QMenuBar& bar, std::function<void(live::MenuPick)> picked)
    : bar_(bar), picked_(std::move(picked)) {}

void ProgramMenus::show(const live::Menu& offered) {
    QMenu*& menu = menus_[offered.id];
    if (menu)
        menu->clear();
    else
        menu = bar_.addMenu(QString());
    menu->setTitle(QString::fromStdString(offered.title));
    for (const live::Menu::Item& item : offered.items) {
        QStringList path = QString::fromStdString(item.path).split('/', Qt::SkipEmptyParts);
        if (path.isEmpty()) continue;
        const QString name = path.takeLast();
        QMenu* place = menu;
        for (const QString& part : path) place = submenuOf(place, part);
        const live::MenuPick pick{offered.id, item.number};
        QObject::connect(place->addAction(name), &QAction::triggered, place, [this, pick] { picked_(pick); });
    }
}

void ProgramMenus::setEnabled(bool enabled) {
    for (const auto& [id, menu] : menus_) menu->setEnabled(enabled);
}

// --- Sliders ---

ProgramSliders::ProgramSliders(QWidget* parent) : QWidget(parent), form_(new QFormLayout(this)) {
    form_->setRowWrapPolicy(QFormLayout::WrapAllRows);
}

void ProgramSliders::add(const live::Slider& offered) {
    Row& row = rows_[offered.id];
    auto* const line = new QWidget;
    auto* const layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    const QString title = QString::fromStdString(offered.title);
    row.slider = new QSlider(Qt::Horizontal);
    row.slider->setRange(0, SliderSteps);
    row.slider->setAccessibleName(title);
    row.slider->setObjectName(QStringLiteral("slider%1").arg(offered.id));
    row.field = new QDoubleSpinBox;
    row.field->setAccessibleName(tr("%1, number").arg(title));
    row.field->setKeyboardTracking(false);
    layout->addWidget(row.slider, 1);
    layout->addWidget(row.field);
    form_->addRow(title, line);
    const int id = offered.id;
    connect(row.slider, &QSlider::valueChanged, this, [this, id](int step) {
        if (showing_) return;
        const Row& moving = rows_.at(id);
        moving.field->setValue(moving.low + (moving.high - moving.low) * step / SliderSteps);
    });
    connect(row.field, &QDoubleSpinBox::valueChanged, this, [this, id](double value) {
        if (showing_) return;
        const Row& moving = rows_.at(id);
        showing_ = true;
        if (moving.high > moving.low)
            moving.slider->setValue(int(std::lround((value - moving.low) / (moving.high - moving.low) * SliderSteps)));
        showing_ = false;
        Q_EMIT moved(id, value);
    });
}

void ProgramSliders::show(const live::Slider& offered) {
    const auto isNumber = [](Real x) { return std::abs(x) < 1e12; };
    if (!isNumber(offered.low) || !isNumber(offered.high) || !isNumber(offered.value)) return;
    if (!rows_.contains(offered.id)) add(offered);
    Row& row = rows_.at(offered.id);
    row.low = offered.low;
    row.high = std::max(offered.low, offered.high);
    showing_ = true;
    const Real length = row.high - row.low;
    // Three digits of a step of the slider.
    row.field->setDecimals(std::clamp(length > 0 ? 3 - int(std::floor(std::log10(length))) : 3, 0, 9));
    row.field->setRange(row.low, row.high);
    row.field->setSingleStep(length / 100);
    row.field->setValue(offered.value);
    row.slider->setValue(length > 0 ? int(std::lround((offered.value - row.low) / length * SliderSteps)) : 0);
    showing_ = false;
}

}  // namespace trammel::ui
