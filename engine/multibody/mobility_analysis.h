// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/index.h"
#include "base/stage.h"
#include "math/vector.h"

namespace trammel {

/// One scalar equation of a constraint.
struct ConstraintEquation {
    ConstraintIndex constraint;
    /// Among the constraint's own equations, counted from 1, and how many there are: holonomic ones first, then
    /// nonholonomic, then acceleration-only.
    int number = 1, count = 1;
    /// Its row among the multipliers.
    int row = 0;
};

/// Equations of which each follows from all the others of the set: any one of them could be removed, and then the rest
/// would be independent.
struct RedundantSet {
    std::vector<ConstraintEquation> equations;
    /// The part of their errors that no motion can remove, in the units of the last equation: zero, but for rounding and
    /// the rank tolerance, if the equations agree. Of velocities only once the State knows them, else zero.
    Real positionMismatch = 0, velocityMismatch = 0;

    bool isConsistent(Real tolerance) const {
        return std::abs(positionMismatch) <= tolerance && std::abs(velocityMismatch) <= tolerance;
    }
};

/// Independent and dependent constraint equations, at one pose. Motors are looked through: what they drive counts as
/// free to move.
struct MobilityAnalysis {
    /// All speeds, and how many of them are prescribed.
    int speeds = 0, drivenSpeeds = 0;
    /// Holonomic and nonholonomic ones.
    int equations = 0;
    int rank = 0;
    int degreesOfFreedom() const { return speeds - rank; }
    /// Equations found dependent on those before them, and the constraints that own them.
    std::vector<ConstraintEquation> redundantEquations;
    std::vector<ConstraintIndex> redundant;
    /// One for each redundant equation, which is its last.
    std::vector<RedundantSet> redundantSets;
};

/// One way for the mechanism to move with all constraints satisfied.
struct WiggleDirection {
    /// Speeds, and the rates of the coordinates that they are.
    Vector u, qdot;
    /// Speeds that take part, by what they contribute to the motion's energy, most first.
    struct Mover {
        MobilizedBodyIndex body;
        /// Among all speeds of the matter subsystem.
        UIndex speed;
        std::string name;
        /// Its value in u, rad/s or m/s; and its part of the sum of M_ii u_i^2.
        Real value = 0, share = 0;
    };
    std::vector<Mover> movers;
};

/// Constraints whose errors no motion can remove at the same time.
struct ConstraintConflict {
    /// Position, Velocity or Acceleration: whose errors.
    Stage level;
    struct Member {
        ConstraintEquation equation;
        /// What is left of its error at best: m or rad, and that per s or s^2.
        Real error = 0;
    };
    /// In the order of constraints.
    std::vector<Member> members;
    const Member& worst() const {
        return *std::max_element(members.begin(), members.end(), [](const Member& a, const Member& b) {
            return std::abs(a.error) < std::abs(b.error);
        });
    }
    /// Driven or locked joints that hold what they could move.
    std::vector<MobilizedBodyIndex> driven;
};

}  // namespace trammel
