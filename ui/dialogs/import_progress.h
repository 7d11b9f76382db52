// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>
#include <functional>
#include <optional>

#include "ui/session/background_wait.h"
#include "ui/session/opened_model.h"

namespace trammel {
struct ImportOptions;
struct ImportResult;
}  // namespace trammel

namespace trammel::ui {

/// Reads a model, as importModel() does.
using ReadImport = std::function<ImportResult(const std::filesystem::path&, const TypeCatalog&, const ImportOptions&)>;

/// Imports a file in the background; if that takes a while, a dialog over @p parent shows the progress and can cancel.
/// Empty if the user canceled.
/// @param patience ms; shorter imports show no dialog
/// @param read in place of importModel(), called on another thread; empty: importModel()
std::optional<ImportResult> importInBackground(const QString& file, ImportOptions options, QWidget* parent,
                                               int patience = WaitPatience, ReadImport read = {});
/// readModelFile() in the same way.
/// @param catalog must live as long as the program
std::optional<OpenedModel> openInBackground(const QString& file, const TypeCatalog& catalog, QWidget* parent,
                                            int patience = WaitPatience);
/// compileSafely() in the same way.
std::optional<Result<CompiledModelPtr>> compileInBackground(const Document& document, QWidget* parent);

}  // namespace trammel::ui
