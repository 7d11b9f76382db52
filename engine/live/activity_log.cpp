// SPDX-License-Identifier: Apache-2.0
#include "live/activity_log.h"

#include <utility>

#include "system/state_report.h"

namespace trammel::live {

namespace {

void count(CostView& cost, double seconds) {
    ++cost.computed;
    if (seconds > 0) cost.seconds += seconds;  // NaN if unknown
}

}  // namespace

CostView& ActivityLog::costOf(CacheEntryKey key) {
    const auto subsystem = std::size_t(int(key.subsystem)), entry = std::size_t(int(key.entry));
    if (entries_.size() <= subsystem) entries_.resize(subsystem + 1);
    if (entries_[subsystem].size() <= entry) entries_[subsystem].resize(entry + 1);
    return entries_[subsystem][entry];
}

void ActivityLog::add(const State& state, Event event) {
    event.time = state.getTime();
    event.activity = state.getActivity();
    if (events_.size() == capacity()) events_.pop_front();
    events_.push_back(std::move(event));
}

void ActivityLog::systemRealized(const State& state, Stage stage, double seconds) {
    count(stages_[std::size_t(stage)], seconds);
    add(state, {.kind = TraceLine::Kind::StageRealized, .seconds = seconds, .stage = stage});
}

void ActivityLog::stagesInvalidated(const State& state, Stage lowest, std::string_view by) {
    add(state, {.kind = TraceLine::Kind::StagesInvalidated, .stage = lowest, .cause = std::string(by)});
}

void ActivityLog::entryComputed(const State& state, CacheEntryKey key, double seconds) {
    count(costOf(key), seconds);
    add(state, {.kind = TraceLine::Kind::EntryComputed, .seconds = seconds, .key = key});
}

void ActivityLog::write(const State& state, Inspection& inspection) const {
    inspection.stageCosts.assign(stages_.begin(), stages_.end());
    for (EntryView& entry : inspection.entries) {
        const auto s = std::size_t(entry.subsystem), e = std::size_t(entry.entry);
        if (s < entries_.size() && e < entries_[s].size()) entry.cost = entries_[s][e];
    }
    for (const Event& event : events_) {
        TraceLine line{event.kind, event.time, event.seconds, {}, event.cause, event.activity};
        if (event.kind != TraceLine::Kind::EntryComputed) line.subject = event.stage.getName();
        // The entries belong to a State with other entries.
        else if (state.hasCacheEntry(event.key))
            line.subject = nameOf(state, event.key);
        inspection.trace.push_back(std::move(line));
    }
}

}  // namespace trammel::live
