// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <string>

#include "base/diagnostics.h"
#include "base/stage.h"

namespace trammel::ui {

/// Converts UTF-8 text of the engine.
inline QString text(const std::string& s) { return QString::fromStdString(s); }

inline QString nameOf(Stage stage) { return text(stage.getName()); }

/// Formats why an edit was refused: each error with its remedy.
inline QString reasonsOf(const Diagnostics& diagnostics) {
    QStringList lines;
    for (const Diagnostic& d : diagnostics)
        if (d.severity == Severity::Error) lines += text(d.message + ' ' + d.remedy).trimmed();
    return lines.join(' ');
}

}  // namespace trammel::ui
