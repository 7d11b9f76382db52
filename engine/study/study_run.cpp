// SPDX-License-Identifier: Apache-2.0
#include "study/study_run.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>

#include "base/failure_text.h"
#include "runtime/background_work.h"
#include "runtime/one_time_signal.h"
#include "study/study_point.h"

namespace trammel {

namespace {
/// Starts without an end after which a run is considered the cause.
constexpr int mostStarts = 3;
/// Time in which a disk that answers takes the rest of the results.
constexpr std::chrono::seconds longestLeave{1};
using Clock = std::chrono::steady_clock;
}  // namespace

struct StudyRun::Impl {
    Impl(StudyDefinitionPtr ofStudy, std::shared_ptr<StudyStore> to, StudyRunOptions with, std::vector<StudyRow> known)
        : study(std::move(ofStudy)), store(std::move(to)), options(with), planned(study->mostRuns()) {
        if (store) {
            for (StudyRow& row : store->readRows()) keep(std::move(row));
            starts = store->readStarts();
        }
        for (StudyRow& row : known) {
            // A failure is noted in the store, and ends the study.
            if (store && !indexOf.contains(row.run)) store->add(row);
            keep(std::move(row));
        }
    }

    /// Generates the points of a plan once, and the order of this start: on a worker thread, since both are slow for
    /// many runs.
    void prepare() {
        const std::lock_guard lock(planMutex);
        if (arranged) return;
        if (points.empty()) points = study->plan->makePoints(study->inputs());
        arrange();
        arranged = true;
    }

    /// Numbers of the runs of a plan without a result. Those during which an earlier program ended come last: if they
    /// were the cause, all others have results by then.
    void arrange() {
        order.clear();
        std::vector<std::size_t> suspects;
        const std::lock_guard lock(mutex);
        for (std::size_t run = 0; run < planned; ++run)
            if (!indexOf.contains(run)) (starts.contains(run) ? suspects : order).push_back(run);
        order.insert(order.end(), suspects.begin(), suspects.end());
    }

    // --- Any thread ---

    void keep(StudyRow row) {
        const std::lock_guard lock(mutex);
        if (!indexOf.emplace(row.run, rows.size()).second) return;
        failedRuns += row.outcome == RunOutcome::Ok ? 0 : 1;
        rows.push_back(std::move(row));
    }

    std::optional<StudyRow> find(std::size_t run) {
        const std::lock_guard lock(mutex);
        const auto known = indexOf.find(run);
        if (known == indexOf.end()) return std::nullopt;
        return rows[known->second];
    }

    /// The result of a run, computed if unknown. Empty if the study is to pause.
    std::optional<StudyRow> obtain(std::size_t run, std::span<const Real> point) {
        if (std::optional<StudyRow> known = find(run)) return known;
        if (stopping) return std::nullopt;
        const auto started = starts.find(run);
        const int times = started == starts.end() ? 0 : started->second;
        std::optional<StudyRow> row;
        if (times >= mostStarts) {
            row.emplace();
            row->run = run;
            row->outcome = RunOutcome::Crashed;
            row->message = "The program ended while it computed this run, " + std::to_string(times) + " times.";
            row->factors.assign(point.begin(), point.end());
            row->responses.assign(study->responses.size(), NaN);
        } else {
            row = compute(run, point, times + 1 == mostStarts);
        }
        if (!row) return std::nullopt;
        const bool isAdded = addToStore(*row, times > 0);
        // Not before: the store may be given up meanwhile.
        if (times < mostStarts) noteEnd(run, !isAdded);
        if (!isAdded) {
            failed = true;
            stopping = true;
            return std::nullopt;
        }
        keep(*row);
        ++computed;
        return row;
    }

    /// False if the store cannot take it. @p isSuspect: the next one may end the program, which must not lose this row.
    bool addToStore(const StudyRow& row, bool isSuspect) {
        const std::lock_guard lock(storeMutex);
        return !store || (store->add(row) && (!isSuspect || store->flush()));
    }

    void noteStart(std::size_t run) {
        const std::lock_guard lock(startsMutex);
        underWay.insert(run);
        if (store) store->noteStart(run);
    }
    void noteEnd(std::size_t run, bool isAbandoned) {
        const std::lock_guard lock(startsMutex);
        underWay.erase(run);
        if (isAbandoned && store) store->noteAbandoned(run);
    }
    /// Runs under way did not end the program.
    void leaveStore() {
        const std::scoped_lock lock(storeMutex, startsMutex);
        if (!store) return;
        for (const std::size_t run : underWay) store->noteAbandoned(run);
        store.reset();
    }

