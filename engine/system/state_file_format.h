// SPDX-License-Identifier: Apache-2.0
// Definitions shared by reader and writer of state files.
#pragma once

#include <string>
#include <string_view>

namespace trammel::state_file {

inline constexpr std::string_view heading = "trammel state 1";

/// 16 hexadecimal digits computed from all bytes.
std::string checksumOf(std::string_view text);

}  // namespace trammel::state_file
