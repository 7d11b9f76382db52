// SPDX-License-Identifier: Apache-2.0
#include "document/output_file.h"

#include "document/file_access.h"

namespace trammel {

bool isWrittenInPlace(const std::filesystem::path& path) {
    std::error_code error;
    const auto type = std::filesystem::status(path, error).type();
    return type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character;
}

Diagnostics checkWritable(const std::filesystem::path& path) {
    return isWrittenInPlace(path) ? Diagnostics() : FileReplacement::begin(path).diagnostics;
}

}  // namespace trammel
