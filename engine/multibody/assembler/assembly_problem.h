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

/// Anything else that is wanted of a pose: errors that must vanish, or a goal that is to become least. All functions get a
/// State that is realized to Position.
class PoseCondition {
public:
    virtual ~PoseCondition() = default;
    virtual std::string getName() const = 0;
    /// Where it must be met: as many errors as it always has, in m or rad.
    virtual int getNumErrors(const State&) const = 0;
    virtual void calcErrors(const State&, Vector& errors) const = 0;
    /// Where it has a finite weight: not negative.
    virtual Real calcGoal(const State&) const = 0;
    /// Derivatives by all coordinates, of those that may change at least; false where differences must do.
    virtual bool calcErrorSlopes(const State&, Matrix&) const { return false; }
    virtual bool calcGoalSlope(const State&, Vector&) const { return false; }
};

/// What is asked of a pose, besides that all enabled constraints hold, prescribed coordinates are where they should be
/// and nothing moves more than it must. Coordinates are numbered as in the matter subsystem.
///
/// Targets of infinite weight must be met; the others become least in the sum of weight * error^2 (m^2, rad^2).
struct AssemblyProblem {
    /// A point of a body that is wanted at a place in Ground, m.
    struct Marker {
        std::string name;
        MobilizedBodyIndex body;
        Vec3 station_B{0.}, target_G{0.};
        Real weight = 1;
    };
    /// A frame S fixed to a body that is wanted turned like a frame T in Ground.
    struct Orientation {
        std::string name;
        MobilizedBodyIndex body;
        Rotation R_BS, R_GT;
        Real weight = 1;
    };
    /// A coordinate that is wanted at a value, rad or m.
    struct Coordinate {
        std::string name;
        QIndex q;
        Real value = 0;
        Real weight = 1;
    };
    /// A coordinate that must stay within bounds, rad or m.
    struct Range {
        QIndex q;
        Real lower, upper;
    };

    std::vector<Marker> markers;
    std::vector<Orientation> orientations;
    std::vector<Coordinate> coordinates;
    /// Weight times calcGoal(), instead of squares of errors, is what becomes least; an infinite one makes it a must.
    struct Condition {
        const PoseCondition* condition;
        Real weight = 1;
    };
    std::vector<Condition> conditions;
    std::vector<Range> ranges;
    /// Of the squared errors of all constraints; infinite: they must hold; 0: they do not count.
    Real constraintWeight = Infinity;
    /// Mobilizers, and single coordinates, that keep their values.
    std::vector<MobilizedBodyIndex> lockedMobilizers;
    std::vector<QIndex> lockedCoordinates;

    /// Largest error of constraints and of targets that must be met, m or rad.
    Real tolerance = 1e-10;
    /// Steps smaller than this (rad or m) end the search for the best targets.
    Real accuracy = 1e-8;
    /// So do as many steps as this; what is left is for the next time.
    int mostSteps = 200;
    /// Whether poses that no continuous motion from the present one was found to reach may be returned, too.
    bool mayJump = true;
};

/// How an assembly came out. Texts speak of the model.
struct AssemblyResult {
    enum class Outcome {
        /// All constraints and all targets of infinite weight are met, and the pose is on the branch it was on.
        Assembled,
        /// They are met, but by a pose that the mechanism would have to be taken apart to get to, as far as was seen.
        OnAnotherBranch,
        /// They cannot be met; the pose is the best that was found.
        Open
    };
    Outcome outcome = Outcome::Assembled;
    bool succeeded() const { return outcome != Outcome::Open; }

    /// What stays open, worst first: a constraint or a target, by name.
    struct Gap {
        std::string name;
        /// Invalid for a target.
        ConstraintIndex constraint;
        /// Of its equations the largest error, m or rad.
        Real size = 0;
    };
    std::vector<Gap> gaps;
    /// Of constraints and required targets, whether within the tolerance or not.
    Real worstGap = 0;
    /// What is left of each target: markers m, orientations rad, coordinates m or rad; in the order of the problem.
    std::vector<Real> markerErrors, orientationErrors, coordinateErrors;
    /// Half the weighted sum of their squares, over finite weights, and what conditions add.
    Real goal = 0;
    /// Names of coordinates that stand at an end of their range.
    std::vector<std::string> atLimit;
    /// Which constraints fight each other, in sentences.
    std::vector<std::string> conflicts;
    int steps = 0;
    /// In one or two sentences; empty if there is nothing to tell.
    std::string message;
};

}  // namespace trammel
