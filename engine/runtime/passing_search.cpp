// SPDX-License-Identifier: Apache-2.0
#include "runtime/passing_search.h"

#include "inspect/realization.h"

namespace trammel {

bool PassingSearch::begin(const CompiledModelPtr& model) {
    passing_ = std::make_unique<PassingBodies>(model);
    return passing_->hasPairs();
}

bool PassingSearch::look(const CompiledModel& model, State& state) {
    realize(model, state, Stage::Position);
    passing_->look(state);
    return passing_->getFound().size() < PassingBodies::mostFound();
}

}  // namespace trammel
