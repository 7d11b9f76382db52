// SPDX-License-Identifier: Apache-2.0
#include "inspect/wiggle_motion.h"

#include <cmath>

#include "compile/compiled_data.h"

namespace trammel {

namespace {
constexpr Real largestTurn = 0.22;
constexpr Real closedEnough = 1e-8;
}  // namespace

WiggleMotion::WiggleMotion(CompiledModelPtr model, WiggleReport wiggle)
    : model_(std::move(model)), wiggle_(std::move(wiggle)), state_(model_->getInitialState()) {
    const Real fastest = wiggle_.qdot.size() > 0 ? wiggle_.qdot.cwiseAbs().maxCoeff() : 0;
    if (fastest > 0) amplitude_ = largestTurn / fastest;
}

const State& WiggleMotion::at(Real phase) {
    const BuiltSystem& built = *model_->getData().built;
    const State& initial = model_->getInitialState();
    state_.updQ() = initial.getQ() + amplitude_ * std::sin(phase) * wiggle_.qdot;
    built.system.realize(state_, Stage::Position);
    built.matter->assemble(state_, {}, closedEnough);
    built.system.realize(state_, Stage::Position);
    return state_;
}

}  // namespace trammel
