// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "compile/compiled_model.h"
#include "runtime/frame_loop.h"
#include "tests/fuzz/promise.h"

namespace trammel {

/// Takes at most @p steps steps of a run of a compiled model: each gives finite numbers, or the run ends with a
/// message.
inline void runShortly(const CompiledModel& model, int steps, std::string_view input) {
    RunOptions options;
    options.settings = model.getSettings();
    TrajectoryStore frames(model.getInitialState().getNY());
    FrameLoop loop(model, model.getInitialState(), options, frames);
    for (int i = 0; i < steps; ++i) {
        const FrameLoop::Progress progress = loop.advance();
        if (progress == FrameLoop::Progress::Failed || progress == FrameLoop::Progress::Finished) {
            RunStatus status;
            loop.describe(status);
            promise(progress == FrameLoop::Progress::Finished || !status.message.empty(), "a failed run has words");
            Diagnostics said;
            if (!status.message.empty()) said.error("Run", status.message);
            promiseWords(said, input);
            return;
        }
        if (progress == FrameLoop::Progress::StepTaken)
            promise(loop.getAdvancedState().getY().array().isFinite().all(), "a step gives finite numbers");
    }
}

/// Compiles a document and takes some steps if it has no errors.
inline CompiledModelPtr compileAndRun(const Document& document, const CompiledModelPtr& previous, int steps,
                                      std::string_view input = {}) {
    const Result<CompiledModelPtr> model = compileDocument(document, previous);
    promiseWords(model.diagnostics, input);
    promise(model || model.diagnostics.hasErrors(), "a model that cannot be built has an error");
    if (!model) return nullptr;
    if (!model.diagnostics.hasErrors()) runShortly(**model, steps, input);
    return *model;
}

}  // namespace trammel
