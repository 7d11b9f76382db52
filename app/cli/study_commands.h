// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "study/study_definition.h"

namespace trammel::cli {

/// Exit codes of a study, besides Success and Failure.
enum StudyExit { FailedRuns = 3, NotComplete = 4 };

/// A study by name, or the only one if the name is empty; null, with errors, if it cannot run.
StudyDefinitionPtr defineStudyNamed(const Document& document, const std::string& name,
                                    std::optional<std::uint64_t> seed);

/// Adds 'submit', 'unit', 'status', 'collect' and 'cancel' to 'study'.
void addUnitCommands(CLI::App& study, int& code);

}  // namespace trammel::cli
