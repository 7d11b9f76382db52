// SPDX-License-Identifier: Apache-2.0
// Consistency at any state of any mechanism: forward and inverse dynamics, two computations of the mass matrix, rates
// of energy and momentum, and time reversal.
#include <algorithm>
#include <cmath>

#include "physics_rig.h"
#include "reference_problems.h"

namespace trammel::test {
namespace {

std::vector<std::string> validationModels() {
    std::vector<std::string> names{"bicycle"};
    for (const ReferenceProblem& problem : referenceProblems()) names.push_back(problem.model);
    return names;
}

/// Reproducible numbers between -1 and 1.
Vector someNumbers(int n) {
    Vector v(n);
    for (int i = 0; i < n; ++i) v[i] = std::sin(1.7 + 2.3 * i + 0.1 * i * i);
    return v;
}
Real largest(const Vector& v) { return v.size() ? v.cwiseAbs().maxCoeff() : 0; }

/// A model at a state in the middle of its motion.
class EveryMechanism : public ::testing::TestWithParam<std::string> {
protected:
    Simulation motion{openModel("validation/" + GetParam()), 1e-4};
    const MultibodySystem& system = motion.model().getSystem();
    const MatterSubsystem& matter = motion.matter();
    EveryMechanism() {
        motion.goTo(GetParam() == "andrews_squeezer" ? 0.01 : 0.3);
        system.realize(motion.state(), Stage::Acceleration);
    }
    const State& state() const { return motion.state(); }
};

TEST_P(EveryMechanism, NeedsTheForcesThatGiveTheAccelerations) {
    const int n = state().getNU();
    Vector wanted = someNumbers(n);
    Vector force, udot, moved;
    // Prescribed speeds have zero rows in M^-1.
    matter.multiplyByMInv(state(), Vector(n, 1.), moved);
    for (int i = 0; i < n; ++i)
        if (moved[i] == 0) wanted[i] = state().getUDot()[i];
    matter.calcResidualForceIgnoringConstraints(state(), Vector(), Vector_<SpatialVec>(), wanted, force);
    Vector_<SpatialVec> A_GB;
    matter.calcAccelerationIgnoringConstraints(state(), force, Vector_<SpatialVec>(), udot, A_GB);
    // Forty loops of rods: the mass matrix of the tree has a condition number of a thousand.
    constexpr Real rounding = 1e-10;
    EXPECT_LT(largest(udot - wanted), rounding);
}

TEST_P(EveryMechanism, HasTheMassMatrixThatUnitAccelerationsNeed) {
    const int n = state().getNU();
    Matrix M;
    matter.calcM(state(), M);
    Vector atRest, force, unit(n);
    unit.setZero();
    matter.calcResidualForceIgnoringConstraints(state(), Vector(), Vector_<SpatialVec>(), unit, atRest);
    const Real size = std::max<Real>(M.cwiseAbs().maxCoeff(), largest(atRest));
    // Relative to the subtracted numbers.
    constexpr Real rounding = 1e-13;
    for (int i = 0; i < n; ++i) {
        unit[i] = 1;
        matter.calcResidualForceIgnoringConstraints(state(), Vector(), Vector_<SpatialVec>(), unit, force);
        unit[i] = 0;
        EXPECT_LT(largest(force - atRest - Vector(M.col(i))), rounding * size) << "column " << i;
        for (int j = 0; j < i; ++j) EXPECT_NEAR(M(i, j), M(j, i), rounding * size);
    }
}

TEST_P(EveryMechanism, ChangesItsEnergyByThePowerOfItsForces) {
    const MatterOperators::PowerBalance balance = matter.calcPowerBalance(state());
    const Real size = std::abs(balance.kineticEnergyRate) + std::abs(balance.appliedForces) + 1;
    // Speeds satisfy the constraints to the accuracy of a run at 1e-4.
    constexpr Real rounding = 1e-9;
    EXPECT_NEAR(balance.residual(), 0, rounding * size);
    // The rate by a central difference along the motion.
    constexpr Real h = 1e-6, difference = 1e-6;
    const auto kineticAfter = [&](Real dt) {
        State s = state();
        const Vector y = state().getY() + dt * state().getYDot();
        s.updTime() = state().getTime() + dt;
        s.updY() = y;
        system.realize(s, Stage::Velocity);
        return system.calcKineticEnergy(s);
    };
    EXPECT_NEAR((kineticAfter(h) - kineticAfter(-h)) / (2 * h), balance.kineticEnergyRate, difference * size);
}

TEST_P(EveryMechanism, SatisfiesItsEquationsOfMotion) {
    // Multipliers of redundant equations in forty loops, and forces of a kilonewton.
    constexpr Real rounding = 1e-7;
    EXPECT_LT(matter.calcEquationOfMotionResidual(state()), rounding);
    EXPECT_TRUE(state().getUDotErr().size() == 0 || largest(state().getUDotErr()) < rounding);
}

INSTANTIATE_TEST_SUITE_P(Validation, EveryMechanism, ::testing::ValuesIn(validationModels()),
                         [](const auto& row) { return row.param; });

// --- Time reversal ---

class ReversibleMechanism : public ::testing::TestWithParam<const char*> {};

TEST_P(ReversibleMechanism, RetracesItsMotionWithReversedSpeeds) {
    constexpr Real accuracy = 1e-10, there = 1;
    const CompiledModelPtr model = openModel(std::string("validation/") + GetParam());
    Simulation forth(model, accuracy, "dormandPrince853");
    const Vector start = forth.state().getQ(), speeds = forth.state().getU();
    forth.goTo(there);
    State turned = forth.state();
    turned.updTime() = 0;
    turned.updU() *= -1.;
    Simulation back(model, turned, accuracy, "dormandPrince853");
    back.goTo(there);
    EXPECT_GT(largest(Vector(forth.state().getQ() - start)), 0.1) << "it is meant to have moved";
    EXPECT_LT(largest(Vector(back.state().getQ() - start)), 2 * allowedError(accuracy));
    EXPECT_LT(largest(Vector(back.state().getU() + speeds)), 2 * allowedError(accuracy) * (1 + largest(speeds)));
}

INSTANTIATE_TEST_SUITE_P(Validation, ReversibleMechanism,
                         ::testing::Values("double_pendulum", "crank_rocker", "bricard", "dzhanibekov", "rattleback"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace trammel::test
