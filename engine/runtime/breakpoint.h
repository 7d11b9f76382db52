// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "system/state_info.h"

namespace trammel {

class CompiledModel;

/// Where the worker of a run is to stop. It always stops between two stages or two steps, never inside the work for one.
/// Of what is looked at after a step, it stops where that became true.
struct Breakpoint {
    enum class Kind {
        /// `stage` of the whole system was realized.
        StageRealized,
        /// `stage` was reached and is lost, because something it depends on was written.
        StageInvalidated,
        /// `entry` was computed.
        EntryComputed,
        /// `entry`, or any if that is invalid, was read while out of date.
        EntryReadWhileInvalid,
        /// A state variable, a derivative, an error or a multiplier is no finite number.
        NotANumber,
        /// After a step: the largest weighted position error is above `limit`.
        ConstraintErrorAbove,
        /// After a step: it was shorter than `limit`, s.
        StepBelow,
        /// After a step: `signal` is above, or below, `limit` (SI).
        SignalAbove,
        SignalBelow,
        /// After a step: `condition`, see Condition, is true.
        ConditionTrue
    };
    Kind kind = Kind::StageInvalidated;
    Stage stage = Stage::Position;
    /// StageInvalidated: only when somebody other than the integrator wrote.
    bool notByIntegrator = false;
    CacheEntryKey entry;
    std::size_t signal = 0;
    Real limit = 0;
    std::string condition;
    bool enabled = true;

    friend bool operator==(const Breakpoint&, const Breakpoint&) = default;

    /// Whether it is looked at after steps only, so that what happens within one need not be observed.
    bool isAboutSteps() const { return kind >= Kind::ConstraintErrorAbove; }
};

/// "Position invalidated, not by the integrator"; the model names entries and signals.
std::string describe(const Breakpoint& breakpoint, const CompiledModel& model);

}  // namespace trammel
