// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace trammel::ui {

/// Title and description of a model file.
struct ModelInfo {
    /// Name stored in the file, else derived from the file name: "four_bar.trammel" -> "Four bar".
    QString title;
    /// Notes stored in the file.
    QString description;

    /// Reads only the texts of the file; never fails.
    static ModelInfo of(const QString& path);
};

/// Folder of the installed models; empty if none.
QString shippedModels();
/// Folder of installed templates, and of the user's templates.
QString shippedTemplates();
QString ownTemplates();
/// The file name of one of several paths, with its folder if another has the same name: "four_bar.trammel (drafts)"; with the
/// folder above as well if those have the same name too: "four_bar.trammel (old/drafts)".
QString nameAmong(const QString& path, const QStringList& paths);
/// The .trammel files directly in a folder, sorted by name.
QStringList modelFilesIn(const QString& folder);

}  // namespace trammel::ui
