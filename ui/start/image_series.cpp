// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/image_series.h"

#include "compile/catalog.h"
#include "import/importer.h"
#include "inspect/realization.h"
#include "inspect/up_direction.h"
#include "runtime/simulation_run.h"
#include "ui/session/trace_paths.h"
#include "ui/viewport/camera_rig.h"

namespace trammel::ui {

namespace {

constexpr Real Roundoff = 1e-9;

std::string seconds(Real time) { return QString::number(time).toStdString() + " s"; }

Result<CompiledModelPtr> readModel(const std::filesystem::path& file) {
    const ImportResult read = readModelFile(file, builtinCatalog());
    Result<CompiledModelPtr> result;
    if (read.document && !read.diagnostics.hasErrors()) result = compileDocument(*read.document);
    for (const Diagnostic& d : read.diagnostics) result.diagnostics.add(d);
    if (result.diagnostics.hasErrors()) result.value.reset();
    if (!result) return result;
    const AssemblyReport& assembly = (*result)->getAssembly();
    if (!assembly.assembled) {
        result.diagnostics.error(assembly.worstConstraint,
                                 "The loops do not close; the gap is " + std::to_string(assembly.worstError) + ".",
                                 "Open the model in the window; Problems offers fixes.");
        result.value.reset();
    }
    return result;
}

/// Runs to the last time; false, with an error, if the run ends earlier.
bool runThrough(const CompiledModel& model, const std::vector<Real>& times, TrajectoryStore& frames,
                Diagnostics& problems) {
    RunOptions options;
    options.settings = model.getSettings();
    options.settings.duration = times.back();
    if (times.size() > 1) options.settings.frameInterval = times[1] - times[0];
    const RunStatus status = runToEnd(model, model.getInitialState(), options, frames);
    if (status.phase == RunPhase::Finished && !frames.empty()) return true;
    const Real shown = status.time - model.getInitialState().getTime();
    problems.error("Run",
                   "The run ended after " + seconds(shown) + ", before the requested " + seconds(times.back()) + ".",
                   status.message);
    return false;
}

/// The model at a frame, with traces of its points up to there.
Scene sceneAt(const CompiledModel& model, const TrajectoryStore& frames, std::size_t last,
              std::vector<std::vector<Vec3>>& paths) {
    State state = model.getInitialState();
    Vector y(frames.getNY());
    const auto show = [&](std::size_t frame) {
        frames.copyY(frame, y);
        state.setTime(frames.getTime(frame));
        state.setY(y);
        frames.restoreDiscreteVariables(frame, state);
        realize(model, state, Stage::Position);
    };
    paths.resize(model.getTraces().size());
    for (std::size_t frame = paths.empty() ? last : paths[0].size(); frame <= last && !paths.empty(); ++frame) {
        show(frame);
        for (std::size_t i = 0; i < paths.size(); ++i) paths[i].push_back(model.calcTracePoint(i, state));
    }
    show(last);
    Scene scene;
    model.calcScene(state, scene);
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (paths[i].size() > 1) scene.geometry.push_back(makeTraceLine(model.getTraces()[i], paths[i], 1));
    return scene;
}

}  // namespace

Result<std::vector<QImage>> drawModelFile(const std::filesystem::path& file, const std::vector<Real>& times,
                                          const RenderOptions& look) {
    Result<std::vector<QImage>> result;
    const Result<CompiledModelPtr> read = readModel(file);
    result.diagnostics = read.diagnostics;
    if (!read) return result;
    const CompiledModel& model = **read;

    std::vector<Scene> scenes;
    TrajectoryStore frames(model.getInitialState().getNY());
    if (times.back() > 0) {
        if (!runThrough(model, times, frames, result.diagnostics)) return result;
        std::vector<std::vector<Vec3>> paths;
        for (const Real time : times)
            scenes.push_back(sceneAt(model, frames, frames.findFrame(frames.getStartTime() + time + Roundoff), paths));
    } else {
        State state = model.getInitialState();
        realize(model, state, Stage::Position);
        model.calcScene(state, scenes.emplace_back());
    }
    RenderOptions upright = look;
    upright.up = nearestUpAxis(upDirection(model.getDocument()));
    Result<std::vector<QImage>> drawn = renderScenes(scenes, upright);
    for (const Diagnostic& d : drawn.diagnostics) result.diagnostics.add(d);
    result.value = std::move(drawn.value);
    return result;
}

}  // namespace trammel::ui
