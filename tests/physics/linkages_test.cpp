// SPDX-License-Identifier: Apache-2.0
// Driven four-bar and slider-crank: positions and speeds against plane geometry.
#include <cmath>

#include "closed_forms.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// The pose of a driven mechanism follows from the motor's exact angle: only closure errors matter, and every frame is
/// projected by a quadratically convergent iteration from the tolerance of 1e-7.
constexpr Real closure = 1e-11;

struct FourBar {
    Document document = modelDocument("four_bar");
    Real crank = realOf(document, "Crank", "length"), coupler = realOf(document, "Coupler", "length");
    Real rocker = realOf(document, "Rocker", "length"), ground = vec3Of(document, "Rocker pin", "parentPoint")[0];
    Real rate = realOf(document, "Motor", "rate"), start = realOf(document, "Crank pin", "angle");

    Vec3 crankTip(Real t) const { return crank * Vec3(std::cos(start + rate * t), std::sin(start + rate * t), 0); }
    /// Joint of coupler and rocker, on the model's assembly branch.
    Vec3 meeting(Real t) const { return intersectCircles(crankTip(t), coupler, Vec3(ground, 0, 0), rocker, 1); }
    Vec3 tracingPoint(Real t) const {
        const Vec3 x = (meeting(t) - crankTip(t)) / coupler, arm = vec3Of(document, "Coupler curve", "point");
        return crankTip(t) + arm[0] * x + arm[1] * Vec3(-x[1], x[0], 0);
    }
};

TEST(FourBar, SatisfiesGrashofsCondition) {
    // Grashof: shortest plus longest link are shorter than the other two, and the crank is the shortest.
    const FourBar f;
    EXPECT_LT(f.crank + f.ground, f.coupler + f.rocker);
    EXPECT_LT(f.crank, std::min({f.coupler, f.rocker, f.ground}));
}

TEST(FourBar, MatchesPlaneGeometry) {
    const FourBar f;
    Simulation motion(compiled(f.document), linkageAccuracy);
    const Real layer = vec3Of(f.document, "Coupler pin", "parentPoint")[2];
    for (int i = 0; i <= 200; ++i) {
        const Real t = 0.05 * i;
        motion.goTo(t);
        const Vec3 expected = f.tracingPoint(t) + Vec3(0, 0, layer);
        EXPECT_LT((motion.trace("Coupler curve") - expected).norm(), closure) << "t " << t;
        const Vec3 rocker = f.meeting(t) - Vec3(f.ground, 0, 0);
        EXPECT_LT((motion.pose("Rocker").R().x() - rocker / f.rocker).norm(), closure / f.rocker) << "t " << t;
    }
}

TEST(FourBar, TurnsItsCrankTenTimesInTenSecondsWhileTheRockerSwings) {
    const FourBar f;
    Simulation motion(compiled(f.document), linkageAccuracy);
    const Real offset = vec3Of(f.document, "Rocker pin", "parentOrientation")[2];
    Real lowest = 10, highest = -10;
    for (int i = 0; i <= 10000; ++i) {
        motion.goTo(0.001 * i);
        const Real angle = motion["Rocker pin.angle"] + offset;
        lowest = std::min(lowest, angle);
        highest = std::max(highest, angle);
    }
    constexpr Real rounding = 1e-12;
    EXPECT_NEAR(motion["Crank pin.angle"] - f.start, 10 * 2 * Pi, rounding);
    // The rocker reverses where crank and coupler are collinear.
    const auto atReach = [&](Real reach) {
        return Pi - std::acos((square(f.ground) + square(f.rocker) - square(reach)) / (2 * f.ground * f.rocker));
    };
    // Seen every millisecond, a turning point is missed by at most angle'' (h/2)^2 / 2, angle'' below 30 rad/s^2.
    constexpr Real missed = 4e-6;
    EXPECT_NEAR(highest, atReach(f.coupler - f.crank), missed + closure / f.rocker);
    EXPECT_NEAR(lowest, atReach(f.coupler + f.crank), missed + closure / f.rocker);
}

