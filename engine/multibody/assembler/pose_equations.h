// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "multibody/assembler/assembly_problem.h"
#include "multibody/matter/guts.h"

namespace trammel {

/// The equations of an AssemblyProblem with their derivatives with respect to the free speeds: hard rows that must
/// vanish (constraints, locked coordinates, required targets), soft rows to be minimized (all other targets, times the
/// square roots of their weights), and goals that are not sums of squares.
///
/// Each row of a derivative is gathered along one path to Ground. Allocates only on construction, except for
/// conditions.
class PoseEquations {
public:
    PoseEquations(const MatterSubsystem&, const State&, const AssemblyProblem&);

    int numFree() const { return int(freeU_.size()); }
    int numConstraints() const { return nConstraints_; }
    /// The position error that hard row or soft row @p i of a constraint is made of.
    int errorOfRow(int i) const { return errorOfRow_[std::size_t(i)]; }
    int numHard() const { return int(hardErrors.size()); }
    int numSoft() const { return int(softErrors.size()); }
    /// True if there are goals that are not sums of squares.
    bool hasGoals() const { return hasGoals_; }

    /// Evaluates at the State's q (Position).
    void calcErrors(const State&, const AssemblyProblem&);
    /// Derivatives at the same State, after calcErrors().
    void calcSlopes(const State&, const AssemblyProblem&);
    /// Mass matrix of the free speeds; massless directions get a small mass, so that it is regular.
    void calcMetric(const State&);

    /// dq = N du for a change of the free speeds.
    void multiplyByN(const State&, const Real* du, Real* dq) const;
    /// The row of N of one coordinate, by free speeds.
    void calcRowOfN(const State&, int q, Real* row) const;
    /// The largest hard error and its row.
    Real worstHard(int& which) const;
    Real goal() const { return softErrors.squaredNorm() / 2 + otherGoals_; }
    /// Order of hard rows: enforced constraint equations, locked coordinates, then targets from this row on.
    int firstHardTarget() const { return (hardConstraints_ ? nConstraints_ : 0) + int(locked_.size()); }

    Vector hardErrors, softErrors;
    Matrix hardSlopes, softSlopes, metric;
    /// Derivatives of the goals that are not sums of squares.
    Vector goalSlope;

private:
    enum class Kind { Marker, Orientation, Coordinate, Condition };
    struct Target {
        Kind kind;
        std::size_t number;
        /// First of its rows, among the hard or soft ones.
        int row;
        Real factor;
        bool hard;
    };
    struct Locked {
        int q;
        Real value;
    };
    template <class Visit>
    void visitTargets(const AssemblyProblem&, Visit visit) const;
    void chooseConstraints(const State&, const AssemblyProblem&);
    void calcConstraintSlopes(const State&);
    void calcConditionSlopes(const State&, const AssemblyProblem&);
    /// Columns of a point's velocity (if @p linear) or of a body's angular velocity, times @p T.
    void calcBodyRows(const State&, MobilizedBodyIndex body, const Vec3& p_G, bool linear, const Mat33& T, int row,
                      Matrix& slopes) const;

    const MatterGuts& guts_;
    /// Number of constraint equations that are not ignored; whether they are hard, and otherwise the root of their weight.
    int nConstraints_ = 0;
    bool hardConstraints_;
    Real constraintFactor_;
    bool hasGoals_ = false;
    Real otherGoals_ = 0;
    /// Their position errors, and the row of each position error; -1 if it is ignored.
    std::vector<int> errorOfRow_, rowOfError_;
    std::vector<int> freeU_, freeOfU_;
    std::vector<Locked> locked_;
    std::vector<Target> targets_;
    // Scratch.
    std::vector<SpatialVec> F_;
    std::vector<Real> f_, lambda_;
    mutable std::vector<Real> fullU_;
    std::vector<ArticulatedInertia> composite_;
    Vector conditionErrors_;
    /// For finite differences.
    std::optional<State> displaced_;
};

}  // namespace trammel
