// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/numerical_failure.h"
#include "multibody/breaks_in_time.h"
#include "multibody/motions/time_driven_motion.h"
#include "multibody/state_formula.h"

namespace trammel {

/// A motion prescribed by a formula of time and numbers of the model.
class FormulaMotion : public TimeDrivenMotion<FormulaNumbers>, public BreaksInTime {
public:
    static constexpr const char* key = "timeFormula";
    static constexpr const char* label = "Motor by formula";
    static constexpr const char* doc = "Drives a joint by a formula of time, with the required force.";
    static constexpr const char* reference =
        "`f(t)` is the coordinate (level position), the speed (level velocity) or its derivative (level acceleration). "
        "The formula may use `t` and numbers of the model. Its first and second derivatives are exact; those of abs, "
        "min, max and if are of the branch in use, so a formula that jumps prescribes an infinite acceleration that is "
        "not seen.";
    static constexpr const char* choose =
        "For laws that a formula states: 30 deg*sin(2 rad/s*t), a start that is exp(-t/T). For points of a table, use "
        "a motor by a function.";
    static TypeSample sample() { return {.properties = {{"formula", "30 deg*sin(2 rad/s*t)"}}}; }

    static std::vector<PropertyDescriptor> properties() {
        PropertyDescriptor formula = PropertyDescriptor::formula(
            "formula", "Formula", Quantity::None, "0", "Formula of time for the coordinate, speed or acceleration.");
        formula.ofCoordinate = OfCoordinate{CoordinateRole::Value, {}, "level"};
        return {levelProperty("Quantity given by the formula."), std::move(formula)};
    }
    static Parameters readParameters(const ElementInputs& in) { return in.requireFormula("formula").numbers; }

    explicit FormulaMotion(const ElementInputs& in)
        : TimeDrivenMotion(in, readParameters(in)), formula_(in.requireFormula("formula").formula) {
        if (formula_.readsPositions() || formula_.readsVelocities() || formula_.readsMeasures())
            throw UnusableElement("The formula of a motor may depend on time and numbers only.",
                                  "Write it with t, or use a constraint by formula.");
    }

    bool mayBreak() const override { return formula_.readsTime(); }
    Real calcNextBreak(Real t, Real horizon, const AbstractValue* parameters) const override {
        return formula_.calcNextBreak(Value<Parameters>::downcast(*parameters), t, horizon);
    }

protected:
    Real calcDerivative(const FormulaNumbers& parameters, int order, Real t) const override {
        Jet inputs[FormulaProgram::largest];
        std::ranges::transform(formula_.getSources(), inputs, [&](const FormulaSource& source) {
            return source.kind == FormulaSource::Kind::Time ? Jet{t, 1, 0}
                                                            : Jet{parameters.numbers[std::size_t(source.index)], 0, 0};
        });
        const Jet jet = formula_.getProgram().calcJet(inputs);
        const Real value = order == 0 ? jet.value : order == 1 ? jet.dot : jet.dotdot;
        if (std::isfinite(value)) return value;
        std::ostringstream text;
        text << "'" << getName() << "': the formula has no finite value or derivative at t = " << t
             << " s. Change the formula.";
        throw NumericalFailure(text.str());
    }

private:
    StateFormula formula_;
};

}  // namespace trammel
