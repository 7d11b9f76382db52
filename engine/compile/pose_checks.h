// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// A pin whose axis is not parallel to those of the other pins of its loop.
struct TiltedPin {
    ElementId pin;
    /// Those it should be parallel to.
    std::vector<ElementId> others;
    Vec3 axis_G{0.}, wanted_G{0.};
    /// rad
    Real tilt = 0;
};

/// The first tilted pin of each loop in which most joints turn about parallel axes, at @p state (needs Position). Only loops
/// of joints with one coordinate and of closures with an axis: others may be meant to be spatial.
std::vector<TiltedPin> findTiltedPins(const CompiledModel& model, const State& state);

/// Where @p closure leads a point along a line that lies in the plane of its loop, a slot, the direction in that plane across
/// the slot, in Ground (needs Position): all that has to be held there. None for what is no slot.
std::optional<Vec3> findSlotNormal(const CompiledModel& model, const State& state, ElementId closure);

/// A joint that stands beyond one of its stops.
struct BeyondStop {
    ElementId joint;
    /// The property that gives its coordinate, as it is and as it would be at the stop, rad or m.
    std::string key;
    Quantity quantity = Quantity::None;
    Real value = 0, stop = 0;
    /// The stop throws back what arrives at it, and leaves this alone.
    bool isRigid = false;
};

/// Those at @p state.
std::vector<BeyondStop> findBeyondStops(const CompiledModel& model, const State& state);

/// A joint that does not stand where its own coordinate puts it, because its loops do not let it.
struct DisplacedJoint {
    ElementId joint;
    Quantity quantity = Quantity::None;
    /// rad or m
    Real given = 0, value = 0;
};

/// Those at @p state whose coordinates are given, and are numbers.
std::vector<DisplacedJoint> findDisplaced(const CompiledModel& model, const State& state);

/// Two points that a closure should bring together and does not.
struct LoopGap {
    ElementId closure;
    Vec3 first_G{0.}, second_G{0.};
};

/// Those of the initial pose; none in a model whose loops close.
std::vector<LoopGap> findGaps(const CompiledModel& model);

/// A loop of pins that cannot close in any pose: one of its sides is longer than all others together.
struct LoopShortage {
    struct Side {
        /// None: Ground.
        ElementId body;
        /// Between its two pins, across their axes; and what it would have to be at least (of the longest: at most), m.
        Real length = 0, bound = 0;
    };
    /// The pins in their order around the loop, with what closes it.
    std::vector<ElementId> pins;
    Side longest;
    std::vector<Side> others;
    /// Of a four-bar: the body beside Ground that could turn fully, the one driven or else the shorter one.
    ElementId crank;
    /// Between which lengths, m, one of the two sides that are neither Ground nor crank lets the crank turn fully.
    struct Turning {
        ElementId body;
        Real least = 0, most = 0;
    };
    std::vector<Turning> turning;
};

/// Of the loop that @p closure closes, at @p state (needs Position); none where its sides are long enough, or where it has
/// other joints than pins.
std::optional<LoopShortage> findShortage(const CompiledModel& model, const State& state, ElementId closure);

}  // namespace trammel
