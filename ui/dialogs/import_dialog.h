// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <map>
#include <optional>
#include <string>

class QComboBox;
class QListWidget;

namespace trammel {
struct ImportFormat;
struct ImportOptions;
}  // namespace trammel

namespace trammel::ui {

/// Asks how a file is to be imported: the options of its format, and where packages and meshes are.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    ImportDialog(const ImportFormat& format, const QString& file, QWidget* parent);
    /// The current choices.
    ImportOptions options() const;

    /// Choices made earlier for this file; empty the first time.
    static std::optional<ImportOptions> kept(const ImportFormat& format, const QString& file);
    /// Stores the choices for this file, and as the proposal for other files of the format.
    void keep() const;

private:
    const ImportFormat& format_;
    QString file_;
    std::map<std::string, QComboBox*> choices_;
    QListWidget* folders_;
};

}  // namespace trammel::ui
