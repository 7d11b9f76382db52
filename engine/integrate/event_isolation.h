// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "system/system.h"

namespace trammel {

/// The short interval (low, high] in which the first of the witness functions changed sign.
struct EventWindow {
    Real low = NaN, high = NaN;
    Array_<EventId> ids;
    /// For each id: Event::PositiveToNegative or Event::NegativeToPositive.
    std::vector<Event::Trigger> transitions;
    /// For each id: the witness function at `high`.
    std::vector<Real> values;
    /// To which the crossing was to be located, s.
    Real width = NaN;

    operator Vec2() const { return Vec2(low, high); }
    /// 0: low, 1: high.
    Real operator[](int i) const { return i == 0 ? low : high; }
};

/// Watches the witness functions of a System along a trajectory that can be evaluated at any time of a step.
///
/// A crossing that starts at exactly zero is ignored, one that ends there counts: what has just been handled is not
/// seen again, and nothing is lost between two steps. Allocates only when an event is found.
///
/// **Source:** Illinois variant of the secant method: Dowell, Jarratt, BIT 11 (1971) 168; semantics: SimTK Simulation
/// Concepts.
class EventIsolator {
public:
    /// Puts the values of all witness functions at time t into the Vector; false if they cannot be evaluated there.
    using Evaluate = std::function<bool(Real t, Vector& values)>;

    /// Ask @p system which witness functions there are. @p state must be realized to Instance.
    void configure(const System& system, const State& state);
    bool isNeeded() const { return !witnesses_.empty(); }
    /// The stage from which on all witness functions are known.
    Stage getStage() const { return stage_; }
    /// Copy the witness values of @p state, realized to getStage(), into @p values (of one element per witness).
    void read(const State& state, Vector& values) const;

    /// The values at the start of the step to be searched.
    Vector& updStartValues() { return start_; }
    /// Find the earliest crossing in (t0, t1], where @p t0 belongs to updStartValues().
    /// @param windowScale seconds for a witness with localization window 1
    /// @param checkPoints interior points that are looked at before a subinterval is searched
    /// @return Crossed if there is one; then @p found says where. Unknown if a witness function is not a number where it
    ///         has to be known; then @p found is where that is
    enum class Outcome { Nothing, Crossed, Unknown };
    Outcome isolate(Real t0, Real t1, Real windowScale, int checkPoints, const Evaluate& evaluate, EventWindow& found);
    /// After Unknown: the name of the subsystem whose witness function it is; empty if the State could not be evaluated.
    const std::string& getFaultySubsystem() const { return faulty_; }
    /// After Nothing: the witness function of event @p id at the end of the step; 0 if it has none.
    Real getEndValue(EventId id) const;

private:
    struct Witness {
        EventTriggerInfo info;
        int slot;
        std::string subsystem;
    };
    /// Whether all values are numbers; if not, remember whose is not.
    bool areKnown(const Vector& values);
    bool collectCrossings(const Vector& from, const Vector& to, std::vector<int>& crossing) const;
    Real narrowestWindow(Real windowScale, Real t) const;
    /// Where the first of the crossing witnesses is estimated to be zero in (low, high).
    Real estimateRoot(Real low, Real high) const;

    std::vector<Witness> witnesses_;
    Stage stage_ = Stage::Empty;
    Vector start_, low_, high_, middle_;
    /// Illinois weights of the two ends of the bracket.
    Real lowWeight_ = 1, highWeight_ = 1;
    std::vector<int> crossing_, stillCrossing_;
    std::string faulty_;
};

}  // namespace trammel
