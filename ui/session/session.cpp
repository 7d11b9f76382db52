// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <set>

#include "authoring/pattern_edit.h"
#include "compile/compiled_model.h"
#include "compile/coordinates.h"
#include "document/changes.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "runtime/run_branch.h"
#include "runtime/run_monitor.h"
#include "ui/session/background_edit.h"
#include "ui/session/model_compiler.h"
#include "ui/session/opened_model.h"
#include "ui/session/run_name.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
bool same(const SimulationSettings& a, const SimulationSettings& b) {
    return a.integrator == b.integrator && a.accuracy == b.accuracy && a.startTime == b.startTime &&
           a.duration == b.duration && a.frameInterval == b.frameInterval && a.fixedStep == b.fixedStep;
}

/// Whether a document has other elements than a model, or connects them differently.
bool hasOtherElements(const CompiledModelPtr& model, const Document& document) {
    const Changes changes = diff(model->getDocument(), document);
    return !changes.added.empty() || !changes.removed.empty() || changes.rootsChanged ||
           std::ranges::any_of(changes.changed, [](const ElementChange& change) {
               return change.reparented || change.childrenChanged || !change.references.empty();
           });
}

std::string textOf(const std::vector<Diagnostic>& problems) {
    std::string all;
    for (const Diagnostic& problem : problems) all += problem.toString() + '\n';
    return all;
}
}  // namespace

Session::Session(const TypeCatalog& catalog, QObject* parent)
    : QObject(parent),
      catalog_(&catalog),
      compiler_(std::make_unique<ModelCompiler>([this](bool isAwaited) { adoptCompiled(isAwaited); }, this)),
      runTasks_(runs_, this),
      player_(runs_, this) {
    connect(&player_, &Player::playheadMoved, this, [this] {
        showPlayhead();
        Q_EMIT changed(SessionChange::Playhead | SessionChange::DisplayedState);
    });
    connect(&player_, &Player::playingChanged, this, [this] { Q_EMIT changed(SessionChange::Run); });
    const auto runChanged = [this] {
        // Runs report often, but rarely a problem.
        const std::string before = textOf(problems_);
        collectProblems();
        const bool same = textOf(problems_) == before;
        Q_EMIT changed(same ? SessionParts(SessionChange::Run) : SessionChange::Run | SessionChange::Problems);
    };
    connect(&runs_, &RunList::runAdded, this, runChanged);
    connect(&runs_, &RunList::runChanged, this, runChanged);
    connect(&runs_, &RunList::runRemoved, this, runChanged);
    connect(&runs_, &RunList::currentChanged, this, runChanged);
    connect(&runs_, &RunList::runDiscarded, this, [this](const QString& file) {
        // Runs outside the runs folder are the user's own files.
        if (!path_.isEmpty() && QFileInfo(file).dir() == QDir(runsFolder())) QFile::remove(file);
    });
    connect(&runTasks_, &RunTasks::reported, this, &Session::notice);
    connect(&passings_, &PassingWatch::foundMore, this, runChanged);
    player_.setNaming([this] { return nameOfNextRun(); });
    player_.setPreparation([this] { model(); });
    // During playback every frame shows the paths anyway.
    connect(&traces_, &TracePaths::grown, this, [this] {
        if (!player_.isPlaying()) Q_EMIT changed(SessionChange::DisplayedState);
    });
    adoptDocument(compileDocument(document()));
    showPlayhead();
}

Session::~Session() { runs_.discardRemoved(); }

const TypeDescriptor* Session::typeOf(const Element& element) const {
    return catalog_->findType(element.family, element.type);
}

QString Session::nameOf(ElementId id) const {
    const Element* element = document().find(id);
    return element ? QString::fromStdString(element->name) : QString();
}

Result<Edit> Session::edit(const QString& label, const Verb& verb, const QString& mergeKey) {
    if (compiler_->isBusy() && hasOtherElements(model_, document())) compiler_->finishNow();
    const Document before = document();
    return apply(label, followPatterns(before, verb(before), model_), mergeKey);
}

Result<Edit> Session::apply(const QString& label, Result<Edit> result, const QString& mergeKey) {
    const Document before = document();
    notifyEdit(result);
    if (!result || result->document.sharesContentWith(before)) return result;
    result->document = result->document.withNextIdAtLeast(before.nextId());
    std::optional<Result<CompiledModelPtr>> compiled = compileUnlessLarge(result->document);
    if (compiled && !*compiled) return undoFailedEdit(label, compiled->diagnostics);
    keepSelection();
    // The push discards what could be redone.
    forgetUndoneImports();
    history_.push(result->document, label.toStdString(), mergeKey.toStdString());
    documentChanged(before, std::move(compiled), selection_);
    return result;
}

