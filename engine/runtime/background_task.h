// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <thread>

namespace trammel {

/// Some work in a thread of its own, for whoever must not wait. Destroying it waits for the end.
template <class T>
class BackgroundTask {
public:
    explicit BackgroundTask(std::function<T()> work)
        : worker_([this, work = std::move(work)] {
              try {
                  result_ = work();
              } catch (const std::exception& fault) {
                  failure_ = fault.what();
              }
              finished_.store(true, std::memory_order_release);
          }) {}

    bool isFinished() const { return finished_.load(std::memory_order_acquire); }
    /// Only when finished. None if the work threw, and then getFailure() says what.
    std::optional<T>& getResult() { return result_; }
    const std::string& getFailure() const { return failure_; }

private:
    std::optional<T> result_;
    std::string failure_;
    std::atomic<bool> finished_{false};
    /// Last, so that it is joined before anything it uses is gone.
    std::jthread worker_;
};

}  // namespace trammel
