// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "study/study_definition.h"
#include "study/study_row.h"
#include "study/study_store.h"

namespace trammel {

struct StudyRunOptions {
    /// Threads that compute runs.
    int workers = 1;
    /// Limit of a run's computing time, s.
    double secondsPerRun = Infinity;
};

enum class StudyPhase { Ready, Computing, Paused, Complete, Failed };

struct StudyProgress {
    StudyPhase phase = StudyPhase::Ready;
    /// Runs with a result, those of them that failed, and the largest number of runs.
    std::size_t done = 0, failed = 0, planned = 0;
    /// Runs that a worker computes, by number: after requestPause() those that have not ended yet.
    std::vector<std::size_t> underWay;
    /// Estimated time to the end, s; NaN if unknown.
    double secondsLeft = NaN;
    /// Why it ended early, one sentence; empty if it did not.
    std::string message;
};

/// Computes the missing runs of a study by several threads.
///
/// Each run is computed once: results that the store has are kept, and a search asks for them by number again. The rows
/// are bitwise identical for any number of workers, pauses and programs. A run during which the program ended three
/// times is not tried again; its outcome is Crashed. All members are for one controlling thread, and those that do not stop
/// workers return at once.
class StudyRun {
public:
    /// @param store of this study; null: rows are kept in memory only
    /// @param known results so far; those that the store does not have are added to it
    StudyRun(StudyDefinitionPtr study, std::shared_ptr<StudyStore> store, StudyRunOptions options,
             std::vector<StudyRow> known = {});
    /// Abandons the runs being computed.
    ~StudyRun();
    StudyRun(const StudyRun&) = delete;
    StudyRun& operator=(const StudyRun&) = delete;

    const StudyDefinition& getStudy() const;
    /// Starts or continues.
    void start();
    /// Asks the workers to abandon their runs, which start() recomputes. May be called from a signal handler.
    void requestPause();
    /// requestPause(), and waits for the workers, at most one integrator step each.
    void pause();
    /// requestPause(), and gives up the store, so that another StudyRun can continue its study at once: a worker whose
    /// element does not return adds nothing to it. A disk that does not answer is waited for a second; the store is
    /// closed later. Only isFinished() and the destructor may follow.
    void leave();
    /// Waits for the end.
    void wait();
    /// No worker computes, and a store that was left is closed: pause() and the destructor return at once. A failed study
    /// may have some that do.
    bool isFinished() const;
    StudyProgress getProgress();

    /// Results so far, in the order of arrival; those from @p first on. Results of the store come first.
    std::vector<StudyRow> copyRows(std::size_t first = 0) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Processors that this program may use.
int usableProcessors();

/// The row with the lowest objective among those that keep all limits; null if none, or no goal.
const StudyRow* bestOf(const StudyDefinition& study, const std::vector<StudyRow>& rows);

}  // namespace trammel
