// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "compile/catalog.h"
#include "runtime/run_check.h"
#include "runtime/run_estimate.h"
#include "runtime/run_table.h"
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

bool writeTableTo(const SimulationRun& run, TableFormat format, const std::string& path) {
    return writeOutput(path, [&](std::ostream& out) { writeTable(run, format, out); });
}
bool writeEventsTo(const SimulationRun& run, const std::string& path) {
    return writeOutput(path, [&](std::ostream& out) { writeEvents(run, out); });
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

bool saveTo(const SimulationRun& run, const std::string& path) {
    return path.empty() || report(saveRun(run, {}, path));
}

}  // namespace

int run(const RunRequest& request) {
    if (!checkOutputs({request.file, request.pullsOf},
                      {request.csv, request.sto, request.mot, request.events, request.runFile}))
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

    SimulationRun run(model, model->getInitialState(), options);
    run.start();
    run.wait();
    const RunStatus status = run.getStatus();

    const bool written = writeTableTo(run, TableFormat::Csv, request.csv) &&
                         writeTableTo(run, TableFormat::Storage, request.sto) &&
                         writeTableTo(run, TableFormat::Motion, request.mot) && writeEventsTo(run, request.events) &&
                         saveTo(run, request.runFile);
    // The report must not mix with a table on standard output.
    const bool tableToOutput = request.csv == "-" || request.sto == "-" || request.mot == "-" || request.events == "-";
    std::ostream& out = tableToOutput ? std::cerr : std::cout;
    out << model->getDocument().name() << ": " << (status.message.empty() ? "finished" : status.message) << "\n"
        << "  simulated " << status.time << " s in " << status.frames << " frames, " << status.stepsTaken << " steps ("
        << status.stepsAttempted << " attempted), " << status.realizations << " realizations\n"
        << "  constraint violation " << status.constraintError << ", computing time " << status.computeSeconds
        << " s\n";
    printEvents(run, out);
    printPulls(run, out);
    for (const std::string& path : {request.csv, request.sto, request.mot, request.events, request.runFile})
        if (written && !path.empty() && path != "-") out << "  written to " << path << "\n";
    return written && status.phase == RunPhase::Finished ? Success : Failure;
}

int replay(const ReplayRequest& request) {
    if (!checkOutputs({request.file}, {request.csv, request.events})) return Failure;
    const Result<OpenedRun> opened = openRun(request.file);
    report(opened.diagnostics);
    if (!opened) return Failure;
    const SimulationRun& run = *opened->run;
    const RunStatus status = run.getStatus();
    std::ostream& out = request.csv == "-" || request.events == "-" ? std::cerr : std::cout;
    out << run.getModel()->getDocument().name() << ": " << status.frames << " frames up to " << status.time
        << " s, computed by " << opened->build << " in " << status.computeSeconds << " s\n";
    if (!status.message.empty()) out << "  " << status.message << "\n";
    printEvents(run, out);
    printPulls(run, out);
    if (!writeTableTo(run, TableFormat::Csv, request.csv) || !writeEventsTo(run, request.events)) return Failure;
    const bool isWhole = opened->isComplete && !opened.diagnostics.hasErrors();
    if (!request.check) return opened.diagnostics.hasErrors() ? Failure : Success;
    const TrajectoryStore& frames = *run.getTrajectory();
    RunCheck check(opened->run, request.from && !frames.empty() ? frames.findFrame(*request.from) : 0);
    check.wait();
    out << "  " << check.getSentence() << "\n";
    if (!isWhole) out << "  The file does not hold the whole run; what is missing was not compared.\n";
    return check.isIdentical() && isWhole ? Success : Failure;
}

}  // namespace trammel::cli
