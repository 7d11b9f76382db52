// SPDX-License-Identifier: Apache-2.0
#include "extension/code_folder.h"

#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>

namespace trammel {

std::vector<std::filesystem::path> codeFolders() {
    std::vector<std::filesystem::path> all;
    const auto add = [&](const char* variable, const char* below) {
        // The rule of the XDG base directories: relative paths are ignored.
        const char* const value = std::getenv(variable);
        if (value && *value == '/') all.push_back(std::filesystem::path(value) / below);
    };
    add("XDG_CACHE_HOME", "trammel/plugins");
    if (all.empty()) add("HOME", ".cache/trammel/plugins");
    // Not within the folder for sockets of windows, which must be closed to others from its beginning.
    add("XDG_RUNTIME_DIR", "trammel-plugins");
    std::error_code error;
    all.push_back(std::filesystem::temp_directory_path(error));
    return all;
}

std::filesystem::path findCodeFolder(const std::vector<std::filesystem::path>& candidates) {
    for (const std::filesystem::path& folder : candidates) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        struct statvfs system {};
        if (statvfs(folder.c_str(), &system) != 0 || (system.f_flag & (ST_NOEXEC | ST_RDONLY))) continue;
        if (!std::filesystem::is_directory(folder, error)) continue;
        if (access(folder.c_str(), W_OK | X_OK) == 0) return folder;
    }
    return {};
}

}  // namespace trammel
