// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trammel {

/// Length of the well-formed UTF-8 sequence at the start of @p text (1 to 4 bytes); 0 if none.
///
/// **Source:** The Unicode Standard 15.0, table 3-7.
std::size_t utf8SequenceLength(std::string_view text);

/// Replaces every byte that is not part of well-formed UTF-8 by U+FFFD.
std::string replaceInvalidUtf8(std::string_view text);

}  // namespace trammel