    /// Empty if the study is to pause; otherwise the caller notes the end of the run. @p alone while no other run is
    /// computed: if the program ends, this one is the cause.
    std::optional<StudyRow> compute(std::size_t run, std::span<const Real> point, bool alone) {
        std::unique_lock only(computing, std::defer_lock);
        std::shared_lock besideOthers(computing, std::defer_lock);
        alone ? only.lock() : besideOthers.lock();
        if (stopping) return std::nullopt;
        noteStart(run);
        try {
            std::optional<StudyRow> row =
                computePoint(*study, run, point,
                             {options.secondsPerRun, [this] { return stopping.load(std::memory_order_relaxed); }});
            if (!row) noteEnd(run, true);
            return row;
        } catch (...) {
            // The program continues, as after lack of memory.
            noteEnd(run, true);
            throw;
        }
    }

    /// A worker of a plan: takes one run after another.
    void workOnPlan() {
        prepare();
        const std::size_t n = study->factors.size();
        for (std::size_t i = next++; i < order.size() && !stopping; i = next++)
            obtain(order[i], std::span(points).subspan(order[i] * n, n));
    }

    /// A worker of a search: takes one start after another.
    void workOnSearch() {
        const std::size_t starts = study->search->countStarts(study->inputs());
        for (std::size_t start = next++; start < starts && !stopping; start = next++)
            searchFrom(*study, start,
                       [this](std::size_t run, std::span<const Real> point) { return obtain(run, point); });
    }

    void work() {
        try {
            study->plan ? workOnPlan() : workOnSearch();
        } catch (const std::exception& lack) {
            // Failures of a run are its result; this is a failure of the study, such as lack of memory.
            const std::lock_guard lock(mutex);
            fault = failureText(lack);
            failed = true;
            stopping = true;
        }
        if (--busy > 0) return;
        // The last worker.
        const std::lock_guard lock(storeMutex);
        if (stopping) {
            // Leaves nothing to be written by pause(), whose caller may not wait for a disk.
            if (store && !store->flush()) failed = true;
            return;
        }
        if (store) store->setComplete();
        (store && !store->getFailure().empty() ? failed : complete) = true;
    }

    const StudyDefinitionPtr study;
    /// Guarded by storeMutex, notes of starts by startsMutex, and the pointer by both; null also after leaveStore().
    std::shared_ptr<StudyStore> store;
    const StudyRunOptions options;
    const std::size_t planned;
    /// All factors of all runs of a plan.
    std::vector<Real> points;
    /// The runs of a plan to be computed.
    std::vector<std::size_t> order;
    std::map<std::size_t, int> starts;

    std::atomic<std::size_t> next{0}, computed{0};
    std::atomic<bool> stopping{false}, complete{false}, failed{false};
    std::atomic<int> busy{0};
    Clock::time_point since;
    bool started = false;

