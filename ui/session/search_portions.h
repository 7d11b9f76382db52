// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "runtime/frame_search.h"
#include "runtime/thread_priority.h"

namespace trammel::ui {

/// A search through a run, a portion at a time on a background thread.
///
/// The search is the thread's while a portion is under way, the window's otherwise.
template <class Search>
class SearchPortions {
public:
    /// Between two looks of the window at what was found, ms.
    static constexpr int LookInterval = 50;

    explicit SearchPortions(const std::shared_ptr<const SimulationRun>& run) : run_(run), search_(run) {}
    ~SearchPortions() { cancel(); }

    /// Null while a portion is under way.
    const Search* found() const { return isBusy() ? nullptr : &search_; }
    bool isBusy() const { return task_ && !task_->isFinished(); }
    bool isUpToDate() const { return !isBusy() && search_.isUpToDate(); }
    void start() {
        constexpr double portion = 0.1;
        // While the run computes, it and the view go first; what is found at its end is waited for.
        task_.emplace([this, isComputing = run_->getStatus().phase == RunPhase::Running] {
            if (isComputing) lowerPriorityOfThread();
            search_.gather(control_, portion);
        });
    }
    void cancel() { control_.cancel(); }

private:
    std::shared_ptr<const SimulationRun> run_;
    Search search_;
    TaskControl control_;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::optional<BackgroundWork> task_;
};

}  // namespace trammel::ui
