// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

constexpr Real motionDifferences = 1e-8;

/// One motion on the pin of body 3 of a tree of pins.
class EveryMotion : public ::testing::TestWithParam<Row> {
protected:
    TreeRig rig{typeNamed(mobilizerTypes(), "pin"), 3};
    Random random{11};
    const MotionType& implementation = dynamic_cast<const MotionType&>(*GetParam().type.implementation);
    int index = rig.matter.addMotion(
        implementation.create(makeInputs(GetParam().type, random, MobilizedBodyIndex(0), MobilizedBodyIndex(3))));
    State state = makeState();

    State makeState() {
        State s = rig.system.realizeTopology();
        randomize(rig.matter, s, random);
        rig.system.realize(s, Stage::Time);
        rig.system.prescribe(s);
        rig.system.realize(s, Stage::Acceleration);
        return s;
    }
    int slot() const { return rig.matter.getTree()[3].uStart; }
};

TEST_P(EveryMotion, PrescribedAccelerationIsTheDerivativeOfPrescribedSpeed) {
    const MotionElement& motion = rig.matter.getMotion(index);
    const auto parameters = motion.makeDefaultParameters();
    Real before = 0, after = 0, udot = 0;
    const Real t = 0.7;
    motion.calcPrescribedVelocity(t - step, parameters.get(), 1, &before);
    motion.calcPrescribedVelocity(t + step, parameters.get(), 1, &after);
    motion.calcPrescribedAcceleration(t, parameters.get(), 1, &udot);
    EXPECT_NEAR(udot, (after - before) / (2 * step), motionDifferences);
}

TEST_P(EveryMotion, TheJointMovesAsPrescribedUnderAnyForce) {
    const MotionElement& motion = rig.matter.getMotion(index);
    const auto parameters = motion.makeDefaultParameters();
    Real u = 0, udot = 0;
    motion.calcPrescribedVelocity(state.getTime(), parameters.get(), 1, &u);
    motion.calcPrescribedAcceleration(state.getTime(), parameters.get(), 1, &udot);
    EXPECT_EQ(state.getU()[slot()], u);
    EXPECT_EQ(state.getUDot()[slot()], udot);
    EXPECT_LT(rig.matter.calcEquationOfMotionResidual(state), exact) << "and the free joints obey their equations";
}

TEST_P(EveryMotion, DisablingItFreesTheJoint) {
    State s = state;
    rig.matter.setMotionIsDisabled(s, index, true);
    rig.system.realize(s, Stage::Position);
    s.updU()[slot()] = 42;
    EXPECT_FALSE(rig.system.prescribeU(s));
    rig.system.realize(s, Stage::Acceleration);
    EXPECT_EQ(s.getU()[slot()], 42);
    EXPECT_LT(rig.matter.calcEquationOfMotionResidual(s), 1e-6);
    EXPECT_EQ(rig.matter.analyzeMobility(s).drivenSpeeds, 0);
}

TEST_P(EveryMotion, ParametersInvalidateTheStageTheDescriptorsName) {
    State s = state;
    rig.system.realize(s, Stage::Acceleration);
    rig.matter.setMotionParameters(s, index, *implementation.readParameters(makeInputs(GetParam().type, random)));
    for (const PropertyDescriptor& p : GetParam().type.properties)
        if (p.invalidates > Stage::Instance) {
            EXPECT_EQ(s.getSystemStage(), p.invalidates.prev()) << p.key;
        }
}

TEST_P(EveryMotion, DrawsItselfAndIsPickable) {
    Array_<DecorativeGeometry> geometry;
    rig.system.realize(state, Stage::Position);
    rig.system.calcDecorativeGeometryAndAppend(state, Stage::Position, geometry);
    int own = 0;
    for (const DecorativeGeometry& g : geometry)
        own += g.getRole() == DecorationRole::Motion && g.getElement() == ElementId{7};
    EXPECT_GT(own, 0);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMotion, ::testing::ValuesIn(rows(motionTypes())), rowName);

}  // namespace
}  // namespace trammel::testing
