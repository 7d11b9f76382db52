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

/// Where a command's shortcuts work. Plain letters, Space and arrows must not work where text is typed.
enum class KeyScope {
    /// Everywhere in the window.
    Window,
    /// While the view or the time line has the focus.
    View,
    /// While the view, the time line or the model tree has the focus.
    Elements
};

/// One row of the table: everything a menu, a tool bar, the palette and the keyboard map need.
struct Command {
    /// "file.open"; permanent, as settings may refer to it.
    QString id;
    /// As in a menu, with & and … where they belong.
    QString text;
    /// One sentence for status bar and tool tip.
    QString hint;
    QString icon;
    QList<QKeySequence> shortcuts;
    KeyScope scope = KeyScope::Window;
    std::function<void()> handler;
    /// Why it cannot be done now, one sentence; empty when it can. Absent: it always can.
    std::function<QString()> whyDisabled = {};
    /// Present for what is on or off.
    std::function<bool()> isChecked = {};
};

/// The one table of commands. Menus, tool bars, shortcuts, the palette and the keyboard map are made from it.
class CommandTable : public QObject {
    Q_OBJECT

public:
    explicit CommandTable(QObject* parent = nullptr);

    /// Adds a row and makes its action. Throws Exception if the id is taken.
    QAction* add(Command command);

    /// The action of a command. Throws Exception if there is none.
    QAction* action(const QString& id) const;
    const Command& command(const QString& id) const;
    /// All rows in the order they were added.
    const std::vector<Command>& commands() const { return commands_; }

    /// Makes the shortcuts of a scope work in @p widget and all within it.
    void listenIn(QWidget* widget, KeyScope scope);

    /// Asks every row again whether it can be done and whether it is on.
    void refresh();
    /// The same before long, however often it is asked for meanwhile.
    void refreshSoon();

    /// Every shortcut that two commands claim, whatever their scopes: "Ctrl+S: file.save, file.export".
    QStringList collisions() const;

    /// The text without & and ….
    static QString plainText(const Command& command);
    /// The shortcuts as people read them, "F10, S".
    static QString shortcutText(const Command& command);

private:
    void refresh(const Command& command);

    QTimer soon_;

    std::vector<Command> commands_;
    std::map<QString, std::pair<std::size_t, QAction*>> byId_;
};

}  // namespace trammel::ui
