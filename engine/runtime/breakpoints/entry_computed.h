// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inspect/inspection.h"
#include "runtime/breakpoint_kind.h"

namespace trammel {

/// A cache entry was computed.
class EntryComputedBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "entry-computed";
    static constexpr const char* label = "Cache entry computed";
    static constexpr const char* doc = "when an entry gets a value";
    static constexpr BreakpointTarget target = BreakpointTarget::Entry;
    static std::string describe(const Breakpoint& b, const CompiledModel& model) {
        const State& s = model.getInitialState();
        return (s.hasCacheEntry(b.entry) ? nameOf(s, b.entry) : "any entry") + " computed";
    }

    using BreakpointOfKind::BreakpointOfKind;
    std::string entryComputed(const State& s, CacheEntryKey entry) const override {
        return entry == breakpoint_.entry ? "Entry " + nameOf(s, entry) + " was computed" + activityClause(s) + "."
                                          : "";
    }
};

}  // namespace trammel
