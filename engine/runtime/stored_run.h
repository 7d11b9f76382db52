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

/// Suffix of run files.
inline constexpr const char* RunFileSuffix = ".trun";

/// Descriptive data of a run in its file.
struct RunMetadata {
    /// "A", and a name that distinguishes it from other runs.
    std::string letter, name;
    /// The letter of the run it branched from, and the time, s; empty and NaN if it is not a branch.
    std::string parent;
    Real branchTime = NaN;
};

/// Saves a run: the model, options, build, first State, all frames so far bitwise, discrete variables, events and
/// outcome. The file is replaced in one step, see FileReplacement. May be called from any thread, also while the run
/// computes.
Diagnostics saveRun(const SimulationRun& run, const RunMetadata& notes, const std::filesystem::path& path);

/// A saved or recovered run, ended. Damage or truncation is a warning, with all frames before that place available. No
/// value, with errors, if the model cannot be read.
struct OpenedRun {
    std::shared_ptr<SimulationRun> run;
    RunMetadata notes;
    /// False if the file is damaged, or ends before the run did: there may have been more frames.
    bool isComplete = true;
    /// "0.1.0, GNU 12.2.0, x86_64": the build that computed it. Another build may round differently.
    std::string build;
};
Result<OpenedRun> openRun(const std::filesystem::path& path);

/// Identifies the build of this program.
const char* buildId();

/// Creates a file in options.spillFolder for the frames of a new run, with all that openRun() needs before the first
/// frame; removed with its last owner. Null on failure: frames stay in memory then.
std::shared_ptr<RunFile> makeSpillFile(const CompiledModel& model, const State& initial, const RunOptions& options);

/// Files in a spill folder left by processes that did not remove them, oldest first.
std::vector<std::filesystem::path> findRunsLeftBehind(const std::filesystem::path& spillFolder);

}  // namespace trammel
