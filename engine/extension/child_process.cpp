// SPDX-License-Identifier: Apache-2.0
#include "extension/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>

namespace trammel {

namespace {

constexpr int pollMilliseconds = 50;
/// Further output is read, so that the child continues, but discarded.
constexpr std::size_t mostOutput = std::size_t(16) << 20;

/// A child, -1 if it did not start, and the descriptor from which its output is read.
struct Started {
    pid_t process = -1;
    int output = -1;
};

Started start(const std::vector<std::string>& command, const std::filesystem::path& folder) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A group of its own, which is ended as a whole.
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    Started started{-1, ends[0]};
    if (posix_spawnp(&started.process, arguments[0], &actions, &attributes, arguments.data(), environ) != 0)
        started.process = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    return started;
}

/// Appends the available output, waiting a little; false at the end of the output.
bool readSome(int descriptor, std::string& text) {
    pollfd ready{descriptor, POLLIN, 0};
    if (poll(&ready, 1, pollMilliseconds) <= 0) return true;
    std::array<char, 4096> buffer{};
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count > 0 && text.size() < mostOutput) text.append(buffer.data(), std::size_t(count));
    return count > 0;
}

}  // namespace

ChildResult runChild(const std::vector<std::string>& command, const ChildOptions& options) {
    ChildResult result;
    const Started child = start(command, options.folder);
    if (child.process < 0) {
        if (child.output >= 0) close(child.output);
        return result;
    }
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    bool open = true, ended = false;
    int status = 0;
    while (open || !ended) {
        if (open) {
            open = readSome(child.output, result.output);
        } else {
            poll(nullptr, 0, pollMilliseconds);
        }
        ended = ended || waitpid(child.process, &status, WNOHANG) == child.process;
        // Programs that the child has started may hold its output open.
        if (ended) {
            while (open && result.output.size() < mostOutput) {
                pollfd ready{child.output, POLLIN, 0};
                if (poll(&ready, 1, 0) <= 0) break;
                open = readSome(child.output, result.output);
            }
            break;
        }
        const bool late =
            options.timeLimit > 0 && std::chrono::duration<double>(Clock::now() - begin).count() > options.timeLimit;
        if (!late && !(options.isCanceled && options.isCanceled())) continue;
        kill(-child.process, SIGKILL);
        waitpid(child.process, &status, 0);
        result.end = late ? ChildResult::End::TimedOut : ChildResult::End::Canceled;
        break;
    }
    close(child.output);
    if (result.end != ChildResult::End::NotStarted) return result;
    result.end = WIFEXITED(status) ? ChildResult::End::Exited : ChildResult::End::Crashed;
    if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
    return result;
}

}  // namespace trammel
