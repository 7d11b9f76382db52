// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "math/rotation.h"
#include "multibody/forces/pull_load.h"

namespace trammel {

/// From its time on a hand pulls a body in a certain way, or releases it: an entry of a pull track.
struct PullChange {
    /// s
    Real time = 0;
    /// Hand id: 0 for the mouse in the view, others from 1.
    int hand = 0;
    /// None: the hand releases.
    ElementId body;
    PullLoad load;
    friend bool operator==(const PullChange&, const PullChange&) = default;
};
using PullTrack = std::vector<PullChange>;

/// The hand of the view.
inline constexpr int HandInView = 0;

/// Stable sort by time.
void sortByTime(PullTrack& track);
/// The entries of @p track after @p time.
PullTrack laterThan(const PullTrack& track, Real time);

/// Text form of an entry, and its inverse, which returns false for invalid text.
std::string writePull(const PullChange& change);
bool readPull(const std::string& text, PullChange& change);

/// Interval in which a hand holds a body continuously, s; Infinity: never released.
struct PullSpan {
    int hand = 0;
    ElementId body;
    Real from = 0, to = Infinity;
};
/// Sorted by start.
std::vector<PullSpan> spansOf(const PullTrack& track);

/// Why an entry is invalid for @p model, one sentence; empty if it is valid.
std::string explainUnusable(const CompiledModel& model, const PullChange& change);

/// Applies @p change to @p state, a State of the model's System; invalidates Dynamics if it makes a difference. An
/// invalid entry releases.
void applyPull(const CompiledModel& model, const PullChange& change, State& state);
/// Releases all hands with ids below @p count.
void releasePulls(const CompiledModel& model, int count, State& state);

/// Effect of a hand at a State.
struct PullReading {
    int hand = 0;
    ElementId body;
    PullLoad load;
    /// Point of application, force and torque in Ground: m, N, N m.
    Vec3 point_G, force_G, torque_G;
};
/// All active pulls at @p state (Velocity).
std::vector<PullReading> readPulls(const CompiledModel& model, const State& state);

/// Response of a body to a pull at a point.
struct PullGrip {
    /// Why no force moves the body, one sentence in model terms; empty if it can move.
    std::string heldReason;
    /// Default spring: holds the mechanism's weight at a stretch of a tenth of its size, critically damped.
    PullLoad spring;
    /// Apparent mass of the point, kg, in its most compliant direction: unit force over acceleration.
    Real apparentMass = Infinity;
    /// Apparent inertia for torques, kg m².
    Real apparentInertia = Infinity;
    /// The only rotation axis of the body, in Ground; none if it rotates about several or no axes.
    std::optional<UnitVec3> onlyAxis;
};
/// Grabs @p body (none: Ground) at @p point_G, its location in @p state (Position).
PullGrip grabBody(const CompiledModel& model, const State& state, ElementId body, const Vec3& point_G);
/// @p load with another stiffness and the same damping ratio.
PullLoad withStiffness(const PullLoad& load, Real stiffness);

}  // namespace trammel
