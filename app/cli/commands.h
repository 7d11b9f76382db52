// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "runtime/simulation_run.h"

namespace trammel::cli {

/// Exit codes: 0 only when everything asked for was done.
enum ExitCode { Success = 0, Failure = 1 };

/// Read and compile a model file; every fault goes to standard error. No value when there is nothing to work with or,
/// if @p strict, when there was any error.
CompiledModelPtr load(const std::string& path, bool strict);

struct RunRequest {
    std::string file;
    std::optional<Real> until, accuracy, frameInterval;
    std::optional<std::string> integrator;
    /// Where to write tables and the run itself; '-' for standard output, empty: nowhere.
    std::string csv, sto, mot, events, runFile;
    /// "BODY:x,y,z=FX,FY,FZ@FROM..TO", and a run file whose pulls are to be repeated; empty: none.
    std::vector<std::string> loads;
    std::string pullsOf;
};
int run(const RunRequest& request);
/// What is to pull in the run; false, and told on standard error, if it makes no sense.
bool planPulls(const RunRequest& request, const CompiledModel& model, RunOptions& options);
/// Who was pulled, and when; a line each.
void printPulls(const SimulationRun& run, std::ostream& out);
struct ReplayRequest {
    std::string file;
    /// '-' for standard output, empty: nowhere.
    std::string csv, events;
    /// Compute it again and compare every bit.
    bool check = false;
    /// s; none: from the start.
    std::optional<double> from;
};
/// What a run file tells; Failure if it is to be checked and does not come out the same.
int replay(const ReplayRequest& request);
int check(const std::string& file);
/// Compare what each cached value declares to depend on with what it depends on; Failure if a value could be stale.
int audit(const std::string& file);
int info(const std::string& file);
/// @param key a type's key, "family/key", a family, or empty for all
int types(const std::string& key);
/// Write the drawings of the reference pages into a folder, one SVG file each.
int typeDrawings(const std::string& folder);
int schema();

/// What is asked of a pose, as it stands on the command line; see PoseRequest.
struct PoseCommand {
    std::string file;
    /// "NAME=VALUE", "BODY:x,y,z=X,Y,Z", names of joints
    std::vector<std::string> coordinates, markers, locked;
    /// Where to save the model with the pose found; empty: nowhere.
    std::string output;
};
int assembleModel(const PoseCommand& command);
int equilibrium(const PoseCommand& command);
/// @param matrices print A and B too
int linearizeModel(const std::string& file, bool matrices, bool atEquilibrium);
struct InverseDynamicsCommand {
    std::string file, motion;
    Real smoothing = 0;
    std::vector<std::string> drivers;
    /// '-' for standard output
    std::string csv = "-";
};
int inverseDynamics(const InverseDynamicsCommand& command);

}  // namespace trammel::cli
