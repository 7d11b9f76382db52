// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>

namespace trammel {

/// While it lives, signal handlers of its thread run on a stack of their own: code that overflows the usual one is reported
/// like any other crash. Its end restores the former alternate stack; construct and destroy it in the same thread.
class CrashStack {
public:
    CrashStack();
    ~CrashStack();

    /// Gives the thread that calls it first, the main thread, one until the process ends, static destructors included; later
    /// calls change nothing.
    static void installForProcess();

    CrashStack(const CrashStack&) = delete;
    CrashStack& operator=(const CrashStack&) = delete;

private:
    std::array<char, 1 << 16> stack_;
    stack_t former_{};
};

}  // namespace trammel
