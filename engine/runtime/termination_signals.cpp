// SPDX-License-Identifier: Apache-2.0
#include "runtime/termination_signals.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <initializer_list>

namespace trammel {

namespace {

/// A handler may do little but write.
int ends[2] = {-1, -1};

void pass(int signal) {
    const int error = errno;
    const auto number = static_cast<unsigned char>(signal);
    [[maybe_unused]] const ssize_t written = ::write(ends[0], &number, 1);
    // A second one ends a process whose event loop does not respond.
    std::signal(signal, SIG_DFL);
    errno = error;
}

int codeAtEnd = 0;
void endNow(int) { std::_Exit(codeAtEnd); }

}  // namespace

int catchTerminationSignals() {
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return -1;
    for (const int signal : {SIGTERM, SIGHUP, SIGINT})
        if (std::signal(signal, pass) == SIG_IGN) std::signal(signal, SIG_IGN);
    return ends[1];
}

int takeTerminationSignal() {
    unsigned char number = 0;
    return ::read(ends[1], &number, 1) == 1 ? number : 0;
}

void endProcessWithin(unsigned seconds, int code) {
    codeAtEnd = code;
    std::signal(SIGALRM, endNow);
    ::alarm(seconds);
}

}  // namespace trammel
