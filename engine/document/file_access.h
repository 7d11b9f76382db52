// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostics.h"

namespace trammel {

/// Reads a regular file of at most @p largest bytes; errors give the reason of a failure.
Result<std::string> readWholeFile(const std::filesystem::path& path, std::size_t largest);

/// Replaces a file atomically: readers find the complete old or new bytes. See saveDocumentFile() for the guarantees.
/// Empty on success.
Diagnostics replaceFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace trammel
