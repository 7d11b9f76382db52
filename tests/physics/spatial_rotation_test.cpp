// SPDX-License-Identifier: Apache-2.0
// Tops, tumbling bodies and the universal joint.
#include <cmath>

#include "closed_forms.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

// --- Tops ---

TEST(SpinningTop, NutatesBetweenItsTiltLimits) {
    const Document document = modelDocument("spinning_top");
    const Real m = realOf(document, "Top", "mass"), l = vec3Of(document, "Top", "massCenter")[1];
    const Vec3 moments = vec3Of(document, "Top", "moments");
    const Real A = moments[0] + m * square(l), C = moments[1], weight = m * 9.80665 * l;

    constexpr Real accuracy = 1e-8;
    Simulation motion(compiled(document), accuracy);
    const auto axis = [&] { return motion.pose("Top").R().y(); };
    const auto axial = [&] { return C * motion.velocity("Top")[0].dot(axis()); };
    const Real vertical = motion.momentum()[0][1], spin = axial();
    const TopLimits limits(A, C, weight, vertical, spin, motion.energy());
    // Released with its axis at rest, it starts at the upper limit.
    constexpr Real rounding = 1e-9;
    EXPECT_NEAR(axis()[1], limits.largest, rounding);

    // Momenta of 0.1 kg m^2/s, through a hundred turns a second.
    constexpr Real momentumTolerance = allowedError(accuracy);
    Real lowest = 1, highest = -1;
    for (int i = 0; i <= 20000; ++i) {
        motion.goTo(0.0005 * i);
        lowest = std::min(lowest, axis()[1]);
        highest = std::max(highest, axis()[1]);
        ASSERT_NEAR(motion.momentum()[0][1], vertical, momentumTolerance);
        ASSERT_NEAR(axial(), spin, momentumTolerance);
    }
    // Seen every half millisecond, a turning point is missed by at most u'' (h/2)^2 / 2, u'' below 100 1/s^2.
    constexpr Real missed = 4e-6;
    EXPECT_NEAR(lowest, limits.least, missed);
    EXPECT_NEAR(highest, limits.largest, missed);
    EXPECT_GT(limits.largest - limits.least, 0.02) << "The nodding is meant to be seen.";
}

TEST(HeavyTop, MatchesPublishedPoints) {
    struct Row {
        Real t;
        Vec3 point;
    };
    // Geradin and Cardona's top, by two independent formulations in absolute coordinates (12 digits).
    const Row rows[] = {{0.1, {0.421296658925, 0.894571974346, -0.149164700562}},
                        {0.5, {-0.702468297057, -0.021165184702, -0.711400257652}},
                        {1, {0.173343964098, 0.640088592071, -0.748490791134}},
                        {1.5, {-0.968165715638, 0.250306062133, -0.001422083851}},
                        {2, {-0.150416822746, -0.724165591637, -0.673022269560}}};
    constexpr Real accuracy = 1e-10;
    Simulation motion(openModel("validation/heavy_top"), accuracy, "dormandPrince853");
    for (const Row& row : rows) {
        motion.goTo(row.t);
        EXPECT_LT((motion.trace("Path of the center of mass") - row.point).norm(), allowedError(accuracy))
            << "t " << row.t;
        const Vec3 spin = motion.pose("Top").R().transpose() * motion.velocity("Top")[0];
        EXPECT_NEAR(spin[1], 150, 150 * allowedError(accuracy));
    }
}

/// A top with moments 2 across and 1 along its axis about the fixed point, and a weight moment of 9.81 N m.
CompiledModelPtr unitTop(Real tilt, Real precession, Real spin) {
    const Vec3 axis(0, std::cos(tilt), std::sin(tilt));
    ModelBuilder model;
    const ElementId top = model.add(rigidBody("Top", 1, Vec3(0, 1, 0), Vec3(1., 1., 1.)));
    model.add(Element::draft("joint", "ball", "Point")
                  .set("orientation", Vec3(tilt, 0, 0))
                  .set("angularVelocity", Vec3(precession * Vec3(0, 1, 0) + (spin - precession * axis[1]) * axis))
                  .plug("child", top));
    model.add(gravity(9.81));
    return compiled(model.document());
}

TEST(HeavyTop, PrecessesSteadilyAtBothSpeedsThatTheFormulaAllows) {
    constexpr Real tilt = Pi / 3, spin = 20, accuracy = 1e-9;
    // The roots of A cos(tilt) W^2 - C spin W + m g l = 0.
    for (const Real precession : {0.5031584197692336, 19.49684158023077}) {
        Simulation motion(unitTop(tilt, precession, spin), accuracy);
        for (int i = 1; i <= 50; ++i) {
            motion.goTo(0.1 * i);
            const Vec3 axis = motion.pose("Top").R().y();
            const Real azimuth = std::atan2(axis[0], axis[2]);
            EXPECT_NEAR(axis[1], std::cos(tilt), allowedError(accuracy));
            EXPECT_NEAR(std::remainder(azimuth - precession * 0.1 * i, 2 * Pi), 0, allowedError(accuracy));
        }
    }
}

