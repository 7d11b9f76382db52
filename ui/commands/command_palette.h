// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace trammel::ui {

class CommandTable;
struct Command;

/// Searchable list of all commands; matches any parts of their names, Enter runs the selection.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    CommandPalette(CommandTable& table, QWidget* parent);

    /// Opens over the upper middle of the parent window.
    void popUp();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& text);
    void runChosen();
    /// Whether a tool adds the same element by picking.
    bool isCoveredByTool(const Command& command) const;

    CommandTable& table_;
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace trammel::ui
