// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

class QWidget;

namespace trammel {
struct ImportOptions;
struct ImportResult;
}  // namespace trammel

namespace trammel::ui {

/// Imports a file in the background; if that takes a while, a dialog over @p parent shows what is read and can cancel. Nothing if
/// the user canceled.
/// @param patience ms; shorter imports show no dialog
std::optional<ImportResult> importInBackground(const QString& file, ImportOptions options, QWidget* parent,
                                               int patience = 400);

}  // namespace trammel::ui
