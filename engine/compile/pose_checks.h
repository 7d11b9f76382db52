// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// A pin whose axis is not parallel to the other pins of its loop.
struct TiltedPin {
    ElementId pin;
    /// The pins it should be parallel to.
    std::vector<ElementId> others;
    Vec3 axis_G{0.}, wanted_G{0.};
    /// rad
    Real tilt = 0;
};

/// The first tilted pin of each loop with mostly parallel axes, at @p state (requires Position). Only for loops of
/// joints with one coordinate and closures with an axis, since others may be spatial.
std::vector<TiltedPin> findTiltedPins(const CompiledModel& model, const State& state);

/// For a slot, a @p closure that guides a point along a line in the plane of its loop: the direction in that plane
/// across the slot, in Ground (requires Position), which is all that must be constrained. None otherwise.
std::optional<Vec3> findSlotNormal(const CompiledModel& model, const State& state, ElementId closure);

/// A joint beyond one of its stops.
struct BeyondStop {
    ElementId joint;
    /// The property of its coordinate, with its current value and that at the stop, rad or m.
    std::string key;
    Quantity quantity = Quantity::None;
    Real value = 0, stop = 0;
    /// A rigid stop does not act on a joint beyond it.
    bool isRigid = false;
};

/// All such joints at @p state.
std::vector<BeyondStop> findBeyondStops(const CompiledModel& model, const State& state);

/// A joint displaced from its given coordinate by its loops.
struct DisplacedJoint {
    ElementId joint;
    Quantity quantity = Quantity::None;
    /// rad or m
    Real given = 0, value = 0;
};

/// All joints with given scalar coordinates that are displaced at @p state.
std::vector<DisplacedJoint> findDisplaced(const CompiledModel& model, const State& state);

/// A closure gap between two points.
struct LoopGap {
    ElementId closure;
    Vec3 first_G{0.}, second_G{0.};
};

/// A joint with a speed whose motion its other speeds can produce.
struct SingularJoint {
    ElementId joint;
    /// Name of the speed.
    std::string speed;
};

/// All such joints at @p state (requires Position).
std::vector<SingularJoint> findSingularJoints(const CompiledModel& model, const State& state);

/// Closure gaps of the initial pose; none if the loops close.
std::vector<LoopGap> findGaps(const CompiledModel& model);

/// A loop of pins that cannot close in any pose: one side is longer than all others together.
struct LoopShortage {
    struct Side {
        /// None: Ground.
        ElementId body;
        /// Distance of its two pins, normal to their axes; and the required minimum (for the longest side: maximum), m.
        Real length = 0, bound = 0;
    };
    /// The pins in order around the loop, including the closure.
    std::vector<ElementId> pins;
    Side longest;
    std::vector<Side> others;
    /// For a four-bar: the body next to Ground that could turn fully, the driven or otherwise the shorter one.
    ElementId crank;
    /// Range of lengths, m, of one of the two other sides with which the crank turns fully.
    struct Turning {
        ElementId body;
        Real least = 0, most = 0;
    };
    std::vector<Turning> turning;
};

/// The shortage of the loop of @p closure at @p state (requires Position); none if its sides are long enough, or it has
/// joints other than pins.
std::optional<LoopShortage> findShortage(const CompiledModel& model, const State& state, ElementId closure);

}  // namespace trammel
