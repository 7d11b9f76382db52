// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <map>
#include <vector>

class QAction;
class QWidget;

namespace trammel::ui {

/// Where a command's shortcuts apply. Letters, Space and arrows must not fire in text fields.
enum class KeyScope {
    /// Anywhere in the window.
    Window,
    /// With focus on the view or the timeline. Letters and function keys apply anywhere but in text fields.
    View,
    /// With focus on the view, the timeline or the model tree.
    Elements
};

/// One row of the table: all that menus, toolbars, palette and keyboard map need.
struct Command {
    /// Such as "file.open"; stable, because settings refer to it.
    QString id;
    /// Menu text, including & and ….
    QString text;
    /// Tooltip and status text, up to 12 words.
    QString hint;
    QString icon;
    QList<QKeySequence> shortcuts;
    KeyScope scope = KeyScope::Window;
    std::function<void()> handler;
    /// Why it is disabled now, one sentence; empty if enabled. Null: always enabled.
    std::function<QString()> whyDisabled = {};
    /// Set for commands with a check mark.
    std::function<bool()> isChecked = {};
};

/// The table of commands. Menus, toolbars, shortcuts, palette and keyboard map are generated from it.
class CommandTable : public QObject {
    Q_OBJECT

public:
    explicit CommandTable(QObject* parent = nullptr);

    /// Adds a row and creates its action. Throws Exception if the id is taken.
    QAction* add(Command command);

    /// The action of a command. Throws Exception if the id is unknown.
    QAction* action(const QString& id) const;
    const Command& command(const QString& id) const;
    /// All rows in order of addition.
    const std::vector<Command>& commands() const { return commands_; }

    /// Enables the shortcuts of a scope in @p widget and its descendants.
    void listenIn(QWidget* widget, KeyScope scope);

    /// Updates the enabled and checked state of every action.
    void refresh();
    /// Same, but at the end of the command being executed, if any, so that its edit does not ask all commands twice.
    void refreshOncePerCommand();
    /// Same, delayed and merged with further requests.
    void refreshSoon();

    /// Shortcuts used by more than one command, in any scope: "Ctrl+S: file.save, file.export".
    QStringList collisions() const;

    /// The text without & and ….
    static QString plainText(const Command& command);
    /// Display text of the shortcuts: "F10, S".
    static QString shortcutText(const Command& command);

private:
    void refresh(const Command& command);

    QTimer soon_{this};
    /// Commands being executed, within each other.
    int executing_ = 0;

    std::vector<Command> commands_;
    std::map<QString, std::pair<std::size_t, QAction*>> byId_;
};

}  // namespace trammel::ui
