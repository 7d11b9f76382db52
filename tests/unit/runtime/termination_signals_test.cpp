// SPDX-License-Identifier: Apache-2.0
#include "runtime/termination_signals.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

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

}  // namespace
}  // namespace trammel
