// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "runtime/run_file.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// The ending of a run file's name.
inline constexpr const char* RunFileSuffix = ".trun";

/// What a run file tells of its run beside the numbers.
struct RunNotes {
    /// "A", and what makes it another run than those before.
    std::string letter, name;
    /// The letter of the run that it went on from, and the time, s; empty and NaN if it began anew.
    std::string parent;
    Real branchTime = NaN;
};

/// Writes a run to a file of its own: the model, options, build, first State, all frames so far to the last bit,
/// discrete variables, events and outcome. The file is complete under its name, or not there: a run file that stood
/// there stays as it was if anything goes wrong. May be called from any thread, while the run computes too.
Diagnostics saveRun(const SimulationRun& run, const RunNotes& notes, const std::filesystem::path& path);

/// A run as it was saved or left behind by a program that was killed, over. What is damaged or cut off is told in a
/// warning, and all frames before that place are there. No value, with errors, if not even the model can be made of it.
struct OpenedRun {
    std::shared_ptr<SimulationRun> run;
    RunNotes notes;
    /// "0.1.0, GNU 12.2.0, x86_64": who computed it. Another build may round otherwise.
    std::string build;
};
Result<OpenedRun> openRun(const std::filesystem::path& path);

/// Of this program.
const char* buildId();

/// A file in options.spillFolder for the frames of a run that begins, with all that openRun() needs before the first
/// frame; it is removed when nobody needs it. Null if it cannot be made: frames then stay in memory.
std::shared_ptr<RunFile> makeSpillFile(const CompiledModel& model, const State& initial, const RunOptions& options);

/// Files in a spill folder of programs that are gone without having removed them, oldest first.
std::vector<std::filesystem::path> findRunsLeftBehind(const std::filesystem::path& spillFolder);

}  // namespace trammel
