// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>

#include "base/diagnostics.h"
#include "base/stage.h"

namespace trammel::ui {

enum class ThemeChoice { System, Light, Dark };

/// The colours that mean something, beyond what a QPalette has.
struct ThemeColors {
    QColor accent, good, caution, bad;
    /// Lines between areas, and text of secondary rank.
    QColor line, faintText;
    /// Behind the 3-D view, top to bottom.
    QColor viewTop, viewBottom;
    /// The lowest and the highest rung of the stage ladder; those between are blends.
    QColor lowStage, highStage;
};

/// The look of the whole application: light or dark, one accent.
class Theme : public QObject {
    Q_OBJECT

public:
    /// The one theme; needs a QApplication.
    static Theme& instance();

    ThemeChoice choice() const { return choice_; }
    /// Restyles the application.
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
