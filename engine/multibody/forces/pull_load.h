// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "math/vec.h"

namespace trammel {

/// Load that pulls at a point S of a body B: a damped spring to a fixed point T of Ground, plus a force and a torque.
///
///     f_S = k (p_GT − p_GS) − c v_GS + f,    τ = torque
struct PullLoad {
    /// p_BS, m, and p_GT, m.
    Vec3 station = Vec3(0.), target = Vec3(0.);
    /// N/m and N s/m.
    Real stiffness = 0, damping = 0;
    /// N and N m; expressed in G, or in B and rotating with it.
    Vec3 force = Vec3(0.), torque = Vec3(0.);
    bool inBodyAxes = false;

    bool isSpring() const { return stiffness > 0; }
    friend bool operator==(const PullLoad&, const PullLoad&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.station, self.target, self.stiffness, self.damping, self.force, self.torque,
                        self.inBodyAxes);
    }
};

}  // namespace trammel
