// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_model.h"

namespace trammel {

/// A small oscillation along a direction of motion of a mechanism, for display; loops stay closed.
class WiggleMotion {
public:
    /// @param wiggle one of model->calcWiggles() at its initial state
    WiggleMotion(CompiledModelPtr model, WiggleReport wiggle);

    /// The pose at @p phase rad of a sinusoid about the initial pose, realized to Position.
    const State& at(Real phase);

private:
    CompiledModelPtr model_;
    WiggleReport wiggle_;
    /// Scale of the direction, s: the largest coordinate moves by a fraction of a rad or of the model's size.
    Real amplitude_ = 0;
    State state_;
};

}  // namespace trammel