Result<Edit> Session::undoFailedEdit(const QString& label, const Diagnostics& why) {
    Result<Edit> refused;
    for (const Diagnostic& d : why)
        if (d.severity == Severity::Error)
            refused.diagnostics.error(label.toStdString(), "The edit was undone. " + d.message,
                                      "Continue without it and report this error.");
    faults_ = refused.diagnostics;
    notifyEdit(refused);
    collectProblems();
    Q_EMIT changed(SessionChange::Problems);
    return refused;
}

void Session::undoFailedCompilation(const Document& failed, const Diagnostics& why) {
    if (!failed.sharesContentWith(document()) || !history_.canUndo()) return;
    // It has compiled before; this failure is of another kind, such as lack of memory: its model stays.
    if (model_ && model_->getDocument().sharesContentWith(failed)) return Q_EMIT changed(SessionChange::Model);
    // Edits that were undone before can still be redone.
    const bool isNewest = !history_.canRedo();
    const QString label = QString::fromStdString(history_.undoLabel());
    goInHistory(history_.index() - 1);
    if (isNewest) {
        history_.discardRedo();
        forgetUndoneImports();
    }
    undoFailedEdit(label, why);
    Q_EMIT changed(SessionChange::File);
}

void Session::forgetUndoneImports() {
    while (!imports_.empty() && imports_.back().historyIndex > history_.index()) imports_.pop_back();
}

Result<Edit> Session::setValue(const QString& label, ElementId element, const std::string& key,
                               std::optional<PropertyValue> value, const QString& mergeKey) {
    if (compiler_->isBusy() && hasOtherElements(model_, document())) compiler_->finishNow();
    return edit(
        label,
        [&](const Document& document) {
            return setValueIn(document, movesOthers(element, key) ? model() : nullptr, *catalog_, element, key, value);
        },
        mergeKey);
}

bool Session::movesOthers(ElementId element, const std::string& key) const {
    const Element* const asked = document().find(element);
    if (!asked || asked->family != "joint" || !model_ || !compiles_) return false;
    return key == "locked" || isCoordinate(*model_, element, key);
}

void Session::notifyEdit(const Result<Edit>& result) {
    QStringList texts;
    for (const Diagnostic& d : result.diagnostics)
        texts += QString::fromStdString(d.message + ' ' + d.remedy).trimmed();
    if (!texts.isEmpty()) Q_EMIT notice(texts.join(' '));
}

void Session::undo() {
    if (!history_.canUndo()) return;
    const std::string label = history_.undoLabel();
    goInHistory(history_.index() - 1);
    Q_EMIT notice(tr("Undone: %1").arg(QString::fromStdString(label)));
}

void Session::redo() {
    if (!history_.canRedo()) return;
    const std::string label = history_.redoLabel();
    goInHistory(history_.index() + 1);
    Q_EMIT notice(tr("Redone: %1").arg(QString::fromStdString(label)));
}

void Session::jumpTo(std::size_t historyIndex) { goInHistory(historyIndex); }

void Session::goInHistory(std::size_t index) {
    const Document before = document();
    const std::optional<std::size_t> importBefore = currentImport();
    keepSelection();
    history_.jumpTo(index);
    const std::optional<std::size_t> importAfter = currentImport();
    const bool isOtherImport = importAfter != importBefore;
    if (isOtherImport && importBefore) imports_[*importBefore].problems = fileProblems_;
    std::set<ElementId> selected = selection_;
    if (index < selectionAt_.size()) selection_ = selectionAt_[index];
    documentChanged(before, compileUnlessLarge(document()), std::move(selected),
                    isOtherImport && importAfter ? &imports_[*importAfter].problems : nullptr);
    if (isOtherImport) setHidden(namesakes(hidden_, before));
}

void Session::keepSelection() {
    selectionAt_.resize(history_.size());
    selectionAt_[history_.index()] = selection_;
}

void Session::newDocument() {
    runs_.discardRemoved();
    path_.clear();
    untitledName_.clear();
    fileProblems_ = {};
    imports_.clear();
    needsBackup_ = false;
    const Document empty;
    load(empty, tr("New model"), compileDocument(empty));
}

bool Session::open(const QString& path, bool asCopy) { return open(path, readModelFile(path, *catalog_), asCopy); }

