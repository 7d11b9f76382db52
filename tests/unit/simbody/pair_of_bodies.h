// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/Simbody.h"

namespace SimTK::test {

/// Two bodies, one free and one on it.
struct Pair {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Body::Rigid body{MassProperties(2, Vec3(0), Inertia(0.5))};
    MobilizedBody::Free a{matter.Ground(), Transform(), body, Transform()};
    MobilizedBody::Free b{a, Transform(), body, Transform()};

    State at(const Vec3& p, const Vec3& v, const Vec3& w) {
        State s = system.realizeTopology();
        b.setQToFitTranslation(s, p);
        system.realize(s, Stage::Position);
        b.setUToFitVelocity(s, SpatialVec(w, v));
        system.realize(s, Stage::Acceleration);
        return s;
    }
};

}  // namespace SimTK::test
