// SPDX-License-Identifier: Apache-2.0
#include "runtime/termination_signals.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "runtime/crash_stack.h"

namespace trammel {
namespace {

TEST(TerminationSignals, EndAProcessWhoseThreadsNeverReturn) {
    constexpr int code = 7;
    const pid_t process = fork();
    if (process == 0) {
        endProcessWithin(1, code);
        for (;;) pause();
    }
    int status = 0;
    ASSERT_EQ(waitpid(process, &status, 0), process);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == code);
}

void overflow() {
    volatile char frame[1 << 12];
    frame[0] = 1;
    if (frame[0] == 1) overflow();
    frame[1] = 1;
}

TEST(CrashStack, LetsAThreadReportThatItsStackOverflowed) {
    constexpr int code = 7;
    const pid_t process = fork();
    if (process == 0) {
        struct sigaction action {};
        action.sa_handler = [](int) { _exit(code); };
        action.sa_flags = SA_ONSTACK;
        sigaction(SIGSEGV, &action, nullptr);
        std::thread([] {
            const CrashStack stack;
            overflow();
        }).join();
        _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(process, &status, 0), process);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == code);
}

stack_t alternateStack() {
    stack_t stack{};
    sigaltstack(nullptr, &stack);
    return stack;
}

TEST(CrashStack, RestoresTheFormerOneAtItsEnd) {
    std::thread([] {
        const int unusedFlags = alternateStack().ss_flags;
        void* const unused = alternateStack().ss_sp;
        {
            const CrashStack outer;
            void* const ofOuter = alternateStack().ss_sp;
            { const CrashStack inner; }
            EXPECT_EQ(alternateStack().ss_sp, ofOuter);
            EXPECT_EQ(alternateStack().ss_flags & SS_DISABLE, 0);
        }
        EXPECT_EQ(alternateStack().ss_sp, unused);
        EXPECT_EQ(alternateStack().ss_flags, unusedFlags);
    }).join();
}

}  // namespace
}  // namespace trammel
