// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "compile/catalog.h"
#include "runtime/run_check.h"
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

/// No effect for an empty path; '-' is standard output.
template <class Write>
bool writeTo(const std::string& path, Write&& write) {
    if (path.empty()) return true;
    bool written = false;
    if (path == "-") {
        write(std::cout);
        written = bool(std::cout.flush());
    } else {
        std::ofstream out(path, std::ios::binary);
        if (out) write(out);
        written = bool(out.flush());
    }
    if (!written)
        std::cerr << "Error: cannot write '" << path << "': " << std::strerror(errno)
                  << ". Choose an existing, writable folder.\n";
    return written;
}
bool writeTableTo(const SimulationRun& run, TableFormat format, const std::string& path) {
    return writeTo(path, [&](std::ostream& out) { writeTable(run, format, out); });
}
bool writeEventsTo(const SimulationRun& run, const std::string& path) {
    return writeTo(path, [&](std::ostream& out) { writeEvents(run, out); });
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
    if (path.empty()) return true;
    const Diagnostics problems = saveRun(run, {}, path);
    for (const Diagnostic& d : problems) std::cerr << d.toString() << "\n";
    return problems.empty();
}

}  // namespace

int run(const RunRequest& request) {
    const CompiledModelPtr model = load(request.file, true);
    if (!model) return Failure;

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
    std::ostream& report = tableToOutput ? std::cerr : std::cout;
    report << model->getDocument().name() << ": " << (status.message.empty() ? "finished" : status.message) << "\n"
           << "  simulated " << status.time << " s in " << status.frames << " frames, " << status.stepsTaken
           << " steps (" << status.stepsAttempted << " attempted), " << status.realizations << " realizations\n"
           << "  constraint violation " << status.constraintError << ", computing time " << status.computeSeconds
           << " s\n";
    printEvents(run, report);
    printPulls(run, report);
    for (const std::string& path : {request.csv, request.sto, request.mot, request.events, request.runFile})
        if (written && !path.empty() && path != "-") report << "  written to " << path << "\n";
    return written && status.phase == RunPhase::Finished ? Success : Failure;
}

int replay(const ReplayRequest& request) {
    const Result<OpenedRun> opened = openRun(request.file);
    for (const Diagnostic& d : opened.diagnostics) std::cerr << d.toString() << "\n";
    if (!opened) return Failure;
    const SimulationRun& run = *opened->run;
    const RunStatus status = run.getStatus();
    std::ostream& report = request.csv == "-" || request.events == "-" ? std::cerr : std::cout;
    report << run.getModel()->getDocument().name() << ": " << status.frames << " frames up to " << status.time
           << " s, computed by " << opened->build << " in " << status.computeSeconds << " s\n";
    if (!status.message.empty()) report << "  " << status.message << "\n";
    printEvents(run, report);
    printPulls(run, report);
    if (!writeTableTo(run, TableFormat::Csv, request.csv) || !writeEventsTo(run, request.events)) return Failure;
    if (!request.check) return opened.diagnostics.hasErrors() ? Failure : Success;
    const TrajectoryStore& frames = *run.getTrajectory();
    RunCheck check(opened->run, request.from && !frames.empty() ? frames.findFrame(*request.from) : 0);
    check.wait();
    report << "  " << check.getSentence() << "\n";
    return check.isIdentical() ? Success : Failure;
}

}  // namespace trammel::cli
