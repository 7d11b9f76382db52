// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "document/edit.h"
#include "document/history.h"
#include "document/read_error.h"
#include "ui/session/displayed_state.h"
#include "ui/session/file_stamp.h"
#include "ui/session/passing_watch.h"
#include "ui/session/player.h"
#include "ui/session/run_list.h"
#include "ui/session/run_tasks.h"
#include "ui/session/session_change.h"
#include "ui/session/trace_paths.h"

namespace trammel {
struct Changes;
class ImportReport;
struct ImportResult;
struct PauseInfo;
}  // namespace trammel

namespace trammel::ui {

class ModelCompiler;
struct OpenedModel;

/// Model of the window: document with history and file, compiled model, runs, displayed state and selection. Panels
/// read only this; one signal reports every change.
///
/// Each edit compiles at once. If that fails, the last compiled model stays displayed and problems() lists the errors.
/// An edit for which an element's mathematics throws, so that no model can be built, is undone at once.
///
/// A large model compiles in the background: changed() reports the document at once, and model, problems and displayed
/// state when they have followed. An edit waits for the models of previous edits that added, removed or connected
/// elements.
class Session : public QObject {
    Q_OBJECT

public:
    /// @param catalog not owned; must outlive the session
    explicit Session(const TypeCatalog& catalog, QObject* parent = nullptr);
    ~Session() override;

    const TypeCatalog& catalog() const { return *catalog_; }
    /// Switches to a catalog in which plugins have added or replaced types, which must outlive the session too: rereads
    /// elements whose types were unknown, and rebuilds the model. Runs are kept; at a frame, the next run branches
    /// there.
    void takeTypes(const TypeCatalog& catalog);
    /// Problems of building and loading plugins, shown among problems().
    void setPluginProblems(Diagnostics problems);

    // --- Document ---
    const Document& document() const { return history_.current(); }
    const History& history() const { return history_; }
    /// The descriptor of an element's type; null if the catalog lacks it.
    const TypeDescriptor* typeOf(const Element& element) const;
    /// The element's name; empty if there is no such element.
    QString nameOf(ElementId id) const;

    using Verb = std::function<Result<Edit>(const Document&)>;
    /// Applies an edit verb as one undo step. A refusal changes nothing and returns its reasons. An edit that was
    /// undone returns its reasons too; they stay in problems() until the next edit. Consecutive edits with the same
    /// non-empty @p mergeKey merge until endGesture().
    Result<Edit> edit(const QString& label, const Verb& verb, const QString& mergeKey = {});
    /// Same with an edit of the current document, computed before, in which patterns have followed.
    Result<Edit> apply(const QString& label, Result<Edit> made, const QString& mergeKey = {});
    /// Sets a property (or "name"); an empty @p value restores the default.
    Result<Edit> setValue(const QString& label, ElementId element, const std::string& key,
                          std::optional<PropertyValue> value, const QString& mergeKey = {});
    /// True if setting the property moves other joints or keeps coordinates of the model: a coordinate or a lock.
    bool movesOthers(ElementId element, const std::string& key) const;
    void endGesture() { history_.endGesture(); }
    /// Each of these restores the selection along with the document.
    void undo();
    void redo();
    void jumpTo(std::size_t historyIndex);

