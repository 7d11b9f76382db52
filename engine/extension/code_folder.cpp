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

std::vector<std::filesystem::path> usableCodeFolders(const std::vector<std::filesystem::path>& candidates) {
    std::vector<std::filesystem::path> usable;
    for (const std::filesystem::path& folder : candidates) {
        std::error_code error;
        std::filesystem::create_directories(folder, error);
        struct statvfs system {};
        if (statvfs(folder.c_str(), &system) != 0 || (system.f_flag & (ST_NOEXEC | ST_RDONLY))) continue;
        if (!std::filesystem::is_directory(folder, error)) continue;
        if (access(folder.c_str(), W_OK | X_OK) == 0) usable.push_back(folder);
    }
    return usable;
}

std::filesystem::path copyInto(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& file) {
    for (const std::filesystem::path& folder : folders) {
        std::string copy = (folder / "trammel_plugin_XXXXXX.so").string();
        constexpr int suffixLength = 3;
        const int descriptor = mkstemps(copy.data(), suffixLength);
        if (descriptor < 0) continue;
        close(descriptor);
        std::error_code error;
        if (std::filesystem::copy_file(file, copy, std::filesystem::copy_options::overwrite_existing, error))
            return copy;
        std::filesystem::remove(copy, error);
    }
    return {};
}

}  // namespace trammel
