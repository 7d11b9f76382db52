// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace trammel {

/// Choices for the first type of a new plugin.
struct PluginKind {
    /// "force"
    std::string key;
    std::string label;
    /// One line.
    std::string doc;
};
const std::vector<PluginKind>& pluginKinds();

/// A folder with the sources of a plugin.
struct PluginProject {
    std::string name;
    std::filesystem::path folder;

    std::filesystem::path source() const { return folder / (name + ".cpp"); }
    /// The plugin that is built from it.
    std::filesystem::path library() const { return folder / "build" / (name + ".so"); }
};

/// Writes a new project with one type of a kind into a folder @p name of @p parent: source, CMakeLists.txt and README.md.
/// Refuses names that are not identifiers, unknown kinds, and folders that exist.
Result<PluginProject> writePluginProject(const std::filesystem::path& parent, const std::string& name,
                                         const std::string& kind);

/// The project in a folder; none, with a problem, if none exists.
Result<PluginProject> findPluginProject(const std::filesystem::path& folder);

/// Builds a project with the system's CMake and compiler, against the library that this program uses. Errors of the
/// compiler are diagnostics with file and line as place. @returns the plugin, if it was built
Result<std::filesystem::path> buildPlugin(const PluginProject& project, const std::function<bool()>& isCanceled = {});

/// Errors and warnings in the output of a compiler.
Diagnostics readCompilerOutput(const std::string& output);

}  // namespace trammel
