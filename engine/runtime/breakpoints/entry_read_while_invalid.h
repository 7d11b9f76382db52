// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inspect/inspection.h"
#include "runtime/breakpoint_kind.h"

namespace trammel {

/// An entry, any if `entry` is invalid, was read while out of date.
class EntryReadWhileInvalidBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "entry-read-while-invalid";
    static constexpr const char* label = "Cache entry read while invalid";
    static constexpr const char* doc = "when code reads an entry that is out of date";
    static std::string describe(const Breakpoint& b, const CompiledModel& model) {
        const State& s = model.getInitialState();
        return (s.hasCacheEntry(b.entry) ? nameOf(s, b.entry) : "any entry") + " read while invalid";
    }

    using BreakpointOfKind::BreakpointOfKind;
    std::string entryReadWhileInvalid(const State& s, CacheEntryKey entry) const override {
        if (breakpoint_.entry.entry.isValid() && !(entry == breakpoint_.entry)) return {};
        return "Entry " + nameOf(s, entry) + " was read while it is " + s.explainCacheValidity(entry) + ".";
    }
};

}  // namespace trammel
