// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <functional>
#include <vector>

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
    /// A model that is found by its name.
    struct Model {
        QString title;
        std::function<void()> open;
    };
    /// @param models asked for when the first text is typed
    CommandPalette(CommandTable& table, std::function<std::vector<Model>()> models, QWidget* parent);

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
    /// Adds the models whose titles have each word of the text.
    void addModels(const QStringList& words);
    /// Adds a row that is not a command.
    void addMessage(const QString& text);

    CommandTable& table_;
    std::function<std::vector<Model>()> findModels_;
    std::vector<Model> models_;
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace trammel::ui
