// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostics.h"

namespace trammel {

/// The bytes of an ordinary file of at most @p largest bytes; errors say why it cannot be read.
Result<std::string> readWholeFile(const std::filesystem::path& path, std::size_t largest);

/// Replaces a file in one step, so that whoever opens it finds the old or the new bytes, whole. See
/// saveDocumentFile() for the promises. Empty if it succeeded.
Diagnostics replaceFile(const std::filesystem::path& path, std::string_view bytes);

}  // namespace trammel
