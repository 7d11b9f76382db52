// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "integrate/butcher_tableau.h"
#include "integrate/one_step_integrator.h"

namespace trammel {

/// Embedded explicit Runge-Kutta method defined by a tableau.
///
/// Cost per attempt: one evaluation per stage except the first, plus one at the end unless the last stage is the end.
/// **Source:** Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4-II.6.
class ExplicitRungeKutta : public OneStepIntegrator {
public:
    /// @param tableau must outlive the integrator, as must @p name
    ExplicitRungeKutta(const System& system, const ButcherTableau& tableau, const char* name);

    const ButcherTableau& getTableau() const { return tableau_; }
    const char* getMethodName() const override { return name_; }
    int getMethodMinOrder() const override { return tableau_.order; }
    int getMethodMaxOrder() const override { return tableau_.order; }

protected:
    int getErrorOrder() const override { return tableau_.errorOrder; }
    void allocateMethod(int ny) override;
    bool attemptStep(Real t1, Vector& y1, Vector& yError) override;
    Real estimateStabilityUse(int& fastest) override;
    Real calcEndMismatch(const State& end, Real t1) override;
    void interpolate(Real t, State& scratch, Vector& y) override;
    void visitMemory(MemoryVisitor& visitor) override;
    /// |hλ| up to which the method is stable for a decay of rate λ.
    Real getStabilityLimit() const { return stabilityLimit_; }

private:
    struct Term {
        int column;
        Real factor;
    };
    /// Nonzero elements of one row of the tableau.
    using Row = std::vector<Term>;
    static Row nonzero(std::span<const Real> row);
    /// y = start + h Σ factor k
    void combine(const Vector& start, Real h, const Row& row, Vector& y) const;
    /// k of @p column, evaluated at t and the y that combine() returns for @p row.
    bool evaluateStage(State& state, Real t, Real h, const Row& row, int column);
    bool completeDenseOutput(State& scratch);

    const ButcherTableau& tableau_;
    const char* name_;
    std::vector<Row> rows_, denseStageRows_, denseRows_;
    Row weights_, error_, coarseError_;
    /// The last stage at the end of the step other than the end itself; 0 if none.
    int lateStage_ = 0;
    const Real stabilityLimit_;
    /// One k per column.
    Matrix k_;
    Vector yStage_, coarse_, zero_;
    /// The terms Σ d_mi k_i of dense output, one per column.
    Matrix denseTerms_;
    enum class DenseOutput { Missing, Complete, Impossible };
    DenseOutput denseOutput_ = DenseOutput::Missing;
};

}  // namespace trammel
