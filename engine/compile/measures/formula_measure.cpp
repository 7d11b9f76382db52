// SPDX-License-Identifier: Apache-2.0
#include "compile/measures/formula_measure.h"

#include <algorithm>

#include "compile/formula_value.h"

namespace trammel {

class FormulaMeasure::Implementation : public Measure::Implementation {
public:
    Implementation(BoundFormula formula, const MatterSubsystem& matter)
        : formula_(std::move(formula)), matter_(matter) {}

    void setNumbers(State& s, const FormulaNumbers& numbers) const {
        const Value<FormulaNumbers> value(numbers);
        if (!getSubsystem().getDiscreteVariable(s, numbers_).equals(value))
            getSubsystem().setDiscreteVariable(s, numbers_, value);
    }

protected:
    Implementation* cloneVirtual() const override { return new Implementation(*this); }
    std::string kindVirtual() const override { return "formula"; }
    Stage getDependsOnStageVirtual(int) const override {
        return std::max(Stage(Stage::Position), formula_.formula.getStage());
    }
    void calcCachedValueVirtual(const State& s, int, Real& value) const override {
        const auto& numbers = Value<FormulaNumbers>::downcast(getSubsystem().getDiscreteVariable(s, numbers_)).get();
        value = calcValue(formula_.formula, numbers, matter_, s);
    }
    void realizeMeasureTopologyVirtual(State& s) const override {
        numbers_ = getSubsystem().allocateDiscreteVariable(s, Stage::Time, new Value<FormulaNumbers>(formula_.numbers),
                                                           "parameters of " + getName());
    }

private:
    BoundFormula formula_;
    const MatterSubsystem& matter_;
    mutable DiscreteVariableIndex numbers_;
};

FormulaMeasure::FormulaMeasure(Subsystem& subsystem, BoundFormula formula, const MatterSubsystem& matter)
    : Measure(subsystem, new Implementation(std::move(formula), matter), SetHandle()) {}
void FormulaMeasure::setNumbers(State& s, const FormulaNumbers& numbers) const {
    dynamic_cast<const Implementation&>(getImpl()).setNumbers(s, numbers);
}

}  // namespace trammel
