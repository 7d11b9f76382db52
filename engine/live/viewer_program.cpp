// SPDX-License-Identifier: Apache-2.0
#include "live/viewer_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace trammel::live {

namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

std::filesystem::path ownPath() {
    std::error_code none;
    return std::filesystem::read_symlink("/proc/self/exe", none);
}

bool isProgram(const std::filesystem::path& file) {
    std::error_code none;
    return std::filesystem::is_regular_file(file, none) && access(file.c_str(), X_OK) == 0;
}

/// Processes whose end was not collected yet.
std::vector<int>& startedViewers() {
    static thread_local std::vector<int> all;
    return all;
}

}  // namespace

std::string programName() {
    const std::string name = ownPath().filename().string();
    return name.empty() ? "program" : name;
}

std::string findViewer(const std::vector<std::string>& searchPath) {
    if (const std::string named = variable("TRAMMEL_PROGRAM"); !named.empty()) return isProgram(named) ? named : "";
    std::vector<std::string> folders = searchPath;
    folders.push_back(ownPath().parent_path().string());
    std::istringstream path(variable("PATH"));
    for (std::string folder; std::getline(path, folder, ':');) folders.push_back(folder);
    for (const std::string& folder : folders)
        if (const std::filesystem::path file = std::filesystem::path(folder) / "trammel"; isProgram(file))
            return file.string();
    return {};
}

bool hasDisplay() {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!variable(name).empty()) return true;
    return false;
}

void reapViewers() {
    std::erase_if(startedViewers(), [](int process) { return waitpid(process, nullptr, WNOHANG) != 0; });
}

Viewer::Viewer(const std::string& program, const std::string& socket) {
    reapViewers();
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    // Input and output of this process remain its own.
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    std::string name = program, option = "--attach", place = socket;
    const std::array<char*, 4> arguments{name.data(), option.data(), place.data(), nullptr};
    if (posix_spawn(&process_, program.c_str(), &files, &attributes, arguments.data(), environ) != 0) process_ = -1;
    if (process_ > 0) startedViewers().push_back(process_);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
}

bool Viewer::isRunning() {
    reapViewers();
    if (std::ranges::find(startedViewers(), process_) == startedViewers().end()) process_ = -1;
    return process_ > 0;
}

}  // namespace trammel::live
