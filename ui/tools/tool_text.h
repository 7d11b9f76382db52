// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace trammel::ui {

/// What tools say.
inline QString tr(const char* text) { return QCoreApplication::translate("Tools", text); }

/// The letters of the world's axes.
inline constexpr QStringView Axes = u"XYZ";

}  // namespace trammel::ui
