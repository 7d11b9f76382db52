// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace trammel {

/// While it lives, at the beginning of a thread, handlers of signals have a stack of their own in it: code of an element that
/// overflows the usual one is reported as any other crash.
class CrashStack {
public:
    CrashStack();
    ~CrashStack();
    CrashStack(const CrashStack&) = delete;
    CrashStack& operator=(const CrashStack&) = delete;

private:
    std::array<char, 1 << 16> stack_;
};

}  // namespace trammel
