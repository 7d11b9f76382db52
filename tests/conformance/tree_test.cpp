// SPDX-License-Identifier: Apache-2.0
// Joints inside a tree: the O(n) algorithms against each other and against numerical differentiation.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

constexpr Real treeDifferences = 2e-7;

class EveryJointInATree : public ::testing::TestWithParam<Row> {
protected:
    TreeRig rig{GetParam().type, 7};
    Random random{5};
    State state = makeState();

    State makeState() {
        State s = rig.system.realizeTopology();
        randomize(rig.matter, s, random);
        rig.system.realize(s, Stage::Acceleration);
        return s;
    }
    /// The state a time @p dt later on the motion given by qdot and udot.
    State later(Real dt) const {
        State s = state;
        rig.system.realize(s, Stage::Time);
        s.updQ() = state.getQ() + dt * state.getQDot();
        s.updU() = state.getU() + dt * state.getUDot();
        rig.system.realize(s, Stage::Velocity);
        return s;
    }
};

TEST_P(EveryJointInATree, BodyVelocitiesAndAccelerationsAreDerivatives) {
    rig.system.realize(state, Stage::Acceleration);
    const State before = later(-step), after = later(step);
    for (int b = 1; b < rig.matter.getNumBodies(); ++b) {
        const MobilizedBodyIndex ix(b);
        const Transform &X0 = rig.matter.getBodyTransform(before, ix), &X1 = rig.matter.getBodyTransform(after, ix);
        const Mat33 W = (X1.R() - X0.R()) * rig.matter.getBodyTransform(state, ix).R().transpose() / (2 * step);
        const SpatialVec V{Vec3(W(2, 1), W(0, 2), W(1, 0)), Vec3((X1.p() - X0.p()) / (2 * step))};
        EXPECT_LT((V - rig.matter.getBodyVelocity(state, ix)).norm(), treeDifferences);
        const SpatialVec A =
            (1 / (2 * step)) * (rig.matter.getBodyVelocity(after, ix) - rig.matter.getBodyVelocity(before, ix));
        EXPECT_LT((A - rig.matter.getBodyAcceleration(state, ix)).norm(), treeDifferences);
    }
}

TEST_P(EveryJointInATree, MassMatrixIsSymmetricPositiveDefiniteAndInvertedByMInv) {
    const int n = rig.matter.getTree().nu;
    Matrix M;
    rig.matter.calcM(state, M);
    EXPECT_LT((M - M.transpose()).norm(), exact);
    if (n == 0) return;
    EXPECT_EQ(Eigen::LLT<Matrix::Base>(M).info(), Eigen::Success);
    Vector v(n), Mv, back;
    for (Real& x : v) x = random.real();
    rig.matter.multiplyByM(state, v, Mv);
    rig.matter.multiplyByMInv(state, Mv, back);
    EXPECT_LT((back - v).norm(), exact);
}

TEST_P(EveryJointInATree, InverseDynamicsUndoesForwardDynamics) {
    const int n = rig.matter.getTree().nu;
    Vector f(n);
    Vector_<SpatialVec> F(rig.matter.getNumBodies());
    for (Real& x : f) x = random.real();
    for (SpatialVec& x : F) x = {random.vec3(), random.vec3()};
    Vector udot, residual;
    Vector_<SpatialVec> A;
    rig.matter.calcAccelerationIgnoringConstraints(state, f, F, udot, A);
    rig.matter.calcResidualForceIgnoringConstraints(state, f, F, udot, residual);
    EXPECT_LT(residual.norm(), exact);
}

TEST_P(EveryJointInATree, KineticEnergyIsHalfUMU) {
    Vector Mu;
    rig.matter.multiplyByM(state, state.getU(), Mu);
    EXPECT_NEAR(rig.matter.calcKineticEnergy(state), 0.5 * state.getU().dot(Mu), exact);
}

TEST_P(EveryJointInATree, FreeMotionKeepsKineticEnergy) {
    const Real rate =
        (rig.matter.calcKineticEnergy(later(step)) - rig.matter.calcKineticEnergy(later(-step))) / (2 * step);
    EXPECT_NEAR(rate, 0, treeDifferences * 10);
}

TEST_P(EveryJointInATree, AccelerationsSatisfyTheEquationsOfMotion) {
    EXPECT_LT(rig.matter.calcEquationOfMotionResidual(state), exact);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryJointInATree, ::testing::ValuesIn(jointRows()), rowName);

}  // namespace
}  // namespace trammel::testing
