// SPDX-License-Identifier: Apache-2.0
#include "runtime/termination_signals.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "runtime/crash_record.h"
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

/// Exit code of a process that records crashes in @p file and then runs @p work.
int codeOfRecorded(const std::filesystem::path& file, void (*work)()) {
    const pid_t process = fork();
    if (process == 0) {
        installCrashRecord(file, "Version\n");
        noteEditForCrash("Add body");
        work();
        _exit(99);
    }
    int status = 0;
    return waitpid(process, &status, 0) == process && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CrashRecord, IsWrittenByAnUnexpectedExit) {
    const auto file = std::filesystem::temp_directory_path() / ("trammel_exit_" + std::to_string(getpid()));
    for (void (*leave)() :
         {+[] { std::exit(0); }, +[] { std::quick_exit(0); }, +[] { std::thread([] { std::exit(3); }).join(); }}) {
        EXPECT_EQ(codeOfRecorded(file, leave), 1);
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        EXPECT_NE(text.str().find("Version\nEnded by: exit() before"), std::string::npos) << text.str();
        EXPECT_NE(text.str().find("Add body"), std::string::npos) << text.str();
        std::filesystem::remove(file);
    }
    constexpr int code = 7;
    // Before objects of later times are destroyed.
    const auto leaveLater = [] {
        std::atexit([] { _exit(code); });
        watchForExit();
        std::exit(0);
    };
    EXPECT_EQ(codeOfRecorded(file, leaveLater), 1);
    std::filesystem::remove(file);
    const auto leave = [] {
        expectEndOfProgram();
        std::exit(code);
    };
    EXPECT_EQ(codeOfRecorded(file, leave), code);
    EXPECT_FALSE(std::filesystem::exists(file));
    // Not by a process that the program forks.
    const auto leaveInChild = [] {
        const pid_t child = fork();
        if (child == 0) std::exit(code);
        int status = 0;
        waitpid(child, &status, 0);
        _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
    };
    EXPECT_EQ(codeOfRecorded(file, leaveInChild), code);
    EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace trammel
