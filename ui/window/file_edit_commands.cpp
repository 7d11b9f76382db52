// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/model_tree_panel.h"
#include "ui/tools/element_edits.h"
#include "ui/window/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {

QString tr(const char* text) { return MainWindow::tr(text); }

std::function<QString()> unlessSelected(Session& session) {
    return [&session] { return session.selection().empty() ? tr("Nothing is selected.") : QString(); };
}

}  // namespace

void addFileCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    FileActions& files = window.files();
    Session& session = window.session();
    table.add(
        {"file.new", tr("&New"), tr("Start an empty model"), "new", {QKeySequence::New}, KeyScope::Window, [&files] {
             files.newDocument();
         }});
    table.add(
        {"file.open", tr("&Open…"), tr("Open a model file"), "open", {QKeySequence::Open}, KeyScope::Window, [&files] {
             files.chooseAndOpen();
         }});
    table.add({"file.save",
               tr("&Save"),
               tr("Save the model to its file"),
               "save",
               {QKeySequence::Save},
               KeyScope::Window,
               [&files] { files.save(); },
               [&session] {
                   return session.isDirty() || session.path().isEmpty() ? QString()
                                                                        : tr("There is nothing new to save.");
               }});
    table.add({"file.saveAs",
               tr("Save &as…"),
               tr("Save the model to another file"),
               "save",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
               KeyScope::Window,
               [&files] { files.saveAs(); }});
    table.add({"file.quit",
               tr("&Quit"),
               tr("Leave Trammel"),
               "exit",
               {QKeySequence(Qt::CTRL | Qt::Key_Q)},
               KeyScope::Window,
               [&window] { window.close(); }});
}

void addEditCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    table.add({"edit.undo",
               tr("&Undo"),
               tr("Take back the last edit"),
               "undo",
               {QKeySequence(Qt::CTRL | Qt::Key_Z)},
               KeyScope::Window,
               [&session] { session.undo(); },
               [&session] { return session.history().canUndo() ? QString() : tr("There is nothing to undo."); }});
    table.add({"edit.redo",
               tr("&Redo"),
               tr("Do again what was taken back"),
               "redo",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
               KeyScope::Window,
               [&session] { session.redo(); },
               [&session] { return session.history().canRedo() ? QString() : tr("There is nothing to do again."); }});
    table.add({"edit.duplicate",
               tr("&Duplicate"),
               tr("Add copies of what is selected"),
               "duplicate",
               {QKeySequence(Qt::CTRL | Qt::Key_D)},
               KeyScope::Window,
               [&session] {
                   const auto elements = session.selection();
                   const auto result = session.edit(tr("Duplicate"), [&](const Document& document) {
                       return duplicateElements(document, session.catalog(), elements);
                   });
                   if (result) session.select(result->element);
               },
               unlessSelected(session)});
    table.add({"edit.delete",
               tr("De&lete"),
               tr("Remove what is selected, with all that cannot be without it"),
               "delete",
               {QKeySequence::Delete},
               KeyScope::Elements,
               [&session] {
                   const auto elements = session.selection();
                   const QString what = elements.size() == 1 ? session.nameOf(*elements.begin())
                                                             : tr("%1 elements").arg(elements.size());
                   session.edit(tr("Delete %1").arg(what), [&](const Document& document) {
                       return removeElements(document, session.catalog(), elements);
                   });
               },
               unlessSelected(session)});
    table.add({"edit.rename",
               tr("Re&name"),
               tr("Give the element another name"),
               "rename",
               {QKeySequence(Qt::Key_F2)},
               KeyScope::Window,
               [&window] {
                   window.raiseDock(QStringLiteral("modelDock"));
                   window.tree().renameSelected();
               },
               [&session] { return session.selectedElement().isValid() ? QString() : tr("Select one element."); }});
    table.add({"edit.selectAll",
               tr("Select &all"),
               tr("Select every element"),
               "",
               {QKeySequence(Qt::CTRL | Qt::Key_A)},
               KeyScope::Elements,
               [&session] {
                   const auto all = session.document().treeOrder();
                   session.select(std::set<ElementId>(all.begin(), all.end()));
               }});
    table.add({"edit.clearSelection",
               tr("&Clear selection"),
               tr("Select nothing"),
               "",
               {QKeySequence(Qt::Key_Escape)},
               KeyScope::View,
               [&session] { session.select(std::set<ElementId>{}); },
               unlessSelected(session)});
    table.add({"edit.find",
               tr("&Find element"),
               tr("Search the model tree"),
               "search",
               {QKeySequence::Find},
               KeyScope::Window,
               [&window] {
                   window.raiseDock(QStringLiteral("modelDock"));
                   window.tree().focusFilter();
               }});
}

void addElementCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    for (const TypeDescriptor& type : session.catalog().types()) {
        const FamilyDescriptor* const family = session.catalog().findFamily(type.family);
        if (!family || family->maxElements == 0) continue;
        const QString label = QString::fromStdString(type.label);
        const QString sign = QString::fromStdString(type.icon.empty() ? type.family : type.icon);
        table.add(
            {QStringLiteral("add.%1.%2").arg(QString::fromStdString(type.family), QString::fromStdString(type.key)),
             label,
             QString::fromStdString(type.doc),
             sign,
             {},
             KeyScope::Window,
             [&window, &session, &type, label] {
                 const auto selection = session.selection();
                 const auto result = session.edit(tr("Add %1").arg(label), [&](const Document& document) {
                     return addNewElement(document, session.catalog(), type, selection);
                 });
                 if (!result) return;
                 session.select(result->element);
                 window.raiseDock(QStringLiteral("propertiesDock"));
             },
             [&session, family] { return QString::fromStdString(whyNotAddable(session.document(), *family)); }});
    }
}

}  // namespace trammel::ui
