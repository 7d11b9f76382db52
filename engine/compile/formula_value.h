// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/state_formula.h"

namespace trammel {

class MatterSubsystem;

/// The value of a formula at a State of the matter's System, which must be realized to its stage, or be realizing it after the
/// matter.
Real calcValue(const StateFormula& formula, const FormulaNumbers& numbers, const MatterSubsystem& matter,
               const State& s);

}  // namespace trammel
