// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <variant>
#include <vector>

#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

constexpr Real constraintDifferences = 1e-7;

/// One constraint between two branches of a tree of free and universal joints, at a random, unassembled state.
class EveryConstraint : public ::testing::TestWithParam<Row> {
protected:
    TreeRig rig{typeNamed(mobilizerTypes(), "universal"), 3};
    Random random{11};
    ConstraintIndex index = rig.matter.addConstraint(
        dynamic_cast<const ConstraintType&>(*GetParam().type.implementation)
            .create(makeInputs(GetParam().type, random, MobilizedBodyIndex(4), MobilizedBodyIndex(3))));
    State state = makeState();

    State makeState() {
        State s = rig.system.realizeTopology();
        randomize(rig.matter, s, random);
        rig.system.realize(s, Stage::Acceleration);
        return s;
    }
    State later(Real dt) const { return extrapolate(rig.system, state, dt); }
};

TEST_P(EveryConstraint, VelocityErrorsAreDerivativesOfPositionErrors) {
    const State before = later(-step), after = later(step);
    const int np = rig.matter.getConstraint(index).getNumPositionEquations();
    for (int i = 0; i < np; ++i)
        EXPECT_NEAR((after.getQErr()[i] - before.getQErr()[i]) / (2 * step), state.getUErr()[i], constraintDifferences);
}

TEST_P(EveryConstraint, AccelerationErrorsAreDerivativesOfVelocityErrors) {
    // udot satisfies the acceleration equations, so the velocity errors are stationary along it.
    const State before = later(-step), after = later(step);
    for (int i = 0; i < state.getNUErr(); ++i) {
        EXPECT_NEAR(state.getUDotErr()[i], 0, exact);
        EXPECT_NEAR((after.getUErr()[i] - before.getUErr()[i]) / (2 * step), 0, constraintDifferences);
    }
}

TEST_P(EveryConstraint, ForcesAreTheTransposeOfTheVelocityErrors) {
    expectForcesAreTheTransposeOfVelocityErrors(rig, state, exact);
}

TEST_P(EveryConstraint, ConstrainedAccelerationsSatisfyTheEquationsOfMotion) {
    EXPECT_LT(rig.matter.calcEquationOfMotionResidual(state), exact);
}

TEST_P(EveryConstraint, ProjectionReachesTheManifoldAndHoldsNoPower) {
    State s = state;
    // Assembly moves q from a distance, then projection moves u; the constraint force must be workless on that motion.
    const ProjectResults assembled = rig.matter.assemble(s, {}, 1e-10);
    ASSERT_EQ(assembled.status, ProjectResults::Status::Succeeded);
    Vector none;
    ProjectOptions options;
    options.tolerance = 1e-10;
    EXPECT_EQ(rig.system.projectU(s, none, options).status, ProjectResults::Status::Succeeded);
    rig.system.realize(s, Stage::Velocity);
    Matrix G;
    rig.matter.calcG(s, G);
    if (rig.matter.getConstraint(index).getNumPositionEquations() > 0) {
        // At zero speed only explicit time dependence remains, which may do work.
        State atRest = s;
        rig.system.realize(atRest, Stage::Position);
        atRest.updU() = 0.;
        rig.system.realize(atRest, Stage::Velocity);
        EXPECT_LT((G * s.getU() + atRest.getUErr()).norm(), 1e-9);
    }
}

TEST_P(EveryConstraint, DisablingItRemovesItsEquations) {
    State s = state;
    const int equations = s.getNMultipliers();
    EXPECT_GT(equations, 0);
    rig.matter.setConstraintIsDisabled(s, index, true);
    rig.system.realize(s, Stage::Acceleration);
    EXPECT_EQ(s.getNMultipliers(), 0);
    rig.matter.setConstraintIsDisabled(s, index, false);
    rig.system.realize(s, Stage::Acceleration);
    EXPECT_EQ(s.getNMultipliers(), equations);
}

TEST_P(EveryConstraint, RepeatingItChangesNoAcceleration) {
    // Duplicate equations are redundant but consistent, so udot must not change.
    Random again{11};
    TreeRig twice{typeNamed(mobilizerTypes(), "universal"), 3};
    for (int copy = 0; copy < 2; ++copy) {
        Random same{11};
        twice.matter.addConstraint(
            dynamic_cast<const ConstraintType&>(*GetParam().type.implementation)
                .create(makeInputs(GetParam().type, same, MobilizedBodyIndex(4), MobilizedBodyIndex(3))));
    }
    State s = twice.system.realizeTopology();
    s.updQ() = state.getQ();
    s.updU() = state.getU();
    twice.system.realize(s, Stage::Acceleration);
    EXPECT_LT((s.getUDot() - state.getUDot()).norm(), 1e-7 * (1 + state.getUDot().norm()));
    EXPECT_EQ(twice.matter.analyzeMobility(s).rank, state.getNUErr());
}

TEST_P(EveryConstraint, ParametersInvalidateTheStageTheDescriptorsName) {
    const auto& implementation = dynamic_cast<const ConstraintType&>(*GetParam().type.implementation);
    State s = state;
    rig.system.realize(s, Stage::Acceleration);
    const auto parameters = implementation.readParameters(makeInputs(GetParam().type, random));
    // Without parameters all but the flag rebuilds the System.
    if (!parameters) {
        for (const PropertyDescriptor& p : GetParam().type.properties)
            EXPECT_LE(p.invalidates, p.key == "enabled" ? Stage::Instance : Stage::Topology) << p.key;
        return;
    }
    rig.matter.setConstraintParameters(s, index, *parameters);
    for (const PropertyDescriptor& p : GetParam().type.properties)
        if (p.invalidates > Stage::Instance) {
            EXPECT_EQ(s.getSystemStage(), p.invalidates.prev()) << p.key;
        }
}

TEST_P(EveryConstraint, DrawsItselfAndIsPickable) {
    Array_<DecorativeGeometry> geometry;
    State s = state;
    rig.system.realize(s, Stage::Position);
    rig.system.calcDecorativeGeometryAndAppend(s, Stage::Position, geometry);
    int own = 0;
    for (const DecorativeGeometry& g : geometry)
        own += g.getRole() == DecorationRole::Constraint && g.getElement() == ElementId{7};
    EXPECT_GT(own, 0);
}

/// Every row, and variants with each choice that changes the number of equations.
std::vector<Row> rowsAndTheirChoices() {
    std::vector<Row> list = rows(typesOf("constraint"));
    for (const TypeDescriptor& type : typesOf("constraint"))
        for (std::size_t i = 0; i < type.properties.size(); ++i) {
            const PropertyDescriptor& p = type.properties[i];
            if (p.kind != ValueKind::Boolean || p.invalidates > Stage::Model) continue;
            Row other{type};
            other.type.key += "_" + p.key;
            other.type.properties[i].defaultValue = !std::get<bool>(p.defaultValue);
            list.push_back(other);
        }
    return list;
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryConstraint, ::testing::ValuesIn(rowsAndTheirChoices()), rowName);

}  // namespace
}  // namespace trammel::testing
