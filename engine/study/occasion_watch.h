// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inspect/output_expression.h"
#include "runtime/frame_loop.h"
#include "runtime/state_interpolation.h"
#include "study/study_definition.h"

namespace trammel {

/// Takes the values of responses at events and crossings while a run computes.
///
/// An event is located by the integrator. A crossing is a change of sign between two steps; its time is found by
/// bisection on the cubic through the States and rates at both, projected onto the constraints, to rounding. Steps and
/// frames of the run are unaffected.
class OccasionWatch {
public:
    /// All arguments must outlive it.
    OccasionWatch(const StudyDefinition& study, const CompiledModel& model, const Outputs& outputs);

    /// Call after each advance() of the loop.
    void look(const FrameLoop& loop, const TrajectoryStore& frames);
    /// The instants found of response @p r of the study, and the values there; times and values are empty for responses
    /// that are measured at frames.
    struct Instants {
        std::vector<Real> times, values;
        /// The first instant without a value, one sentence; empty if all have one.
        std::string fault;
    };
    const Instants& getInstants(std::size_t r) const { return found_[r]; }
    /// Why a response cannot be measured in this model, one sentence; empty if all can.
    const std::string& getFault() const { return fault_; }

private:
    struct Watched {
        std::size_t response;
        const StudyOccasion& occasion;
        OutputExpression output;
        /// None at an event.
        std::optional<OutputExpression> crossing = {};
        /// The side of the level: -1, 1, or 0 if none was seen.
        int side = 0;
        /// The last instant is that of an event which is about to be handled.
        bool isAboutToChange = false;
    };
    bool isComplete(const Watched& watched) const;
    std::optional<OutputExpression> parse(const StudyResponse& response, const std::string& text);
    void record(Watched& watched, const State& state);
    void finishEvents(const State& advanced);
    void noteEvents(const FrameLoop& loop, const TrajectoryStore& frames);
    void noteCrossings(const State& advanced);
    int sideAt(const Watched& watched, const State& state) const;
    /// Records the instant between the last step and this one at which the side becomes @p side.
    void locate(Watched& watched, const StateKnot& now, const State& advanced, int side);
    void interpolate(const StateKnot& now, Real time, State& state) const;

    const CompiledModel& model_;
    const Outputs& outputs_;
    std::vector<Watched> watched_;
    std::vector<Instants> found_;
    std::string fault_;
    std::size_t eventsSeen_ = 0;
    /// The step before.
    std::optional<StateKnot> last_;
};

}  // namespace trammel
