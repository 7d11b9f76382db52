// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "math/spatial.h"
#include "math/vector.h"
#include "system/state_info.h"

namespace trammel {

class State;

/// A custom condition on a pose: errors that must vanish, or a goal to be minimized. All functions receive a State
/// realized to Position.
class PoseCondition {
public:
    virtual ~PoseCondition() = default;
    virtual std::string getName() const = 0;
    /// If required: number of errors, constant, in m or rad.
    virtual int getNumErrors(const State&) const = 0;
    virtual void calcErrors(const State&, Vector& errors) const = 0;
    /// If weighted: not negative.
    virtual Real calcGoal(const State&) const = 0;
    /// Derivatives with respect to coordinates, at least the free ones; false: use finite differences.
    virtual bool calcErrorSlopes(const State&, Matrix&) const { return false; }
    virtual bool calcGoalSlope(const State&, Vector&) const { return false; }
};

/// Goals for a pose, in addition to enabled constraints, prescribed coordinates and minimal motion. Coordinates are
/// numbered as in the matter subsystem.
///
/// Targets of infinite weight must be met; the sum of weight * error^2 (m^2, rad^2) of the others is minimized.
struct AssemblyProblem {
    /// A point of a body and its target location in Ground, m.
    struct Marker {
        std::string name;
        MobilizedBodyIndex body;
        Vec3 station_B{0.}, target_G{0.};
        Real weight = 1;
    };
    /// A frame S fixed to a body and its target orientation, that of a frame T in Ground.
    struct Orientation {
        std::string name;
        MobilizedBodyIndex body;
        Rotation R_BS, R_GT;
        Real weight = 1;
    };
    /// A coordinate and its target value, rad or m.
    struct Coordinate {
        std::string name;
        QIndex q;
        Real value = 0;
        Real weight = 1;
    };
    /// Bounds of a coordinate, rad or m.
    struct Range {
        QIndex q;
        Real lower, upper;
    };

    std::vector<Marker> markers;
    std::vector<Orientation> orientations;
    std::vector<Coordinate> coordinates;
    /// A condition: its weight times calcGoal() is minimized; with infinite weight its errors must vanish.
    struct Condition {
        const PoseCondition* condition;
        Real weight = 1;
    };
    std::vector<Condition> conditions;
    std::vector<Range> ranges;
    /// Weight of the squared constraint errors; infinite: must hold; 0: ignored.
    Real constraintWeight = Infinity;
    /// Mobilizers and single coordinates that keep their values.
    std::vector<MobilizedBodyIndex> lockedMobilizers;
    std::vector<QIndex> lockedCoordinates;
    /// All mobilizers of mechanisms that stay as they are, which are closed: the search ignores their constraints.
    std::vector<MobilizedBodyIndex> settledMobilizers;

    /// Maximum error of constraints and required targets, m or rad.
    Real tolerance = 1e-10;
    /// The search for the best fit ends at steps smaller than this (rad or m).
    Real accuracy = 1e-8;
    /// Maximum number of steps; a later call may continue.
    int mostSteps = 200;
    /// Allow poses not reached by continuous motion from the current one.
    bool mayJump = true;
};

/// Result of an assembly. Texts use model terms.
struct AssemblyResult {
    enum class Outcome {
        /// Constraints and targets of infinite weight are met, on the same assembly branch.
        Assembled,
        /// They are met, but on a branch that was not reached by continuous motion.
        OnAnotherBranch,
        /// They cannot be met; the pose is the best that was found.
        Open
    };
    Outcome outcome = Outcome::Assembled;
    bool succeeded() const { return outcome != Outcome::Open; }

    /// A constraint or target that is not met, by name; sorted by size.
    struct Gap {
        std::string name;
        /// Invalid for a target.
        ConstraintIndex constraint;
        /// Largest error of its equations, m or rad.
        Real size = 0;
    };
    std::vector<Gap> gaps;
    /// Largest error of constraints and required targets, within the tolerance or not.
    Real worstGap = 0;
    /// Remaining errors of the targets, in the order of the problem: markers m, orientations rad, coordinates m or rad.
    std::vector<Real> markerErrors, orientationErrors, coordinateErrors;
    /// Half the weighted sum of their squares over finite weights, plus goals of conditions.
    Real goal = 0;
    /// Names of coordinates at a limit of their range.
    std::vector<std::string> atLimit;
    /// Conflicting constraints, one sentence per conflict.
    std::vector<std::string> conflicts;
    int steps = 0;
    /// One or two sentences; empty if there is nothing to report.
    std::string message;
};

}  // namespace trammel
