// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace trammel {

/// From now on a fatal signal writes @p file before the program ends as it would have: @p head, the signal, the stack as
/// libraries with places in them, and the last edits noted. It names no folders. All memory is prepared here.
void installCrashRecord(const std::filesystem::path& file, std::string_view head);

/// Keeps the label of an edit for the record, the last twenty of them. For one thread at a time.
void noteEditForCrash(std::string_view label);

}  // namespace trammel
