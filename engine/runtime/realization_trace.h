// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "system/state_info.h"

namespace trammel {

/// One thing that happened in the State of a run.
struct TraceEvent {
    enum class Kind : std::uint8_t {
        /// A subsystem, or without one the whole system, realized `stage`.
        StageRealized,
        /// All from `stage` on was lost.
        StagesInvalidated,
        EntryComputed,
        EntryInvalidated,
        EntryReadWhileInvalid,
        StepTaken
    };
    Kind kind = Kind::StageRealized;
    Stage stage = Stage::Empty;
    SubsystemIndex subsystem;
    CacheEntryIndex entry;
    /// Wall time that the run has been at work, s; equal where no duration is known.
    double begin = 0, end = 0;
    /// Simulated time, s.
    Real time = 0;
    /// What was written, and on whose behalf; numbers of texts, see RunMonitor::textOf().
    int cause = 0, activity = 0;
};

/// What realizing a stage or computing an entry cost so far.
struct CostCount {
    long count = 0;
    double seconds = 0;
    void add(double s) {
        ++count;
        if (s > 0) seconds += s;
    }
};

/// Where the time of a run goes, as far as it was observed.
struct RunProfile {
    /// Steps taken, and those of them that were observed.
    long steps = 0, stepsObserved = 0;
    /// Wall time of the observed part, s.
    double secondsObserved = 0;
    std::array<CostCount, Stage::NValid> system;
    /// By subsystem and stage.
    std::vector<std::array<CostCount, Stage::NValid>> subsystems;
    struct Entry {
        CostCount computed;
        long invalidated = 0;
    };
    /// By subsystem and entry.
    std::vector<std::vector<Entry>> entries;
    /// How often each stage was the lowest lost.
    std::array<long, Stage::NValid> losses{};
};

/// Gives each text a number, so that events stay small; number 0 is the empty text.
class TextTable {
public:
    TextTable() { numberOf(""); }
    int numberOf(std::string_view text) {
        if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
        texts_.emplace_back(text);
        return numbers_[texts_.back()] = int(texts_.size()) - 1;
    }
    const std::string& textOf(int number) const { return texts_[std::size_t(number)]; }

private:
    std::map<std::string, int, std::less<>> numbers_;
    std::vector<std::string> texts_;
};

}  // namespace trammel
