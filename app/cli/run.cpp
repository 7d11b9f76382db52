// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>

#include "app/cli/commands.h"
#include "compile/catalog.h"
#include "formats/csv.h"
#include "runtime/simulation_run.h"

namespace trammel::cli {

namespace {

/// Time and all signals of every stored frame.
void writeTable(const CompiledModel& model, const TrajectoryStore& store, std::ostream& out) {
    CsvWriter csv(out);
    std::vector<std::string> header{columnTitle("time", siUnitAscii(Quantity::Time))};
    for (const CompiledModel::Signal& s : model.getSignals())
        header.push_back(columnTitle(s.name, siUnitAscii(s.quantity)));
    csv.writeHeader(header);

    State state = model.getInitialState();
    Vector y(store.getNY());
    std::vector<Real> row(header.size());
    for (std::size_t frame = 0; frame < store.size(); ++frame) {
        store.copyY(frame, y);
        state.setTime(store.getTime(frame));
        state.setY(y);
        row[0] = store.getTime(frame);
        for (std::size_t i = 0; i < model.getSignals().size(); ++i) row[i + 1] = model.calcSignal(i, state);
        csv.writeRow(row);
    }
}

bool overridePositive(Real& target, const std::optional<Real>& value, const char* what) {
    if (!value) return true;
    if (!(*value > 0) || !std::isfinite(*value)) {
        std::cerr << "Error: " << what << " must be a positive number.\n";
        return false;
    }
    target = *value;
    return true;
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
            std::cerr << "Error: there is no integrator '" << *request.integrator << "'. Known are:";
            for (const TypeDescriptor* t : builtinCatalog().typesOf("integrator")) std::cerr << " " << t->key;
            std::cerr << "\n";
            return Failure;
        }
        options.settings.integrator = *request.integrator;
    }

    TrajectoryStore store(model->getInitialState().getNY());
    const RunStatus status = runToEnd(*model, model->getInitialState(), options, store);

    bool written = true;
    if (request.csv == "-") {
        writeTable(*model, store, std::cout);
        written = bool(std::cout.flush());
    } else if (!request.csv.empty()) {
        std::ofstream out(request.csv, std::ios::binary);
        if (out) writeTable(*model, store, out);
        written = bool(out.flush());
    }
    // The report goes where it does not mix with a table.
    std::ostream& report = request.csv == "-" ? std::cerr : std::cout;
    report << model->getDocument().name() << ": " << (status.message.empty() ? "finished" : status.message) << "\n"
           << "  simulated " << status.time << " s in " << status.frames << " frames, " << status.stepsTaken
           << " steps (" << status.stepsAttempted << " attempted), " << status.realizations << " realizations\n"
           << "  constraint error " << status.constraintError << ", computed in " << status.computeSeconds << " s\n";
    if (!written)
        std::cerr << "Error: cannot write '" << request.csv << "': " << std::strerror(errno)
                  << ". Choose a folder that exists and can be written to.\n";
    else if (!request.csv.empty() && request.csv != "-")
        report << "  written to " << request.csv << "\n";
    return written && status.phase == RunPhase::Finished ? Success : Failure;
}

}  // namespace trammel::cli
