// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/render_command.h"

#include <QImage>
#include <QString>
#include <iostream>
#include <optional>

#include "compile/catalog.h"
#include "compile/realization.h"
#include "document/document_file.h"
#include "runtime/simulation_run.h"
#include "ui/viewport/offscreen_renderer.h"

namespace trammel::app {

namespace {

void report(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics)
        if (d.severity != Severity::Note) std::cerr << d.toString() << '\n';
}

/// The State at the time ordered; none, with the reason told, when the run does not get there.
std::optional<State> runTo(const CompiledModel& model, Real time) {
    State state = model.getInitialState();
    if (time <= 0) return state;
    RunOptions options;
    options.settings = model.getSettings();
    options.settings.duration = time;
    TrajectoryStore frames(state.getNY());
    const RunStatus status = runToEnd(model, state, options, frames);
    if (status.phase != RunPhase::Finished || frames.empty()) {
        std::cerr << "The run ended at " << status.time << " s, before the " << time << " s asked for. "
                  << status.message << '\n';
        return std::nullopt;
    }
    const std::size_t last = frames.size() - 1;
    Vector y(frames.getNY());
    frames.copyY(last, y);
    state.setTime(frames.getTime(last));
    state.setY(y);
    return state;
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

    const std::optional<State> state = runTo(model, order.time);
    if (!state) return 1;
    realize(model, *state, Stage::Position);
    Scene scene;
    model.calcScene(*state, scene);

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
