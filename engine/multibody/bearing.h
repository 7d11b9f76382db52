// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "multibody/force.h"

namespace trammel {

/// A bearing or guide of a joint at one instant. Friction on the joint's speed:
///
///   f = -coefficient (lever (|N1| + |N2| + preload) + thrustLever |A|)
///
/// N1, N2: forces of the joint across its axis at two supports, `spacing` apart and on both sides of the origin of the
/// child's joint frame; with no spacing one support, which carries no moment. A: force along the axis.
struct Bearing {
    /// The body that the joint moves, and the index of the speed.
    MobilizedBodyIndex joint;
    int speed = 0;
    /// Friction coefficient with the sign of the speed.
    Real coefficient = 0;
    /// Friction on the speed by normal force: m for a rotation, 1 for a translation.
    Real lever = 0;
    /// m
    Real spacing = 0, thrustLever = 0;
    /// N
    Real preload = 0;
};

/// Load and friction of a bearing.
struct BearingLoad {
    /// |N1| + |N2| + preload, N.
    Real load = 0;
    /// Friction on the speed, N or N m.
    Real friction = 0;
    static constexpr const char* fieldNames[] = {"load", "friction"};
    static auto valueFields(auto& self) { return std::tie(self.load, self.friction); }
};

/// A force element that is the friction of a joint. Its force depends on reactions, so on accelerations, which depend on
/// the friction of all joints: the force subsystem finds them together once all other forces are known (Dynamics).
class BearingForce {
public:
    virtual ~BearingForce() = default;
    virtual Bearing calcBearing(const ForceKinematics&, const AbstractValue* parameters) const = 0;
};

}  // namespace trammel
