// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "system/state_info.h"

namespace trammel {

class CompiledModel;

/// A condition that pauses a run. The worker pauses between two stages or two steps, never while computing one.
/// Conditions tested after steps pause when they become true.
struct Breakpoint {
    enum class Kind {
        /// `stage` of the whole system was realized.
        StageRealized,
        /// `stage` had been realized and was invalidated because a dependency was written.
        StageInvalidated,
        /// `entry` was computed.
        EntryComputed,
        /// `entry`, or any entry if that is invalid, was read while out of date.
        EntryReadWhileInvalid,
        /// A state variable, derivative, error or multiplier is not finite.
        NotANumber,
        /// After a step: the largest weighted position error exceeds `limit`.
        ConstraintErrorAbove,
        /// After a step: its size was below `limit`, s.
        StepBelow,
        /// After a step: `signal` is above, or below, `limit` (SI).
        SignalAbove,
        SignalBelow,
        /// After a step: `condition` is true; see Condition.
        ConditionTrue
    };
    Kind kind = Kind::StageInvalidated;
    Stage stage = Stage::Position;
    /// For StageInvalidated: ignore writes by the integrator.
    bool notByIntegrator = false;
    CacheEntryKey entry;
    std::size_t signal = 0;
    Real limit = 0;
    std::string condition;
    bool enabled = true;

    friend bool operator==(const Breakpoint&, const Breakpoint&) = default;

    /// True if it is tested after steps only and needs no observation within steps.
    bool isAboutSteps() const { return kind >= Kind::ConstraintErrorAbove; }
};

/// "Position invalidated, not by the integrator"; @p model provides names of entries and signals.
std::string describe(const Breakpoint& breakpoint, const CompiledModel& model);

}  // namespace trammel
