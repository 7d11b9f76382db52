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

/// Parts of a model that move independently of each other: bodies connected by joints or enabled constraints, other than
/// through Ground, belong to one.
struct Mechanisms {
    int count = 0;
    /// For each body the number of its mechanism; -1: Ground.
    std::vector<int> ofBody;
    /// For each holonomic equation likewise; -1: it connects Ground with itself.
    std::vector<int> ofEquation;

    /// The largest size of the errors of the holonomic equations of each mechanism.
    std::vector<Real> findWorst(const Vector& errors) const;
};

/// One scalar equation of a constraint.
struct ConstraintEquation {
    ConstraintIndex constraint;
    /// Number among the constraint's own equations, from 1, and their count: holonomic ones first, then nonholonomic,
    /// then acceleration-only.
    int number = 1, count = 1;
    /// Its row in the multipliers.
    int row = 0;
};

/// Equations each of which is implied by the others of the set: removing any one leaves the rest independent.
struct RedundantSet {
    std::vector<ConstraintEquation> equations;
    /// The part of their errors that no motion can remove, in units of the last equation: zero up to rounding and rank
    /// tolerance if the equations are consistent. For velocities zero below Velocity.
    Real positionMismatch = 0, velocityMismatch = 0;

    bool isConsistent(Real tolerance) const {
        return std::abs(positionMismatch) <= tolerance && std::abs(velocityMismatch) <= tolerance;
    }
};

/// Independent and redundant constraint equations at one pose. Motors count as free.
struct MobilityAnalysis {
    /// Number of speeds, and of prescribed speeds.
    int speeds = 0, drivenSpeeds = 0;
    /// Holonomic and nonholonomic equations.
    int equations = 0;
    int rank = 0;
    int degreesOfFreedom() const { return speeds - rank; }
    /// Redundant equations, and the constraints that own them.
    std::vector<ConstraintEquation> redundantEquations;
    std::vector<ConstraintIndex> redundant;
    /// One set per redundant equation, which is the last of its set.
    std::vector<RedundantSet> redundantSets;
};

/// A direction of motion that satisfies all constraints.
struct WiggleDirection {
    /// Speeds, and the corresponding rates of coordinates.
    Vector u, qdot;
    /// Speeds in the motion by share of kinetic energy, in descending order.
    struct Mover {
        MobilizedBodyIndex body;
        /// Index among all speeds of the matter subsystem.
        UIndex speed;
        std::string name;
        /// Value in u, rad/s or m/s; and share of the sum of M_ii u_i^2.
        Real value = 0, share = 0;
    };
    std::vector<Mover> movers;
};

/// Constraints whose errors no motion can remove together.
struct ConstraintConflict {
    /// Position, Velocity or Acceleration errors.
    Stage level;
    struct Member {
        ConstraintEquation equation;
        /// Smallest attainable error: m or rad, and per s or s^2.
        Real error = 0;
    };
    /// In the order of constraints.
    std::vector<Member> members;
    const Member& worst() const {
        return *std::max_element(members.begin(), members.end(), [](const Member& a, const Member& b) {
            return std::abs(a.error) < std::abs(b.error);
        });
    }
    /// Driven or locked joints that could otherwise remove the errors.
    std::vector<MobilizedBodyIndex> driven;
};

}  // namespace trammel
