// SPDX-License-Identifier: Apache-2.0
// Commands with recorded motion: inverse-dynamics, static-optimization, drive, track.
#include <algorithm>
#include <iostream>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "authoring/recorded_drive.h"
#include "authoring/recorded_loads.h"
#include "document/document_file.h"
#include "import/osim/external_loads.h"
#include "inspect/low_pass.h"
#include "inspect/motion_reading.h"
#include "inspect/pose_study.h"
#include "inspect/static_optimization.h"

namespace trammel::cli {

namespace {

void printTracking(const TrackedMotion& tracked) {
    std::cerr << "  " << tracked.markers.size() << " markers tracked at " << tracked.motion.times.size()
              << " times: residual " << tracked.rms << " m (root mean square), at most " << tracked.largest
              << " m, of '" << tracked.markerOfLargest << "' at t = " << tracked.timeOfLargest << " s\n";
}

/// Empty, with errors, if the file contains no motion of the model.
std::optional<ReadMotion> readMotion(const CompiledModel& model, const MotionFiles& files) {
    if (!(files.smoothing >= 0)) {
        fail("--smoothing must not be negative.");
        return std::nullopt;
    }
    if (files.lowPass && !(*files.lowPass > 0 && files.smoothing == 0)) {
        fail(files.smoothing == 0 ? "--low-pass must be positive." : "--low-pass takes the place of --smoothing.");
        return std::nullopt;
    }
    MotionReading how;
    if (!files.angles.empty()) how.inDegrees = files.angles == "degrees";
    Result<ReadMotion> read = readMotionOf(model, files.motion, how);
    if (!report(read.diagnostics) || !read) return std::nullopt;
    if (read->tracked) printTracking(*read->tracked);
    return std::move(*read);
}

Real smoothingOf(const MotionFiles& files, const RecordedCoordinates& motion) {
    return files.lowPass ? smoothingOfLowPass(*files.lowPass, motion.times) : files.smoothing;
}

std::string counted(int muscles) { return std::to_string(muscles) + (muscles == 1 ? " muscle" : " muscles"); }

/// The external loads of a motion, empty if none are wanted; no value, with errors, on failure.
std::optional<std::vector<RecordedLoad>> readLoads(const MotionFiles& files) {
    if (files.loads.empty()) return std::vector<RecordedLoad>();
    Result<std::vector<RecordedLoad>> loads = readExternalLoads(files.loads);
    return report(loads.diagnostics) ? std::move(loads.value) : std::nullopt;
}

}  // namespace

int inverseDynamics(const InverseDynamicsCommand& command) {
    if (!checkOutputs({command.files.model, command.files.motion, command.files.loads}, {command.csv})) return Failure;
    const LoadedModel loaded = load(command.files.model);
    if (!loaded.sound) return Failure;
    const auto read = readMotion(*loaded.model, command.files);
    if (!read) return Failure;
    const RecordedCoordinates& motion = read->motion;
    const auto loads = readLoads(command.files);
    if (!loads) return Failure;
    const Result<CompiledModelPtr> underLoads =
        modelUnderLoads(loaded.model, *loads, motion.times.front(), motion.times.back(), command.withoutMuscles);
    if (!report(underLoads.diagnostics) || !underLoads) return Failure;
    const CompiledModelPtr& model = *underLoads;
    const Result<InverseDynamicsResult> result =
        calcInverseDynamics(*model, motion, smoothingOf(command.files, motion), command.drivers);
    if (!report(result.diagnostics) || !result) return Failure;
    if (!result->succeeded) return fail(result->message);
    if (!result->forces.allFinite() || !result->multipliers.allFinite())
        return fail("the forces of this motion are too large to compute. Check the numbers in '" +
                    command.files.motion + "'.");
    if (!writeOutput(command.csv, [&](std::ostream& out) {
            writeForces(*model, motion, *result, out, recordFormatOf(command.csv));
        }))
        return Failure;
    std::ostream& out = command.csv == "-" ? std::cerr : std::cout;
    out << titleOf(*model) << ": forces of " << result->speedNames.size()
        << (result->speedNames.size() == 1 ? " speed at " : " speeds at ") << result->forces.rows()
        << " times\n  coordinates changed by " << result->largestChange
        << " (m or rad) at most, to smooth them and close the loops\n";
    if (const int muscles = countMuscles(model->getDocument()); muscles > 0)
        out << "  forces of " << counted(muscles) << " act; --without-muscles leaves them out\n";
    if (const Real force = result->unbalanced; force > 1e-6)
        out << "  the drivers alone cannot produce this motion: a force of " << force
            << " (N or N m) is missing elsewhere\n";
    return Success;
}

int staticOptimization(const StaticOptimizationCommand& command) {
    const MotionFiles& files = command.files;
    if (!checkOutputs({files.model, files.motion, files.loads}, {command.csv, command.activations})) return Failure;
    const LoadedModel loaded = load(files.model);
    if (!loaded.sound) return Failure;
    const auto read = readMotion(*loaded.model, files);
    const auto loads = readLoads(files);
    if (!read || !loads) return Failure;
    const RecordedCoordinates& motion = read->motion;
    const Result<CompiledModelPtr> model =
        modelUnderLoads(loaded.model, *loads, motion.times.front(), motion.times.back(), false);
    if (!report(model.diagnostics) || !model) return Failure;
    const Result<StaticOptimization> result = optimizeMuscles(**model, motion, smoothingOf(files, motion));
    if (!report(result.diagnostics) || !result) return Failure;
    const auto writeTo = [](const std::string& path, const auto& write) {
        return writeOutput(path, [&](std::ostream& out) { write(out, recordFormatOf(path)); });
    };
    const bool written =
        writeTo(command.csv,
                [&](std::ostream& out, RecordFormat format) { writeTensions(**model, *result, out, format); }) &&
        writeTo(command.activations,
                [&](std::ostream& out, RecordFormat format) { writeActivations(*result, out, format); });
    const bool isTable = command.csv == "-" || command.activations == "-";
    std::ostream& out = isTable ? std::cerr : std::cout;
    out << titleOf(**model) << ": " << counted(int(result->muscles.size())) << " at " << result->times.size()
        << " times\n";
    if (result->largestReserve > 0)
        out << "  they fall short by at most " << result->largestReserve << " " << siUnit(result->quantityOfLargest)
            << ", " << result->nameOfLargest << " at t = " << result->timeOfLargest << " s\n";
    return written ? Success : Failure;
}

int driveModel(const DriveCommand& command) {
    if (!checkOutputs({command.files.motion, command.files.loads}, {command.output}, {command.output})) return Failure;
    const LoadedModel loaded = load(command.files.model);
    if (!loaded.sound || !mayWrite(loaded, command.files.model, command.output)) return Failure;
    const CompiledModelPtr& model = loaded.model;
    const auto read = readMotion(*model, command.files);
    if (!read) return Failure;
    const RecordedCoordinates& motion = read->motion;
    const Result<Edit> driven = driveByRecord(model->getDocument(), *model, motion, smoothingOf(command.files, motion));
    if (!report(driven.diagnostics) || !driven) return Failure;
    const auto loads = readLoads(command.files);
    if (!loads) return Failure;
    const Result<Edit> complete = addRecordedLoads(driven->document, *loads, motion.times.front(), motion.times.back());
    if (!report(complete.diagnostics) || !complete) return Failure;
    const Result<CompiledModelPtr> compiled = compileDocument(complete->document);
    const bool compiles = report(compiled.diagnostics) && compiled;
    if (!report(saveDocumentFile(complete->document, command.output))) return Failure;
    // Some of them may follow from others by the constraints.
    const auto recorded =
        std::ranges::count_if(motion.coordinates, [](const auto& column) { return !column.coordinate.isOfQuaternion; });
    std::cout << titleOf(*model) << ": " << recorded << " coordinates read, driven from " << motion.times.front()
              << " to " << motion.times.back() << " s\n  written to " << command.output << "\n";
    return compiles ? Success : Failure;
}

int trackModel(const TrackCommand& command) {
    if (!checkOutputs({command.files.model, command.files.motion}, {command.csv, command.residuals})) return Failure;
    const LoadedModel loaded = load(command.files.model);
    if (!loaded.sound) return Failure;
    const auto read = readMotion(*loaded.model, command.files);
    if (!read) return Failure;
    if (!read->tracked)
        return fail("'" + command.files.motion + "' is not a marker file. Give a .trc file, or use 'drive'.");
    const bool written =
        writeOutput(command.csv,
                    [&](std::ostream& out) { writeCoordinates(read->motion, out, recordFormatOf(command.csv)); }) &&
        writeOutput(command.residuals, [&](std::ostream& out) { writeResiduals(*read->tracked, out); });
    return written ? Success : Failure;
}

}  // namespace trammel::cli
