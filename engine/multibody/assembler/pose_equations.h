// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "multibody/assembler/assembly_problem.h"
#include "multibody/matter/guts.h"

namespace trammel {

/// The equations that an AssemblyProblem makes of a pose, with their derivatives by the free speeds: rows that must
/// become zero (constraints, locked coordinates, required targets) and rows that should become small (all other
/// targets, times the square root of their weights); and goals that are no sums of squares.
///
/// Each row of a derivative is gathered along one path to Ground. Allocates only when it is made, conditions apart.
class PoseEquations {
public:
    PoseEquations(const MatterSubsystem&, const State&, const AssemblyProblem&);

    int numFree() const { return int(freeU_.size()); }
    int numConstraints() const { return nConstraints_; }
    int numHard() const { return int(hardErrors.size()); }
    int numSoft() const { return int(softErrors.size()); }
    /// Whether there are goals that are no sums of squares.
    bool hasGoals() const { return hasGoals_; }

    /// At the State's q (Position).
    void calcErrors(const State&, const AssemblyProblem&);
    /// After calcErrors(): derivatives at the same State.
    void calcSlopes(const State&, const AssemblyProblem&);
    /// Mass matrix of the free speeds; never singular: what has no mass gets a little.
    void calcMetric(const State&);

    /// dq = N du for a change of the free speeds.
    void multiplyByN(const State&, const Real* du, Real* dq) const;
    /// The row of N that belongs to one coordinate, by free speeds.
    void calcRowOfN(const State&, int q, Real* row) const;
    /// Largest of the hard errors, and which.
    Real worstHard(int& which) const;
    Real goal() const { return softErrors.squaredNorm() / 2 + otherGoals_; }
    /// Constraint equations, where they must hold, come first among the hard rows, then locked coordinates, then targets
    /// from here on.
    int firstHardTarget() const { return (hardConstraints_ ? nConstraints_ : 0) + int(locked_.size()); }

    Vector hardErrors, softErrors;
    Matrix hardSlopes, softSlopes, metric;
    /// Derivatives of the goals that are no sums of squares.
    Vector goalSlope;

private:
    enum class Kind { Marker, Orientation, Coordinate, Condition };
    struct Target {
        Kind kind;
        std::size_t number;
        /// Where its rows start, among the hard or the soft ones.
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
    void calcConstraintSlopes(const State&);
    void calcConditionSlopes(const State&, const AssemblyProblem&);
    /// Columns of the velocity of a point (if @p linear) or of the angular velocity of a body, times @p T.
    void calcBodyRows(const State&, MobilizedBodyIndex body, const Vec3& p_G, bool linear, const Mat33& T, int row,
                      Matrix& slopes) const;

    const MatterGuts& guts_;
    /// Equations of constraints, if they count at all; whether they must hold, and else the root of their weight.
    int nConstraints_;
    bool hardConstraints_;
    Real constraintFactor_;
    bool hasGoals_ = false;
    Real otherGoals_ = 0;
    std::vector<int> freeU_, freeOfU_;
    std::vector<Locked> locked_;
    std::vector<Target> targets_;
    // Work space.
    std::vector<SpatialVec> F_;
    std::vector<Real> f_, lambda_;
    mutable std::vector<Real> fullU_;
    std::vector<ArticulatedInertia> composite_;
    Vector conditionErrors_;
    /// For differences.
    std::optional<State> displaced_;
};

}  // namespace trammel
