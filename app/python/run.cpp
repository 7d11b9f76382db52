// SPDX-License-Identifier: Apache-2.0
// Runs in Python, and their numbers as arrays.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <optional>

#include "app/python/model.h"
#include "app/python/problems.h"
#include "app/python/values.h"
#include "export/exporter.h"
#include "inspect/output_expression.h"
#include "runtime/frame_loop.h"
#include "runtime/run_estimate.h"
#include "runtime/stored_run.h"

namespace py = pybind11;

namespace trammel::python {

namespace {

/// An ended run. Immutable, and safe to share between threads.
struct Run {
    CompiledModelPtr model;
    std::shared_ptr<const Outputs> outputs;
    std::shared_ptr<SimulationRun> run;

    const TrajectoryStore& frames() const { return *run->getTrajectory(); }
};

struct Wanted {
    std::optional<Real> duration, accuracy, interval;
    std::optional<std::string> integrator;
};

void setPositive(Real& target, const std::optional<Real>& value, const char* what) {
    if (!value) return;
    if (!(*value > 0) || !std::isfinite(*value)) raise(std::string(what) + " must be a positive number.");
    target = *value;
}

RunOptions optionsFor(const CompiledModel& model, const Wanted& wanted) {
    RunOptions options;
    options.settings = model.getSettings();
    setPositive(options.settings.duration, wanted.duration, "duration");
    setPositive(options.settings.accuracy, wanted.accuracy, "accuracy");
    setPositive(options.settings.frameInterval, wanted.interval, "interval");
    if (wanted.integrator) {
        if (!builtinCatalog().findType("integrator", *wanted.integrator))
            raise("There is no integrator '" + *wanted.integrator + "'. See trammel.types('integrator').");
        options.settings.integrator = *wanted.integrator;
    }
    const RunEstimate estimate = estimateRun(model, model.getInitialState(), options);
    if (estimate.isExcessive())
        raise("This run takes " + estimate.describe() + ". Set a longer step or interval or a shorter duration.");
    constexpr Real mostSteps = 1e9;
    options.mostSteps = mostSteps;
    options.checkpointSeconds = Infinity;
    return options;
}

std::shared_ptr<Run> computeRun(const Model& model, const std::optional<Real>& duration,
                                const std::optional<Real>& accuracy, const std::optional<Real>& interval,
                                const std::optional<std::string>& integrator, bool check) {
    const Model::Compiled compiled = model.compileSound();
    const State& initial = compiled.model->getInitialState();
    const RunOptions options = optionsFor(*compiled.model, {duration, accuracy, interval, integrator});
    const auto frames = std::make_shared<TrajectoryStore>(initial.getNY());
    RunStatus status;
    {
        const py::gil_scoped_release release;
        FrameLoop loop(*compiled.model, initial, options, *frames);
        Interruption interruption;
        auto progress = FrameLoop::Progress::StepTaken;
        while (progress == FrameLoop::Progress::StepTaken || progress == FrameLoop::Progress::FrameStored) {
            interruption.check();
            progress = loop.advance();
        }
        frames->finish();
        loop.describe(status);
        status.phase = progress == FrameLoop::Progress::Finished ? RunPhase::Finished : RunPhase::Failed;
    }
    if (check && status.phase == RunPhase::Failed) raise(status.message);
    return std::make_shared<Run>(
        Run{compiled.model, compiled.outputs,
            std::make_shared<SimulationRun>(compiled.model, initial, options, frames, status)});
}

std::shared_ptr<Run> openRunFile(const std::filesystem::path& path) {
    const OpenedRun opened = valueOf(openRun(path));
    const CompiledModelPtr& model = opened.run->getModel();
    return std::make_shared<Run>(Run{model, std::make_shared<const Outputs>(model), opened.run});
}

std::vector<Real> timesOf(const Run& run) {
    std::vector<Real> times;
    for (std::size_t frame = 0; frame < run.frames().size(); ++frame) times.push_back(run.frames().getTime(frame));
    return times;
}

/// One row for each frame, one column for each output or formula.
std::vector<Real> sample(const Run& run, const std::vector<std::string>& texts) {
    std::vector<OutputExpression> expressions;
    for (const std::string& text : texts) {
        auto parsed = OutputExpression::parse(*run.outputs, text);
        if (const auto* const why = std::get_if<std::string>(&parsed)) raise(*why);
        expressions.push_back(std::get<OutputExpression>(std::move(parsed)));
    }
    const py::gil_scoped_release release;
    Interruption interruption;
    std::vector<Real> values;
    values.reserve(run.frames().size() * texts.size());
    State state = run.run->getInitialState();
    for (std::size_t frame = 0; frame < run.frames().size(); ++frame) {
        interruption.check();
        run.run->restoreFrame(frame, state);
        for (const OutputExpression& expression : expressions) {
            const NamedValue value = expression.calc(state);
            const auto* const number = std::get_if<Measured>(&value);
            values.push_back(number ? number->value : NaN);
        }
    }
    return values;
}

py::dict statusOf(const Run& run) {
    const RunStatus status = run.run->getStatus();
    py::dict d;
    d["finished"] = status.phase == RunPhase::Finished;
    d["message"] = status.message;
    d["time"] = status.time;
    d["frames"] = status.frames;
    d["steps"] = status.stepsTaken;
    d["attempted_steps"] = status.stepsAttempted;
    d["realizations"] = status.realizations;
    d["constraint_error"] = status.constraintError;
    d["seconds"] = status.computeSeconds;
    return d;
}

std::vector<std::pair<Real, std::string>> eventsOf(const Run& run) {
    std::vector<std::pair<Real, std::string>> events;
    const GrowingLog<RunEvent>& log = run.frames().getEvents();
    for (std::size_t i = 0; i < log.size(); ++i) events.emplace_back(log[i].time, log[i].what);
    return events;
}

void saveAs(const Run& run, const std::filesystem::path& path) {
    const Diagnostics problems = saveRun(*run.run, {"A", run.model->getDocument().name(), {}, NaN}, path);
    if (problems.hasErrors()) raise(problems);
}

void exportAs(const Run& run, const std::filesystem::path& path) {
    const ExportFormat* const format = findExportFormatByName(path);
    if (!format) raise("'" + path.filename().string() + "' has no extension of a known format.");
    const Diagnostics problems = exportFile(*format, {run.model, run.run, {}}, path);
    if (problems.hasErrors()) raise(problems);
}

std::vector<std::string> namesOf(const Run& run) {
    std::vector<std::string> names;
    for (const Output& output : run.outputs->getAll())
        if (output.origin == Output::Origin::State) names.push_back(output.name);
    return names;
}

std::string unitOf(const Run& run, const std::string& name) {
    const auto found = run.outputs->find(name);
    if (!found) raise("There is no output '" + name + "'. See outputs().");
    return run.outputs->getAll()[*found].unit;
}

}  // namespace

void addRuns(py::module_& module, py::class_<Model, ModelPtr>& model) {
    py::class_<Run, std::shared_ptr<Run>>(module, "Run", "A computed motion: run['Crank pin.angle'] is an array.")
        .def_property_readonly(
            "time", [](const Run& r) { return toArray(timesOf(r)); }, "Times of all frames, s.")
        .def(
            "__getitem__", [](const Run& r, const std::string& text) { return toArray(sample(r, {text})); },
            py::arg("output"), "An output, or a formula of outputs, at each frame; SI units and radians.")
        .def(
            "table",  // not a type: a method
            [](const Run& r, const std::vector<std::string>& texts) { return toArray(sample(r, texts), texts.size()); },
            py::arg("outputs"), "Several outputs at once: a row for each frame, a column for each output.")
        .def("outputs", &namesOf, "Names of all outputs.")
        .def("unit", &unitOf, py::arg("output"), "SI unit of an output; empty for a plain number.")
        .def_property_readonly("status", &statusOf, "How the run ended, steps, computing time.")
        .def_property_readonly("events", &eventsOf, "Time and name of each event.")
        .def("save", &saveAs, py::arg("path"), "Saves the run as a .trun file.")
        .def("export", &exportAs, py::arg("path"),
             "Writes the run in another format, by the file extension: .csv, .sto, .glb, ...")
        .def("__len__", [](const Run& r) { return r.frames().size(); });
    model.def(
        "run", &computeRun, py::kw_only(), py::arg("duration") = py::none(), py::arg("accuracy") = py::none(),
        py::arg("interval") = py::none(), py::arg("integrator") = py::none(), py::arg("check") = true,
        "Simulates the model; omitted arguments are those of its settings. Raises trammel.Error if the run fails, or "
        "with check=False returns the frames computed so far.");
    module.def("open_run", &openRunFile, py::arg("path"), "Reads a .trun file.");
}

}  // namespace trammel::python