    // --- File ---
    void newDocument();
    /// Opens a file. Returns false, with problems(), if nothing could be read; the current document then stays.
    /// @param asCopy opens an untitled copy, as for examples
    bool open(const QString& path, bool asCopy = false);
    /// Same for a file that was already read and compiled, such as on another thread.
    bool open(const QString& path, OpenedModel opened, bool asCopy = false);
    /// Shows a model that was imported from @p path as an untitled document; false as for open().
    bool adoptImport(const QString& path, ImportResult read);
    /// Same with the compiled document of @p read.
    bool adoptImport(const QString& path, ImportResult read, Result<CompiledModelPtr> compiled);
    /// Replaces the imported model by a newer import of its file, as one undo step that keeps what was edited since. The report
    /// says what could not be kept.
    bool adoptNewImport(ImportResult read);
    /// Report of the import that the current document comes from; null if it was not imported.
    const ImportReport* importReport() const;
    /// Opens a recovery copy as an untitled, modified document; false as for open().
    /// @param title title of the original document
    bool recover(const QString& path, OpenedModel opened, const QString& title);
    /// Writes the document; returns errors, empty on success. Keeps a backup() of a file that was not read completely
    /// or isChangedOutside().
    Diagnostics save(const QString& path);
    /// Whether saving to @p path would lose unreadable parts of that file: it has errors that no edit and no
    /// acceptAsRead() has resolved.
    bool wouldLose(const QString& path) const;
    /// Whether @p path is the document's file and another program has written it since it was read or saved.
    bool isChangedOutside(const QString& path) const;
    /// The backup that the last save() made; empty if it made none.
    const QString& backup() const { return backup_; }
    /// Empty for an untitled document.
    const QString& path() const { return path_; }
    /// File name or "Untitled".
    QString title() const;
    /// Default file name for saving.
    QString proposedFileName() const;
    bool isDirty() const { return history_.isDirty(); }

    // --- Model ---
    /// The last model that compiled; null before the first. Waits while the document is compiled in the background.
    const CompiledModelPtr& model() const;
    /// Same without waiting, for displays that follow changed(): it may be of an earlier document, with other elements.
    const CompiledModelPtr& lastModel() const { return model_; }
    /// True while the document is compiled in the background.
    bool isCompiling() const;
    /// How often model() was called while the document was being compiled.
    long compileWaits() const;
    /// Why the current document cannot run, one sentence; empty if it can.
    QString runBlocker() const;
    /// All problems of file, model and run, worst first.
    const std::vector<Diagnostic>& problems() const { return problems_; }
    /// True if the problem was found while reading the file and is not resolved yet.
    bool isOfFile(const Diagnostic& problem) const;
    /// The recoverable text of such a problem; null if none.
    const ReadError* readError(const Diagnostic& problem) const;
    /// Accepts the value as read and removes the problem.
    void acceptAsRead(const Diagnostic& problem);
    /// The bodies that pass through each other, for a problem of that kind; null for any other.
    const Passing* passing(const Diagnostic& problem) const;
    const PassingWatch& passingWatch() const { return passings_; }

    // --- Selection ---
    const std::set<ElementId>& selection() const { return selection_; }
    /// The selected element; invalid unless exactly one is selected.
    ElementId selectedElement() const;
    void select(std::set<ElementId> elements);
    void select(ElementId element) { select(std::set<ElementId>{element}); }
    void toggleSelected(ElementId element);

    // --- Visibility: a view setting, not part of the model ---
    const std::set<ElementId>& hidden() const { return hidden_; }
    /// Hides exactly these elements, each with its descendants.
    void setHidden(std::set<ElementId> elements);

    // --- Runs and view ---
    RunList& runs() { return runs_; }
    const RunList& runs() const { return runs_; }
    RunTasks& runTasks() { return runTasks_; }
    /// Folder for all runs of the document, next to its file. Empty for an untitled document.
    QString runsFolder() const;
    /// Writes all runs to runsFolder(); opening the document reads them.
    void saveRuns();
    Player& player() { return player_; }
    const Player& player() const { return player_; }
    const DisplayedState& displayed() const { return displayed_; }
    /// Displays a worker paused within a step, of a run of @p model, until the playhead moves or the model is edited.
    void showStop(std::shared_ptr<const PauseInfo> stop, CompiledModelPtr model);
    /// Paths of traced points in the current run.
    const TracePaths& traces() const { return traces_; }
    void demandStage(Stage stage);
    void invalidateFrom(Stage stage);
    /// Runs @p work on the displayed state, then notifies.
    void inspect(const std::function<void(DisplayedState&)>& work);

Q_SIGNALS:
    void changed(trammel::ui::SessionChanges changes);
    /// Transient message: dependents deleted by an edit, or why it was refused.
    void notice(const QString& text);

private:
    /// A version of the imported file.
    struct Import {
        /// Index of its entry in the history.
        std::size_t historyIndex = 0;
        /// The document as imported.
        Document document;
        std::shared_ptr<const ImportReport> report;
        /// Open problems of its file when another import replaced it.
        Diagnostics problems;
    };

