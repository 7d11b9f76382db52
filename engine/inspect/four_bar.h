// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "compile/compiled_model.h"
#include "compile/place.h"

namespace trammel {

/// A planar loop of Ground and three bodies with four pivots. Lengths are between pivots, in the plane, m.
struct FourBarLoop {
    /// Ground, the input, the coupler and the output. The input is the link at Ground that a motor drives; else the one that
    /// turns fully, or the shorter one.
    std::array<ElementId, 4> bodies;
    /// pivots[i] joins bodies[i] and the next one.
    std::array<Place, 4> pivots;
    /// lengths[i] is that of bodies[i].
    std::array<Real, 4> lengths{};
    /// Axis of the pivots, a unit vector.
    Vec3 axis_G = Vec3(0, 0, 1);
};

/// The loop, if exactly four bodies including Ground form one closed loop of pins; none otherwise.
std::optional<FourBarLoop> findFourBar(const CompiledModel& model);

/// Angle between coupler and output, in [0, pi/2]; at zero the input cannot move the output. In the pose of @p state (requires
/// Position).
/// Source: Uicker, Pennock & Shigley, Theory of Machines and Mechanisms, transmission angle.
Real calcTransmissionAngle(const FourBarLoop& loop, const CompiledModel& model, const State& state);
/// The least one over the whole motion on one assembly branch; zero if the input reaches a dead point.
Real calcLeastTransmissionAngle(const FourBarLoop& loop);

/// The limits of a link at Ground, where the other two links are collinear: dead points of a motion that this link
/// drives. As segments in Ground from its pivot to its end. At most two; none if it turns fully.
/// @param link 1 for the input, 3 for the output
std::vector<std::pair<Vec3, Vec3>> findDeadPoints(const FourBarLoop& loop, int link, const CompiledModel& model,
                                                  const State& state);

/// The path of the point of the coupler that is at @p point_G at @p state, over the whole motion that the input can make
/// without taking the linkage apart: a closed curve in Ground of about @p samples points.
std::vector<Vec3> calcCouplerCurve(const FourBarLoop& loop, const CompiledModel& model, const State& state,
                                   const Vec3& point_G, int samples = 180);

}  // namespace trammel
