// SPDX-License-Identifier: Apache-2.0
// Data unavailable from a disabled constraint is refused by name.
#include <gtest/gtest.h>

#include "simbody/Simbody.h"

namespace {

using namespace SimTK;

struct Rig {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    Body::Rigid body{MassProperties(1, Vec3(0), Inertia(1))};
    MobilizedBody::Free a{matter.Ground(), body}, b{matter.Ground(), body};
    Constraint::Rod rod{a, b, 1.};
    Constraint::Weld weld{a, b};
    Constraint::ConstantSpeed speed{a, 1.};
    Constraint::PointOnPlaneContact point{a, Transform(), b, Vec3(0)};
    Constraint::SphereOnPlaneContact rolling{a, Transform(), b, Vec3(0), 1, true};
    Constraint::SphereOnPlaneContact sliding{a, Transform(), b, Vec3(0), 1, false};

    State withAll(bool enabled) {
        State s = system.realizeTopology();
        for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c)
            if (!enabled) matter.getConstraint(c).disable(s);
        b.setQToFitTranslation(s, Vec3(1, 2, 3));
        system.realize(s, Stage::Acceleration);
        return s;
    }
};

/// The message of the exception thrown by @p ask; empty without one.
template <class Ask>
std::string refusalOf(Ask ask) {
    try {
        ask();
    } catch (const Exception::Base& e) {
        return e.what();
    }
    return {};
}

TEST(DisabledConstraints, HaveNeitherErrorsNorMultipliers) {
    Rig rig;
    const State s = rig.withAll(false);
    for (const std::string& said : {
             refusalOf([&] { rig.rod.getPositionError(s); }),
             refusalOf([&] { rig.rod.getRodTension(s); }),
             refusalOf([&] { rig.weld.getPositionErrors(s); }),
             refusalOf([&] { rig.weld.getMultipliers(s); }),
             refusalOf([&] { rig.speed.getVelocityError(s); }),
             refusalOf([&] { rig.speed.getMultiplier(s); }),
             refusalOf([&] { rig.point.getPositionError(s); }),
             refusalOf([&] { rig.point.getForceOnFollowerPoint(s); }),
             refusalOf([&] { rig.rolling.getVelocityErrors(s); }),
             refusalOf([&] { rig.sliding.getPositionError(s); }),
             refusalOf([&] { rig.sliding.getAccelerationErrors(s); }),
         })
        EXPECT_NE(said.find("is disabled"), std::string::npos) << said;
    // Data that is available.
    EXPECT_EQ(rig.rod.getPositionErrorsAsVector(s).size(), 0);
    EXPECT_EQ(rig.rod.calcPower(s), 0);
    EXPECT_EQ(rig.sliding.findForceOnSphereInG(s).norm(), 0);
    EXPECT_NEAR(rig.sliding.findSeparation(s), 2, 1e-12);
}

TEST(DisabledConstraints, HaveErrorsWhenEnabled) {
    Rig rig;
    const State s = rig.withAll(true);
    EXPECT_NEAR(rig.rod.getPositionError(s), Vec3(1, 2, 3).norm() - 1, 1e-12);
    EXPECT_NEAR(rig.point.getPositionError(s), 3, 1e-12);
    EXPECT_NEAR(rig.sliding.getPositionError(s), 2, 1e-12);
    EXPECT_EQ(rig.sliding.getVelocityErrors(s).norm(), 0);
    EXPECT_EQ(rig.rolling.getVelocityErrors(s).norm(), 0);
}

}  // namespace
