// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "runtime/background_work.h"

namespace trammel {

/// Progress and cancellation of a task, shared by the task and its owner.
class TaskControl {
public:
    /// 0 to 1.
    void setProgress(double part) { progress_.store(part, std::memory_order_relaxed); }
    double getProgress() const { return progress_.load(std::memory_order_relaxed); }
    void cancel() { canceled_.store(true, std::memory_order_relaxed); }
    bool isCanceled() const { return canceled_.load(std::memory_order_relaxed); }

private:
    std::atomic<double> progress_{0};
    std::atomic<bool> canceled_{false};
};

/// BackgroundWork with a result.
template <class T>
class BackgroundTask {
public:
    /// @p work see BackgroundWork
    explicit BackgroundTask(std::function<T()> work) : work_([this, work = std::move(work)] { result_ = work(); }) {}

    bool isFinished() const { return work_.isFinished(); }
    /// After completion; empty if the work threw, see getFailure().
    std::optional<T>& getResult() { return result_; }
    const std::string& getFailure() const { return work_.getFailure(); }

private:
    std::optional<T> result_;
    /// Declared last, so that it ends before the members it uses are destroyed.
    BackgroundWork work_;
};

}  // namespace trammel
