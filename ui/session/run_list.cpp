// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_list.h"

#include <algorithm>
#include <array>

#include "ui/session/intervals.h"
#include "ui/session/left_work.h"
#include "ui/session/model_compiler.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

/// Distinguishable with any color vision, on light and dark backgrounds.
constexpr std::array<QRgb, 8> Colors = {0xff0072b2, 0xffe69f00, 0xff009e73, 0xffcc79a7,
                                        0xffd55e00, 0xff56b4e9, 0xff999933, 0xff8a6fd1};

/// Delay from the last change to the release of models, and interval of polling those being compiled again, ms.
constexpr int ReleaseDelay = 1000, RestoreInterval = 10;

/// "A", ..., "Z", "AA", ...
QString letterOf(int number) {
    QString letter;
    for (; number >= 0; number = number / 26 - 1) letter.prepend(QChar(u'A' + number % 26));
    return letter;
}

bool isOver(const SimulationRun& run) {
    const RunPhase phase = run.getStatus().phase;
    return phase != RunPhase::Running && phase != RunPhase::Paused;
}
}  // namespace

RunList::RunList(QObject* parent) : QObject(parent) {
    timer_.setInterval(PollInterval);
    connect(&timer_, &QTimer::timeout, this, &RunList::poll);
    releaseTimer_.setSingleShot(true);
    releaseTimer_.setInterval(ReleaseDelay);
    connect(&releaseTimer_, &QTimer::timeout, this, &RunList::releaseModels);
    restoreTimer_.setInterval(RestoreInterval);
    connect(&restoreTimer_, &QTimer::timeout, this, &RunList::collectRestored);
}

RunList::~RunList() {
    leaveRestoring();
    std::vector<std::shared_ptr<SimulationRun>> left = std::move(retired_);
    if (removed_) left.push_back(removed_->run);
    for (const auto& entry : entries_) left.push_back(entry->run);
    // An element may never return: other windows do not wait for it.
    for (const auto& run : left) {
        run->cancel();
        if (!isOver(*run)) leaveUntil([run] { return isOver(*run); });
    }
}

RunEntry* RunList::upd(RunId id) {
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [id](const auto& entry) { return entry->id == id; });
    return found == entries_.end() ? nullptr : found->get();
}

const RunEntry* RunList::find(RunId id) const { return const_cast<RunList*>(this)->upd(id); }

QString RunList::legendOf(const RunEntry& entry) const {
    if (!entry.name.isEmpty()) return entry.title();
    const auto edited = std::find_if(entries_.begin(), entries_.end(), [&](const auto& other) {
        return other->id > entry.id && other->parent == 0 && !other->name.isEmpty() && other->file.isEmpty();
    });
    return edited == entries_.end() ? entry.title() : tr("%1  before %2").arg(entry.letter, (*edited)->name);
}

bool RunList::isAnyComputing() const {
    return std::any_of(entries_.begin(), entries_.end(), [](const auto& entry) { return entry->isComputing(); });
}

QString RunList::freeLetter(const QString& wanted) const {
    const auto isTaken = [this](const QString& letter) {
        const auto has = [&letter](const auto& entry) { return entry && entry->letter == letter; };
        return has(removed_) || std::any_of(entries_.begin(), entries_.end(), has);
    };
    if (!wanted.isEmpty() && !isTaken(wanted)) return wanted;
    int number = lastId_ - 1;
    while (isTaken(letterOf(number))) ++number;
    return letterOf(number);
}

RunId RunList::add(std::shared_ptr<SimulationRun> run, const Origin& origin) {
    auto entry = std::make_unique<RunEntry>();
    entry->id = ++lastId_;
    entry->letter = freeLetter(origin.letter);
    entry->name = origin.name;
    entry->color = QColor::fromRgb(Colors[static_cast<std::size_t>(lastId_ - 1) % Colors.size()]);
    entry->parent = origin.parent;
    entry->branchTime = origin.branchTime;
    entry->file = origin.file;
    entry->status = run->getStatus();
    entry->run = std::move(run);
    const RunId id = entry->id;
    entries_.push_back(std::move(entry));
    timer_.start();
    // Emit first: the playhead must not request a frame of the previous run.
    makeCurrent(id);
    Q_EMIT runAdded(id);
    return id;
}

void RunList::setCurrent(RunId id) {
    RunEntry* const entry = upd(id);
    next_ = 0;
    if (id == current_ || !entry) return;
    if (entry->run->hasModel()) return makeCurrent(id);
    next_ = id;
    restoreModel(*entry);
}

void RunList::makeCurrent(RunId id) {
    current_ = id;
    next_ = 0;
    releaseModelsSoon();
    Q_EMIT currentChanged();
}

bool RunList::mayReleaseModel(const RunEntry& entry) const {
    const bool isDisplayed = entry.id == current_ || entry.id == next_ || entry.ghost;
    // Tasks share the run that they use.
    return !isDisplayed && entry.run.use_count() == 1 && entry.run->getDocument().size() >= LargeModel &&
           entry.run->hasModel();
}

void RunList::releaseModelsSoon() {
    // Not later with each run: one after the other would all keep their models.
    if (!releaseTimer_.isActive()) releaseTimer_.start();
}

void RunList::releaseModels() {
    for (const auto& entry : entries_)
        if (mayReleaseModel(*entry)) entry->run->releaseModel();
    if (removed_ && mayReleaseModel(*removed_)) removed_->run->releaseModel();
}

