// SPDX-License-Identifier: Apache-2.0
#include "integrate/event_isolation.h"

#include <algorithm>
#include <cmath>

#include "base/exceptions.h"

namespace trammel {

namespace {
/// Maximum number of evaluations per bracket; the bracket is accepted then.
constexpr int MaxNarrowings = 100;
/// Minimum width of a window in units in the last place of time.
constexpr Real MinWindowUlps = 4;

Event::Trigger transition(Real from, Real to) {
    if (from > 0 && to <= 0) return Event::PositiveToNegative;
    if (from < 0 && to >= 0) return Event::NegativeToPositive;
    return Event::NoEventTrigger;
}
bool isWatched(const EventTriggerInfo& info, Event::Trigger t) {
    return (t == Event::PositiveToNegative && info.shouldTriggerOnFallingSignTransition()) ||
           (t == Event::NegativeToPositive && info.shouldTriggerOnRisingSignTransition());
}
}  // namespace

void EventIsolator::configure(const System& system, const State& state) {
    Array_<EventTriggerInfo> infos;
    system.calcEventTriggerInfo(state, infos);
    if (infos.size() != state.getNEventTriggers())
        throw Exception("Integrator::initialize(): system '" + system.getName() + "' has " +
                        std::to_string(state.getNEventTriggers()) + " witness functions but describes " +
                        std::to_string(infos.size()) + " in calcEventTriggerInfo().");
    // Infos are sorted by subsystem and stage; slots are grouped by stage first.
    witnesses_.clear();
    stage_ = Stage::Empty;
    int next = 0;
    for (int k = 0; k < state.getNumSubsystems(); ++k)
        for (int g = Stage::Empty; g <= Stage::Report; ++g) {
            const SubsystemIndex sub(k);
            for (int i = 0; i < state.getNEventTriggersByStage(sub, Stage(g)); ++i) {
                witnesses_.push_back(
                    {infos[next++],
                     state.getEventTriggerStartByStage(Stage(g)) + state.getEventTriggerStartByStage(sub, Stage(g)) + i,
                     system.getSubsystem(sub).getName()});
                stage_ = std::max(stage_, Stage(g));
            }
        }
    for (Vector* values : {&start_, &low_, &high_, &middle_}) values->resize(state.getNEventTriggers());
    crossing_.reserve(witnesses_.size());
    stillCrossing_.reserve(witnesses_.size());
}

void EventIsolator::read(const State& state, Vector& values) const {
    for (int g = Stage::Empty; g <= stage_; ++g) {
        const int n = state.getNEventTriggersByStage(Stage(g));
        if (n > 0)
            values.segment(state.getEventTriggerStartByStage(Stage(g)), n) = state.getEventTriggersByStage(Stage(g));
    }
}

bool EventIsolator::collectCrossings(const Vector& from, const Vector& to, std::vector<int>& crossing) const {
    crossing.clear();
    for (std::size_t w = 0; w < witnesses_.size(); ++w) {
        const int slot = witnesses_[w].slot;
        if (isWatched(witnesses_[w].info, transition(from[slot], to[slot]))) crossing.push_back(int(w));
    }
    return !crossing.empty();
}

Real EventIsolator::narrowestWindow(Real windowScale, Real t) const {
    Real window = Infinity;
    for (const int w : crossing_)
        window = std::min(window, windowScale * witnesses_[std::size_t(w)].info.getRequiredLocalizationTimeWindow());
    return std::max(window, MinWindowUlps * Eps * std::max(std::abs(t), windowScale));
}

Real EventIsolator::estimateRoot(Real low, Real high) const {
    Real earliest = high;
    for (const int w : crossing_) {
        const int slot = witnesses_[std::size_t(w)].slot;
        const Real a = lowWeight_ * std::abs(low_[slot]), b = highWeight_ * std::abs(high_[slot]);
        // With a zero end the secant would not advance.
        const Real fraction = b == 0 || !std::isfinite(a + b) ? 0.5 : a / (a + b);
        earliest = std::min(earliest, low + fraction * (high - low));
    }
    return earliest;
}

bool EventIsolator::areKnown(const Vector& values) {
    for (const Witness& witness : witnesses_)
        if (std::isnan(values[witness.slot])) {
            faulty_ = witness.subsystem;
            return false;
        }
    return true;
}

Real EventIsolator::getEndValue(EventId id) const {
    for (const Witness& witness : witnesses_)
        if (witness.info.getEventId() == id) return high_[witness.slot];
    return 0;
}

EventIsolator::Outcome EventIsolator::isolate(Real t0, Real t1, Real windowScale, int checkPoints,
                                              const Evaluate& evaluate, EventWindow& found) {
    Real low = t0, high = t1;
    const auto unknown = [&] {
        found.low = low;
        found.high = high;
        return Outcome::Unknown;
    };
    // An unknown sign at an end may hide a crossing.
    low_ = start_;
    faulty_.clear();
    if (!areKnown(low_) || !evaluate(t1, high_) || !areKnown(high_)) return unknown();

    // Check the interior points in order, to detect two crossings within one step. They are optional: an unknown value
    // there is ignored.
    bool crossed = false;
    for (int i = 1; i <= checkPoints + 1 && !crossed; ++i) {
        high = i <= checkPoints ? t0 + (t1 - t0) * i / (checkPoints + 1) : t1;
        if (!evaluate(high, high_) || high_.hasNaN()) continue;
        crossed = collectCrossings(low_, high_, crossing_);
        if (!crossed) {
            low = high;
            low_ = high_;
        }
    }
    if (!crossed) return Outcome::Nothing;

    // Narrow (low, high] around the earliest crossing.
    lowWeight_ = highWeight_ = 1;
    bool closedFromHigh = false;
    int sameSide = 0;
    for (int n = 0; n < MaxNarrowings; ++n) {
        const Real window = narrowestWindow(windowScale, high), width = high - low;
        if (width <= window) break;
        // Bisect after repeated reduction from one side.
        Real middle = sameSide >= 3 ? low + 0.5 * width : estimateRoot(low, high);
        // Near an end, step across the root, so that the bracket closes from the other side.
        const Real margin = 0.5 * window;
        middle = std::clamp(middle, low + margin, high - margin);
        if (middle <= low || middle >= high) break;
        if (!evaluate(middle, middle_) || !areKnown(middle_)) return unknown();

        const bool early = collectCrossings(low_, middle_, stillCrossing_);
        sameSide = n > 0 && early == closedFromHigh && sameSide < 3 ? sameSide + 1 : 0;
        closedFromHigh = early;
        // Illinois: halve the weight of an end retained twice.
        if (early) {
            high = middle;
            std::swap(high_, middle_);
            crossing_.swap(stillCrossing_);
            lowWeight_ = sameSide > 0 ? 0.5 * lowWeight_ : 1;
            highWeight_ = 1;
        } else {
            low = middle;
            std::swap(low_, middle_);
            collectCrossings(low_, high_, crossing_);
            highWeight_ = sameSide > 0 ? 0.5 * highWeight_ : 1;
            lowWeight_ = 1;
        }
    }

    // Move past zero: from zero itself, a return would not be detected as a crossing.
    const bool onZero = std::any_of(crossing_.begin(), crossing_.end(),
                                    [this](int w) { return high_[witnesses_[std::size_t(w)].slot] == 0; });
    const Real beyond = high + 0.5 * narrowestWindow(windowScale, high);
    if (onZero && beyond < t1 && evaluate(beyond, middle_) && areKnown(middle_) &&
        collectCrossings(low_, middle_, stillCrossing_) && stillCrossing_ == crossing_) {
        high = beyond;
        std::swap(high_, middle_);
    }

    found.low = low;
    found.high = high;
    found.ids.clear();
    found.transitions.clear();
    found.values.clear();
    found.width = narrowestWindow(windowScale, high);
    for (const int w : crossing_) {
        const Witness& witness = witnesses_[std::size_t(w)];
        found.ids.push_back(witness.info.getEventId());
        found.transitions.push_back(transition(low_[witness.slot], high_[witness.slot]));
        found.values.push_back(high_[witness.slot]);
    }
    return Outcome::Crossed;
}

}  // namespace trammel
