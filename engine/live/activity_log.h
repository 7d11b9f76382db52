// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "live/inspection_messages.h"
#include "system/state.h"

namespace trammel::live {

/// Log of a program's States while a window inspects it: costs of stages and cache entries, and the last events.
class ActivityLog {
public:
    /// Number of events that are kept.
    static constexpr std::size_t capacity() { return 256; }

    /// Clears the log.
    void clear() { *this = ActivityLog(); }
    /// As in RealizationObserver.
    void systemRealized(const State& state, Stage stage, double seconds);
    void stagesInvalidated(const State& state, Stage lowest, std::string_view by);
    void entryComputed(const State& state, CacheEntryKey key, double seconds);
    void entryRead(CacheEntryKey key) { ++costOf(key).read; }

    /// Adds costs and events. @param inspection of @p state
    void write(const State& state, Inspection& inspection) const;

private:
    struct Event {
        TraceLine::Kind kind = TraceLine::Kind::StageRealized;
        Real time = 0;
        double seconds = 0;
        Stage stage = Stage::Empty;
        CacheEntryKey key{};
        std::string cause{}, activity{};
    };
    CostView& costOf(CacheEntryKey key);
    void add(const State& state, Event event);

    std::array<CostView, Stage::NValid> stages_{};
    /// By subsystem and entry.
    std::vector<std::vector<CostView>> entries_;
    std::deque<Event> events_;
};

}  // namespace trammel::live
