// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "runtime/run_monitor.h"
#include "tests/ui/journey_rig.h"

namespace trammel::ui::testing {

/// Holds threads until it is opened.
class Gate {
public:
    /// Gives up after the patience of a test, so that a blocked window can report it.
    void pass() {
        std::unique_lock lock(mutex_);
        ++held_;
        const bool passed =
            opened_.wait_for(lock, std::chrono::milliseconds(testing::Patience), [this] { return open_; });
        --held_;
        gaveUp_ = gaveUp_ || !passed;
    }
    void open() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        opened_.notify_all();
    }
    int held() const {
        const std::lock_guard lock(mutex_);
        return held_;
    }
    bool gaveUp() const {
        const std::lock_guard lock(mutex_);
        return gaveUp_;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable opened_;
    int held_ = 0;
    bool open_ = false, gaveUp_ = false;
};

/// A run that cannot finish its first step before the gate opens.
class HeldSteps : public RunMonitor {
public:
    HeldSteps(const CompiledModelPtr& model, Gate& gate) : RunMonitor(model), gate_(gate) { setTracing(true); }
    void systemRealized(const State& state, Stage stage, double seconds) override {
        gate_.pass();
        RunMonitor::systemRealized(state, stage, seconds);
    }

private:
    Gate& gate_;
};

}  // namespace trammel::ui::testing
