// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "integrate/event_isolation.h"
#include "integrate/integrator_memory.h"

namespace trammel {

/// Tells events that do not let time go on from ones that are merely frequent: told of each triggered event whose handler
/// changed the State, and of the steps between them.
///
/// Of one witness function w, with the times t_n of its events and the width h to which each is located:
///
///     chattering      the last 100 events of all are within 100 · 5 h: they cannot be told apart
///     accumulation    t_{n+1} - t_n < t_n - t_{n-1} four times in a row, the last less than 1000 h, w never far beyond zero, and then w stays on
///                     the far side of zero and goes on there: what was to be stopped has passed
///
/// Allocates only when an event is noted. **Source:** derived here; Zeno behavior: Zhang, Johansson, Lygeros, Sastry, Int. J.
/// Robust and Nonlinear Control 11 (2001) 435.
class EventSuccession {
public:
    enum class Trouble { None, Chattering, Accumulation };

    void clear();
    /// The State was changed because of the events in @p window.
    /// @return Chattering, or None
    Trouble noteHandled(const EventWindow& window);
    /// A step without event ended, with @p isolator's values there.
    /// @return Accumulation, or None
    Trouble noteStep(const EventIsolator& isolator);
    /// A time soon after the last event, s, at which a step should end: the next event of that kind may follow sooner than this one
    /// did, and must not fall between two looks. -Infinity if nothing is known.
    Real getNextLook() const { return nextLook_; }

    /// After trouble: the event that happened most often, or that accumulated; when it was the last time, s; and how many events
    /// within how many seconds.
    EventId getEvent() const { return event_; }
    Real getTime() const { return time_; }
    int getCount() const { return count_; }
    Real getSpan() const { return span_; }

    void visitMemory(MemoryVisitor& visitor);

private:
    /// Of one witness function.
    struct Record {
        EventId id;
        /// Of its last event; s.
        Real time = NaN, interval = Infinity;
        /// Intervals in a row that were shorter than those before, and the time before the first of them.
        Real shrinking = 0, since = NaN;
        /// The witness function where these events left it furthest beyond zero.
        Real value = 0;
        /// Its events have come so near to each other that it may pass now.
        bool suspected = false;
    };
    Record& recordOf(EventId id);

    std::vector<Record> records_;
    /// The last events, oldest first from next_ on.
    std::vector<Real> times_;
    std::vector<EventId> ids_;
    std::size_t next_ = 0;
    Real nextLook_ = -Infinity;
    EventId event_;
    int count_ = 0;
    Real time_ = NaN, span_ = 0;
};

}  // namespace trammel
