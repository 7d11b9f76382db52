// SPDX-License-Identifier: Apache-2.0
#include "integrate/zeno_detector.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {
constexpr std::size_t ManyEvents = 100;
/// Events closer than this many localization windows cannot be distinguished.
constexpr Real Unresolved = 5;
/// Minimum number of successively shorter intervals, and maximum length of the last one in localization windows.
constexpr int MuchShrinking = 4;
constexpr Real NearlyUnresolved = 1000;
/// The state has passed if the witness function is this many times further beyond zero than at these events. If it goes
/// as far beyond between them, passing is normal, as for a shaft that turns ever faster.
constexpr Real Passed = 100, PassesAnyway = 10;
/// Fraction of the last interval: a step this short, with its check points, detects an event after a twentieth of the
/// interval.
constexpr Real NextLook = 0.25;
/// Minimum length of such a step in localization windows.
constexpr Real ShortestLook = 10;
}  // namespace

void ZenoDetector::clear() {
    records_.clear();
    times_.clear();
    ids_.clear();
    next_ = 0;
    nextLook_ = -Infinity;
}

ZenoDetector::Record& ZenoDetector::recordOf(EventId id) {
    for (Record& r : records_)
        if (r.id == id) return r;
    records_.push_back({.id = id});
    return records_.back();
}

ZenoDetector::Trouble ZenoDetector::noteHandled(const EventWindow& window) {
    const Real t = window.high;
    for (std::size_t i = 0; i < window.values.size(); ++i) {
        Record& r = recordOf(window.ids[int(i)]);
        const Real interval = std::isnan(r.time) ? Infinity : t - r.time;
        if (interval < r.interval) {
            if (r.shrinking == 0) r.since = r.time;
            ++r.shrinking;
        } else {
            r.shrinking = 0;
        }
        if (const Real look = NextLook * interval; look > ShortestLook * window.width) nextLook_ = t + look;
        r.time = t;
        r.interval = interval;
        const Real value = window.values[i];
        r.value = r.shrinking > 1 && std::abs(r.value) > std::abs(value) ? std::copysign(r.value, value) : value;
        r.suspected = r.shrinking >= MuchShrinking && interval < NearlyUnresolved * window.width;
    }

    const EventId first = window.ids.empty() ? EventId() : window.ids.front();
    if (times_.size() < ManyEvents) {
        times_.push_back(t);
        ids_.push_back(first);
        if (times_.size() < ManyEvents) return Trouble::None;
    } else {
        times_[next_] = t;
        ids_[next_] = first;
        next_ = (next_ + 1) % ManyEvents;
    }
    span_ = t - times_[next_];
    if (!(span_ < ManyEvents * Unresolved * window.width)) return Trouble::None;
    const auto occurrences = [this](EventId id) { return std::count(ids_.begin(), ids_.end(), id); };
    event_ = *std::max_element(ids_.begin(), ids_.end(),
                               [&](EventId a, EventId b) { return occurrences(a) < occurrences(b); });
    count_ = int(ManyEvents);
    time_ = t;
    return Trouble::Chattering;
}

ZenoDetector::Trouble ZenoDetector::noteStep(const EventIsolator& isolator) {
    for (Record& r : records_) {
        if (r.shrinking == 0) continue;
        const Real value = isolator.getEndValue(r.id);
        // Back on the original side: not a passage.
        if (value * r.value <= 0) r.suspected = false;
        if (value * r.value > 0 && !r.suspected && std::abs(value) > PassesAnyway * std::abs(r.value)) r.shrinking = 0;
        if (!(value * r.value > 0 && r.suspected && std::abs(value) > Passed * std::abs(r.value))) continue;
        event_ = r.id;
        count_ = int(r.shrinking) + 1;
        time_ = r.time;
        span_ = r.time - r.since;
        return Trouble::Accumulation;
    }
    return Trouble::None;
}

void ZenoDetector::visitMemory(MemoryVisitor& visitor) {
    std::vector<Real> numbers(times_.begin(), times_.end());
    visitor.list("times of the last events", numbers);
    times_ = numbers;
    numbers.assign(ids_.begin(), ids_.end());
    visitor.list("last events", numbers);
    ids_.clear();
    for (const Real id : numbers) ids_.push_back(EventId(int(id)));
    visitor.value("oldest of the last events", next_);
    visitor.value("next look for an event", nextLook_);

    numbers.clear();
    for (const Record& r : records_)
        numbers.insert(numbers.end(),
                       {Real(r.id), r.time, r.interval, r.shrinking, r.since, r.value, Real(r.suspected)});
    visitor.list("events in succession", numbers);
    records_.clear();
    for (std::size_t i = 0; i + 7 <= numbers.size(); i += 7)
        records_.push_back({EventId(int(numbers[i])), numbers[i + 1], numbers[i + 2], numbers[i + 3], numbers[i + 4],
                            numbers[i + 5], numbers[i + 6] != 0});
}

}  // namespace trammel
