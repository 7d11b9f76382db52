// SPDX-License-Identifier: GPL-3.0-or-later
// Session with types of plugins: reads elements again, rebuilds the model.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "compile/plugin_types.h"
#include "document/document_file.h"
#include "ui/session/model_compiler.h"
#include "ui/session/session.h"

namespace trammel::ui {

namespace {
/// Elements of types that only @p after has.
std::set<ElementId> findNewlyKnown(const Document& document, const TypeCatalog& before, const TypeCatalog& after) {
    std::set<ElementId> found;
    for (const ElementId id : document.treeOrder()) {
        const Element& element = document.get(id);
        const bool isOfPlugin = element.type.find('.') != std::string::npos;
        if (isOfPlugin && !before.findType(element.family, element.type) &&
            after.findType(element.family, element.type))
            found.insert(id);
    }
    return found;
}

/// The first entry with such elements, kept as text; the number of entries if none.
std::size_t findFirstNewlyKnown(History& history, const TypeCatalog& before, const TypeCatalog& after) {
    bool isAnyNew = false;
    for (const TypeDescriptor& type : after.types()) isAnyNew |= !before.findType(type.family, type.key);
    if (!isAnyNew) return history.size();
    const std::size_t present = history.index();
    std::size_t first = 0;
    for (; first < history.size(); ++first) {
        history.jumpTo(first);
        const Document& entry = history.current();
        const auto isText = [&](ElementId id) { return !(entry.get(id).unknown == UnknownKeys()); };
        if (std::ranges::any_of(findNewlyKnown(entry, before, after), isText)) break;
    }
    history.jumpTo(present);
    return first;
}
}  // namespace

void Session::takeTypes(const TypeCatalog& catalog) {
    const TypeCatalog* const before = std::exchange(catalog_, &catalog);
    const Document former = document();
    bool usesPlugins = false;
    for (const ElementId id : former.treeOrder()) usesPlugins |= !pluginOf(former.get(id).type).empty();
    const std::size_t first = findFirstNewlyKnown(history_, *before, catalog), index = history_.index();
    const bool isInHistory = first < history_.size();
    if (!usesPlugins && !isInHistory) return;
    const std::set<ElementId> nowKnown = findNewlyKnown(former, *before, catalog);
    Diagnostics kept;
    for (const Diagnostic& problem : fileProblems_)
        if (!nowKnown.contains(problem.element)) kept.add(problem);
    fileProblems_ = kept;
    if (isInHistory) {
        // With the ids of all entries.
        Document present = document();
        if (!nowKnown.empty()) {
            std::vector<ReadError> errors;
            const Result<Document> read = readDocument(writeDocument(former), catalog, FormulaCheck::Always, &errors);
            if (read) present = read->withNextIdAtLeast(present.nextId());
            // Only these elements are reread from the file.
            for (const Diagnostic& problem : read.diagnostics) {
                if (!nowKnown.contains(problem.element)) continue;
                fileProblems_.add(problem);
                needsBackup_ |= !path_.isEmpty() && problem.severity == Severity::Error;
            }
            std::erase_if(readErrors_, [&](const ReadError& error) { return nowKnown.contains(error.element); });
            for (ReadError& error : errors)
                if (nowKnown.contains(error.element)) readErrors_.push_back(std::move(error));
        }
        // Undo and redo would restore unread elements: entries with them merge into one.
        const bool wasDirty = isDirty(), isShortened = first < index || index + 1 < history_.size();
        const std::size_t base = std::min(first, index);
        const std::string label = history_.labels()[index];
        const std::optional<std::size_t> current = currentImport();
        std::optional<Import> moved;
        if (current && imports_[*current].historyIndex > base) {
            moved = imports_[*current];
            moved->historyIndex = base;
        }
        if (base > 0) {
            history_.jumpTo(base - 1);
            history_.push(present, label);
        } else {
            history_ = History(present, label);
            if (wasDirty) history_.markNeverSaved();
        }
        // Saving would write the same file.
        if (!wasDirty) history_.markSaved();
        std::erase_if(imports_, [base](const Import& each) { return each.historyIndex > base; });
        if (moved) imports_.push_back(std::move(*moved));
        keepSelection();
        if (isShortened)
            QMetaObject::invokeMethod(
                this, [this] { Q_EMIT notice(tr("The plugin is loaded; edits before it cannot all be undone.")); },
                Qt::QueuedConnection);
    }
    compiler_->discard();
    adoptDocument(compileDocument(document()));
    player_.markEdited(model_ != nullptr);
    collectProblems();
    showPlayhead();
    const SessionParts parts = SessionChange::Document | SessionChange::File | SessionChange::Model |
                               SessionChange::Problems | SessionChange::Run | SessionChange::Playhead |
                               SessionChange::DisplayedState;
    Q_EMIT changed({parts, diff(former, document()), Stage(Stage::Topology)});
    // Forms are made for a selection.
    const std::set<ElementId> selected = selection_;
    select(std::set<ElementId>{});
    select(selected);
}

void Session::setPluginProblems(Diagnostics problems) {
    pluginProblems_ = std::move(problems);
    collectProblems();
    Q_EMIT changed(SessionChange::Problems);
}

}  // namespace trammel::ui
