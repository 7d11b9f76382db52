// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "inspect/inspection.h"
#include "runtime/breakpoint_kind.h"

namespace trammel {

/// A state variable, derivative, error or multiplier is not finite.
class FirstNanBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "first-nan";
    static constexpr const char* label = "First NaN";
    static constexpr const char* doc = "at the first variable, derivative, error or multiplier that is not finite";
    static std::string describe(const Breakpoint&, const CompiledModel&) { return "NaN"; }

    using BreakpointOfKind::BreakpointOfKind;
    std::string stageRealized(const State& s, Stage stage) const override {
        const char* what = nullptr;
        if (stage == Stage::Time && !isFinite(s.getY())) what = "the state variables";
        if (stage == Stage::Position && !isFinite(s.getQErr())) what = "the position errors";
        if (stage == Stage::Velocity && !(isFinite(s.getUErr()) && isFinite(s.getQDot())))
            what = "the rates of coordinates";
        if (stage == Stage::Acceleration && !(isFinite(s.getYDot()) && isFinite(s.getMultipliers())))
            what = "the accelerations or multipliers";
        return what ? std::string("Some of ") + what + " are not finite." + firstEntryWithNan(s) : "";
    }

private:
    static bool isFinite(const Vector& v) {
        for (int i = 0; i < v.size(); ++i)
            if (!std::isfinite(v[i])) return false;
        return true;
    }

    /// The valid entry with a NaN that is available first, as a sentence; empty if none.
    static std::string firstEntryWithNan(const State& s) {
        CacheEntryKey first;
        Stage lowest = Stage::Infinity;
        for (int i = 0; i < s.getNumSubsystems(); ++i) {
            const std::size_t n = s.getPerSubsystemInfo(SubsystemIndex(i)).cacheEntries.size();
            for (std::size_t e = 0; e < n; ++e) {
                const CacheEntryKey entry{SubsystemIndex(i), CacheEntryIndex(e)};
                const CacheEntryInfo& info = s.getCacheEntryInfo(entry);
                if (info.getComputedByStage() >= lowest || s.getCacheValidity(entry) != CacheValidity::Valid) continue;
                const std::vector<Real> numbers = numbersOfEntry(s, entry);
                if (std::none_of(numbers.begin(), numbers.end(), [](Real x) { return std::isnan(x); })) continue;
                first = entry;
                lowest = info.getComputedByStage();
            }
        }
        return lowest < Stage::Infinity ? " The earliest entry that holds one is " + nameOf(s, first) + "." : "";
    }
};

}  // namespace trammel
