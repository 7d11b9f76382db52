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

/// An event in the State of a run.
struct TraceEvent {
    enum class Kind : std::uint8_t {
        /// A subsystem, or without one the whole system, realized `stage`.
        StageRealized,
        /// `stage` and all above were invalidated.
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
    /// Wall time of the run, s; equal if the duration is unknown.
    double begin = 0, end = 0;
    /// Simulated time, s.
    Real time = 0;
    /// The written variable and the activity; indices of texts, see RunMonitor::textOf().
    int cause = 0, activity = 0;
};

/// Assigns an index to each text, so that events stay small; 0 is the empty text.
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