bool Session::open(const QString& path, OpenedModel opened, bool asCopy) {
    // Plugins may have come or gone meanwhile.
    if (opened.catalog != catalog_) opened = readModelFile(path, *catalog_);
    fileProblems_ = opened.read.diagnostics;
    readErrors_ = std::move(opened.errors);
    if (!opened.read) {
        collectProblems();
        Q_EMIT changed(SessionChange::Problems);
        return false;
    }
    runs_.discardRemoved();
    const QFileInfo file(path);
    path_ = asCopy ? QString() : file.absoluteFilePath();
    untitledName_ = asCopy ? file.completeBaseName() : QString();
    imports_.clear();
    needsBackup_ = !asCopy && fileProblems_.hasErrors();
    stamp_ = opened.stamp;
    load(std::move(*opened.read), tr("Open %1").arg(file.fileName()), std::move(opened.compiled));
    if (!asCopy) readRuns();
    return true;
}

bool Session::recover(const QString& path, OpenedModel opened, const QString& title) {
    if (!open(path, std::move(opened), true)) return false;
    untitledName_ = title;
    history_.markNeverSaved();
    Q_EMIT changed(SessionChange::File);
    return true;
}

void Session::load(Document document, const QString& label, Result<CompiledModelPtr> compiled) {
    compiler_->discard();
    // Reports of adoptCompiled() still queued refer to the previous document.
    QCoreApplication::removePostedEvents(compiler_.get(), QEvent::MetaCall);
    traces_.follow(nullptr, nullptr);
    runs_.clear();
    player_.clear();
    lastRun_ = {};
    displayed_.clear();
    model_.reset();
    selection_.clear();
    selectionAt_.clear();
    hidden_.clear();
    history_ = History(std::move(document), label.toStdString());
    adoptDocument(std::move(compiled));
    showPlayhead();
    Q_EMIT changed(AllSessionParts);
}

bool Session::wouldLose(const QString& path) const {
    return needsBackup_ && fileProblems_.hasErrors() && isSameFile(path.toStdString(), path_.toStdString());
}

bool Session::isChangedOutside(const QString& path) const {
    if (path_.isEmpty() || !isSameFile(path.toStdString(), path_.toStdString())) return false;
    const FileStamp now = FileStamp::of(path);
    return now != FileStamp() && now != stamp_;
}

Diagnostics Session::save(const QString& path) {
    backup_.clear();
    if (isChangedOutside(path) || (needsBackup_ && isSameFile(path.toStdString(), path_.toStdString()))) {
        const auto backup = keepBackup(path.toStdString());
        if (!backup) return backup.diagnostics;
        backup_ = QString::fromStdString(backup->string());
    }
    Diagnostics problems = saveDocumentFile(document(), path.toStdString());
    if (problems.hasErrors()) return problems;
    path_ = QFileInfo(path).absoluteFilePath();
    stamp_ = FileStamp::of(path_);
    untitledName_.clear();
    fileProblems_ = {};
    needsBackup_ = false;
    history_.markSaved();
    collectProblems();
    Q_EMIT changed(SessionChange::File | SessionChange::Problems);
    return problems;
}

QString Session::title() const {
    if (!path_.isEmpty()) return QFileInfo(path_).fileName();
    return untitledName_.isEmpty() ? tr("Untitled") : tr("Untitled (%1)").arg(untitledName_);
}

void Session::documentChanged(const Document& before, std::optional<Result<CompiledModelPtr>> compiled,
                              std::set<ElementId> selectedBefore, const Diagnostics* fileProblems) {
    std::erase_if(selection_, [this](ElementId id) { return !document().find(id); });
    const std::string problems = textOf(problems_);
    faults_ = {};
    Changes changes = diff(before, document());
    Stage lowest = lowestInvalidated(changes, *catalog_);
    if (fileProblems)
        fileProblems_ = *fileProblems;
    else
        forgetFileProblems(changes);
    SessionParts parts = SessionChange::Document | SessionChange::File;
    QString hint;
    if (compiled) {
        if (compiler_->isBusy()) {
            // This model also includes the previous edits, whose own compilation is discarded.
            compiler_->discard();
            changes = diff(model_->getDocument(), document());
            lowest = lowestInvalidated(changes, *catalog_);
        }
        Adoption adopted = adoptEdit(std::move(*compiled), changes, lowest);
        parts |= adopted.parts;
        hint = std::move(adopted.notice);
    } else {
        collectProblems();
        if (!compiler_->isBusy()) compiler_->start(document(), model_);
    }
    if (textOf(problems_) != problems) parts |= SessionChange::Problems;
    if (selection_ != selectedBefore) parts |= SessionChange::Selection;
    Q_EMIT changed({parts, std::move(changes), lowest});
    if (!hint.isEmpty()) Q_EMIT notice(hint);
}

