// SPDX-License-Identifier: Apache-2.0
// Mechanisms with redundant constraints, permanently or momentarily.
#include <cmath>

#include "document/element.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

// --- Bricard: one redundant equation at every pose ---

TEST(Bricard, IsMobileDespiteItsMobilityCount) {
    const CompiledModelPtr model = openModel("validation/bricard");
    const MobilityReport& mobility = model->getMobility();
    EXPECT_EQ(mobility.degreesOfFreedom, 1);
    EXPECT_EQ(mobility.constraintEquations, 6);
    EXPECT_EQ(mobility.redundantEquations, 1);
}

TEST(Bricard, MatchesPublishedPoints) {
    struct Row {
        Real t;
        Vec3 point;
    };
    // In absolute coordinates with a rank-revealing solution, two step sizes agree to 16 digits.
    const Row rows[] = {{1, {0.5105014611872197, -1.649167599394806, 0.1401231145531858}},
                        {2, {-0.9693403447776516, -1.221246894956317, 0.7542780107797768}},
                        {4, {0.5248995933913399, -1.64387600133606, 0.1488358461156825}},
                        {5, {0.9999999977380489, -1.000067257697883, 0.9999327400403182}},
                        {6, {0.4958734499432227, -1.654324512273705, 0.1316052040451842}},
                        {8, {-0.9649485716701013, -1.234859545229585, 0.7375609517776911}},
                        {10, {0.9999999638063494, -1.000269012696163, 0.9997309511199214}}};
    constexpr Real accuracy = 1e-8;
    Simulation motion(openModel("validation/bricard"), accuracy);
    for (const Row& row : rows) {
        motion.goTo(row.t);
        EXPECT_LT((motion.trace("Path of P3") - row.point).norm(), allowedError(accuracy)) << "t " << row.t;
    }
}

TEST(Bricard, DoesNotLockAtLooseAccuracy) {
    // Other programs lock here and lose 4 J: drift makes the redundant equation look independent.
    constexpr Real rough = 1e-3, lossAllowed = 0.05, near = 1e-2;
    Simulation motion(openModel("validation/bricard"), rough);
    const Real energy = motion.energy();
    for (int i = 1; i <= 100; ++i) {
        motion.goTo(0.1 * i);
        EXPECT_NEAR(motion.energy(), energy, lossAllowed) << "t " << 0.1 * i;
    }
    const Vec3 end(0.9999999638063494, -1.000269012696163, 0.9997309511199214);
    EXPECT_LT((motion.trace("Path of P3") - end).norm(), near);
}

// --- N-four-bar: a redundant equation whenever all rods are collinear ---

