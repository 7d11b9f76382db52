// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "runtime/frame_search.h"
#include "runtime/thread_priority.h"

namespace trammel::ui {

/// A search through a run in portions on a background thread.
///
/// The search belongs to the thread while a portion is in progress, otherwise to the window.
template <class Search>
class SearchPortions {
public:
    /// Polling interval of the window, ms.
    static constexpr int LookInterval = 50;

    explicit SearchPortions(const std::shared_ptr<const SimulationRun>& run) : run_(run), search_(run) {}
    ~SearchPortions() { cancel(); }

    /// Null while a portion is in progress.
    const Search* found() const { return isBusy() ? nullptr : &search_; }
    bool isBusy() const { return task_ && !task_->isFinished(); }
    bool isUpToDate() const { return !isBusy() && search_.isUpToDate(); }
    /// @param isPlaying the view plays a run
    void start(bool isPlaying) {
        constexpr double portion = 0.1;
        // While the run computes or plays, it and the view have priority; otherwise the final result is waited for.
        task_.emplace([this, yields = isPlaying || run_->getStatus().phase == RunPhase::Running] {
            if (yields) lowerPriorityOfThread();
            search_.gather(control_, portion);
        });
    }
    void cancel() { control_.cancel(); }
    /// True once: memory ran out before the end of the run.
    bool takeLackOfMemory() { return !isBusy() && search_.isOutOfMemory() && !std::exchange(isLackTaken_, true); }

private:
    std::shared_ptr<const SimulationRun> run_;
    Search search_;
    TaskControl control_;
    bool isLackTaken_ = false;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::optional<BackgroundWork> task_;
};

}  // namespace trammel::ui
