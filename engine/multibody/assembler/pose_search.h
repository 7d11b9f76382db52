// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/pivoted_cholesky.h"
#include "multibody/assembler/pose_equations.h"
#include "multibody/multibody_system.h"

namespace trammel {

/// Moves one State step by step to where the hard rows of its PoseEquations vanish and the soft ones are least.
///
/// A step x solves  min |r + J x|^2 + 2 g x + x^T B x + d x^T M x  subject to  C x = -c,  M the metric of kinetic energy,
/// g and B slope and curvature of goals that are no sums of squares, the latter learned on the way (BFGS); by
/// K = J^T J + B + d M,  S = C K^-1 C^T,  S lambda = c - C K^-1 (J^T r + g). Rows of C may depend on each other. Where
/// there are fewer rows in J than speeds, and no g and B, K is inverted by its few rows alone (Woodbury; M = 1):
/// K^-1 = (1 - J^T (J J^T + d)^-1 J) / d.
/// Allocates only when it is made and on the first steps, apart from conditions.
class PoseSearch {
public:
    PoseSearch(const MultibodySystem&, const State& like, AssemblyProblem);

    AssemblyProblem problem;
    int steps = 0;
    const MultibodySystem& getSystem() const { return system_; }

    /// Where the search starts: prescribed coordinates are put in place, coordinates with ranges within them.
    void begin(State&);
    /// Make all hard errors vanish, from however far: damped, downhill, no step larger than @p largestMove (rad or m).
    bool close(State&, Real largestMove, int mostSteps);
    /// From a pose with constraints closed: carry targets that must be met to where they should be, in steps small enough
    /// to stay on the branch. @return whether they got there
    bool walk(State&);
    /// From a pose with all hard errors closed: make the soft errors least.
    void improve(State&);
    /// A random motion of the size @p size, always the same for the same @p number; ends where it ends.
    void kick(State&, int number, Real size);

    /// Put q in, with quaternions of length one, and look.
    void restore(State&, const Vector& q);
    bool isClosed() const { return worst_ <= problem.tolerance; }
    bool areConstraintsClosed() const;
    Real worstGap() const { return worst_; }
    /// The hard row with the largest error; -1 if there is no error at all.
    int worstEquation() const { return worstEquation_; }
    Real goal() const { return equations_.goal(); }

    /// The sense in which dependent coordinates follow independent ones: its sign changes from branch to branch.
    class Branch {
    public:
        /// Chooses dependent coordinates at the present pose.
        void choose(const Matrix& slopes);
        /// -1, 0 (singular, or nothing depends) or 1.
        int signAt(const Matrix& slopes) const;

    private:
        std::vector<int> rows_, columns_;
    };
    Branch chooseBranch(State&);
    int signOf(const Branch&, State&);

private:
    /// Errors at the present pose.
    void look(State&);
    void factorMetric(State&);
    /// A step with hard errors times @p part of those of targets; @p softDamping relative to the largest element of
    /// J^T J (0: no soft rows), @p hardDamping relative to S.
    void solveStep(const State&, Real targetPart, Real softDamping, Real hardDamping, Real largestMove);
    /// Whether less soft rows than free speeds are all that is to become least.
    bool isSeenByFew() const { return !equations_.hasGoals() && equations_.numSoft() < equations_.numFree(); }
    void solveWithHeld(Real targetPart, Real softDamping, Real hardDamping);
    /// Move by @p part of the step from the pose in start_; false if that cannot be evaluated.
    bool moveBy(State&, Real part);
    /// Largest change of a coordinate from @p q.
    Real distanceFrom(const State&, const Vector& q) const;
    /// Newton's method on the hard rows, with targets held where they are if @p holdTargets.
    bool correct(State&, int mostSteps, bool holdTargets);
    Real weightedError() const;
    /// By how much a part of the last step should make the goal smaller.
    Real calcGain(Real part);
    /// Take over the present slope of the goals that are no sums of squares, and what it tells of their curvature.
    void learnGoals();

    const MultibodySystem& system_;
    const MatterSubsystem& matter_;
    const MatterGuts& guts_;
    PoseEquations equations_;
    Real worst_ = 0;
    int worstEquation_ = -1;

    // Work space: x = L^T du, rows times L^-T, and what ranges hold for one step.
    Eigen::LLT<Eigen::MatrixXd> metric_, normal_;
    Matrix C_, J_, Y_, K_, S_, W_;
    Vector rhs_, lambda_, x_, du_, dq_, start_, before_, next_, predicted_, previous_, scale_, targets_, softWork_;
    PivotedCholesky factor_;
    // Of goals that are no sums of squares, in the unit metric: slope, there and at the last pose, the way between, and the
    // curvature; without any as long as nothing is known.
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
