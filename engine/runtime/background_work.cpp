// SPDX-License-Identifier: Apache-2.0
#include "runtime/background_work.h"

#include <atomic>
#include <thread>

#include "base/failure_text.h"
#include "runtime/crash_stack.h"

namespace trammel {

struct BackgroundWork::Impl {
    explicit Impl(std::function<void()> w) : work(std::move(w)) {}

    void run() {
        const CrashStack stack;
        try {
            work();
        } catch (...) {
            failure = failureText();
        }
        finished.store(true, std::memory_order_release);
    }

    const std::function<void()> work;
    std::string failure;
    std::atomic<bool> finished{false};
    /// Declared last, so that it is joined before the members it uses are destroyed.
    std::jthread worker{[this] { run(); }};
};

BackgroundWork::BackgroundWork(std::function<void()> work) : impl_(std::make_unique<Impl>(std::move(work))) {}
BackgroundWork::~BackgroundWork() = default;

bool BackgroundWork::isFinished() const { return impl_->finished.load(std::memory_order_acquire); }
const std::string& BackgroundWork::getFailure() const { return impl_->failure; }

}  // namespace trammel
