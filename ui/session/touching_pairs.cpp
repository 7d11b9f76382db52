// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/touching_pairs.h"

#include "base/numerical_failure.h"
#include "inspect/realization.h"

namespace trammel::ui {

std::vector<TouchingPair> readTouchingPairs(const DisplayedState& displayed) {
    const CompiledModelPtr& model = displayed.model();
    if (!model) return {};
    // The displayed State keeps its stage.
    const State copy = displayed.state();  // NOLINT(performance-unnecessary-copy-initialization)
    try {
        realize(*model, copy, Stage::Acceleration);
        return readTouchingPairs(*model, copy);
    } catch (const NumericalFailure&) {
        return {};
    }
}

}  // namespace trammel::ui