    /// Held by each run, exclusively by one that is computed alone.
    std::shared_mutex computing;
    /// Guards the generation of points and order, which do not change until the next start.
    std::mutex planMutex;
    bool arranged = false;
    std::mutex storeMutex, startsMutex;
    /// Guarded by startsMutex.
    std::set<std::size_t> underWay;
    mutable std::mutex mutex;
    /// Guarded by mutex: rows in order of arrival, and their places by number.
    std::vector<StudyRow> rows;
    std::map<std::size_t, std::size_t> indexOf;
    std::size_t failedRuns = 0;
    /// Why the study failed, if its file is not the reason.
    std::string fault;
    OneTimeSignal hasLeft;
    /// Declared last, so that they end before the members they use are destroyed.
    std::vector<std::unique_ptr<BackgroundWork>> workers;
    std::unique_ptr<BackgroundWork> leaving;
};

StudyRun::StudyRun(StudyDefinitionPtr study, std::shared_ptr<StudyStore> store, StudyRunOptions options,
                   std::vector<StudyRow> known)
    : impl_(std::make_unique<Impl>(std::move(study), std::move(store), options, std::move(known))) {}

StudyRun::~StudyRun() { pause(); }

const StudyDefinition& StudyRun::getStudy() const { return *impl_->study; }

void StudyRun::start() {
    if (!impl_->workers.empty() || impl_->complete) return;
    impl_->stopping = false;
    impl_->arranged = false;
    impl_->next = 0;
    impl_->computed = 0;
    impl_->since = Clock::now();
    impl_->started = true;
    const int workers = std::max(1, impl_->options.workers);
    impl_->busy = workers;
    try {
        for (int i = 0; i < workers; ++i)
            impl_->workers.push_back(std::make_unique<BackgroundWork>([impl = impl_.get()] { impl->work(); }));
    } catch (...) {
        // Paused: none of the workers is the last one.
        impl_->stopping = true;
        throw;
    }
}

void StudyRun::requestPause() { impl_->stopping = true; }

void StudyRun::pause() {
    requestPause();
    wait();
    const std::lock_guard lock(impl_->storeMutex);
    if (impl_->store && !impl_->store->flush()) impl_->failed = true;
}

void StudyRun::leave() {
    requestPause();
    const auto close = [impl = impl_.get()] {
        impl->leaveStore();
        impl->hasLeft.raise();
    };
    try {
        impl_->leaving = std::make_unique<BackgroundWork>(close);
    } catch (const std::exception&) {
        // The system starts no more threads.
        return close();
    }
    [[maybe_unused]] const bool isClosed = impl_->hasLeft.waitFor(longestLeave);
}

void StudyRun::wait() { impl_->workers.clear(); }

bool StudyRun::isFinished() const {
    return (!impl_->leaving || impl_->leaving->isFinished()) &&
           std::ranges::all_of(impl_->workers, [](const auto& worker) { return worker->isFinished(); });
}

StudyProgress StudyRun::getProgress() {
    StudyProgress progress;
    progress.planned = impl_->planned;
    {
        const std::lock_guard lock(impl_->mutex);
        progress.done = impl_->rows.size();
        progress.failed = impl_->failedRuns;
        progress.message = impl_->fault;
    }
    const bool computing = !isFinished();
    progress.phase = impl_->complete  ? StudyPhase::Complete
                     : impl_->failed  ? StudyPhase::Failed
                     : computing      ? StudyPhase::Computing
                     : impl_->started ? StudyPhase::Paused
                                      : StudyPhase::Ready;
    if (impl_->failed && progress.message.empty()) {
        const std::lock_guard lock(impl_->storeMutex);
        if (impl_->store) progress.message = impl_->store->getFailure();
    }
    {
        const std::lock_guard lock(impl_->startsMutex);
        progress.underWay.assign(impl_->underWay.begin(), impl_->underWay.end());
    }
    const std::size_t computed = impl_->computed;
    if (computing && computed > 0) {
        const double seconds = std::chrono::duration<double>(Clock::now() - impl_->since).count();
        progress.secondsLeft = seconds / double(computed) * double(progress.planned - progress.done);
    }
    return progress;
}

std::vector<StudyRow> StudyRun::copyRows(std::size_t first) const {
    const std::lock_guard lock(impl_->mutex);
    if (first >= impl_->rows.size()) return {};
    return {impl_->rows.begin() + std::ptrdiff_t(first), impl_->rows.end()};
}

int usableProcessors() { return int(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN))); }

const StudyRow* bestOf(const StudyDefinition& study, const std::vector<StudyRow>& rows) {
    if (std::ranges::none_of(study.goals, [](const SearchGoal& g) { return isObjective(g.goal); })) return nullptr;
    const StudyRow* best = nullptr;
    Real least = Infinity;
    for (const StudyRow& row : rows) {
        // A damaged file may have other columns than the study.
        if (row.outcome != RunOutcome::Ok || row.responses.size() != study.responses.size()) continue;
        const std::vector<Real> excesses = excessesOf(study.goals, row.responses);
        // Searches keep limits to this, in SI units.
        constexpr Real tolerance = 1e-8;
        if (std::ranges::any_of(excesses, [](Real x) { return !(x <= tolerance); })) continue;
        const Real value = objectiveOf(study.goals, row.responses);
        // Among equal ones the lowest number wins, whichever arrived first.
        if (value < least || (value == least && best && row.run < best->run)) {
            least = value;
            best = &row;
        }
    }
    return best;
}

}  // namespace trammel
