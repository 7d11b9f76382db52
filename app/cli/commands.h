// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "export/exporter.h"
#include "runtime/simulation_run.h"

namespace CLI {
class App;
}

namespace trammel::cli {

/// Loads plugins; false, with errors, if one is refused.
bool loadPlugins(const std::vector<std::string>& files);
/// Adds 'plugin' with its commands.
void addPluginCommands(CLI::App& app, int& code);

/// Exit codes: 0 only on full success.
enum ExitCode { Success = 0, Failure = 1 };

/// A model file, read and compiled; all problems were reported on standard error.
struct LoadedModel {
    /// Null if nothing is usable.
    CompiledModelPtr model;
    /// True if the document contains everything in the file: saving over the file would lose nothing.
    bool readWhole = false;
    /// True if the file has a format that this program does not write.
    bool isImported = false;
    /// True if neither reading nor compiling found an error.
    bool sound = false;
};
LoadedModel load(const std::string& path);
/// The name of a model for a report; a placeholder if it is empty.
std::string titleOf(const CompiledModel& model);

/// False, with an error, if saving to @p output would lose parts of the model's @p file.
bool mayWrite(const LoadedModel& loaded, const std::string& file, const std::string& output);

/// Reports every diagnostic on standard error; false if one is an error.
bool report(const Diagnostics& diagnostics);
/// Reports an error on standard error; returns Failure.
int fail(const std::string& text);
/// False, with an error, if one of @p outputs would overwrite one of @p inputs or another output, or cannot be made. Empty
/// names and '-' are not files.
///
/// @param onlyFiles of the outputs: an existing pipe or device is refused
bool checkOutputs(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                  const std::vector<std::string>& onlyFiles = {});
/// Writes a file atomically through @p write(std::ostream&); '-' is standard output, an empty name nothing. False, with
/// an error, if it cannot be written.
bool writeOutput(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Output files of a run by ExportFormat::key; '-' for standard output, empty: none.
using RunOutputs = std::map<std::string, std::string>;

struct RunRequest {
    std::string file;
    std::optional<Real> until, accuracy, frameInterval;
    std::optional<std::string> integrator;
    RunOutputs outputs;
    /// "BODY:x,y,z=FX,FY,FZ@FROM..TO", and a run file whose pulls are repeated; empty: none.
    std::vector<std::string> loads;
    std::string pullsOf;
    /// Run however long it takes.
    bool force = false;
};
int run(const RunRequest& request);
/// Collects the pulls of a run; false, with a message on standard error, if they are invalid.
bool planPulls(const RunRequest& request, const CompiledModel& model, RunOptions& options);
/// Prints one line per pull: body and time range.
void printPulls(const SimulationRun& run, std::ostream& out);
struct ReplayRequest {
    std::string file;
    RunOutputs outputs;
    /// Recompute and compare bitwise.
    bool check = false;
    /// Start time, s; empty: from the beginning.
    std::optional<double> from;
};
/// Prints the contents of a run file; Failure if a requested check finds a difference.
int replay(const ReplayRequest& request);
int check(const std::string& file);
struct ImportRequest {
    std::string file;
    /// Where to save the model and the report; empty: nowhere.
    std::string output, report;
    /// "OPTION=CHOICE" each; see 'trammel-cli formats'.
    std::vector<std::string> choices;
    std::vector<std::string> searchFolders;
};
/// Success only if the model compiles and its loops close.
int importFile(const ImportRequest& request);
struct ExportRequest {
    /// A model or a run file.
    std::string file;
    /// '-' for standard output.
    std::string output;
    /// ExportFormat::key; empty: by the extension of the output.
    std::string format;
};
int exportModelOrRun(const ExportRequest& request);
/// Writes an export; '-' is standard output, an empty name nothing. False, with an error, if it cannot be written.
bool writeExport(const ExportFormat& format, const ExportSource& source, const std::string& path);
/// @param key of a format, or empty for all: prints what can be imported and exported, and how.
int formats(const std::string& key);
/// Perturbs every variable and compares cache entries with their declared prerequisites; Failure if a value could be
/// stale.
int audit(const std::string& file);
int info(const std::string& file);
/// @param key type key, "family/key", family, or empty for all
int types(const std::string& key);
/// Writes the reference drawings as SVG files into a folder.
int typeDrawings(const std::string& folder);
int schema();

/// Pose requests of the command line; see PoseRequest.
struct PoseCommand {
    std::string file;
    /// "NAME=VALUE", "BODY:x,y,z=X,Y,Z", and joint names
    std::vector<std::string> coordinates, markers, locked;
    /// Output file for the model in the computed pose; empty: none.
    std::string output;
};
int assembleModel(const PoseCommand& command);
int equilibrium(const PoseCommand& command);
/// @param matrices also prints A and B
int linearizeModel(const std::string& file, bool matrices, bool atEquilibrium);
/// A recorded motion of a model.
struct MotionFiles {
    /// The model file, and a table (CSV, .sto, .mot) or markers (.trc).
    std::string model, motion;
    /// "degrees" or "radians", for tables that do not specify it; empty: as specified in the table.
    std::string angles;
    Real smoothing = 0;
    /// Hz; in place of smoothing.
    std::optional<Real> lowPass;
    /// External loads that act on the model (.xml); empty: none.
    std::string loads;
};
struct InverseDynamicsCommand {
    MotionFiles files;
    bool withoutMuscles = false;
    std::vector<std::string> drivers;
    /// '-' for standard output
    std::string csv = "-";
};
int inverseDynamics(const InverseDynamicsCommand& command);
/// Shares the forces of a recorded motion among muscles; '-' for standard output, empty: not written.
struct StaticOptimizationCommand {
    MotionFiles files;
    /// Tensions and reserves; activations.
    std::string csv = "-", activations;
};
int staticOptimization(const StaticOptimizationCommand& command);
/// Writes the model driven by the recorded motion.
struct DriveCommand {
    MotionFiles files;
    std::string output;
};
int driveModel(const DriveCommand& command);
/// Finds the coordinates of recorded markers; '-' for standard output, empty: not written.
struct TrackCommand {
    MotionFiles files;
    std::string csv = "-", residuals;
};
int trackModel(const TrackCommand& command);

/// Adds 'study' with its own commands; @p code receives the exit code of the one that ran.
void addStudyCommands(CLI::App& app, int& code);

}  // namespace trammel::cli
