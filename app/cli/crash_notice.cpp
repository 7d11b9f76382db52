// SPDX-License-Identifier: Apache-2.0
#include "app/cli/crash_notice.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "app/cli/commands.h"
#include "runtime/crash_stack.h"

namespace trammel::cli {

namespace {
volatile std::sig_atomic_t isAtEnd = 0;
/// One that code of a plugin forks inherits the handlers, but its end is not that of the program.
pid_t process = 0;

/// Other threads may still compute: only writes.
extern "C" void noticeExit() {
    if (isAtEnd != 0 || ::getpid() != process) return;
    static constexpr char text[] =
        "\nError: code of a plugin ended the program before the command was complete. Correct the plugin, or use a "
        "model without it.\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, sizeof text - 1);
    ::_exit(Failure);
}

extern "C" void noticeCrash(int signal) {
    static constexpr char text[] =
        "\nError: the program crashed. Code of a plugin can be the cause: examine it with 'trammel-cli plugin check "
        "FILE'. "
        "Otherwise report the crash, with the command and its files.\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text, sizeof text - 1);
    // The signal's usual effect has been restored.
    std::raise(signal);
}
}  // namespace

void installCrashNotice() {
    process = ::getpid();
    std::atexit(noticeExit);
    std::at_quick_exit(noticeExit);
#ifndef __SANITIZE_ADDRESS__
    CrashStack::installForProcess();
    struct sigaction action {};
    action.sa_handler = noticeCrash;
    action.sa_flags = int(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
    for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) ::sigaction(signal, &action, nullptr);
#endif
}

int reachEnd(int code) {
    isAtEnd = 1;
    return code;
}

}  // namespace trammel::cli