TEST(FourBar, DrawsACouplerCurveThatClosesAfterEachTurn) {
    const FourBar f;
    Simulation motion(compiled(f.document), linkageAccuracy);
    std::vector<Vec3> first;
    constexpr int points = 50;
    for (int i = 0; i < 10 * points; ++i) {
        motion.goTo(Real(i) / points);
        const Vec3 at = motion.trace("Coupler curve");
        if (i < points)
            first.push_back(at);
        else
            EXPECT_LT((at - first[std::size_t(i % points)]).norm(), 2 * closure);
    }
}

TEST(FourBar, EnergyEqualsMotorWork) {
    // Power of the motor = the force in its pin times its rate; its integral is the change of energy.
    const FourBar f;
    const CompiledModelPtr model = compiled(f.document);
    Simulation motion(model, linkageAccuracy);
    constexpr int intervals = 2000;
    constexpr Real end = 0.8, h = end / intervals;
    const Real before = motion.energy();
    Real work = 0;
    Vector_<SpatialVec> reactions;
    for (int i = 0; i <= intervals; ++i) {
        motion.goTo(i * h);
        model->getSystem().realize(motion.state(), Stage::Acceleration);
        motion.matter().calcMobilizerReactionForces(motion.state(), reactions);
        // Simpson's rule.
        const Real weight = (i == 0 || i == intervals) ? 1 : i % 2 ? 4 : 2;
        work += weight * h / 3 * reactions[1][0][2] * f.rate;
    }
    const Real change = motion.energy() - before;
    ASSERT_GT(std::abs(change), 0.1);
    // Speeds satisfy the constraints to 1e-7 of 1 m/s, for energies of 1 J.
    constexpr Real tolerance = 1e-5;
    EXPECT_NEAR(work, change, tolerance);
}

struct SliderCrank {
    Document document = modelDocument("slider_crank");
    Real crank = realOf(document, "Crank", "length"), rod = realOf(document, "Connecting rod", "length");
    Real rate = realOf(document, "Motor", "rate"), start = realOf(document, "Crank pin", "angle");
    Real angle(Real t) const { return start + rate * t; }
    Real reach(Real t) const { return std::sqrt(square(rod) - square(crank * std::sin(angle(t)))); }
    Real position(Real t) const { return crank * std::cos(angle(t)) + reach(t); }
    Real speed(Real t) const {
        const Real s = std::sin(angle(t)), c = std::cos(angle(t));
        return -rate * crank * s * (1 + crank * c / reach(t));
    }
};

TEST(SliderCrank, MovesItsPistonByTheFormula) {
    const SliderCrank f;
    Simulation motion(compiled(f.document), linkageAccuracy);
    // Speeds satisfy the differentiated constraints as well; the crank turns at 13 rad/s.
    const Real speedClosure = f.rate * closure;
    for (int i = 0; i <= 400; ++i) {
        const Real t = 0.0125 * i;
        motion.goTo(t);
        EXPECT_NEAR(motion["Guide.position"], f.position(t), closure) << "t " << t;
        EXPECT_NEAR(motion["Guide.rate"], f.speed(t), speedClosure) << "t " << t;
    }
}

TEST(SliderCrank, HasAStrokeOfTwiceItsCrank) {
    const SliderCrank f;
    Simulation motion(compiled(f.document), linkageAccuracy);
    // Crank and rod are collinear.
    const Real outer = (2 * Pi - f.start) / f.rate, inner = (3 * Pi - f.start) / f.rate;
    motion.goTo(outer);
    const Real furthest = motion["Guide.position"];
    motion.goTo(inner);
    EXPECT_NEAR(furthest - motion["Guide.position"], 0.16, closure);
    EXPECT_NEAR(furthest, f.crank + f.rod, closure);
}

}  // namespace
}  // namespace trammel::test
