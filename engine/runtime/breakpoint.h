// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "system/state_info.h"

namespace trammel {

/// A condition that pauses a run. The worker pauses between two stages or two steps, never while computing one.
/// Conditions tested after steps pause when they become true. Its kind determines which members it uses.
struct Breakpoint {
    /// BreakpointKind::key.
    std::string kind = "stage-invalidated";
    Stage stage = Stage::Position;
    CacheEntryKey entry;
    /// Index in CompiledModel::getBasicOutputs().
    std::size_t output = 0;
    /// In SI units.
    Real limit = 0;
    /// Text of a Condition.
    std::string condition;
    bool enabled = true;

    friend bool operator==(const Breakpoint&, const Breakpoint&) = default;
};

}  // namespace trammel
