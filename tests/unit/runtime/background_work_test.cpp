// SPDX-License-Identifier: Apache-2.0
// Whatever an exception on its thread is, the program continues and reports it.
#include "runtime/background_work.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

#include "runtime/thread_priority.h"

namespace trammel {
namespace {

std::string failureOf(std::function<void()> work) {
    const BackgroundWork running(std::move(work));
    while (!running.isFinished()) std::this_thread::yield();
    return running.getFailure();
}

TEST(BackgroundWork, ReportsAnyException) {
    EXPECT_EQ(failureOf([] {}), "");
    EXPECT_NE(failureOf([] { throw std::bad_alloc(); }).find("memory"), std::string::npos);
    EXPECT_NE(failureOf([] { throw std::out_of_range("vector::_M_range_check"); }).find("internal error"),
              std::string::npos);
    EXPECT_NE(failureOf([] { throw 42; }).find("internal error"), std::string::npos);
}

TEST(BackgroundWork, HasAStackForHandlersOfSignals) {
    stack_t stack{};
    EXPECT_EQ(failureOf([&stack] { sigaltstack(nullptr, &stack); }), "");
    EXPECT_EQ(stack.ss_flags & SS_DISABLE, 0);
}

TEST(LowerPriority, NeverRaisesOne) {
    int before = 0, priority = 0;
    EXPECT_EQ(failureOf([&before, &priority] {
                  // Refused if the tests run at a lower one.
                  setpriority(PRIO_PROCESS, 0, 15);
                  before = getpriority(PRIO_PROCESS, 0);
                  lowerPriorityOfThread();
                  priority = getpriority(PRIO_PROCESS, 0);
              }),
              "");
    EXPECT_GE(before, 15);
    EXPECT_EQ(priority, before);
}

}  // namespace
}  // namespace trammel
