// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/diagnostics.h"

namespace trammel {

enum class FileUse { Reading, Saving };

/// Reports errno @p error of a failed system call in terms of the file operation.
void reportFileFailure(int error, FileUse use, const std::filesystem::path& path, Diagnostics& diagnostics);

/// Makes a folder and those above it that are missing. Empty if it is there afterward; otherwise the reason.
Diagnostics makeFolder(const std::filesystem::path& folder);

}  // namespace trammel
