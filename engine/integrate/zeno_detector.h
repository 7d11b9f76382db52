// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "integrate/event_isolation.h"
#include "integrate/integrator_memory.h"

namespace trammel {

/// Detects Zeno behavior from triggered events whose handlers changed the State and from the steps between them.
///
/// For a witness function w with event times t_n and localization window h:
///
///     chattering      the last 100 events of all witness functions are within 100 · 5 h: they cannot be distinguished
///     accumulation    t_{n+1} - t_n < t_n - t_{n-1} four times in succession, the last less than 1000 h, w never far
///                     beyond zero, and then w stays on the far side of zero: the state has passed the event surface
///
/// Allocates only when an event is noted. **Source:** derived here; Zeno behavior: Zhang, Johansson, Lygeros, Sastry,
/// Int. J.
/// Robust and Nonlinear Control 11 (2001) 435.
class ZenoDetector {
public:
    enum class Trouble { None, Chattering, Accumulation };

    void clear();
    /// Records that handlers of the events in @p window changed the State.
    /// @return Chattering, or None
    Trouble noteHandled(const EventWindow& window);
    /// Records a step that ended without event, with @p isolator's values there.
    /// @return Accumulation, or None
    Trouble noteStep(const EventIsolator& isolator);
    /// Time at which the next step should end, s: the next event may follow sooner than the last and must not fall
    /// between two evaluations. -Infinity if unknown.
    Real getNextLook() const { return nextLook_; }

    /// After trouble: the event that occurred most often or that accumulated, its last time, s, and the number of
    /// events and their time span.
    EventId getEvent() const { return event_; }
    Real getTime() const { return time_; }
    int getCount() const { return count_; }
    Real getSpan() const { return span_; }

    void visitMemory(MemoryVisitor& visitor);

private:
    /// History of one witness function.
    struct Record {
        EventId id;
        /// Time of its last event and interval before it, s.
        Real time = NaN, interval = Infinity;
        /// Number of successively shorter intervals, and the time before the first of them.
        Real shrinking = 0, since = NaN;
        /// True if its events are so close that the state may pass beyond zero.
        Real value = 0;
        /// True if its events are so close that the state may pass.
        bool suspected = false;
    };
    Record& recordOf(EventId id);

    std::vector<Record> records_;
    /// Ring buffer of event times, oldest at next_.
    std::vector<Real> times_;
    std::vector<EventId> ids_;
    std::size_t next_ = 0;
    Real nextLook_ = -Infinity;
    EventId event_;
    int count_ = 0;
    Real time_ = NaN, span_ = 0;
};

}  // namespace trammel
