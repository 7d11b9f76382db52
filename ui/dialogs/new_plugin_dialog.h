// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;

namespace trammel::ui {

/// Asks for name, kind and folder of a new plugin, and writes its project.
class NewPluginDialog : public QDialog {
    Q_OBJECT

public:
    explicit NewPluginDialog(QWidget* parent = nullptr);
    /// The folder of the project, once it was written.
    const QString& projectFolder() const { return projectFolder_; }

    void accept() override;

private:
    QLineEdit *name_, *folder_;
    QComboBox* kind_;
    QLabel* message_;
    QString projectFolder_;
};

}  // namespace trammel::ui
