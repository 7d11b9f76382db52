// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>

#include "base/diagnostics.h"
#include "base/stage.h"

namespace trammel::ui {

enum class ThemeChoice { System, Light, Dark };

/// Semantic colors that QPalette lacks.
struct ThemeColors {
    QColor accent, good, caution, bad;
    /// Separator lines and secondary text.
    QColor line, faintText;
    /// Background gradient of the 3-D view, top to bottom.
    QColor viewTop, viewBottom;
    /// Colors of the lowest and highest stage; the others are interpolated.
    QColor lowStage, highStage;
};

/// Application theme: light or dark, with one accent color.
class Theme : public QObject {
    Q_OBJECT

public:
    /// The singleton; requires a QApplication.
    static Theme& instance();

    ThemeChoice choice() const { return choice_; }
    /// Applies a theme to the application.
    void apply(ThemeChoice choice);
    bool isDark() const { return dark_; }
    const ThemeColors& colors() const { return colors_; }
    QColor stageColor(Stage stage) const;
    QColor severityColor(Severity severity) const;

Q_SIGNALS:
    void changed();

private:
    Theme();

    ThemeChoice choice_ = ThemeChoice::System;
    bool systemIsDark_ = false;
    bool dark_ = false;
    ThemeColors colors_;
};

}  // namespace trammel::ui
