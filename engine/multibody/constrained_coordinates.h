// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraint.h"

namespace trammel {

/// The coordinates of one joint in a constraint: q and, as far as the kinematics are known, its derivatives.
struct ConstrainedCoordinates {
    Real q[Mobilizer::maxNQ], qdot[Mobilizer::maxNQ], qdotdot[Mobilizer::maxNQ];

    ConstrainedCoordinates(const ConstraintKinematics& k, MobilizedBodyIndex b) {
        const TreeNode& n = k.node(b);
        const Real* qs = k.q + n.qStart;
        std::copy(qs, qs + n.nq, q);
        if (k.u) multiplyByN(n, k.state, qs, k.u + n.uStart, qdot);
        if (k.udot) calcQDotDot(n, k.state, qs, k.u + n.uStart, k.udot + n.uStart, qdotdot);
    }
};

}  // namespace trammel
