// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "math/rotation.h"
#include "multibody/forces/pull_load.h"

namespace trammel {

/// From a time on a hand pulls a body in a way of its own, or lets go: one entry of a track of pulls.
struct PullChange {
    /// s
    Real time = 0;
    /// The hand in the view is number 0, others count from 1.
    int hand = 0;
    /// None: the hand lets go.
    ElementId body;
    PullLoad load;
    friend bool operator==(const PullChange&, const PullChange&) = default;
};
using PullTrack = std::vector<PullChange>;

/// The hand that pulls in the view.
inline constexpr int HandInView = 0;

/// In the order of time; those of one moment as they stand.
void sortByTime(PullTrack& track);
/// What @p track has to tell after @p time.
PullTrack laterThan(const PullTrack& track, Real time);

/// As a line of text, and back; false if it is none.
std::string writePull(const PullChange& change);
bool readPull(const std::string& text, PullChange& change);

/// From when to when a hand holds a body without a pause, s; Infinity: it does not let go.
struct PullSpan {
    int hand = 0;
    ElementId body;
    Real from = 0, to = Infinity;
};
/// In the order in which they begin.
std::vector<PullSpan> spansOf(const PullTrack& track);

/// What is wrong with an entry for @p model, one sentence; empty if nothing is.
std::string explainUnusable(const CompiledModel& model, const PullChange& change);

/// Lets @p change hold from now on in @p state, a State of the model's System; Dynamics is invalidated if that makes a
/// difference. An entry that cannot be used lets go.
void applyPull(const CompiledModel& model, const PullChange& change, State& state);
/// Lets all go whose number is below @p count.
void releasePulls(const CompiledModel& model, int count, State& state);

/// What a hand does at a State.
struct PullReading {
    int hand = 0;
    ElementId body;
    PullLoad load;
    /// Where it holds the body, and what acts there, in Ground: m, N, N m.
    Vec3 point_G, force_G, torque_G;
};
/// All that pull at @p state (Velocity).
std::vector<PullReading> readPulls(const CompiledModel& model, const State& state);

/// How a body answers when it is pulled at a point.
struct PullGrip {
    /// Why no force on the body moves it, one sentence in model terms; empty if some does.
    std::string whyHeld;
    /// The spring to begin with: stretched by a tenth of the mechanism's size it carries all of it, and the point settles
    /// without overshoot.
    PullLoad spring;
    /// How heavy the point is, kg: of forces of 1 N along the axes, the one it gives way to most, over its acceleration.
    Real apparentMass = Infinity;
    /// The same of torques, kg m².
    Real apparentInertia = Infinity;
    /// The one axis about which the body turns, in Ground; none: about several, or about none.
    std::optional<UnitVec3> onlyAxis;
};
/// Takes hold of @p body, none: Ground, at @p point_G as it stands in @p state (Position).
PullGrip takeHold(const CompiledModel& model, const State& state, ElementId body, const Vec3& point_G);
/// @p load with another stiffness, settling as well as before.
PullLoad withStiffness(const PullLoad& load, Real stiffness);

}  // namespace trammel
