// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace trammel {

/// Folders for copies of plugins while they are loaded, in order of preference: the user's cache and runtime folders, and the
/// folder for temporary files.
std::vector<std::filesystem::path> codeFolders();

/// The first of @p candidates that exists or can be made, can be written, and whose file system allows code to be executed;
/// otherwise empty.
std::filesystem::path findCodeFolder(const std::vector<std::filesystem::path>& candidates);

}  // namespace trammel
