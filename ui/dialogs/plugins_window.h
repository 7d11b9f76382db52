// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace trammel::ui {

/// The loaded plugins with their types and files: load, follow the sources of a project, unload.
class PluginsWindow : public QDialog {
    Q_OBJECT

public:
    explicit PluginsWindow(QWidget* parent = nullptr);

private:
    void show();
    QString selectedPlugin() const;

    QTreeWidget* list_;
    QLabel* activity_;
    QPushButton *remove_, *openFolder_;
    QDoubleSpinBox* limit_;
};

/// Asks whether a plugin may be loaded, naming its file; remembers the answer for this content.
bool askToLoadPlugin(QWidget* parent, const QString& plugin, const QString& file);

}  // namespace trammel::ui