TEST(HeavyTop, SleepsAboveItsCriticalSpinAndFallsBelow) {
    // 2 sqrt(A m g l) / C
    constexpr Real critical = 8.858893836140040, nudge = 1e-3, accuracy = 1e-8;
    const auto largestTilt = [](Real spin) {
        Simulation motion(unitTop(nudge, 0, spin), accuracy);
        Real largest = 0;
        for (int i = 1; i <= 500; ++i) {
            motion.goTo(0.01 * i);
            largest = std::max(largest, std::acos(std::min(1., motion.pose("Top").R()(1, 1))));
        }
        return largest;
    };
    EXPECT_LT(largestTilt(1.1 * critical), 5 * nudge);
    EXPECT_GT(largestTilt(0.7 * critical), 1);
}

// --- Free bodies ---

TEST(TumblingBody, KeepsItsMomentaAndItsEnergyAndGoesStraight) {
    const Document document = modelDocument("free_body");
    constexpr Real accuracy = 1e-9;
    Simulation motion(compiled(document), accuracy);
    const SpatialVec start = motion.momentum();
    const Real energy = motion.energy();
    const Vec3 from = motion.pose("T-handle").p(), speed = vec3Of(document, "Flight", "velocity");
    for (int i = 1; i <= 100; ++i) {
        motion.goTo(0.1 * i);
        EXPECT_LT((motion.momentum()[0] - start[0]).norm(), allowedError(accuracy) * start[0].norm());
        EXPECT_LT((motion.momentum()[1] - start[1]).norm(), allowedError(accuracy));
        EXPECT_NEAR(motion.energy(), energy, allowedError(accuracy) * energy);
        EXPECT_LT((motion.pose("T-handle").p() - from - 0.1 * i * speed).norm(), allowedError(accuracy));
    }
}

TEST(TumblingBody, FlipsPeriodically) {
    Simulation motion(openModel("free_body"), 1e-8);
    int turns = 0;
    Real side = 1;
    for (int i = 1; i <= 1000; ++i) {
        motion.goTo(0.01 * i);
        const Real spin = (motion.pose("T-handle").R().transpose() * motion.velocity("T-handle")[0])[1];
        if (spin * side < 0) {
            ++turns;
            side = -side;
        }
    }
    EXPECT_GE(turns, 3);
}

TEST(TorqueFreeBody, MatchesPublishedAngularVelocities) {
    struct Row {
        Vec3 start, at1, at5, at20;
    };
    // Moments 1, 2, 3; Jacobi elliptic functions and Taylor series agree to 21 digits.
    const Row rows[] = {
        {{1, 1, 1},
         {-0.1266429228924177, 1.408531707162201, 0.8197638745229699},
         {1.007980330983423, -0.9919554689352491, 1.002667167716428},
         {0.1829370383838346, 1.402331644079727, 0.8232994513971711}},
        {{1, 1, 0.2},
         {0.9654778084534475, 1.033369537669815, -0.1318425811540311},
         {0.9514774347493394, -1.046274672905168, -0.09185007500846770},
         {1.020403148710862, 0.9791718000948349, -0.2318207539594910}},
        {{0.01, 1, 0.01},
         {0.001148329195002186, 1.000049339452839, 0.008191838620238527},
         {-0.06482961698688603, 0.9979464518506660, 0.03830961253900619},
         {-0.005813836962187709, -1.000033099102113, 0.008827999022483332}},
    };
    constexpr Real accuracy = 1e-11;
    for (const Row& row : rows) {
        ModelBuilder model;
        const ElementId body = model.add(rigidBody("Body", 1, Vec3(0.), Vec3(1, 2, 3)));
        model.add(Element::draft("joint", "free", "Flight").set("angularVelocity", row.start).plug("child", body));
        Simulation motion(compiled(model.document()), accuracy);
        const auto check = [&](Real t, const Vec3& expected) {
            motion.goTo(t);
            const Vec3 w = motion.pose("Body").R().transpose() * motion.velocity("Body")[0];
            EXPECT_LT((w - expected).norm(), allowedError(accuracy, t)) << "t " << t;
        };
        check(1, row.at1);
        check(5, row.at5);
        check(20, row.at20);
    }
}

// --- Universal joint ---

TEST(UniversalJoint, MatchesHookesFormula) {
    const Document document = modelDocument("universal_joint");
    const Real bend = realOf(document, "Cross", "angleX"), rate = realOf(document, "Motor", "rate");
    constexpr Real accuracy = 1e-7;
    Simulation motion(compiled(document), accuracy);
    Real slowest = 10, fastest = 0;
    for (int i = 0; i <= 200; ++i) {
        const Real t = 0.02 * i, s = std::sin(bend) * std::sin(rate * t);
        motion.goTo(t);
        const Vec3 shaft = motion.pose("Driven shaft").R().z();
        const Real driven = motion.velocity("Driven shaft")[0].dot(shaft);
        // The bearing holds the shaft's direction, up to the closure of its line at 0.3 m.
        EXPECT_LT((shaft - Vec3(std::cos(bend), -std::sin(bend), 0)).norm(), allowedError(accuracy));
        EXPECT_NEAR(driven, rate * std::cos(bend) / (1 - s * s), allowedError(accuracy)) << "t " << t;
        slowest = std::min(slowest, driven);
        fastest = std::max(fastest, driven);
    }
    EXPECT_NEAR(slowest, rate * std::cos(bend), 1e-3);
    EXPECT_NEAR(fastest, rate / std::cos(bend), 1e-3);
}

}  // namespace
}  // namespace trammel::test
