// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace trammel {

/// A finished program, with its output.
struct ChildResult {
    enum class End { Exited, Crashed, TimedOut, Canceled, NotStarted };
    End end = End::NotStarted;
    /// Exit code, if it exited.
    int code = -1;
    /// Standard output and standard error.
    std::string output;

    bool succeeded() const { return end == End::Exited && code == 0; }
};

struct ChildOptions {
    /// Working folder; empty: that of this program.
    std::filesystem::path folder;
    /// Wall time after which it is killed, with its own children, s; 0: none.
    double timeLimit = 0;
    /// Called several times a second.
    std::function<bool()> isCanceled;
};

/// @param command program, looked for as a shell does, and its arguments
ChildResult runChild(const std::vector<std::string>& command, const ChildOptions& options = {});

}  // namespace trammel