/// All rods stay parallel, so the whole mechanism is one pendulum: angle from the upright, 1 rad/s there.
Vec3 nFourBarPoint(int n, Real t) {
    const Real k = 9.81 * ((n + 1) / 2. + n) / ((n + 1) / 3. + n);
    // Classical Runge-Kutta with steps of 0.1 ms: an error of 1e-13.
    const int steps = int(std::ceil(t / 1e-4));
    const Real h = t / steps;
    Real angle = 0, rate = 1;
    for (int i = 0; i < steps; ++i) {
        const Real a1 = k * std::sin(angle), r2 = rate + h / 2 * a1;
        const Real a2 = k * std::sin(angle + h / 2 * rate), r3 = rate + h / 2 * a2;
        const Real a3 = k * std::sin(angle + h / 2 * r2), r4 = rate + h * a3;
        const Real a4 = k * std::sin(angle + h * r3);
        angle += h / 6 * (rate + 2 * r2 + 2 * r3 + r4);
        rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return {std::sin(angle), std::cos(angle), 0};
}

TEST(NFourBar, FormulaGivesThePublishedPoints) {
    constexpr Real digits = 1e-11;
    EXPECT_LT((nFourBarPoint(2, 10) - Vec3(0.3284581115408154, 0.9445185381786010, 0)).norm(), digits);
    EXPECT_LT((nFourBarPoint(40, 20) - Vec3(0.4109011537629452, 0.9116799009719807, 0)).norm(), digits);
}

Vec3 topOfFirstRod(Simulation& motion) { return motion.pose("Vertical 0") * Vec3(1, 0, 0); }

/// Benchmark A02 requires an error below 0.1 (low precision) or 0.001 (high).
constexpr Real lowPrecision = 1e-1, highPrecision = 1e-3;

TEST(NFourBar, PassesItsSingularPosesAndStaysOnItsBranch) {
    Simulation motion(openModel("validation/n_four_bar_2"), 1e-7);
    for (int i = 1; i <= 200; ++i) {
        motion.goTo(0.1 * i);
        EXPECT_LT((topOfFirstRod(motion) - nFourBarPoint(2, 0.1 * i)).norm(), highPrecision) << "t " << 0.1 * i;
    }
}

TEST(NFourBar, StaysOnItsBranchForAllMethodsAndAccuracies) {
    // For collinear rods the closure equations depend only on the square of their deviation: fine steps are attempted
    // where the error estimate is mostly rounding, across the motion, which must not shrink them further.
    for (const Real accuracy : {1e-4, 1e-6, 1e-8, 1e-9})
        for (const char* method : {"rungeKuttaMerson", "dormandPrince853"}) {
            Simulation motion(openModel("validation/n_four_bar_2"), accuracy, method);
            motion.goTo(10);
            EXPECT_LT((topOfFirstRod(motion) - nFourBarPoint(2, 10)).norm(), allowedError(accuracy))
                << method << " " << accuracy;
        }
}

/// The mechanism with any number of windows.
Document nFourBar(int n) {
    const Vec3 tip(1, 0, 0), moments(0, 1 / 12., 1 / 12.);
    ModelBuilder model;
    std::vector<ElementId> verticals;
    for (int i = 0; i <= n; ++i) {
        const std::string number = std::to_string(i);
        verticals.push_back(model.add(rigidBody("Vertical " + number, 1, tip / 2, moments)));
        model.add(
            pin("Ground pin " + number, {}, verticals.back(), Vec3(i, 0, 0)).set("angle", Pi / 2).set("rate", -1.));
    }
    for (int i = 1; i <= n; ++i) {
        const std::string number = std::to_string(i);
        const ElementId left = verticals[std::size_t(i) - 1], right = verticals[std::size_t(i)];
        const ElementId coupler = model.add(rigidBody("Coupler " + number, 1, tip / 2, moments));
        model.add(pin("Coupler pin " + number, left, coupler, tip).set("angle", -Pi / 2).set("rate", 1.));
        model.add(Element::draft("constraint", "pointOnLine", "Closing pin " + number)
                      .set("point1", tip)
                      .set("point2", tip)
                      .plug("body1", coupler)
                      .plug("body2", right));
    }
    model.add(gravity(9.81));
    return model.document();
}

TEST(NFourBar, WithFortyWindowsIsOnePendulumForTwentySeconds) {
    const CompiledModelPtr model = compiled(nFourBar(40));
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
    Simulation motion(model, 1e-6);
    motion.goTo(20);
    EXPECT_LT((topOfFirstRod(motion) - nFourBarPoint(40, 20)).norm(), highPrecision);
}

// --- Copies of a constraint ---

/// The crank-rocker with duplicate closures.
Document withCopies(int copies) {
    ModelBuilder model(modelDocument("validation/crank_rocker"));
    const Element original = *model.document().findByName("Closing pin");
    for (int i = 0; i < copies; ++i) {
        Element copy = original;
        copy.id = {};
        model.add(copy);
    }
    return model.document();
}

TEST(RedundantConstraints, DoNotChangeTheMotion) {
    constexpr Real accuracy = 1e-8;
    const CompiledModelPtr once = compiled(withCopies(0)), thrice = compiled(withCopies(2));
    Simulation one(once, accuracy), three(thrice, accuracy);
    for (int i = 1; i <= 20; ++i) {
        one.goTo(0.1 * i);
        three.goTo(0.1 * i);
        EXPECT_LT((one.state().getY() - three.state().getY()).cwiseAbs().maxCoeff(), allowedError(accuracy));
    }
}

TEST(RedundantConstraints, AreCountedAndNamed) {
    const CompiledModelPtr model = compiled(withCopies(2));
    const MobilityReport& mobility = model->getMobility();
    EXPECT_EQ(mobility.degreesOfFreedom, 1);
    EXPECT_EQ(mobility.constraintEquations, 6);
    EXPECT_EQ(mobility.redundantEquations, 4);
    EXPECT_FALSE(mobility.redundantConstraints.empty());
}

TEST(Weld, HoldsABodyOfAlmostNoMomentOfInertia) {
    // Relative to such a body its rotation equations are 1e13 times as large as those of translation, in other units.
    ModelBuilder model;
    const ElementId grain = model.add(rigidBody("Grain", 1, Vec3(0.), Vec3(1e-13)));
    model.add(Element::draft("joint", "free", "Flight").plug("child", grain));
    model.add(Element::draft("constraint", "weld", "Glue").plug("body2", grain));
    model.add(gravity(9.80665));
    const CompiledModelPtr glued = compiled(model.document());
    const State s = glued->getInitialState();
    glued->getSystem().realize(s, Stage::Acceleration);
    EXPECT_LT(s.getUDot().tail(3).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(RedundantConstraints, ShareTheForceThatOneWouldExert) {
    const CompiledModelPtr once = compiled(withCopies(0)), thrice = compiled(withCopies(2));
    const auto multipliers = [](const CompiledModel& model) {
        State state = model.getInitialState();
        model.getSystem().realize(state, Stage::Acceleration);
        return Vector(state.getMultipliers());
    };
    const Vector one = multipliers(*once), three = multipliers(*thrice);
    constexpr Real relative = 1e-9;
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(three[i] + three[2 + i] + three[4 + i], one[i], relative * one.norm());
        EXPECT_NEAR(three[i], three[2 + i], relative * one.norm()) << "equal copies carry equal parts";
    }
}

}  // namespace
}  // namespace trammel::test
