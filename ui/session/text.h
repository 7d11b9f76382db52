// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

namespace trammel::ui {

/// A text of the engine, which is UTF-8.
inline QString text(const std::string& s) { return QString::fromStdString(s); }

}  // namespace trammel::ui
