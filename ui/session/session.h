// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "document/edit.h"
#include "document/history.h"
#include "document/read_fault.h"
#include "ui/session/aspect.h"
#include "ui/session/player.h"
#include "ui/session/run_list.h"
#include "ui/session/run_tasks.h"
#include "ui/session/shown_state.h"
#include "ui/session/trace_paths.h"

namespace trammel {
struct Changes;
}

namespace trammel::ui {

/// All that the window works on: the document with its history and file, the compiled model, the run, what is in view
/// and what is selected. Panels look here and nowhere else; they learn of every change through one signal.
///
/// Each edit compiles at once. When that fails the last model that compiled stays in view, and problems() says why. An edit
/// after which no model can be built at all, because an element's own mathematics fails, is taken back at once.
class Session : public QObject {
    Q_OBJECT

public:
    /// @param catalog must outlive the session
    explicit Session(const TypeCatalog& catalog, QObject* parent = nullptr);
    ~Session() override;

    const TypeCatalog& catalog() const { return catalog_; }

    // --- Document ---
    const Document& document() const { return history_.current(); }
    const History& history() const { return history_; }
    /// The descriptor of an element's type, or null if the catalogue does not have it.
    const TypeDescriptor* typeOf(const Element& element) const;
    /// The element's name; empty if there is no such element.
    QString nameOf(ElementId id) const;

    using Verb = std::function<Result<Edit>(const Document&)>;
    /// Applies one of the edit verbs as one undo step. A refusal changes nothing; its reasons are in the result. So are
    /// those of an edit that was taken back, which are problems() until the next edit.
    /// Edits with the same non-empty @p mergeKey become one step until endGesture().
    Result<Edit> edit(const QString& label, const Verb& verb, const QString& mergeKey = {});
    /// The verb that sets a property ("name" too); no value returns it to its default.
    Result<Edit> setValue(const QString& label, ElementId element, const std::string& key,
                          std::optional<PropertyValue> value, const QString& mergeKey = {});
    void endGesture() { history_.endGesture(); }
    /// Each of these brings back, with the document, what was selected when it was left.
    void undo();
    void redo();
    void jumpTo(std::size_t historyIndex);

    // --- File ---
    void newDocument();
    /// Opens a file; false, with problems(), when nothing could be read of it, and then the present one stays.
    /// @param asCopy it becomes an untitled document, as for an example
    bool open(const QString& path, bool asCopy = false);
    /// Opens what was kept of unsaved work as an untitled document with that to be saved; false as for open().
    /// @param title of the document it was kept of
    bool recover(const QString& path, const QString& title);
    /// Writes the document; what went wrong otherwise.
    Diagnostics save(const QString& path);
    /// Empty for an untitled document.
    const QString& path() const { return path_; }
    /// File name or "Untitled".
    QString title() const;
    /// A file name to offer when saving.
    QString proposedFileName() const;
    bool isDirty() const { return history_.isDirty(); }

    // --- Model ---
    /// The last one that compiled; null before there is any.
    const CompiledModelPtr& model() const { return model_; }
    /// Why the document as it is cannot be run, one sentence; empty when it can.
    QString whyNotRunnable() const;
    /// Everything wrong with file, model and run, worst first.
    const std::vector<Diagnostic>& problems() const { return problems_; }
    /// Whether the problem is one that reading the file found, and that nobody has answered yet.
    bool isOfFile(const Diagnostic& problem) const;
    /// What the file said there that can be made something of; null if nothing.
    const ReadFault* readFault(const Diagnostic& problem) const;
    /// It is to stay as it was read: no problem any more.
    void acceptAsRead(const Diagnostic& problem);

    // --- Selection ---
    const std::set<ElementId>& selection() const { return selection_; }
    /// The one element selected; none when it is none or several.
    ElementId selectedElement() const;
    void select(std::set<ElementId> elements);
    void select(ElementId element) { select(std::set<ElementId>{element}); }
    void toggleSelected(ElementId element);

    // --- Visibility: how the model is looked at, no part of it ---
    const std::set<ElementId>& hidden() const { return hidden_; }
    /// Hides exactly these elements, each with all below it.
    void setHidden(std::set<ElementId> elements);

    // --- Runs and view ---
    RunList& runs() { return runs_; }
    const RunList& runs() const { return runs_; }
    RunTasks& runTasks() { return runTasks_; }
    /// Where all runs of the document are kept: a folder beside its file. Empty for an untitled document.
    QString runsFolder() const;
    /// Writes all runs there; they are read again with the document.
    void saveRuns();
    Player& player() { return player_; }
    const Player& player() const { return player_; }
    const ShownState& shown() const { return shown_; }
    /// Paths of traced points in the run that is in view.
    const TracePaths& traces() const { return traces_; }
    void demandStage(Stage stage);
    void invalidateFrom(Stage stage);
    /// For those who inspect: @p work on what is shown, then tell everybody.
    void inspect(const std::function<void(ShownState&)>& work);

Q_SIGNALS:
    void changed(trammel::ui::Aspects aspects);
    /// Something to tell in passing: what an edit took along, or why it was refused.
    void notice(const QString& text);

private:
    void load(Document document, const QString& label);
    void goInHistory(std::size_t index);
    void keepSelection();
    void documentChanged(const Document& before, Result<CompiledModelPtr> compiled);
    Result<Edit> takenBack(const QString& label, const Diagnostics& why);
    void forgetFileProblems(const Changes& changes);
    bool isAnswered(const Diagnostic& problem, const Changes& changes) const;
    void compile();
    void adopt(Result<CompiledModelPtr> compiled);
    void collectProblems();
    void showPlayhead();
    bool mayGoOn(const Changes& changes, Stage lowest) const;
    QString nameOfNextRun();
    void readRuns();
    void tellOf(const Result<Edit>& result);

    const TypeCatalog& catalog_;
    History history_;
    QString path_;
    QString untitledName_;
    Diagnostics fileProblems_;
    std::vector<ReadFault> readFaults_;
    Diagnostics compileProblems_;
    /// Of the edit that was taken back last.
    Diagnostics faults_;
    std::vector<Diagnostic> problems_;
    CompiledModelPtr model_;
    bool compiles_ = false;
    std::set<ElementId> selection_;
    /// What was selected when the step of history was left, by its index.
    std::vector<std::set<ElementId>> leftWith_;
    std::set<ElementId> hidden_;
    ShownState shown_;
    RunList runs_;
    RunTasks runTasks_;
    Player player_;
    /// The document that the latest run was started with.
    Document lastRun_;
    TracePaths traces_;
};

}  // namespace trammel::ui
