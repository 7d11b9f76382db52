// SPDX-License-Identifier: GPL-3.0-or-later
// Groups, and parts of models in files of their own.
#include <algorithm>
#include <iterator>

#include "authoring/group_edit.h"
#include "authoring/linked_copies.h"
#include "authoring/pattern_edit.h"
#include "compile/group_type.h"
#include "compile/pattern_type.h"
#include "ui/panels/properties_panel.h"
#include "ui/session/background_edit.h"
#include "ui/session/text.h"
#include "ui/tools/element_edits.h"
#include "ui/view/tool_view.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

namespace {

bool isGroup(const Session& session, ElementId id) {
    const Element* const element = session.document().find(id);
    return element && element->family == groupFamily;
}

void groupSelection(Session& session) {
    const auto result = session.edit(tr("Group"), [&](const Document& document) {
        return groupElements(document, session.model(), session.selection());
    });
    if (result) session.select(result->element);
}

void dissolveSelection(Session& session) {
    const std::set<ElementId> groups = session.selection();
    std::set<ElementId> members;
    for (const ElementId group : groups)
        if (isGroup(session, group))
            for (const ElementId member : session.document().childrenOf(group)) members.insert(member);
    const auto result = session.edit(tr("Dissolve group"), [&](const Document& document) {
        return dissolveGroups(document, session.model(), groups);
    });
    if (result) session.select(members);
}

/// True if a selected element, or one below it, is linked to a source.
bool isSelectionLinked(const Session& session) {
    const Document& document = session.document();
    const auto isAnyLinked = [&](ElementId id) {
        return document.find(id) && std::ranges::any_of(document.subtree(id), [&](ElementId below) {
                   return isLinked(document, document.get(below));
               });
    };
    return document.hasFormulas() && std::ranges::any_of(session.selection(), isAnyLinked);
}

/// The groups that hold the selected elements.
std::set<ElementId> groupsOfSelection(const Session& session) {
    std::set<ElementId> groups;
    for (const ElementId id : session.selection()) {
        const Element* const element = session.document().find(id);
        if (element && isGroup(session, element->parent)) groups.insert(element->parent);
    }
    return groups;
}

std::vector<ElementId> allPatterns(const Session& session) {
    std::vector<ElementId> patterns = session.document().elementsOf(groupFamily);
    std::erase_if(patterns, [&](ElementId id) { return !isPattern(session.document().get(id)); });
    return patterns;
}

/// Selects the pattern that contains a selected element, or copies it.
void showPattern(MainWindow& window) {
    Session& session = window.session();
    std::set<ElementId> patterns;
    for (const ElementId id : session.selection())
        if (const ElementId pattern = findPattern(session.document(), id); pattern.isValid()) patterns.insert(pattern);
    for (const ElementId id : session.selection())
        if (patterns.empty()) patterns = patternsOf(session.document(), id);
    if (patterns.empty()) return Q_EMIT session.notice(tr("Select a linked copy or its source."));
    session.select(*patterns.begin());
    window.panels().raise<PropertiesPanel>();
}

/// The patterns whose copies lack one of @p elements.
std::set<ElementId> outdatedPatterns(const Session& session, const std::vector<ElementId>& elements) {
    std::set<ElementId> outdated;
    for (const ElementId id : allPatterns(session)) {
        const std::set<ElementId> lacking = findUncopied(session.document(), id);
        if (std::ranges::any_of(elements, [&](ElementId element) { return lacking.contains(element); }))
            outdated.insert(id);
    }
    return outdated;
}

/// Completes the copies of the patterns that contain or should contain selected elements; of all without a selection.
void updatePatterns(MainWindow& window) {
    Session& session = window.session();
    const std::set<ElementId>& selection = session.selection();
    std::set<ElementId> patterns = outdatedPatterns(session, {selection.begin(), selection.end()});
    for (const ElementId id : selection)
        if (const ElementId pattern = findPattern(session.document(), id); pattern.isValid()) patterns.insert(pattern);
    if (patterns.empty())
        for (const ElementId id : allPatterns(session)) patterns.insert(id);
    std::erase_if(patterns, [&](ElementId id) { return findUncopied(session.document(), id).empty(); });
    if (patterns.empty()) return Q_EMIT session.notice(tr("The copies have all that their source has."));
    const auto complete = [patterns](const Document& document, const CompiledModelPtr& current) {
        Result<Edit> edit{Edit{document, {}, {}, {}, {}}, {}};
        CompiledModelPtr model = current;
        for (const ElementId id : patterns) {
            edit = updatePattern(edit->document, model, id);
            const Result<CompiledModelPtr> next =
                edit ? compileDocument(edit->document, model) : Result<CompiledModelPtr>{};
            if (!next) return edit;
            model = *next;
        }
        return edit;
    };
    editInBackground(session, tr("Update pattern"), complete, &window);
}

/// Offers copies of elements added to the source of a pattern.
void offerUpdate(Session& session, const SessionChanges& changes) {
    if (!changes.edit() || changes.edit()->added.empty()) return;
    const std::vector<ElementId>& added = changes.edit()->added;
    const std::set<ElementId> outdated = outdatedPatterns(session, added);
    if (outdated.empty()) return;
    Q_EMIT session.notice(tr("%1 was added to the source of %2. Edit ▸ Update pattern adds it to the copies.")
                              .arg(session.nameOf(added.front()), session.nameOf(*outdated.begin())));
}

void insertFile(MainWindow& window) {
    Session& session = window.session();
    QString name;
    const std::optional<Document> part = window.files().chooseModel(name);
    if (!part) return;
    const auto result = session.edit(tr("Insert %1").arg(name), [&](const Document& document) {
        auto made = insertModel(document, session.model(), *part, name.toStdString(),
                                stepOfCopies(window.view().tools().host()));
        Result<Edit> edit{std::nullopt, made.diagnostics};
        if (made) edit.value = std::move(made->edit);
        return edit;
    });
    if (!result) return;
    session.select(result->element);
    // Notes of the edit remain readable.
    if (result.diagnostics.empty())
        Q_EMIT session.notice(tr("%1 inserted. Press W in the view to move it.").arg(session.nameOf(result->element)));
}

void saveSelection(MainWindow& window) {
    Session& session = window.session();
    const std::set<ElementId>& selection = session.selection();
    const QString name = selection.size() == 1 ? session.nameOf(*selection.begin()) : tr("Part");
    const Result<Document> part = extractModel(session.model(), selection, name.toStdString());
    if (!part) return Q_EMIT session.notice(reasonsOf(part.diagnostics));
    window.files().savePart(*part);
    QStringList notes;
    for (const Diagnostic& note : part.diagnostics) notes += QString::fromStdString(note.message);
    if (!notes.isEmpty()) Q_EMIT session.notice(notes.join(' '));
}

}  // namespace

void addGroupCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    const auto unlessSelected = [&session] {
        return session.selection().empty() ? tr("Nothing is selected.") : QString();
    };
    table.add({"edit.group",
               tr("&Group selection"),
               tr("Put the selection into a group"),
               "group",
               {QKeySequence(Qt::CTRL | Qt::Key_G)},
               KeyScope::Window,
               [&session] { groupSelection(session); },
               unlessSelected});
    table.add({"edit.dissolveGroup",
               tr("Diss&olve group"),
               tr("Remove the selected group and keep its elements"),
               "",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G)},
               KeyScope::Window,
               [&session] { dissolveSelection(session); },
               [&session] {
                   const auto isOne = [&session](ElementId id) { return isGroup(session, id); };
                   return std::ranges::any_of(session.selection(), isOne) ? QString() : tr("Select a group.");
               }});
    table.add(
        {"edit.selectGroup",
         tr("&Select group"),
         tr("Select the group of the selected elements"),
         "",
         {},
         KeyScope::Window,
         [&session] { session.select(groupsOfSelection(session)); },
         [&session] { return groupsOfSelection(session).empty() ? tr("The selection is in no group.") : QString(); }});
    const auto unlessPattern = [&session] {
        return allPatterns(session).empty() ? tr("The model has no pattern of linked copies.") : QString();
    };
    table.add({"edit.pattern",
               tr("Change pattern"),
               tr("Show count and places of the pattern of the selection"),
               "properties",
               {},
               KeyScope::Window,
               [&window] { showPattern(window); },
               unlessPattern});
    table.add({"edit.updatePattern",
               tr("Update pattern"),
               tr("Add what was added to the source to the copies"),
               "restart",
               {},
               KeyScope::Window,
               [&window] { updatePatterns(window); },
               unlessPattern});
    QObject::connect(&session, &Session::changed, &window,
                     [&session](const SessionChanges& changes) { offerUpdate(session, changes); });
    table.add({"edit.breakLink",
               tr("&Break link"),
               tr("Let the selected copies no longer follow their source"),
               "cut-open",
               {},
               KeyScope::Window,
               [&session] {
                   session.edit(tr("Break link"), [&session](const Document& document) {
                       return breakLinks(document, session.selection());
                   });
               },
               [&session] {
                   return isSelectionLinked(session) ? QString() : tr("Select copies that are linked to a source.");
               }});
    table.add({"file.insert",
               tr("&Insert model…"),
               tr("Add a model file to this model as a group"),
               "open",
               {},
               KeyScope::Window,
               [&window] { insertFile(window); },
               [&session] {
                   return session.lastModel() ? QString() : tr("The model has errors. Fix the problems listed first.");
               }});
    table.add({"file.saveSelection",
               tr("Save se&lection as…"),
               tr("Save the selection as a model of its own"),
               "save",
               {},
               KeyScope::Window,
               [&window] { saveSelection(window); },
               [&session, unlessSelected] {
                   const CompiledModelPtr& model = session.lastModel();
                   const bool isCurrent =
                       session.isCompiling() || (model && model->getDocument().sharesContentWith(session.document()));
                   return isCurrent ? unlessSelected() : tr("The model has errors. Fix the problems listed first.");
               }});
}

}  // namespace trammel::ui