Session::Adoption Session::adoptEdit(Result<CompiledModelPtr> compiled, const Changes& changes, Stage lowest) {
    const SimulationSettings settings = model_ ? model_->getSettings() : SimulationSettings{};
    adopt(std::move(compiled));
    Adoption adopted{SessionChange::Model | SessionChange::DisplayedState, {}};
    const bool numbersKept = lowest >= Stage::Report && model_ && same(settings, model_->getSettings());
    if (!numbersKept) {
        adopted.parts |= SessionChange::Run | SessionChange::Playhead;
        const bool atFrame = player_.showsFrame() && !player_.isPlaying() && player_.time() > player_.startTime();
        player_.markEdited(canContinue(changes, lowest));
        collectProblems();
        if (atFrame && player_.isBranching())
            adopted.notice =
                tr("Run to branch at %1 s with this edit, or press Home to start over.").arg(player_.time(), 0, 'g', 6);
        else if (atFrame && lowest <= Stage::Topology)
            adopted.notice = tr("The edit rebuilds the system: the next run starts from the beginning.");
    }
    showPlayhead();
    return adopted;
}

bool Session::canContinue(const Changes& changes, Stage lowest) const {
    if (lowest <= Stage::Model || !player_.run() || !model_ ||
        &model_->getSystem() != &player_.run()->getModel()->getSystem())
        return false;
    // A coordinate edit changes the initial state, not the run.
    return std::none_of(changes.changed.begin(), changes.changed.end(), [this](const ElementChange& change) {
        return std::any_of(change.properties.begin(), change.properties.end(),
                           [&](const std::string& key) { return isCoordinate(*model_, change.id, key); });
    });
}

QString Session::nameOfNextRun() {
    const bool first = runs_.isEmpty();
    const Document before = std::exchange(lastRun_, document());
    if (first) return {};
    return nameOfRun(before, lastRun_, *catalog_);
}

QString Session::runsFolder() const {
    if (path_.isEmpty()) return {};
    const QFileInfo file(path_);
    return file.dir().filePath(file.completeBaseName() + QStringLiteral(".runs"));
}

void Session::saveRuns() {
    const QString folder = runsFolder();
    if (folder.isEmpty()) return Q_EMIT notice(tr("Save the model first: runs are stored in a folder next to it."));
    if (!QDir().mkpath(folder))
        return Q_EMIT notice(tr("The runs cannot be saved: %1 cannot be created. Free disk space, or check that "
                                "you may write there.")
                                 .arg(folder));
    for (const auto& entry : runs_.entries())
        runTasks_.save(entry->id, QDir(folder).filePath(entry->letter + QString::fromLatin1(RunFileSuffix)));
}

void Session::readRuns() {
    const QDir folder(runsFolder());
    QStringList paths;
    for (const QString& name : folder.entryList({'*' + QString::fromLatin1(RunFileSuffix)}, QDir::Files, QDir::Name))
        paths += folder.filePath(name);
    if (!paths.isEmpty()) runTasks_.open(paths);
}

QString Session::proposedFileName() const {
    if (!path_.isEmpty()) return QFileInfo(path_).fileName();
    return (untitledName_.isEmpty() ? tr("model") : untitledName_) + QStringLiteral(".trammel");
}

void Session::adoptDocument(Result<CompiledModelPtr> compiled) {
    faults_ = {};
    adopt(std::move(compiled));
}

std::optional<Result<CompiledModelPtr>> Session::compileUnlessLarge(const Document& next) {
    if (isCompiledInBackground(next)) return std::nullopt;
    return compileDocument(next, model_);
}

bool Session::isCompiledInBackground(const Document& next) const { return model_ && next.size() >= LargeModel; }

const CompiledModelPtr& Session::model() const {
    compiler_->finishNow();
    return model_;
}

bool Session::isCompiling() const { return compiler_->isBusy(); }

long Session::compileWaits() const { return compiler_->waits(); }

