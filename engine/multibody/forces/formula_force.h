// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "multibody/breaks_in_time.h"
#include "multibody/force.h"
#include "multibody/state_formula.h"
#include "system/counter.h"

namespace trammel {

struct FormulaForceParameters {
    Real factor = 1;
    std::vector<FormulaNumbers> formulas;
    /// Points of the element, each in its body's frame.
    std::vector<Vec3> points = {};
    friend bool operator==(const FormulaForceParameters&, const FormulaForceParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.factor, self.formulas, self.points); }
};

/// A force calculated from formulas of the State, whose values are its basis.
class FormulaForce : public ParameterizedForce<FormulaForceParameters>, public BreaksInTime {
public:
    /// @param keys of the properties with the formulas
    FormulaForce(const ElementInputs& in, const std::vector<std::string>& keys, Parameters parameters);

    bool dependsOnlyOnPositions() const override { return onPositions_; }
    ForceBasis makeBasis() const override;
    /// Sets the value of each formula.
    void calcBasis(const ForceKinematics&, const AbstractValue* parameters, AbstractValue& basis) const override;

    bool mayBreak() const override;
    Real calcNextBreak(Real t, Real horizon, const AbstractValue* parameters) const override;

    /// Number of evaluations of the basis by all States, for tests of what invalidates it.
    long long getNumEvaluations() const { return evaluations_; }

protected:
    static Parameters readFormulas(const ElementInputs& in, const std::vector<std::string>& keys,
                                   const std::vector<Vec3>& points = {});
    static PropertyDescriptor factorProperty();
    const std::vector<StateFormula>& formulas() const { return formulas_; }
    /// The value of each formula: the basis, or computed here if a formula reads a measure.
    const std::vector<Real>& valuesIn(const ForceKinematics& k, const AbstractValue* parameters) const {
        return readsMeasures_ ? calcValues(k, parameters) : Value<std::vector<Real>>::downcast(*k.basis).get();
    }
    static std::vector<Real>& updValues(AbstractValue& basis);
    void countEvaluation() const { ++evaluations_; }

private:
    const std::vector<Real>& calcValues(const ForceKinematics& k, const AbstractValue* parameters) const;

    std::vector<StateFormula> formulas_;
    bool onPositions_ = true, readsMeasures_ = false;
    mutable Counter evaluations_;
};

}  // namespace trammel
