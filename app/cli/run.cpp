// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/progress_line.h"
#include "compile/catalog.h"
#include "runtime/run_check.h"
#include "runtime/run_estimate.h"
#include "runtime/stored_run.h"

namespace trammel::cli {

namespace {

bool overridePositive(Real& target, const std::optional<Real>& value, const char* what) {
    if (!value) return true;
    if (!(*value > 0) || !std::isfinite(*value)) {
        std::cerr << "Error: " << what << " must be a positive number.\n";
        return false;
    }
    target = *value;
    return true;
}

/// Number of events by kind, most frequent first.
void printEvents(const SimulationRun& run, std::ostream& out) {
    const GrowingLog<RunEvent>& events = run.getTrajectory()->getEvents();
    const std::size_t all = events.size();
    std::map<std::string, std::size_t> counts;
    for (std::size_t i = 0; i < all; ++i) ++counts[events[i].what];
    std::vector<std::pair<std::string, std::size_t>> kinds(counts.begin(), counts.end());
    std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    constexpr std::size_t told = 10;
    for (std::size_t i = 0; i < std::min(told, kinds.size()); ++i)
        out << (i == 0 ? "  events: " : ", ") << kinds[i].first << " (" << kinds[i].second << ")";
    if (kinds.size() > told) out << ", and " << kinds.size() - told << " other kinds";
    if (!kinds.empty()) out << "\n";
    if (all >= TrajectoryStore::mostEvents()) out << "  later events were not recorded\n";
}

std::string progressOf(const SimulationRun& run) {
    const RunStatus now = run.getStatus();
    const Real passed = now.time - run.getStartTime(), whole = run.getOptions().settings.duration;
    std::ostringstream text;
    text << passed << " of " << whole << " s, " << now.stepsTaken << " steps";
    if (passed > 0) text << ", about " << durationText(now.computeSeconds * (whole - passed) / passed) << " left";
    return text.str();
}

/// Shows progress until the run ends.
void watch(SimulationRun& run) {
    showProgress([&] { return run.getStatus().phase != RunPhase::Running; }, [&] { return progressOf(run); });
    run.wait();
}

/// The names of all output files, in the order of the formats.
std::vector<std::string> filesOf(const RunOutputs& outputs) {
    std::vector<std::string> files;
    for (const ExportFormat& format : exportFormats())
        if (const auto output = outputs.find(format.key); output != outputs.end()) files.push_back(output->second);
    return files;
}

/// Output files that cannot be pipes or devices.
std::vector<std::string> runFilesOf(const RunOutputs& outputs) {
    std::vector<std::string> files;
    for (const auto& [key, file] : outputs)
        if (findExportFormat(key)->save) files.push_back(file);
    return files;
}

/// True if a table is written to standard output, where it would mix with reports.
bool usesStandardOutput(const RunOutputs& outputs) {
    return std::ranges::any_of(outputs, [](const auto& output) { return output.second == "-"; });
}

bool writeOutputs(const RunOutputs& outputs, const ExportSource& source) {
    bool written = true;
    for (const ExportFormat& format : exportFormats())
        if (const auto output = outputs.find(format.key); output != outputs.end())
            written = written && writeExport(format, source, output->second);
    return written;
}

}  // namespace

int run(const RunRequest& request) {
    if (!checkOutputs({request.file, request.pullsOf}, filesOf(request.outputs), runFilesOf(request.outputs)))
        return Failure;
    const LoadedModel loaded = load(request.file);
    if (!loaded.sound) return Failure;
    const CompiledModelPtr& model = loaded.model;

    RunOptions options;
    options.settings = model->getSettings();
    if (!overridePositive(options.settings.duration, request.until, "--until") ||
        !overridePositive(options.settings.accuracy, request.accuracy, "--accuracy") ||
        !overridePositive(options.settings.frameInterval, request.frameInterval, "--interval"))
        return Failure;
    if (request.integrator) {
        if (!builtinCatalog().findType("integrator", *request.integrator)) {
            std::cerr << "Error: no integrator '" << *request.integrator << "'. Known integrators:";
            for (const TypeDescriptor* t : builtinCatalog().typesOf("integrator")) std::cerr << " " << t->key;
            std::cerr << "\n";
            return Failure;
        }
        options.settings.integrator = *request.integrator;
    }
    if (!planPulls(request, *model, options)) return Failure;

    if (!request.force) {
        const RunEstimate estimate = estimateRun(*model, model->getInitialState(), options);
        if (estimate.isExcessive())
            return fail("this run takes " + estimate.describe() +
                        ". Set a longer step or frame interval or a shorter duration, or add --force.");
        constexpr Real mostSteps = 1e9;
        options.mostSteps = mostSteps;
    }

    const auto computed = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
    SimulationRun& run = *computed;
    run.start();
    watch(run);
    const RunStatus status = run.getStatus();

    const bool written = writeOutputs(request.outputs, {model, computed});
    std::ostream& out = usesStandardOutput(request.outputs) ? std::cerr : std::cout;
    out << titleOf(*model) << ": " << (status.message.empty() ? "finished" : status.message) << "\n"
        << "  simulated " << status.time - model->getInitialState().getTime() << " s in " << status.frames
        << " frames, " << status.stepsTaken << " steps (" << status.stepsAttempted << " attempted), "
        << status.realizations << " realizations\n"
        << "  constraint violation " << status.constraintError << ", computing time " << status.computeSeconds
        << " s\n";
    if (!status.methods.empty()) out << "  " << status.methods << "\n";
    printEvents(run, out);
    printPulls(run, out);
    for (const std::string& path : filesOf(request.outputs))
        if (written && !path.empty() && path != "-") out << "  written to " << path << "\n";
    return written && status.phase == RunPhase::Finished ? Success : Failure;
}

int replay(const ReplayRequest& request) {
    if (!checkOutputs({request.file}, filesOf(request.outputs), runFilesOf(request.outputs))) return Failure;
    const Result<OpenedRun> opened = openRun(request.file);
    report(opened.diagnostics);
    if (!opened) return Failure;
    const SimulationRun& run = *opened->run;
    const RunStatus status = run.getStatus();
    std::ostream& out = usesStandardOutput(request.outputs) ? std::cerr : std::cout;
    out << titleOf(*run.getModel()) << ": " << status.frames << " frames up to " << status.time << " s, computed by "
        << opened->build << " in " << status.computeSeconds << " s\n";
    if (!status.message.empty()) out << "  " << status.message << "\n";
    if (!status.methods.empty()) out << "  " << status.methods << "\n";
    printEvents(run, out);
    printPulls(run, out);
    if (!writeOutputs(request.outputs, {run.getModel(), opened->run, opened->notes})) return Failure;
    const bool isWhole = opened->isComplete && !opened.diagnostics.hasErrors();
    if (!request.check) return opened.diagnostics.hasErrors() ? Failure : Success;
    const TrajectoryStore& frames = *run.getTrajectory();
    RunCheck check(opened->run, request.from && !frames.empty() ? frames.findFrame(*request.from) : 0);
    check.wait();
    out << "  " << check.getSentence() << "\n";
    if (!isWhole) out << "  The file does not contain the whole run; the rest was not compared.\n";
    return check.isIdentical() && isWhole ? Success : Failure;
}

}  // namespace trammel::cli
