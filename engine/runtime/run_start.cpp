// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_start.h"

#include <sstream>
#include <stdexcept>

#include "multibody/multibody_system.h"
#include "runtime/frame_codec.h"
#include "system/state_file.h"

namespace trammel {

namespace {

/// A copy of the State at the start. Runs from the initial State of a model share one, since it takes as much memory as the
/// model's own, which cannot be shared: others evaluate it while the worker reads.
std::shared_ptr<const State> copyInitial(const CompiledModelPtr& model, const State& start) {
    if (&start != &model->getInitialState()) return std::make_shared<const State>(start);
    static std::mutex mutex;
    static std::weak_ptr<const CompiledModel> lastModel;
    static std::weak_ptr<const State> lastCopy;
    const std::lock_guard lock(mutex);
    std::shared_ptr<const State> copy = lastCopy.lock();
    if (!copy || lastModel.lock() != model) {
        copy = std::make_shared<const State>(start);
        lastModel = model;
        lastCopy = copy;
    }
    return copy;
}

}  // namespace

RunStart::RunStart(CompiledModelPtr model, const State& start)
    : document_(model->getDocument()),
      time_(start.getTime()),
      model_(std::move(model)),
      state_(copyInitial(model_, start)) {}

const CompiledModelPtr& RunStart::getModel() const {
    restore({});
    return model_;
}

const State& RunStart::getState() const {
    restore({});
    return *state_;
}

void RunStart::restore(const CompiledModelPtr& similar) const {
    const std::lock_guard lock(mutex_);
    if (model_) return;
    const Result<CompiledModelPtr> compiled = compileDocument(document_, similar);
    const std::optional<std::string> text = unpackText(text_);
    if (!compiled || !text) throw std::runtime_error("The model of the run cannot be compiled again.");
    std::istringstream lines(*text);
    Result<State> state = loadState(lines, (*compiled)->getSystem());
    if (!state) throw std::runtime_error("The first State of the run cannot be read again.");
    state_ = std::make_shared<const State>(std::move(*state.value));
    model_ = *compiled;
    hasModel_ = true;
}

bool RunStart::release() {
    const std::lock_guard lock(mutex_);
    if (!model_) return true;
    if (text_.empty()) {
        std::ostringstream text;
        if (saveState(text, model_->getSystem(), *state_).hasErrors()) return false;
        text_ = packText(text.str());
    }
    hasModel_ = false;
    model_.reset();
    state_.reset();
    return true;
}

}  // namespace trammel
