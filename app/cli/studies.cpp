// SPDX-License-Identifier: Apache-2.0
// Commands for poses: assemble, equilibrium, linearize.
#include <cmath>
#include <iomanip>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/read_numbers.h"
#include "authoring/pose_edit.h"
#include "compile/catalog.h"
#include "document/document_file.h"
#include "formats/csv.h"
#include "inspect/pose_study.h"

namespace trammel::cli {

namespace {

bool readRequest(const PoseCommand& command, PoseRequest& request) {
    bool good = true;
    for (const std::string& text : command.coordinates) {
        const std::size_t equals = text.rfind('=');
        PoseRequest::Value value;
        if (equals == text.npos || !readNumber(std::string_view(text).substr(equals + 1), value.value)) {
            fail("'--coordinate " + text + "' is not NAME=VALUE, such as 'Crank pin.angle=0.5' (rad or m).");
            good = false;
            continue;
        }
        value.coordinate = text.substr(0, equals);
        request.values.push_back(std::move(value));
    }
    for (const std::string& text : command.markers) {
        const std::size_t equals = text.rfind('='), colon = text.rfind(':', equals);
        PoseRequest::Marker marker;
        if (equals == text.npos || colon == text.npos ||
            !readPoint(std::string_view(text).substr(colon + 1, equals - colon - 1), marker.station_B) ||
            !readPoint(std::string_view(text).substr(equals + 1), marker.target_G)) {
            fail("'--marker " + text + "' is not BODY:x,y,z=X,Y,Z, such as 'Coupler:0.1,0,0=0.2,0.15,0' (m).");
            good = false;
            continue;
        }
        marker.body = text.substr(0, colon);
        request.markers.push_back(std::move(marker));
    }
    request.lockedJoints = command.locked;
    return good;
}

void printCoordinates(const CompiledModel& model, const State& s) {
    for (const NamedCoordinate& c : coordinatesOf(model))
        std::cout << "  " << c.name << " = " << s.getQ()[c.q]
                  << (siUnit(c.quantity).empty() ? "" : " " + siUnit(c.quantity)) << "\n";
}

bool savePose(const CompiledModel& model, const State& s, const std::string& output) {
    if (output.empty()) return true;
    const Result<Edit> edit = setInitialPose(model.getDocument(), builtinCatalog(), model, s);
    if (!report(edit.diagnostics) || !edit) return false;
    if (!report(saveDocumentFile(edit->document, output))) return false;
    std::cout << "  written to " << output << "\n";
    return true;
}

void printMatrix(const std::string& name, const Matrix& m, const std::vector<std::string>& rows,
                 const std::vector<std::string>& columns) {
    std::cout << name << "\n";
    CsvWriter csv(std::cout);
    std::vector<std::string> header{""};
    header.insert(header.end(), columns.begin(), columns.end());
    csv.writeHeader(header);
    for (int i = 0; i < int(m.rows()); ++i) {
        std::cout << rows[std::size_t(i)];
        for (int j = 0; j < int(m.cols()); ++j) std::cout << "," << toRoundTripText(m(i, j));
        std::cout << "\n";
    }
}

void printMode(int number, const VibrationMode& mode) {
    constexpr int width = 12;
    std::cout << std::setw(4) << number << std::setw(width + 2) << mode.lambda.real() << std::setw(width + 2)
              << mode.lambda.imag() << std::setw(width) << mode.naturalFrequency() << std::setw(width)
              << mode.frequencyInHertz() << std::setw(width) << mode.dampingRatio() << "  ";
    for (std::size_t k = 0; k < mode.parts.size() && k < 3; ++k)
        std::cout << (k == 0 ? "" : ", ") << mode.parts[k].name << " (" << std::lround(100 * mode.parts[k].share)
                  << " %)";
    std::cout << "\n";
}

}  // namespace

int assembleModel(const PoseCommand& command) {
    PoseRequest request;
    const bool good = readRequest(command, request) && checkOutputs({}, {command.output}, {command.output});
    const LoadedModel loaded = load(command.file);
    const CompiledModelPtr& model = loaded.model;
    if (!model || !good) return Failure;
    if (!mayWrite(loaded, command.file, command.output)) return Failure;
    State s = model->getInitialState();
    const Result<AssemblyResult> result = assemblePose(*model, s, request);
    if (!report(result.diagnostics) || !result) return Failure;
    std::cout << titleOf(*model) << ": " << (result->succeeded() ? "assembled" : "not assembled") << ", largest gap "
              << result->worstGap << " (m or rad)\n";
    if (!result->message.empty()) std::cout << "  " << result->message << "\n";
    for (const AssemblyResult::Gap& gap : result->gaps)
        std::cout << "  open: " << gap.name << " by " << gap.size << " (m or rad)\n";
    for (const std::string& conflict : result->conflicts) std::cout << "  conflict: " << conflict << "\n";
    printCoordinates(*model, s);
    const bool saved = savePose(*model, s, command.output);
    return result->succeeded() && saved && loaded.readWhole ? Success : Failure;
}

int equilibrium(const PoseCommand& command) {
    if (!checkOutputs({}, {command.output}, {command.output})) return Failure;
    const LoadedModel loaded = load(command.file);
    if (!loaded.sound) return Failure;
    if (!mayWrite(loaded, command.file, command.output)) return Failure;
    const CompiledModelPtr& model = loaded.model;
    State s = model->getInitialState();
    const Equilibrium found = findEquilibrium(*model, s);
    std::cout << titleOf(*model) << ": " << found.message << "\n";
    if (found.found()) {
        std::cout << "  largest unbalanced force " << found.residual << " (N or N m)\n";
        printCoordinates(*model, s);
        for (Real frequency : found.frequencies)
            std::cout << "  vibration mode at " << frequency / (2 * Pi) << " Hz (" << frequency << " rad/s)\n";
    }
    const bool saved = !found.found() || savePose(*model, s, command.output);
    return found.found() && saved ? Success : Failure;
}

int linearizeModel(const std::string& file, bool matrices, bool atEquilibrium) {
    const LoadedModel loaded = load(file);
    if (!loaded.sound) return Failure;
    const CompiledModelPtr& model = loaded.model;
    State s = model->getInitialState();
    if (atEquilibrium) {
        const Equilibrium found = findEquilibrium(*model, s);
        if (!found.found()) return fail(found.message);
    }
    const LinearizedModel linear = linearize(*model, s, matrices);
    if (!linear.succeeded) return fail(linear.message);
    const Real rates = linear.xdot0.tail(linear.numSpeeds).size() == 0
                           ? 0
                           : linear.xdot0.segment(linear.numPositions, linear.numSpeeds).cwiseAbs().maxCoeff();
    std::cout << titleOf(*model) << ": " << linear.numPositions << " positions, " << linear.numSpeeds << " speeds, "
              << linear.numAuxiliary << " auxiliary variables; largest acceleration here " << rates
              << "\n\nMode   Re (1/s)      Im (rad/s)   |.| (rad/s)       Hz     damping ratio  moving elements\n";
    int number = 0;
    for (const VibrationMode& mode : calcVibrationModes(linear)) printMode(++number, mode);
    if (!matrices) return Success;
    std::cout << "\n";
    printMatrix("A", linear.A, linear.stateNames, linear.stateNames);
    std::cout << "\n";
    printMatrix("B", linear.B, linear.stateNames, linear.inputNames);
    return Success;
}

}  // namespace trammel::cli
