// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/model_compiler.h"

#include <optional>
#include <utility>

#include "runtime/background_work.h"
#include "ui/session/left_work.h"
#include "ui/session/opened_model.h"

namespace trammel::ui {

namespace {
/// Shorter than a frame of the view, ms.
constexpr int CompilePollInterval = 4;
}  // namespace

/// Owned by the thread while it works, by the window otherwise.
struct ModelCompiler::Work {
    Work(const Document& source, const CompiledModelPtr& last)
        : document(source),
          previous(last),
          thread(std::in_place, [this] { result = compileSafely(document, previous); }) {}

    Document document;
    CompiledModelPtr previous;
    Result<CompiledModelPtr> result;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::optional<BackgroundWork> thread;
};

ModelCompiler::ModelCompiler(std::function<void(bool)> adopt, QObject* parent)
    : QObject(parent), adopt_(std::move(adopt)) {
    timer_.setInterval(CompilePollInterval);
    connect(&timer_, &QTimer::timeout, this, [this] {
        if (work_ && work_->thread->isFinished()) adopt_(false);
    });
}

ModelCompiler::~ModelCompiler() { discard(); }

void ModelCompiler::start(const Document& document, const CompiledModelPtr& previous) {
    work_ = std::make_shared<Work>(document, previous);
    timer_.start();
}

const Document& ModelCompiler::document() const { return work_->document; }

void ModelCompiler::finishNow() {
    if (isBusy()) ++waits_;
    while (isBusy()) adopt_(true);
}

Result<CompiledModelPtr> ModelCompiler::take() {
    timer_.stop();
    const std::shared_ptr<Work> done = std::exchange(work_, nullptr);
    done->thread.reset();
    return std::move(done->result);
}

void ModelCompiler::discard() {
    timer_.stop();
    if (const std::shared_ptr<Work> left = std::exchange(work_, nullptr); left && !left->thread->isFinished())
        leaveUntil([left] { return left->thread->isFinished(); });
}

}  // namespace trammel::ui
