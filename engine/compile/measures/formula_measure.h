// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/state_formula.h"
#include "system/measure.h"

namespace trammel {

class MatterSubsystem;

/// The value of a formula of the State as a measure, available from the stage of the formula. The numbers that it names are a
/// variable of the State.
class FormulaMeasure : public Measure {
public:
    class Implementation;
    /// @param matter must outlive the measure
    FormulaMeasure(Subsystem& subsystem, BoundFormula formula, const MatterSubsystem& matter);
    void setNumbers(State&, const FormulaNumbers&) const;
};

}  // namespace trammel
