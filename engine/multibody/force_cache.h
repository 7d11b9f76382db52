// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <tuple>
#include <vector>

#include "multibody/force.h"
#include "multibody/matter/bearing_friction.h"

namespace trammel {

// --- Values that the general force subsystem keeps in the cache ---

/// Sum of the forces that depend on positions only, or the forces of one such element.
struct PositionForces {
    Vector_<SpatialVec> body;
    Vector mobility;
    static auto valueFields(auto& self) { return std::tie(self.body, self.mobility); }
};

/// Loads of the enabled bearings, with the solver's memory.
struct BearingLoads {
    /// By force element; -1: no bearing, or disabled.
    std::vector<int> bearingOf;
    BearingFriction solver;
    static constexpr const char* fieldNames[] = {"bearing[force]", "[bearing]"};
    static auto valueFields(auto& self) { return std::tie(self.bearingOf, self.solver.loads); }
};

/// An element's range among the subsystem's auxiliary variables.
struct ZRange {
    int start = 0, count = 0;
    static auto valueFields(auto& self) { return std::tie(self.start, self.count); }
};

/// True if no force is infinite or NaN. Sums packed numbers, since each evaluation does this for all bodies.
inline bool isFinite(const ForceSum& sum) {
    static_assert(sizeof(SpatialVec) == 6 * sizeof(Real));
    const auto total = [](const Real* first, Eigen::Index n) {
        return n > 0 ? Eigen::Map<const Eigen::ArrayXd>(first, n).sum() : 0;
    };
    return std::isfinite(total(sum.body.size() > 0 ? sum.body[0][0].data() : nullptr, 6 * sum.body.size()) +
                         total(sum.mobility.data(), sum.mobility.size()));
}

}  // namespace trammel
