// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace trammel::ui {

/// What a model file says of itself.
struct ModelInfo {
    /// The name in the file, or else what the file's name says: "four_bar.trammel" -> "Four bar".
    QString title;
    /// The notes in the file.
    QString description;

    /// Looks at the file's texts only; never fails.
    static ModelInfo of(const QString& path);
};

/// The folder of the models that come with the program; empty if there is none.
QString shippedModels();
/// The folder of templates among them, and that of the user's own.
QString shippedTemplates();
QString ownTemplates();
/// The .trammel files directly in a folder, by name.
QStringList modelFilesIn(const QString& folder);

}  // namespace trammel::ui
