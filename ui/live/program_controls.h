// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyEvent>
#include <QMenuBar>
#include <QWidget>
#include <functional>
#include <map>
#include <optional>

#include "live/messages.h"

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSlider;

namespace trammel::ui {

/// The codes sent to a program for a key; empty for keys without a code, such as Shift.
std::optional<live::KeyHit> keyHitOf(const QKeyEvent& event);

/// Menus of a program in the menu bar.
class ProgramMenus {
public:
    ProgramMenus(QMenuBar& bar, std::function<void(live::MenuPick)> picked);
    /// Adds a menu, or replaces the one with its id. Parts of an item's path are submenus.
    void show(const live::Menu& menu);
    void setEnabled(bool enabled);

private:
    QMenuBar& bar_;
    std::function<void(live::MenuPick)> picked_;
    std::map<int, QMenu*> menus_;
};

/// Sliders of a program, each with a number field.
class ProgramSliders : public QWidget {
    Q_OBJECT

public:
    explicit ProgramSliders(QWidget* parent = nullptr);
    /// Adds a slider, or gives the one with its id new values.
    void show(const live::Slider& slider);
    bool isEmpty() const { return rows_.empty(); }

Q_SIGNALS:
    void moved(int slider, double value);

private:
    struct Row {
        QSlider* slider;
        QDoubleSpinBox* field;
        Real low = 0, high = 1;
    };
    void add(const live::Slider& slider);

    QFormLayout* form_;
    std::map<int, Row> rows_;
    bool showing_ = false;
};

}  // namespace trammel::ui
