// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace trammel::ui {

class CommandTable;
struct Command;

/// Searchable list of all commands; matches any parts of their names and
/// what other programs call them (synonyms.h). Enter runs the selection.
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
    /// Whether another row of the palette does the same: a tool that adds the same element by picking, or a command that
    /// shows the same panel.
    bool isRepeated(const Command& command) const;
    /// Adds a row that is not a command.
    void addMessage(const QString& text);

    CommandTable& table_;
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace trammel::ui
