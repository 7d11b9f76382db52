// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "math/pivoted_cholesky.h"
#include "multibody/assembler/pose_equations.h"
#include "multibody/multibody_system.h"

namespace trammel {

/// Moves a State iteratively to a pose where the hard rows of its PoseEquations vanish and the soft ones are minimal.
///
/// A step x solves  min |r + J x|^2 + 2 g x + x^T B x + d x^T M x  subject to  C x = -c,  M the metric of kinetic
/// energy, g and B slope and curvature of goals that are not sums of squares (B by BFGS); with K = J^T J + B + d M,  S
/// = C K^-1 C^T,  S lambda = c - C K^-1 (J^T r + g). Rows of C may be dependent. If J has fewer rows than there are
/// speeds, and there are no g and B, K is inverted by Woodbury's formula (M = 1): K^-1 = (1 - J^T (J J^T + d)^-1 J) /
/// d. Allocates on construction and in the first steps only, except for conditions.
class PoseSearch {
public:
    PoseSearch(const MultibodySystem&, const State& like, AssemblyProblem);

    AssemblyProblem problem;
    int steps = 0;
    const MultibodySystem& getSystem() const { return system_; }

    /// Starts a search: applies prescribed coordinates and moves coordinates into their ranges.
    void begin(State&);
    /// Reduces all hard errors to zero from any distance by damped descent, in steps of at most @p largestMove (rad or
    /// m).
    bool close(State&, Real largestMove, int mostSteps);
    /// From a closed pose: moves required targets to their values in steps small enough to stay on the branch. @return
    /// true if they were reached
    bool walk(State&);
    /// From a pose with zero hard errors: minimizes the soft errors.
    void improve(State&);
    /// A random motion of size @p size, deterministic for each @p number.
    void kick(State&, int number, Real size);

    /// Sets q, normalizes quaternions, and evaluates.
    void restore(State&, const Vector& q);
    bool isClosed() const { return worst_ <= problem.tolerance; }
    bool areConstraintsClosed() const;
    Real worstGap() const { return worst_; }
    /// The hard row with the largest error; -1 if all errors are zero.
    int worstEquation() const { return worstEquation_; }
    Real goal() const { return equations_.goal(); }

    /// Orientation of the map from independent to dependent coordinates: its sign differs between branches.
    class Branch {
    public:
        /// Chooses dependent coordinates at the current pose.
        void choose(const Matrix& slopes);
        /// -1, 0 (singular, or no dependent coordinates) or 1.
        int signAt(const Matrix& slopes) const;

    private:
        std::vector<int> rows_, columns_;
    };
    Branch chooseBranch(State&);
    int signOf(const Branch&, State&);

private:
    /// Evaluates errors at the current pose.
    void look(State&);
    void factorMetric(State&);
    /// A step for hard errors plus @p targetPart of target errors; @p softDamping relative to the largest element of
    /// J^T J (0: no soft rows), @p hardDamping relative to S.
    void solveStep(const State&, Real targetPart, Real softDamping, Real hardDamping, Real largestMove);
    /// True if the objective consists only of soft rows, fewer than there are free speeds.
    bool isSeenByFew() const { return !equations_.hasGoals() && equations_.numSoft() < equations_.numFree(); }
    void solveWithHeld(Real targetPart, Real softDamping, Real hardDamping);
    /// Moves by @p part of the step from the pose in start_; false if that cannot be evaluated.
    bool moveBy(State&, Real part);
    /// Largest difference of a coordinate from @p q.
    Real distanceFrom(const State&, const Vector& q) const;
    /// Newton's method on the hard rows; keeps targets at their current values if @p holdTargets.
    bool correct(State&, int mostSteps, bool holdTargets);
    Real weightedError() const;
    /// Predicted decrease of the goal by a part of the last step.
    Real calcGain(Real part);
    /// Updates slope and curvature of the goals that are not sums of squares.
    void learnGoals();

    const MultibodySystem& system_;
    const MatterSubsystem& matter_;
    const MatterGuts& guts_;
    PoseEquations equations_;
    Real worst_ = 0;
    int worstEquation_ = -1;

    // Scratch: x = L^T du, rows times L^-T, and active ranges of one step.
    Eigen::LLT<Eigen::MatrixXd> metric_, normal_;
    Matrix C_, J_, Y_, K_, S_, W_;
    Vector rhs_, lambda_, x_, du_, dq_, start_, before_, next_, predicted_, previous_, scale_, targets_, softWork_;
    PivotedCholesky factor_;
    // Goals that are not sums of squares, in the unit metric: slopes here and at the last pose, the step between, and
    // the curvature; empty until known.
    Vector goalSlope_, lastGoalSlope_, lastMove_;
    Matrix curvature_;
    int learned_ = 0;
    struct Held {
        int q;
        Real change;
    };
    std::vector<Held> held_;
    std::vector<Real> rowOfN_;
    int heldRows_ = 0;
};

}  // namespace trammel
