// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDesktopServices>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>
#include <algorithm>

#include "compile/catalog.h"
#include "extension/loaded_plugins.h"
#include "ui/dialogs/new_plugin_dialog.h"
#include "ui/dialogs/plugins_window.h"
#include "ui/session/plugin_host.h"
#include "ui/session/text.h"
#include "ui/tools/element_edits.h"
#include "ui/tools/element_tool.h"
#include "ui/view/tool_view.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {

/// Adds an element of a type to the model, connected to the selection.
void addWithDefaults(MainWindow& window, const TypeDescriptor& type) {
    Session& session = window.session();
    const auto selection = session.selection();
    const auto result = session.edit(tr("Add %1").arg(text(type.label)), [&](const Document& document) {
        Result<Edit> edit = addNewElement(document, session.catalog(), type, selection, session.model(),
                                          window.workspace().units().unitFor(Quantity::Length).factor);
        roundDefaults(edit, session.catalog(), window.workspace().units());
        return edit;
    });
    if (result) session.select(result->element);
}

/// A command for each type that plugins have added since; it looks up the current type when used.
void addTypeCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    ToolHost& host = window.view().tools().host();
    for (const LoadedPlugin& plugin : loadedPlugins())
        for (const TypeDescriptor& type : session.catalog().types()) {
            if (!type.key.starts_with(plugin.name + ".")) continue;
            const QString id = QStringLiteral("build.%1.%2").arg(text(type.family), text(type.key));
            if (std::ranges::any_of(table.commands(), [&](const Command& each) { return each.id == id; })) continue;
            const auto find = [&session, family = type.family, key = type.key] {
                return session.catalog().findType(family, key);
            };
            QAction* const action = table.add(
                {id,
                 text(type.label),
                 tr("Type of plugin %1").arg(text(plugin.name)),
                 text(type.family),
                 {},
                 KeyScope::View,
                 [&window, &session, &host, find] {
                     const TypeDescriptor* const present = find();
                     if (!present) return;
                     if (present->sockets.empty()) return addWithDefaults(window, *present);
                     host.take(std::make_unique<ElementTool>(session, host, window.workspace().units(), *present));
                 },
                 [&session, find, name = text(plugin.name)] {
                     const TypeDescriptor* const present = find();
                     if (!present) return tr("The plugin %1 is not loaded.").arg(name);
                     return text(addBlocker(session.document(), session.catalog(),
                                            *session.catalog().findFamily(present->family), session.selection()));
                 }});
            const QString buttonName = QStringLiteral("add.") + text(type.family);
            for (QToolButton* const button : window.findChildren<QToolButton*>(buttonName))
                if (button->menu()) button->menu()->addAction(action);
        }
    addTypeChangeCommands(window);
    table.refresh();
}

void makeNewPlugin(MainWindow& window) {
    NewPluginDialog dialog(&window);
    if (dialog.exec() != QDialog::Accepted) return;
    PluginHost::instance().openProject(dialog.projectFolder());
    QDesktopServices::openUrl(QUrl::fromLocalFile(dialog.projectFolder()));
}

}  // namespace

void fillPluginTypes(MainWindow& window, QMenu* menu) {
    menu->clear();
    for (const LoadedPlugin& plugin : loadedPlugins()) {
        menu->addSection(text(plugin.name));
        for (const std::string& type : plugin.types)
            menu->addAction(window.commands().action(QStringLiteral("build.") + text(type).replace('/', '.')));
    }
    if (menu->isEmpty()) menu->addAction(tr("No plugin is loaded"))->setEnabled(false);
}

void addPluginCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    table.add({"build.newType",
               tr("New element t&ype…"),
               tr("Write a type of element in C++, reloaded when saved"),
               "add",
               {},
               KeyScope::Window,
               [&window] { makeNewPlugin(window); }});
    table.add({"build.plugins",
               tr("Plug&ins…"),
               tr("Load and unload types written in C++"),
               "properties",
               {},
               KeyScope::Window,
               [&window] {
                   auto* shown = window.findChild<PluginsWindow*>();
                   if (!shown) shown = new PluginsWindow(&window);
                   shown->QDialog::show();
                   shown->raise();
                   shown->activateWindow();
               }});
}

void followPlugins(MainWindow& window) {
    PluginHost& host = PluginHost::instance();
    Session& session = window.session();
    QObject::connect(&host, &PluginHost::typesChanged, &window, [&window, &session] {
        session.takeTypes(builtinCatalog());
        addTypeCommands(window);
    });
    QObject::connect(&host, &PluginHost::changed, &session,
                     [&host, &session] { session.setPluginProblems(host.problems()); });
    QObject::connect(&host, &PluginHost::notice, &session, &Session::notice);
    if (const Diagnostics problems = host.problems(); !problems.empty()) session.setPluginProblems(problems);
    if (loadedPlugins().empty()) return;
    session.takeTypes(builtinCatalog());
    addTypeCommands(window);
}

void offerPlugins(QWidget* parent, Session& session) {
    for (const PluginHost::Need& need : PluginHost::findNeeds(session.document(), session.path()))
        if (!need.file.isEmpty() && askToLoadPlugin(parent, need.plugin, need.file))
            PluginHost::instance().load(need.file);
}

void askAboutCrash(QWidget* parent) {
    const QStringList crashed = PluginHost::takeCrashed();
    if (crashed.isEmpty()) return;
    QMessageBox question(QMessageBox::Warning, tr("Plugins"),
                         tr("Trammel ended unexpectedly while plugins were loaded. Open without them?"),
                         QMessageBox::NoButton, parent);
    question.setObjectName(QStringLiteral("crashQuestion"));
    question.setInformativeText(crashed.join('\n'));
    QPushButton* const without = question.addButton(tr("Open without plugins"), QMessageBox::AcceptRole);
    question.addButton(tr("Use them again"), QMessageBox::RejectRole);
    question.setDefaultButton(without);
    question.exec();
    // Models that need them open without them, until the file changes or is loaded by hand.
    if (question.clickedButton() == without)
        for (const QString& file : crashed) PluginHost::remember(file, false);
}

}  // namespace trammel::ui
