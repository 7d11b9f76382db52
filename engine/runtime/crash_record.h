// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace trammel {

/// From now on a fatal signal writes @p file before the program ends as it would have: @p head, the signal, the stack as
/// libraries with places in them, and the last edits noted. It names no folders. All memory is prepared here. So does
/// exit(), with exit code 1 and a message on standard error, unless expectEndOfProgram() was called before.
void installCrashRecord(const std::filesystem::path& file, std::string_view head);

/// Lets exit() write the record before it destroys objects that exist now and that other threads use: to be called when code
/// that may call it has been loaded. Without a record it does nothing.
void watchForExit();

/// From now on exit() and the end of main() leave no record.
void expectEndOfProgram();

/// Keeps the label of an edit for the record, the last twenty of them. For one thread at a time.
void noteEditForCrash(std::string_view label);

}  // namespace trammel
