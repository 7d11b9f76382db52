// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTest>
#include <QTimer>
#include <chrono>
#include <condition_variable>
#include <memory>
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
        timedOut_ = timedOut_ || !passed;
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
    bool timedOut() const {
        const std::lock_guard lock(mutex_);
        return timedOut_;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable opened_;
    int held_ = 0;
    bool open_ = false, timedOut_ = false;
};

/// After a gate was opened: waits for the work that was left behind it, which must not meet the gate of the next test.
inline bool letLeftWorkEnd() {
    const auto isOver = [] { return qApp->findChildren<QTimer*>(Qt::FindDirectChildrenOnly).isEmpty(); };
    return QTest::qWaitFor(isOver, testing::Patience);
}

/// A run that cannot pass an instant before the gate opens: it computes as long as a test needs, on any machine.
class HeldSteps : public RunMonitor {
public:
    /// @param gate shared with the worker, which may outlast the test
    /// @param from s; without it the run does not finish its first step
    HeldSteps(const CompiledModelPtr& model, std::shared_ptr<Gate> gate, Real from = -Infinity)
        : RunMonitor(model), gate_(std::move(gate)), from_(from) {
        setTracing(true);
    }
    void systemRealized(const State& state, Stage stage, double seconds) override {
        if (state.getTime() >= from_) gate_->pass();
        RunMonitor::systemRealized(state, stage, seconds);
    }

private:
    const std::shared_ptr<Gate> gate_;
    const Real from_;
};

/// Holds all new runs of @p player at time @p from, s, until the gate opens.
inline std::shared_ptr<Gate> holdRuns(Player& player, Real from = -Infinity) {
    auto gate = std::make_shared<Gate>();
    player.setMonitors(
        [gate, from](const CompiledModelPtr& model) { return std::make_shared<HeldSteps>(model, gate, from); });
    return gate;
}

}  // namespace trammel::ui::testing
