// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace trammel {

/// A message for a file that others may read: absolute paths, which may hold the name of a user, become "…". A path is a word
/// that begins with a slash, also in brackets, or all that is quoted after one.
std::string withoutPaths(std::string_view text);

}  // namespace trammel
