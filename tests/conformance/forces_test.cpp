// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

constexpr Real step = 1e-5;
constexpr Real differenceTolerance = 1e-7;

class EveryForce : public ::testing::TestWithParam<Row> {
protected:
    TreeRig rig{typeNamed(mobilizerTypes(), "universal"), 3};
    Random random{11};
    const ForceType& implementation = dynamic_cast<const ForceType&>(*GetParam().type.implementation);
    ForceIndex index = rig.forces.addForce(
        implementation.create(makeInputs(GetParam().type, random, MobilizedBodyIndex(4), MobilizedBodyIndex(3))));
    State state = makeState();

    State makeState() {
        State s = rig.system.realizeTopology();
        // A force may have a range in which it rests, as a stop has: look for a state in which it acts.
        for (int attempt = 0; attempt < 20; ++attempt) {
            randomize(rig.matter, s, random);
            rig.system.realize(s, Stage::Acceleration);
            if (sumOfMagnitudes(s) > 0) break;
        }
        return s;
    }
    Real sumOfMagnitudes(const State& s) const {
        Real sum = rig.system.getMobilityForces(s, Stage::Dynamics).norm();
        for (const SpatialVec& F : rig.system.getRigidBodyForces(s, Stage::Dynamics)) sum += F.norm();
        return sum;
    }
    /// Power of all applied forces on the present motion.
    Real power(const State& s) const {
        Real p = rig.system.getMobilityForces(s, Stage::Dynamics).dot(s.getU());
        for (int b = 1; b < rig.matter.getNumBodies(); ++b)
            p += rig.system.getRigidBodyForces(s, Stage::Dynamics)[b].dot(
                rig.matter.getBodyVelocity(s, MobilizedBodyIndex(b)));
        return p;
    }
    Real potentialAt(Real dt) const {
        State s = state;
        rig.system.realize(s, Stage::Time);
        s.updQ() = state.getQ() + dt * state.getQDot();
        rig.system.realize(s, Stage::Position);
        return rig.system.calcPotentialEnergy(s);
    }
};

TEST_P(EveryForce, WorkComesFromPotentialEnergyOrIsDissipatedOrDriven) {
    const Real potentialRate = (potentialAt(step) - potentialAt(-step)) / (2 * step);
    const bool storesEnergy = rig.system.calcPotentialEnergy(state) != 0;
    if (storesEnergy && !rig.forces.getForce(index).dependsOnlyOnPositions()) {
        EXPECT_LT(power(state), -potentialRate) << "a spring with loss gives back less than it took";
    } else if (storesEnergy) {
        EXPECT_NEAR(power(state), -potentialRate, differenceTolerance);
    } else if (!rig.forces.getForce(index).dependsOnlyOnPositions()) {
        EXPECT_LT(power(state), 0) << "a damper must take energy out";
    }
}

TEST_P(EveryForce, ActsAtAllAndNotWhenDisabled) {
    EXPECT_GT(sumOfMagnitudes(state), 0);
    State s = state;
    rig.forces.setForceIsDisabled(s, index, true);
    rig.system.realize(s, Stage::Acceleration);
    EXPECT_EQ(sumOfMagnitudes(s), 0);
}

TEST_P(EveryForce, ParametersInvalidateDynamicsAndChangeTheForceMidRun) {
    State s = state;
    rig.system.realize(s, Stage::Acceleration);
    rig.forces.setForceParameters(s, index, *implementation.readParameters(makeInputs(GetParam().type, random)));
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Velocity));
    for (const PropertyDescriptor& p : GetParam().type.properties)
        if (p.invalidates > Stage::Instance) {
            EXPECT_EQ(p.invalidates, Stage(Stage::Dynamics)) << p.key;
        }
    rig.system.realize(s, Stage::Acceleration);
    EXPECT_GT((s.getUDot() - state.getUDot()).norm(), 0);
}

TEST_P(EveryForce, InternalForcesKeepMomentum) {
    if (GetParam().type.sockets.size() != 2) GTEST_SKIP() << "only forces between two bodies are internal";
    SpatialVec sum(0.);
    for (int b = 0; b < rig.matter.getNumBodies(); ++b)
        sum += shiftForceFrom(rig.system.getRigidBodyForces(state, Stage::Dynamics)[b],
                              rig.matter.getBodyTransform(state, MobilizedBodyIndex(b)).p());
    EXPECT_LT(sum.norm(), 1e-11);
}

TEST_P(EveryForce, DrawsItselfAndIsPickable) {
    Array_<DecorativeGeometry> geometry;
    State s = state;
    rig.system.realize(s, Stage::Position);
    rig.system.calcDecorativeGeometryAndAppend(s, Stage::Position, geometry);
    int own = 0;
    for (const DecorativeGeometry& g : geometry)
        own += g.getRole() == DecorationRole::Force && g.getElement() == ElementId{7};
    EXPECT_GT(own, 0);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryForce, ::testing::ValuesIn(rows(forceTypes())), rowName);

}  // namespace
}  // namespace trammel::testing