void RunList::restoreModel(RunEntry& entry) {
    if (entry.isRestoring) return;
    entry.isRestoring = true;
    const CompiledModelPtr similar = current() ? current()->run->getModel() : nullptr;
    restoring_.push_back({entry.id, std::make_shared<BackgroundTask<bool>>([run = entry.run, similar] {
                              run->restoreModel(similar);
                              return true;
                          })});
    restoreTimer_.start();
    Q_EMIT runChanged(entry.id);
}

void RunList::leaveRestoring() {
    restoreTimer_.stop();
    for (const Restoring& each : restoring_) leaveUntil([task = each.task] { return task->isFinished(); });
    restoring_.clear();
}

void RunList::collectRestored() {
    // Move out first: handlers of the signals may start another.
    std::vector<Restoring> done;
    const auto first = std::stable_partition(restoring_.begin(), restoring_.end(),
                                             [](const Restoring& each) { return !each.task->isFinished(); });
    std::move(first, restoring_.end(), std::back_inserter(done));
    restoring_.erase(first, restoring_.end());
    if (restoring_.empty()) restoreTimer_.stop();
    for (const Restoring& each : done) {
        RunEntry* const entry = removed_ && removed_->id == each.id ? removed_.get() : upd(each.id);
        if (!entry) continue;
        entry->isRestoring = false;
        const bool isRestored = each.task->getResult().has_value();
        if (!isRestored) {
            entry->check = text(each.task->getFailure());
            entry->ghost = false;
        }
        if (next_ == each.id && isRestored) makeCurrent(each.id);
        if (find(each.id)) Q_EMIT runChanged(each.id);
    }
    releaseModelsSoon();
}

void RunList::rename(RunId id, const QString& name) {
    RunEntry* const entry = upd(id);
    if (!entry || entry->name == name) return;
    entry->name = name;
    Q_EMIT runChanged(id);
}

void RunList::setGhost(RunId id, bool ghost) {
    RunEntry* const entry = upd(id);
    if (!entry || entry->ghost == ghost) return;
    entry->ghost = ghost;
    if (ghost && !entry->run->hasModel()) return restoreModel(*entry);
    if (!ghost) releaseModelsSoon();
    Q_EMIT runChanged(id);
}

void RunList::setFile(RunId id, const QString& file) {
    RunEntry* const entry = upd(id);
    if (!entry) return;
    entry->file = file;
    Q_EMIT runChanged(id);
}

void RunList::setCheck(RunId id, const QString& sentence) {
    RunEntry* const entry = upd(id);
    if (!entry) return;
    entry->check = sentence;
    Q_EMIT runChanged(id);
}

void RunList::cancel(RunId id) {
    RunEntry* const entry = upd(id);
    if (!entry || !entry->isUnderWay()) return;
    entry->run->cancel();
    poll();
}

void RunList::remove(RunId id) {
    const auto place =
        std::find_if(entries_.begin(), entries_.end(), [id](const auto& entry) { return entry->id == id; });
    if (place == entries_.end()) return;
    (*place)->run->cancel();
    discardRemoved();
    removed_ = std::move(*place);
    removed_->ghost = false;
    const auto next = entries_.erase(place);
    if (next_ == id) next_ = 0;
    if (id == current_) {
        const RunEntry* const other = entries_.empty()         ? nullptr
                                      : next != entries_.end() ? next->get()
                                                               : entries_.back().get();
        // Without a current run until the model of the other is restored.
        const bool isReady = other && other->run->hasModel();
        makeCurrent(isReady ? other->id : 0);
        if (other && !isReady) setCurrent(other->id);
    }
    Q_EMIT runRemoved(id);
}

void RunList::restore() {
    if (!removed_) return;
    removed_->status = removed_->run->getStatus();
    const RunId id = removed_->id;
    entries_.push_back(std::move(removed_));
    timer_.start();
    Q_EMIT runAdded(id);
    setCurrent(id);
}

void RunList::discardRemoved() {
    if (!removed_) return;
    const auto gone = std::move(removed_);
    retire(gone->run);
    if (!gone->file.isEmpty()) Q_EMIT runDiscarded(gone->file);
}

void RunList::markOutdated() {
    for (const auto& entry : entries_) entry->outdated = true;
}

void RunList::clear() {
    discardRemoved();
    for (const auto& entry : entries_) retire(std::move(entry->run));
    entries_.clear();
    leaveRestoring();
    lastId_ = 0;
    makeCurrent(0);
}

void RunList::retire(std::shared_ptr<SimulationRun> run) {
    run->cancel();
    retired_.push_back(std::move(run));
    timer_.start();
}

void RunList::releaseRetired() {
    std::erase_if(retired_, [](const auto& run) { return isOver(*run); });
}

void RunList::poll() {
    std::vector<RunId> grown;
    for (const auto& entry : entries_) {
        const RunStatus before = entry->status;
        if (!entry->isUnderWay()) continue;
        entry->status = entry->run->getStatus();
        // A paused run has nothing new to report.
        if (entry->isComputing() || before.phase != entry->status.phase || before.frames != entry->status.frames)
            grown.push_back(entry->id);
        if (!entry->isUnderWay()) releaseModelsSoon();
    }
    releaseRetired();
    const bool isBusy = isAnyComputing() || !retired_.empty();
    if (isBusy != timer_.isActive()) isBusy ? timer_.start() : timer_.stop();
    // A handler of one signal may remove another run.
    for (const RunId id : grown)
        if (find(id)) Q_EMIT runChanged(id);
}

}  // namespace trammel::ui
