// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/command_table.h"

#include <QAction>
#include <QStringList>
#include <QWidget>
#include <algorithm>

#include "base/exceptions.h"
#include "ui/theme/icons.h"

namespace trammel::ui {

namespace {
/// Delay of a merged refresh, ms.
constexpr int Soon = 200;

/// Whether all keys are letters, also with Shift, digits or function keys, which no list or tree needs to navigate.
bool areToolKeys(const QList<QKeySequence>& keys) {
    return !keys.isEmpty() && std::ranges::all_of(keys, [](const QKeySequence& key) {
        const QKeyCombination first = key[0];
        const bool isLetter = first.key() >= Qt::Key_0 && first.key() <= Qt::Key_Z;
        const bool isFunction = first.key() >= Qt::Key_F1 && first.key() <= Qt::Key_F35;
        const bool isPlain = (first.keyboardModifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
        return isFunction || (isLetter && isPlain);
    });
}
}  // namespace

CommandTable::CommandTable(QObject* parent) : QObject(parent) {
    soon_.setSingleShot(true);
    soon_.setInterval(Soon);
    connect(&soon_, &QTimer::timeout, this, qOverload<>(&CommandTable::refresh));
}

QAction* CommandTable::add(Command command) {
    if (byId_.count(command.id))
        throw Exception("CommandTable::add(): duplicate command '" + command.id.toStdString() + "'.");
    auto* action = new QAction(command.text, this);
    action->setObjectName(command.id);
    action->setIcon(icon(command.icon));
    action->setShortcuts(command.shortcuts);
    const bool isAnywhere =
        command.scope == KeyScope::Window || (command.scope == KeyScope::View && areToolKeys(command.shortcuts));
    action->setShortcutContext(isAnywhere ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut);
    action->setStatusTip(command.hint);
    action->setCheckable(static_cast<bool>(command.isChecked));
    connect(action, &QAction::triggered, this, [this, handler = command.handler] {
        ++executing_;
        try {
            handler();
        } catch (...) {
            // The application reports it and continues.
            --executing_;
            refreshSoon();
            throw;
        }
        --executing_;
        refresh();
    });
    byId_[command.id] = {commands_.size(), action};
    commands_.push_back(std::move(command));
    refresh(commands_.back());
    return action;
}

QAction* CommandTable::action(const QString& id) const {
    const auto found = byId_.find(id);
    if (found == byId_.end()) throw Exception("CommandTable::action(): unknown command '" + id.toStdString() + "'.");
    return found->second.second;
}

const Command& CommandTable::command(const QString& id) const {
    const auto found = byId_.find(id);
    if (found == byId_.end()) throw Exception("CommandTable::command(): unknown command '" + id.toStdString() + "'.");
    return commands_[found->second.first];
}

void CommandTable::listenIn(QWidget* widget, KeyScope scope) {
    for (const Command& row : commands_)
        if (row.scope == scope) widget->addAction(action(row.id));
}

void CommandTable::refresh() {
    for (const Command& row : commands_) refresh(row);
}

void CommandTable::refreshOncePerCommand() {
    if (executing_ == 0) refresh();
}

void CommandTable::refreshSoon() {
    if (!soon_.isActive()) soon_.start();
}

void CommandTable::refresh(const Command& command) {
    QAction* const action = byId_.at(command.id).second;
    const QString obstacle = command.whyDisabled ? command.whyDisabled() : QString();
    action->setEnabled(obstacle.isEmpty());
    if (command.isChecked) action->setChecked(command.isChecked());

    QString tip = plainText(command);
    if (const QString keys = shortcutText(command); !keys.isEmpty()) tip += QStringLiteral(" (%1)").arg(keys);
    const QString& more = obstacle.isEmpty() ? command.hint : obstacle;
    if (!more.isEmpty()) tip += '\n' + more;
    if (action->toolTip() != tip) action->setToolTip(tip);
}

QStringList CommandTable::collisions() const {
    std::map<QString, QStringList> owners;
    for (const Command& row : commands_)
        for (const QKeySequence& key : row.shortcuts) owners[key.toString(QKeySequence::PortableText)] += row.id;
    QStringList found;
    for (const auto& [key, ids] : owners)
        if (ids.size() > 1) found += key + QStringLiteral(": ") + ids.join(QStringLiteral(", "));
    return found;
}

QString CommandTable::plainText(const Command& command) {
    QString text = command.text;
    return text.remove('&').remove(QStringLiteral("…"));
}

QString CommandTable::shortcutText(const Command& command) {
    QStringList keys;
    for (const QKeySequence& key : command.shortcuts) keys += key.toString(QKeySequence::NativeText);
    return keys.join(QStringLiteral(", "));
}

}  // namespace trammel::ui
