// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/render_command.h"

#include <QImage>
#include <QString>
#include <iostream>
#include <utility>
#include <vector>

#include "compile/catalog.h"
#include "compile/realization.h"
#include "document/document_file.h"
#include "runtime/simulation_run.h"
#include "ui/session/trace_paths.h"
#include "ui/viewport/offscreen_renderer.h"

namespace trammel::app {

namespace {

void report(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics)
        if (d.severity != Severity::Note) std::cerr << d.toString() << '\n';
}

void putFrame(const TrajectoryStore& frames, std::size_t frame, State& state) {
    Vector y(frames.getNY());
    frames.copyY(frame, y);
    state.setTime(frames.getTime(frame));
    state.setY(y);
}

/// Runs to the time ordered; false, with the reason told, when the run does not get there.
bool runTo(const CompiledModel& model, Real time, TrajectoryStore& frames) {
    RunOptions options;
    options.settings = model.getSettings();
    options.settings.duration = time;
    const RunStatus status = runToEnd(model, model.getInitialState(), options, frames);
    if (status.phase == RunPhase::Finished && !frames.empty()) return true;
    std::cerr << "The run ended at " << status.time << " s, before the " << time << " s asked for. " << status.message
              << '\n';
    return false;
}

/// What traced points have drawn so far.
void appendTraces(const CompiledModel& model, const TrajectoryStore& frames, Scene& scene) {
    State state = model.getInitialState();
    std::vector<std::vector<Vec3>> paths(model.getTraces().size());
    for (std::size_t frame = 0; frame < frames.size() && !paths.empty(); ++frame) {
        putFrame(frames, frame, state);
        realize(model, state, Stage::Position);
        for (std::size_t i = 0; i < paths.size(); ++i) paths[i].push_back(model.calcTracePoint(i, state));
    }
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (paths[i].size() > 1)
            scene.geometry.push_back(ui::makeTraceLine(model.getTraces()[i], std::move(paths[i]), 1));
}

}  // namespace

int renderPicture(const RenderOrder& order) {
    const Result<Document> document = readDocumentFile(order.model, builtinCatalog());
    report(document.diagnostics);
    if (!document || document.diagnostics.hasErrors()) return 1;

    const Result<CompiledModelPtr> compiled = compileDocument(*document);
    report(compiled.diagnostics);
    if (!compiled || compiled.diagnostics.hasErrors()) return 1;
    const CompiledModel& model = **compiled;
    if (!model.getAssembly().assembled) {
        std::cerr << "The loops do not close: '" << model.getAssembly().worstConstraint << "' misses by "
                  << model.getAssembly().worstError << ".\n";
        return 1;
    }

    State state = model.getInitialState();
    TrajectoryStore frames(state.getNY());
    if (order.time > 0) {
        if (!runTo(model, order.time, frames)) return 1;
        putFrame(frames, frames.size() - 1, state);
    }
    realize(model, state, Stage::Position);
    Scene scene;
    model.calcScene(state, scene);
    appendTraces(model, frames, scene);

    ui::RenderOptions look;
    look.width = order.width;
    look.height = order.height;
    const Result<QImage> picture = ui::renderScene(scene, look);
    report(picture.diagnostics);
    if (!picture) return 1;
    if (!picture->save(QString::fromStdString(order.picture), "PNG")) {
        std::cerr << "The picture could not be written to '" << order.picture
                  << "'. Is the folder there, and may you write to it?\n";
        return 1;
    }
    return 0;
}

}  // namespace trammel::app
