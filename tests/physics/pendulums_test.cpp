// SPDX-License-Identifier: Apache-2.0
// Pendulums and oscillators, against closed forms and published digits.
#include <cmath>

#include "closed_forms.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// Standard gravity, the default of models.
constexpr Real standardGravity = 9.80665;

TEST(Pendulum, MatchesItsEllipticFunction) {
    const Document document = modelDocument("pendulum");
    const Real length = realOf(document, "Rod", "length"), width = realOf(document, "Rod", "width");
    const Real rod = realOf(document, "Rod", "mass"), bob = realOf(document, "Bob", "mass");
    const Real radius = realOf(document, "Bob", "radius");
    const Real inertia =
        rod * (square(length) / 3 + square(width) / 12) + bob * (0.4 * square(radius) + square(length));
    const Real moment = standardGravity * (rod * length / 2 + bob * length);
    const PendulumFormula formula{realOf(document, "Pivot", "angle") + Pi / 2, std::sqrt(moment / inertia)};

    constexpr Real accuracy = 1e-8;
    Simulation motion(compiled(document), accuracy);
    for (int i = 1; i <= 100; ++i) {
        motion.goTo(0.1 * i);
        EXPECT_NEAR(motion["Pivot.angle"] + Pi / 2, formula.angle(0.1 * i), allowedError(accuracy)) << "t " << 0.1 * i;
    }
}

TEST(Pendulum, MatchesBenchmarkA01) {
    struct Point {
        Real t, x, y;
    };
    // By Jacobi elliptic functions in 34 digits; x mirrored against the library's page.
    const Point points[] = {{1, -0.9862917511318753, -0.1650108531255412},
                            {2, 0.7935661953433217, -0.6084839304437915},
                            {5, 0.9423054350437573, -0.3347543384140006},
                            {10, 0.2750874625761169, -0.9614192050991251},
                            {100, 0.1815133514270314, -0.9833884803340575}};
    constexpr Real accuracy = 1e-10;
    Simulation motion(openModel("validation/simple_pendulum"), accuracy, "dormandPrince853");
    for (const Point& p : points) {
        motion.goTo(p.t);
        const Vec3 at = motion.trace("Path");
        EXPECT_NEAR(at[0], p.x, allowedError(accuracy, p.t)) << "t " << p.t;
        EXPECT_NEAR(at[1], p.y, allowedError(accuracy, p.t)) << "t " << p.t;
    }
}

TEST(Pendulum, IsAccurateAfterEightHundredSwings) {
    // Benchmark A01, long version: 1e-3 is its high precision.
    constexpr Real highPrecision = 1e-3;
    Simulation motion(openModel("validation/simple_pendulum"), 1e-9);
    motion.goTo(2000);
    EXPECT_NEAR(motion.trace("Path")[0], -0.8146030685890322, highPrecision);
    EXPECT_NEAR(motion.trace("Path")[1], -0.5800188278369355, highPrecision);
}

TEST(DoublePendulum, MatchesPublishedAnglesAndSpeeds) {
    struct Row {
        Real t, angle1, angle2, rate1, rate2;
    };
    // Point masses of 1 kg on rods of 1 m, absolute angles from hanging; extrapolation in 34 digits.
    const Row rows[] = {
        {1, -0.6250876998063906, -1.034585085680012, -3.922279572887977, -1.303099248696331},
        {2, -0.4829715342517544, -1.324048712302363, 3.065288192073401, 2.949271547571619},
        {5, -0.6271867050665307, -1.301315550209812, 2.125408673842911, 3.881888727265607},
        {10, -0.5684746640159502, -0.5263937279324047, 6.078384885761965, -9.681360681708879},
    };
    constexpr Real accuracy = 1e-11;
    Simulation motion(openModel("validation/double_pendulum"), accuracy, "dormandPrince853");
    for (const Row& row : rows) {
        motion.goTo(row.t);
        const Real q1 = motion["Upper pin.angle"], u1 = motion["Upper pin.rate"];
        // The lower pin's angle is relative to the upper rod.
        const Real angle2 = std::remainder(q1 + motion["Lower pin.angle"] + Pi / 2, 2 * Pi);
        EXPECT_NEAR(q1 + Pi / 2, row.angle1, allowedError(accuracy)) << "t " << row.t;
        EXPECT_NEAR(angle2, row.angle2, allowedError(accuracy)) << "t " << row.t;
        // Speeds are some ten times larger than angles.
        EXPECT_NEAR(u1, row.rate1, 10 * allowedError(accuracy)) << "t " << row.t;
        EXPECT_NEAR(u1 + motion["Lower pin.rate"], row.rate2, 10 * allowedError(accuracy)) << "t " << row.t;
    }
}

