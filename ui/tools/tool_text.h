// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace trammel::ui {

/// Translates a text in the context of the tools.
inline QString tr(const char* text) { return QCoreApplication::translate("Tools", text); }

/// Names of the world axes.
inline constexpr QStringView Axes = u"XYZ";

}  // namespace trammel::ui
