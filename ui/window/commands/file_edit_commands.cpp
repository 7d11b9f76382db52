// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <algorithm>
#include <utility>

#include "authoring/copied.h"
#include "compile/background_type.h"
#include "compile/pattern_type.h"
#include "compile/plugin_types.h"
#include "ui/dialogs/convex_parts_dialog.h"
#include "ui/dialogs/pattern_dialog.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/properties/type_change.h"
#include "ui/session/background_edit.h"
#include "ui/session/text.h"
#include "ui/session/type_icon.h"
#include "ui/tools/element_edits.h"
#include "ui/view/model_view.h"
#include "ui/view/scene_view.h"
#include "ui/view/tool_view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"
#include "ui/window/window_list.h"

namespace trammel::ui {

namespace {

std::function<QString()> unlessSelected(Session& session) {
    return [&session] { return session.selection().empty() ? tr("Nothing is selected.") : QString(); };
}

QString describe(const Session& session, const std::set<ElementId>& elements) {
    return elements.size() == 1 ? session.nameOf(*elements.begin()) : tr("%1 elements").arg(elements.size());
}

/// Every element except these, their descendants and their ancestors.
std::set<ElementId> allBut(const Document& document, const std::set<ElementId>& kept) {
    const std::vector<ElementId> all = document.treeOrder();
    std::set<ElementId> others(all.begin(), all.end());
    for (const ElementId id : kept) {
        for (const ElementId below : document.subtree(id)) others.erase(below);
        for (const Element* e = document.find(id); e; e = document.find(e->parent)) others.erase(e->id);
    }
    return others;
}

Fragment copyOf(const Session& session, const std::set<ElementId>& elements) {
    // A model that does not compile has no positions.
    const CompiledModelPtr& model = session.model();
    if (!model || !model->getDocument().sharesContentWith(session.document()))
        return copyElements(session.document(), elements);
    return copyPlaced(*model, model->getInitialState(), elements);
}

void copySelection(Session& session) {
    const std::string text = writeFragment(copyOf(session, session.selection()));
    QApplication::clipboard()->setText(QString::fromStdString(text));
    Q_EMIT session.notice(tr("%1 copied.").arg(describe(session, session.selection())));
}

/// Adds the copies as one undo step and selects them.
void addCopies(MainWindow& window, const QString& label, const Fragment& fragment) {
    Session& session = window.session();
    std::set<ElementId> added;
    const auto result = session.edit(label, [&](const Document& document) {
        auto made = pasteBeside(document, session.model(), fragment, stepOfCopies(window.view().tools().host()), added);
        Result<Edit> edit;
        edit.diagnostics = made.diagnostics;
        if (made) edit.value = std::move(made->edit);
        return edit;
    });
    if (result && !added.empty()) session.select(added);
}

void pasteFromClipboard(MainWindow& window) {
    Session& session = window.session();
    const Result<Fragment> fragment = readFragment(QApplication::clipboard()->text().toStdString(), session.catalog());
    if (!fragment) {
        Q_EMIT session.notice(tr("The clipboard has no elements. Copy some first."));
        return;
    }
    const QString what = fragment->elements.size() == 1
                             ? QString::fromStdString(fragment->document.get(*fragment->elements.begin()).name)
                             : tr("%1 elements").arg(fragment->elements.size());
    addCopies(window, tr("Paste %1").arg(what), *fragment);
}

void showPattern(MainWindow& window, PatternKind kind) {
    auto* const dialog = new PatternDialog(kind, window.session(), window.workspace().units(), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setExtents(window.view().viewport().extentsOf(window.session().selection()));
    SceneView* const scene = &window.view().scene();
    QObject::connect(dialog, &PatternDialog::previewChanged, scene, [scene](const CompiledModelPtr& model) {
        Preview preview;
        preview.model = model;
        scene->showPreview(preview);
    });
    // Over the panels at the right, so that the view shows the preview.
    constexpr int margin = 12;
    dialog->adjustSize();
    const QSize room = window.size() - dialog->size() - QSize(margin, 4 * margin);
    dialog->move(window.mapToGlobal(QPoint(std::max(0, room.width()), std::max(0, room.height()))));
    dialog->show();
}

}  // namespace

void addFileCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    FileActions& files = window.files();
    Session& session = window.session();
    table.add(
        {"file.new", tr("&New"), tr("Create an empty model"), "new", {QKeySequence::New}, KeyScope::Window, [&files] {
             MainWindow* const made = files.newDocument();
             if (made) made->hideStartPage();
         }});
    table.add({"file.startPage",
               tr("Start pa&ge"),
               tr("Show examples, recent files, and recovery copies"),
               "example",
               {},
               KeyScope::Window,
               [&files] {
                   if (MainWindow* const made = files.newDocument()) made->showStartPage();
               }});
    table.add({"file.newFromTemplate",
               tr("New from &template…"),
               tr("Create a model from a template"),
               "example",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)},
               KeyScope::Window,
               [&files] { files.chooseTemplate(); }});
    table.add({"file.open",
               tr("&Open…"),
               tr("Open a model, or import URDF, SDF, MJCF or OpenSim"),
               "open",
               {QKeySequence::Open},
               KeyScope::Window,
               [&files] { files.chooseAndOpen(); }});
    table.add({"file.save",
               tr("&Save"),
               tr("Save the model to its file"),
               "save",
               {QKeySequence::Save},
               KeyScope::Window,
               [&files] { files.save(); },
               [&session] {
                   return session.isDirty() || session.path().isEmpty() ? QString()
                                                                        : tr("There are no changes to save.");
               }});
    table.add({"file.saveAs",
               tr("Save &as…"),
               tr("Save the model to another file"),
               "save",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
               KeyScope::Window,
               [&files] { files.saveAs(); }});
    table.add({"file.saveAsTemplate",
               tr("Save as te&mplate…"),
               tr("Save a copy of the model as a template"),
               "example",
               {},
               KeyScope::Window,
               [&files] { files.saveAsTemplate(); },
               [&session] { return session.document().size() > 0 ? QString() : tr("The model is empty."); }});
    table.add({"file.close",
               tr("&Close"),
               tr("Close this window and its model"),
               "close",
               {QKeySequence(Qt::CTRL | Qt::Key_W)},
               KeyScope::Window,
               [&window] { window.close(); }});
    table.add({"file.quit",
               tr("&Quit"),
               tr("Close all windows and quit Trammel"),
               "exit",
               {QKeySequence(Qt::CTRL | Qt::Key_Q)},
               KeyScope::Window,
               [&window] { window.windows() ? window.windows()->closeAll() : window.close(); }});
}

void addWindowCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    const auto unlessAlone = [&window] {
        return window.windows() && window.windows()->windows().size() > 1 ? QString() : tr("There is no other window.");
    };
    table.add({"window.next",
               tr("&Next window"),
               tr("Switch to the next window"),
               "",
               {QKeySequence(Qt::CTRL | Qt::Key_PageDown)},
               KeyScope::Window,
               [&window] { window.windows()->raiseNext(window, 1); },
               unlessAlone});
    table.add({"window.previous",
               tr("&Previous window"),
               tr("Switch to the previous window"),
               "",
               {QKeySequence(Qt::CTRL | Qt::Key_PageUp)},
               KeyScope::Window,
               [&window] { window.windows()->raiseNext(window, -1); },
               unlessAlone});
}

void addTypeChangeCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    for (const TypeDescriptor* const type : changeableTypes(session)) {
        const QString id = QStringLiteral("edit.type.%1").arg(text(type->key));
        if (std::ranges::any_of(table.commands(), [&](const Command& each) { return each.id == id; })) continue;
        // By the time it is used, a type of a plugin may have been replaced or removed.
        const auto find = [&session, family = type->family, key = type->key] {
            return session.catalog().findType(family, key);
        };
        table.add({id,
                   tr("Change to %1").arg(text(type->label)),
                   tr("Change the type of the selected joints in place"),
                   iconNameOf(*type),
                   {},
                   KeyScope::Window,
                   [&window, &session, find] {
                       if (const TypeDescriptor* const present = find())
                           changeSelectionTo(session, window.workspace().units(), *present);
                   },
                   [&session, find, plugin = text(pluginOf(type->key))] {
                       const TypeDescriptor* const present = find();
                       return present ? typeChangeBlocker(session, *present)
                                      : tr("The plugin %1 is not loaded.").arg(plugin);
                   }});
    }
}

void addEditCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    table.add({"edit.undo",
               tr("&Undo"),
               tr("Undo the last edit"),
               "undo",
               {QKeySequence(Qt::CTRL | Qt::Key_Z)},
               KeyScope::Window,
               [&session] { session.undo(); },
               [&session] { return session.history().canUndo() ? QString() : tr("There is nothing to undo."); }});
    table.add({"edit.redo",
               tr("&Redo"),
               tr("Redo the last undone edit"),
               "redo",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
               KeyScope::Window,
               [&session] { session.redo(); },
               [&session] { return session.history().canRedo() ? QString() : tr("There is nothing to redo."); }});
    table.add({"edit.duplicate",
               tr("&Duplicate"),
               tr("Add copies of the selection next to it"),
               "duplicate",
               {QKeySequence(Qt::CTRL | Qt::Key_D)},
               KeyScope::Window,
               [&window, &session] {
                   const auto elements = session.selection();
                   addCopies(window, tr("Duplicate %1").arg(describe(session, elements)), copyOf(session, elements));
               },
               unlessSelected(session)});
    table.add({"edit.linearPattern",
               tr("Linear pattern…"),
               tr("Add copies of the selection in a line"),
               "duplicate",
               {},
               KeyScope::Window,
               [&window] { showPattern(window, PatternKind::Linear); },
               unlessSelected(session)});
    table.add({"edit.circularPattern",
               tr("Circular patt&ern…"),
               tr("Add copies of the selection in a circle"),
               "duplicate",
               {},
               KeyScope::Window,
               [&window] { showPattern(window, PatternKind::Circular); },
               unlessSelected(session)});
    table.add({"edit.mirror",
               tr("&Mirror…"),
               tr("Add a mirror image of the selection"),
               "mirror",
               {},
               KeyScope::Window,
               [&window] { showPattern(window, PatternKind::Mirror); },
               unlessSelected(session)});
    table.add({"edit.convexParts",
               tr("Split into con&vex parts…"),
               tr("Let convex parts touch in place of a mesh"),
               "mesh",  // not a type: an icon
               {},
               KeyScope::Window,
               [&window, &session] {
                   auto* dialog = window.findChild<ConvexPartsDialog*>();
                   if (!dialog) dialog = new ConvexPartsDialog(session, window.workspace().units(), &window);
                   dialog->setAttribute(Qt::WA_DeleteOnClose);
                   dialog->show();
                   dialog->raise();
                   dialog->activateWindow();
               },
               [&session, asked = ElementId(), in = Document(), isMesh = false]() mutable {
                   // Called often; the answer requires building the solids of the element.
                   const ElementId selected = session.selectedElement();
                   if (selected != asked || !in.sharesContentWith(session.document()))
                       isMesh = isDrawnAsMesh(session.document(), selected);
                   asked = selected;
                   in = session.document();
                   return isMesh ? QString() : tr("No shape or body of a mesh is selected.");
               }});
    table.add({"edit.cut",
               tr("Cu&t"),
               tr("Move the selection to the clipboard"),
               "cut",
               {QKeySequence::Cut},
               KeyScope::Elements,
               [&window, &session] {
                   copySelection(session);
                   const auto elements = session.selection();
                   removeInBackground(session, tr("Cut %1").arg(describe(session, elements)), elements, &window);
               },
               unlessSelected(session)});
    table.add({"edit.copy",
               tr("&Copy"),
               tr("Copy the selection to the clipboard"),
               "duplicate",
               {QKeySequence::Copy},
               KeyScope::Elements,
               [&session] { copySelection(session); },
               unlessSelected(session)});
    table.add({"edit.paste",
               tr("&Paste"),
               tr("Paste elements, reconnected to elements of the same names"),
               "paste",
               {QKeySequence::Paste},
               KeyScope::Elements,
               [&window] { pasteFromClipboard(window); }});
    table.add({"edit.delete",
               tr("De&lete"),
               tr("Delete the selection and its dependents"),
               "delete",
               {QKeySequence::Delete},
               KeyScope::Elements,
               [&window, &session] {
                   const auto elements = session.selection();
                   removeInBackground(session, tr("Delete %1").arg(describe(session, elements)), elements, &window);
               },
               unlessSelected(session)});
    table.add({"edit.rename",
               tr("Re&name"),
               tr("Rename the selected element"),
               "rename",
               {QKeySequence(Qt::Key_F2)},
               KeyScope::Window,
               [&window] { window.panels().raise<ModelTreePanel>().renameSelected(); },
               [&session] { return session.selectedElement().isValid() ? QString() : tr("Select one element."); }});
    addTypeChangeCommands(window);
    table.add({"edit.hide",
               tr("&Hide"),
               tr("Hide the selection in the view; the model keeps it"),
               "",
               {QKeySequence(Qt::Key_H)},
               KeyScope::View,
               [&session] {
                   std::set<ElementId> hidden = session.hidden();
                   hidden.insert(session.selection().begin(), session.selection().end());
                   session.setHidden(std::move(hidden));
               },
               unlessSelected(session)});
    table.add({"edit.isolate",
               tr("&Isolate"),
               tr("Hide all but the selection and its ancestors"),
               "",
               {QKeySequence(Qt::SHIFT | Qt::Key_H)},
               KeyScope::View,
               [&session] { session.setHidden(allBut(session.document(), session.selection())); },
               unlessSelected(session)});
    table.add({"edit.showAll",
               tr("Sho&w all"),
               tr("Show all hidden elements"),
               "",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H)},
               KeyScope::Window,
               [&session] { session.setHidden({}); },
               [&session] { return session.hidden().empty() ? tr("Nothing is hidden.") : QString(); }});
    table.add({"edit.selectAll",
               tr("Select &all"),
               tr("Select all elements"),
               "",
               {QKeySequence(Qt::CTRL | Qt::Key_A)},
               KeyScope::Elements,
               [&session] {
                   const auto all = session.document().treeOrder();
                   session.select(std::set<ElementId>(all.begin(), all.end()));
               }});
    table.add({"edit.clearSelection",
               tr("Clear selection"),
               tr("Clear the selection"),
               "",
               {QKeySequence(Qt::Key_Escape)},
               KeyScope::View,
               [&session] { session.select(std::set<ElementId>{}); },
               unlessSelected(session)});
    table.add({"edit.find",
               tr("&Find element"),
               tr("Search in the model tree"),
               "search",
               {QKeySequence::Find},
               KeyScope::Window,
               [&window] { window.panels().raise<ModelTreePanel>().focusFilter(); }});
}

void addElementCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    for (const TypeDescriptor& type : session.catalog().types()) {
        const FamilyDescriptor* const family = session.catalog().findFamily(type.family);
        // For an image, a file is chosen first, see addBackgroundCommands(); for a pattern, its sources, see
        // PatternDialog.
        if (!family || family->maxElements == 0 || type.family == backgroundFamily || isPattern(type)) continue;
        const QString label = QString::fromStdString(type.label);
        const QString sign = iconNameOf(type);
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
                     Result<Edit> edit = addNewElement(document, session.catalog(), type, selection, session.model(),
                                                       window.workspace().units().unitFor(Quantity::Length).factor);
                     roundDefaults(edit, session.catalog(), window.workspace().units());
                     return edit;
                 });
                 if (!result) return;
                 session.select(result->element);
                 window.panels().raise<PropertiesPanel>();
             },
             [&session, family] {
                 return QString::fromStdString(
                     addBlocker(session.document(), session.catalog(), *family, session.selection()));
             }});
    }
}

}  // namespace trammel::ui
