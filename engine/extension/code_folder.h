// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace trammel {

/// Folders for copies of plugins while they are loaded, in order of preference: the user's cache and runtime folders, and the
/// folder for temporary files.
std::vector<std::filesystem::path> codeFolders();

/// The candidates that exist or can be made, can be written, and whose file systems allow code to be executed.
std::vector<std::filesystem::path> usableCodeFolders(const std::vector<std::filesystem::path>& candidates);

/// A copy of @p file under a name of its own in the first of @p folders that holds it; empty if none does, and nothing is
/// left behind.
std::filesystem::path copyInto(const std::vector<std::filesystem::path>& folders, const std::filesystem::path& file);

}  // namespace trammel
