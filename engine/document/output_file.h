// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/diagnostics.h"

namespace trammel {

/// True for an existing pipe or character device: writeFile() writes into it instead of replacing it.
bool isWrittenInPlace(const std::filesystem::path& path);

/// Empty if writeFile() can write @p path now; else the reason. Leaves files as they are, and opens no pipe or device.
Diagnostics checkWritable(const std::filesystem::path& path);

}  // namespace trammel