    void load(Document document, const QString& label, Result<CompiledModelPtr> compiled);
    /// Index of the import that the current document comes from; empty if it was not imported.
    std::optional<std::size_t> currentImport() const;
    /// The elements of the document with the names of @p elements of @p former: ids differ between imports.
    std::set<ElementId> namesakes(const std::set<ElementId>& elements, const Document& former) const;
    void goInHistory(std::size_t index);
    void keepSelection();
    /// @param compiled empty if the document compiles in the background
    /// @param fileProblems problems of the file that the document now comes from; null: of the same file as before
    void documentChanged(const Document& before, std::optional<Result<CompiledModelPtr>> compiled,
                         std::set<ElementId> selectedBefore, const Diagnostics* fileProblems = nullptr);
    /// Consequences of adopting a model after an edit.
    struct Adoption {
        SessionParts parts;
        /// Empty without a message.
        QString notice;
    };
    /// Adopts the model after an edit. Emits nothing.
    Adoption adoptEdit(Result<CompiledModelPtr> compiled, const Changes& changes, Stage lowest);
    Result<Edit> undoFailedEdit(const QString& label, const Diagnostics& why);
    /// Undoes the last edit, which caused @p failed, and makes it impossible to redo.
    void undoFailedCompilation(const Document& failed, const Diagnostics& why);
    /// Forgets imports that can no longer be redone.
    void forgetUndoneImports();
    void forgetFileProblems(const Changes& changes);
    bool isAnswered(const Diagnostic& problem, const Changes& changes) const;
    /// Displays the document by its model.
    void adoptDocument(Result<CompiledModelPtr> compiled);
    /// Empty if @p next is to be compiled in the background.
    std::optional<Result<CompiledModelPtr>> compileUnlessLarge(const Document& next);
    bool isCompiledInBackground(const Document& next) const;
    /// Adopts the result of the background compilation.
    /// @param isAwaited a caller of model() waits, possibly within an edit: changes are reported later
    void adoptCompiled(bool isAwaited);
    void adopt(Result<CompiledModelPtr> compiled);
    void collectProblems();
    void collectPassings();
    void showPlayhead();
    /// Displays the paused worker; false without one.
    bool showStop();
    bool canContinue(const Changes& changes, Stage lowest) const;
    QString nameOfNextRun();
    void readRuns();
    void notifyEdit(const Result<Edit>& result);

    const TypeCatalog* catalog_;
    History history_;
    QString path_;
    QString untitledName_;
    Diagnostics fileProblems_;
    /// By increasing history index; without discarded entries.
    std::vector<Import> imports_;
    /// The file has errors, and no backup of it has been made.
    bool needsBackup_ = false;
    /// Stamp of the document's file when it was read or saved.
    FileStamp stamp_;
    QString backup_;
    std::vector<ReadError> readErrors_;
    Diagnostics compileProblems_, pluginProblems_;
    /// Errors of the last edit that was undone at once.
    Diagnostics faults_;
    std::vector<Diagnostic> problems_;
    CompiledModelPtr model_;
    std::unique_ptr<ModelCompiler> compiler_;
    bool compiles_ = false;
    std::set<ElementId> selection_;
    /// Selection at the time of leaving each history index.
    std::vector<std::set<ElementId>> selectionAt_;
    std::set<ElementId> hidden_;
    DisplayedState displayed_;
    /// While the player is paused.
    std::shared_ptr<const PauseInfo> stop_;
    CompiledModelPtr stopped_;
    RunList runs_{this};
    RunTasks runTasks_;
    Player player_;
    /// Document that the latest run started from.
    Document lastRun_;
    TracePaths traces_{this};
    PassingWatch passings_{this};
    /// By index in passings_.
    std::vector<Diagnostic> passingProblems_;
};

}  // namespace trammel::ui
