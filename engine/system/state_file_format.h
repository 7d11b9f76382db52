// SPDX-License-Identifier: Apache-2.0
// What reader and writer of state files share.
#pragma once

#include <string>
#include <string_view>

namespace trammel::state_file {

inline constexpr std::string_view heading = "trammel state 1";

/// 16 hexadecimal digits that depend on every byte.
std::string checksumOf(std::string_view text);

}  // namespace trammel::state_file
