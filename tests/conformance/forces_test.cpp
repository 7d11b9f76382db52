// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "multibody/breaks_in_time.h"
#include "system/event_handler.h"
#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

constexpr Real forceDifferences = 1e-7;

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
        // A force may vanish in a range, as a stop does: find a state in which it acts.
        for (int attempt = 0; attempt < 20; ++attempt) {
            randomize(rig.matter, s, random);
            for (Real& z : s.updZ()) z = random.real();
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
    /// Power of all applied forces at the current velocity.
    Real power(const State& s) const {
        Real p = rig.system.getMobilityForces(s, Stage::Dynamics).dot(s.getU());
        for (int b = 1; b < rig.matter.getNumBodies(); ++b)
            p += rig.system.getRigidBodyForces(s, Stage::Dynamics)[b].dot(
                rig.matter.getBodyVelocity(s, MobilizedBodyIndex(b)));
        return p;
    }
    /// Potential energy after moving for @p dt at the current speeds, and with the clock @p passed later.
    Real potentialAt(Real dt, Real passed = 0) const {
        State s = state;
        s.updTime() += passed;
        rig.system.realize(s, Stage::Time);
        s.updQ() = state.getQ() + dt * state.getQDot();
        rig.system.realize(s, Stage::Position);
        return rig.system.calcPotentialEnergy(s);
    }
};

TEST_P(EveryForce, WorkComesFromPotentialEnergyAndGoesIntoHeatUnlessDriven) {
    const Real potentialRate = (potentialAt(step) - potentialAt(-step)) / (2 * step);
    const Real heat = rig.forces.calcForcePowerDissipation(state, index);
    const ForceElement& element = rig.forces.getForce(index);
    EXPECT_GE(heat, 0);
    // A winch does work.
    if (potentialAt(0, step) != potentialAt(0)) return;
    if (rig.system.calcPotentialEnergy(state) != 0 || heat != 0) {
        EXPECT_NEAR(power(state), -potentialRate - heat, forceDifferences * (1 + std::abs(power(state))));
    } else {
        // An element that neither stores nor dissipates energy is driven by a constant, its own variables, or a record.
        EXPECT_TRUE(element.dependsOnlyOnPositions() || rig.forces.getForceZ(state, index).size() > 0 ||
                    dynamic_cast<const BreaksInTime*>(&element));
    }
}

TEST_P(EveryForce, ActsUnlessDisabled) {
    if (rig.forces.getForce(index).actsByImpulsesOnly()) {
        EXPECT_EQ(sumOfMagnitudes(state), 0);
        EXPECT_FALSE(rig.forces.getForce(index).makeEventHandlers(rig.forces, index).empty());
        return;
    }
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
    if (rig.forces.getForce(index).actsByImpulsesOnly()) return;
    EXPECT_GT((s.getYDot() - state.getYDot()).norm(), 0);
}

class EveryForceBetweenBodies : public EveryForce {};

TEST_P(EveryForceBetweenBodies, KeepsMomentum) {
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
    EXPECT_GT(own, 0) << "the force draws nothing: override appendGeometry()";
}

TEST_P(EveryForce, AuxiliaryVariablesStartAtZeroAndStandStillWhenItIsDisabled) {
    State s = rig.system.getDefaultState();
    EXPECT_EQ(s.getZ().norm(), 0);
    s = state;
    rig.forces.setForceIsDisabled(s, index, true);
    rig.system.realize(s, Stage::Acceleration);
    EXPECT_EQ(s.getZDot().norm(), 0);
}

TEST_P(EveryForce, GivesItsNameToItsAuxiliaryVariables) {
    for (int i = state.getNQ() + state.getNU(); i < state.getNY(); ++i) {
        const std::string name = rig.system.describeY(state, i);
        EXPECT_TRUE(name.starts_with("auxiliary variable ") &&
                    name.ends_with(" of " + rig.forces.getForce(index).getName()))
            << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryForce, ::testing::ValuesIn(rows(typesOf("force"))), rowName);
INSTANTIATE_TEST_SUITE_P(Registry, EveryForceBetweenBodies,
                         ::testing::ValuesIn(rowsIf(typesOf("force"),
                                                    [](const TypeDescriptor& type) {
                                                        return std::ranges::any_of(type.sockets, [](const auto& s) {
                                                            return s.key == "body2";
                                                        });
                                                    })),
                         rowName);

}  // namespace
}  // namespace trammel::testing