void Session::adoptCompiled(bool isAwaited) {
    const Document compiledFrom = compiler_->document();
    Result<CompiledModelPtr> compiled = compiler_->take();
    const bool isCurrent = compiledFrom.sharesContentWith(document());
    const auto report = [this, isAwaited](std::function<void()> act) {
        if (!isAwaited) return act();
        QMetaObject::invokeMethod(compiler_.get(), std::move(act), Qt::QueuedConnection);
    };
    if (!compiled) {
        if (isCurrent)
            report([this, compiledFrom, why = compiled.diagnostics] { undoFailedCompilation(compiledFrom, why); });
        else
            compiler_->start(document(), model_);
        return;
    }
    const std::string problems = textOf(problems_);
    Changes changes = diff(model_->getDocument(), compiledFrom);
    const Stage lowest = lowestInvalidated(changes, *catalog_);
    Adoption adopted = adoptEdit(std::move(compiled), changes, lowest);
    if (textOf(problems_) != problems) adopted.parts |= SessionChange::Problems;
    // A newer edit came meanwhile.
    if (!isCurrent) compiler_->start(document(), model_);
    report([this, all = SessionChanges(adopted.parts, std::move(changes), lowest), hint = adopted.notice] {
        Q_EMIT changed(all);
        if (!hint.isEmpty()) Q_EMIT notice(hint);
    });
}

void Session::adopt(Result<CompiledModelPtr> compiled) {
    compileProblems_ = compiled.diagnostics;
    compiles_ = compiled.value && !compileProblems_.hasErrors();
    if (compiled.value) model_ = *compiled.value;
    player_.setModel(runBlocker().isEmpty() ? model_ : nullptr);
    collectProblems();
}

QString Session::runBlocker() const {
    if (document().size() == 0) return tr("The model is empty.");
    if (!model_) return tr("The model has errors; see Problems.");
    const AssemblyReport& assembly = model_->getAssembly();
    if (!assembly.assembled)
        return tr("The loops do not close: see '%1' in Problems.")
            .arg(QString::fromStdString(assembly.worstConstraint));
    if (!compiles_) return tr("The model has errors; see Problems.");
    return {};
}

ElementId Session::selectedElement() const { return selection_.size() == 1 ? *selection_.begin() : ElementId{}; }

void Session::select(std::set<ElementId> elements) {
    std::erase_if(elements, [this](ElementId id) { return !document().find(id); });
    if (elements == selection_) return;
    selection_ = std::move(elements);
    Q_EMIT changed(SessionChange::Selection);
}

void Session::setHidden(std::set<ElementId> elements) {
    if (elements == hidden_) return;
    hidden_ = std::move(elements);
    Q_EMIT changed(SessionChange::Visibility | SessionChange::DisplayedState);
}

void Session::toggleSelected(ElementId element) {
    std::set<ElementId> next = selection_;
    if (next.erase(element) == 0) next.insert(element);
    select(std::move(next));
}

void Session::showStop(std::shared_ptr<const PauseInfo> stop, CompiledModelPtr model) {
    stop_ = std::move(stop);
    stopped_ = std::move(model);
    player_.pauseAt(stop_->time);
}

bool Session::showStop() {
    if (!player_.isPausedInStep() || !runs_.current()) {
        stop_.reset();
        stopped_.reset();
        return false;
    }
    displayed_.showCopy(stop_->state, stopped_);
    traces_.follow(runs_.current()->run, stopped_);
    return true;
}

void Session::showPlayhead() {
    if (showStop()) return;
    if (!player_.showsFrame()) {
        const RunEntry* const run = runs_.current();
        // A branch without frames yet displays its initial state.
        if (run && run->parent != 0 && !run->outdated && player_.isPlaying())
            displayed_.showStart(run->run->getModel(), run->run->getInitialState());
        else
            displayed_.showInitial(model_);
        traces_.follow(run && !player_.isOutdated() ? run->run : nullptr, model_);
        return;
    }
    const SimulationRun& run = *player_.run();
    if (player_.isBranching()) {
        if (const Result<State> start = makeBranchState(run, player_.instant(), *model_)) {
            displayed_.showStart(model_, *start);
            return traces_.follow(runs_.current()->run, run.getModel());
        }
    }
    // A model edited only in its appearance may draw the run; after any other edit the run's own model must.
    const bool drawable = !player_.isOutdated() && model_ && &model_->getSystem() == &run.getModel()->getSystem();
    displayed_.showInstant(run, player_.instant(), drawable ? model_ : run.getModel());
    traces_.follow(runs_.current()->run, displayed_.model());
}

void Session::demandStage(Stage stage) {
    displayed_.demand(stage);
    Q_EMIT changed(SessionChange::DisplayedState);
}

void Session::inspect(const std::function<void(DisplayedState&)>& work) {
    work(displayed_);
    Q_EMIT changed(SessionChange::DisplayedState);
}

void Session::invalidateFrom(Stage stage) {
    displayed_.invalidateFrom(stage);
    Q_EMIT changed(SessionChange::DisplayedState);
}

}  // namespace trammel::ui