TEST(DoublePendulum, IsSensitiveToInitialConditions) {
    const Document document = modelDocument("double_pendulum");
    constexpr Real nudge = 1e-7;
    Simulation one(compiled(document), 1e-10);
    Simulation other(compiled(with(document, "Shoulder", "angle", realOf(document, "Shoulder", "angle") + nudge)),
                     1e-10);
    one.goTo(10);
    other.goTo(10);
    // In a regular motion the difference would grow linearly: by less than a hundred in ten seconds.
    EXPECT_GT(std::abs(one["Elbow.angle"] - other["Elbow.angle"]), 100 * nudge);
}

TEST(SpringMassDamper, MatchesItsFormula) {
    const Document document = modelDocument("spring_mass_damper");
    const Real m = realOf(document, "Mass", "mass"), k = realOf(document, "Spring", "stiffness");
    const Real c = realOf(document, "Damper", "damping");
    const Real top = vec3Of(document, "Spring", "point2")[1];
    const Real rest = -realOf(document, "Spring", "restLength") - top - m * standardGravity / k;
    const Real start = realOf(document, "Guide", "position") - rest;
    const Real decay = c / (2 * m), omega = std::sqrt(k / m - square(decay));
    ASSERT_GT(k / m, square(decay)) << "The model is meant to oscillate.";

    constexpr Real accuracy = 1e-8;
    Simulation motion(compiled(document), accuracy);
    for (int i = 1; i <= 100; ++i) {
        const Real t = 0.1 * i;
        motion.goTo(t);
        const Real formula =
            rest + start * std::exp(-decay * t) * (std::cos(omega * t) + decay / omega * std::sin(omega * t));
        EXPECT_NEAR(motion["Guide.position"], formula, allowedError(accuracy)) << "t " << t;
    }
}

TEST(SphericalPendulum, StaysWithinItsHeightLimits) {
    const Document document = modelDocument("spherical_pendulum");
    const Real m = realOf(document, "Bob", "mass"), l = vec3Of(document, "Suspension", "childPoint")[1];
    const Real C = 0.4 * m * square(realOf(document, "Bob", "radius")), A = C + m * square(l);
    const Real weight = m * standardGravity * l;

    constexpr Real accuracy = 1e-9;
    Simulation motion(compiled(document), accuracy);
    // A hanging top: its axis points from the suspension to the bob, and descending is negative potential energy.
    const auto axis = [&] { return Vec3(-motion.pose("Bob").R().y()); };
    const Real vertical = motion.momentum()[0][1];
    const Real axial = C * motion.velocity("Bob")[0].dot(axis());
    const TopLimits limits(A, C, weight, vertical, axial, motion.energy());

    constexpr Real tolerance = allowedError(accuracy);
    Real lowest = 1, highest = -1;
    for (int i = 0; i <= 10000; ++i) {
        motion.goTo(0.001 * i);
        lowest = std::min(lowest, axis()[1]);
        highest = std::max(highest, axis()[1]);
        EXPECT_NEAR(motion.momentum()[0][1], vertical, tolerance);
        EXPECT_NEAR(C * motion.velocity("Bob")[0].dot(axis()), axial, tolerance);
    }
    // Seen every millisecond, a turning point is missed by at most u'' (h/2)^2 / 2, u'' below 30 1/s^2.
    constexpr Real missed = 4e-6;
    EXPECT_NEAR(lowest, limits.least, missed);
    EXPECT_NEAR(highest, limits.largest, missed);
    EXPECT_GT(limits.largest - limits.least, 0.1) << "The bob is meant to rise and fall.";
}

}  // namespace
}  // namespace trammel::test
