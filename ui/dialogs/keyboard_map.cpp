// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/keyboard_map.h"

#include <QCoreApplication>
#include <QFile>
#include <QString>

#include "ui/commands/command_table.h"
#include "ui/dialogs/text_window.h"

namespace trammel::ui {

namespace {

QString translated(const char* text) { return QCoreApplication::translate("KeyboardMap", text); }

QString scopeText(KeyScope scope) {
    switch (scope) {
        case KeyScope::Window: return translated("everywhere");
        case KeyScope::View: return translated("view, timeline");
        case KeyScope::Elements: return translated("view, timeline, tree");
    }
    return {};
}

}  // namespace

void showKeyboardMap(const CommandTable& commands, QWidget* parent) {
    QString html = QStringLiteral("<h2>%1</h2><table cellpadding=4>").arg(translated("Keyboard"));
    for (const Command& command : commands.commands()) {
        if (command.shortcuts.isEmpty()) continue;
        html += QStringLiteral("<tr><td><b>%1</b></td><td>%2</td><td><i>%3</i></td></tr>")
                    .arg(CommandTable::shortcutText(command).toHtmlEscaped(),
                         CommandTable::plainText(command).toHtmlEscaped(), scopeText(command.scope));
    }
    html += QStringLiteral("</table>");
    QFile gestures(QStringLiteral(":/help/mouse.html"));
    if (gestures.open(QIODevice::ReadOnly)) html += QString::fromUtf8(gestures.readAll());
    showText(parent, translated("Keyboard and mouse"), html);
}

}  // namespace trammel::ui
