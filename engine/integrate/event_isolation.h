// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "system/system.h"

namespace trammel {

/// The interval (low, high] that contains the first sign changes of witness functions.
struct EventWindow {
    Real low = NaN, high = NaN;
    Array_<EventId> ids;
    /// For each id: Event::PositiveToNegative or Event::NegativeToPositive.
    std::vector<Event::Trigger> transitions;
    /// For each id: the value of the witness function at `high`.
    std::vector<Real> values;
    /// Localization window, s.
    Real width = NaN;

    operator Vec2() const { return Vec2(low, high); }
    /// 0: low, 1: high.
    Real operator[](int i) const { return i == 0 ? low : high; }
};

/// Detects zero crossings of a System's witness functions on a trajectory that can be evaluated anywhere in a step.
///
/// A crossing that starts at exactly zero is ignored; one that ends there counts. A handled crossing is therefore not
/// detected again, and none is missed between steps. Allocates only when an event is found.
///
/// **Source:** Illinois variant of the secant method: Dowell, Jarratt, BIT 11 (1971) 168; semantics: SimTK Simulation
/// Concepts.
class EventIsolator {
public:
    /// Evaluates all witness functions at time t; returns false if that fails.
    using Evaluate = std::function<bool(Real t, Vector& values)>;

    /// Reads the witness functions of @p system. @p state must be realized to Instance.
    void configure(const System& system, const State& state);
    bool isNeeded() const { return !witnesses_.empty(); }
    /// The stage required by all witness functions.
    Stage getStage() const { return stage_; }
    /// Copies the witness values of @p state, realized to getStage(), into @p values (one element per witness).
    void read(const State& state, Vector& values) const;

    /// The values at the start of the step.
    Vector& updStartValues() { return start_; }
    /// Finds the earliest crossing in (t0, t1]; updStartValues() belong to @p t0.
    /// @param windowScale seconds for a witness with localization window 1
    /// @param checkPoints interior points evaluated before a subinterval is searched
    /// @return Crossed, with the window in @p found; Nothing; or Unknown if a required witness value is NaN, with the
    ///         place in @p found
    enum class Outcome { Nothing, Crossed, Unknown };
    Outcome isolate(Real t0, Real t1, Real windowScale, int checkPoints, const Evaluate& evaluate, EventWindow& found);
    /// After Unknown: the subsystem of the witness function; empty if the State could not be evaluated.
    const std::string& getFaultySubsystem() const { return faulty_; }
    /// After Nothing: the witness function of event @p id at the end of the step; 0 if it has none.
    Real getEndValue(EventId id) const;

private:
    struct Witness {
        EventTriggerInfo info;
        int slot;
        std::string subsystem;
    };
    /// True if no value is NaN; otherwise records the subsystem of the first one.
    bool areKnown(const Vector& values);
    bool collectCrossings(const Vector& from, const Vector& to, std::vector<int>& crossing) const;
    Real narrowestWindow(Real windowScale, Real t) const;
    /// Estimated time of the first zero in (low, high).
    Real estimateRoot(Real low, Real high) const;

    std::vector<Witness> witnesses_;
    Stage stage_ = Stage::Empty;
    Vector start_, low_, high_, middle_;
    /// Illinois weights of the ends of the bracket.
    Real lowWeight_ = 1, highWeight_ = 1;
    std::vector<int> crossing_, stillCrossing_;
    std::string faulty_;
};

}  // namespace trammel
