// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/formula_force.h"

#include <algorithm>

namespace trammel {

FormulaForce::FormulaForce(const ElementInputs& in, const std::vector<std::string>& keys, Parameters parameters)
    : ParameterizedForce(in, std::move(parameters)) {
    for (const std::string& key : keys) {
        formulas_.push_back(in.requireFormula(key).formula);
        const StateFormula& formula = formulas_.back();
        readsMeasures_ = readsMeasures_ || formula.readsMeasures();
        onPositions_ = onPositions_ && !formula.readsTime() && !formula.readsVelocities() && !readsMeasures_;
    }
}

ForceBasis FormulaForce::makeBasis() const {
    ForceBasis basis;
    // A cache entry cannot declare what measures depend on.
    if (readsMeasures_) return basis;
    basis.value = std::make_unique<Value<std::vector<Real>>>(std::vector<Real>(formulas_.size()));
    basis.name = "formula of " + getName();
    for (const StateFormula& formula : formulas_) {
        basis.dependsOnTime = basis.dependsOnTime || formula.readsTime();
        basis.dependsOnPositions = basis.dependsOnPositions || formula.readsPositions();
        basis.dependsOnVelocities = basis.dependsOnVelocities || formula.readsVelocities();
    }
    return basis;
}

void FormulaForce::calcBasis(const ForceKinematics& k, const AbstractValue* value, AbstractValue& basis) const {
    countEvaluation();
    std::vector<Real>& values = updValues(basis);
    for (std::size_t i = 0; i < formulas_.size(); ++i) values[i] = formulas_[i].calc(k, get(value).formulas[i]);
}

bool FormulaForce::mayBreak() const { return std::ranges::any_of(formulas_, &StateFormula::readsTime); }

Real FormulaForce::calcNextBreak(Real t, Real horizon, const AbstractValue* parameters) const {
    Real next = Infinity;
    for (std::size_t i = 0; i < formulas_.size(); ++i)
        next = std::min(next, formulas_[i].calcNextBreak(get(parameters).formulas[i], t, horizon));
    return next;
}

FormulaForce::Parameters FormulaForce::readFormulas(const ElementInputs& in, const std::vector<std::string>& keys,
                                                    const std::vector<Vec3>& points) {
    Parameters p{in.real("factor"), {}, points};
    for (const std::string& key : keys) p.formulas.push_back(in.requireFormula(key).numbers);
    return p;
}

PropertyDescriptor FormulaForce::factorProperty() {
    return PropertyDescriptor::real("factor", "Factor", Quantity::None, 1,
                                    "Multiplies the formula; can be changed during a run.")
        .at(stage);
}

const std::vector<Real>& FormulaForce::calcValues(const ForceKinematics& k, const AbstractValue* parameters) const {
    static thread_local std::vector<Real> values;
    countEvaluation();
    values.resize(formulas_.size());
    for (std::size_t i = 0; i < formulas_.size(); ++i) values[i] = formulas_[i].calc(k, get(parameters).formulas[i]);
    return values;
}
std::vector<Real>& FormulaForce::updValues(AbstractValue& basis) {
    return Value<std::vector<Real>>::updDowncast(basis).upd();
}

}  // namespace trammel
