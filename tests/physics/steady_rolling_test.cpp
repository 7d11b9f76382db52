// SPDX-License-Identifier: Apache-2.0
// Rolling and sliding on an edge, against closed forms: a sleigh, a disk, a coin, a cycloid.
#include <cmath>
#include <complex>

#include "multibody/studies/linearization.h"
#include "multibody/studies/vibration_modes.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

TEST(KnifeEdge, MatchesChaplyginsSleigh) {
    // Chaplygin 1911; Neimark and Fufaev, Dynamics of Nonholonomic Systems, III.3: with the center of mass a ahead of the
    // edge, v' = a w^2 and (J + m a^2) w' = -m a v w, so v = c tanh(k t + s) and w = c sqrt(m/(J + m a^2)) / cosh(k t + s).
    constexpr Real m = 2, J = 0.5, a = 0.4, v0 = -0.7, w0 = 1;
    ModelBuilder builder;
    const ElementId sleigh = builder.add(rigidBody("Sleigh", m, Vec3(a, 0, 0), Vec3(J, J, J)));
    builder.add(Element::draft("joint", "planar", "Way").set("speedX", v0).set("rate", w0).plug("child", sleigh));
    builder.add(Element::draft("constraint", "noSlip1D", "Edge")
                    .set("direction", Vec3(0, 1, 0))
                    .plug("caseBody", sleigh)
                    .plug("body2", sleigh));
    Simulation motion(compiled(builder.document()), closeAccuracy);
    const Real inertia = J + m * a * a, c = std::sqrt(v0 * v0 + inertia / m * w0 * w0);
    const Real k = m * a * c / inertia, s = std::atanh(v0 / c), turn = c * std::sqrt(m / inertia);
    for (Real t = 1; t <= 10; ++t) {
        motion.goTo(t);
        const Real angle = turn / k * (std::atan(std::sinh(k * t + s)) - std::atan(std::sinh(s)));
        const Vec3 velocity = ~motion.pose("Sleigh").R() * motion.velocity("Sleigh")[1];
        EXPECT_NEAR(motion["Way.angle"], angle, 100 * closeAccuracy) << t;
        EXPECT_NEAR(motion["Way.rate"], turn / std::cosh(k * t + s), 100 * closeAccuracy) << t;
        EXPECT_NEAR(velocity[0], c * std::tanh(k * t + s), 100 * closeAccuracy) << t;
        EXPECT_NEAR(velocity[1], 0, 1e-12) << t;
    }
}

/// A thin uniform disk of 1 kg on its edge; z is its axis.
ElementId addDisc(ModelBuilder& builder, Real radius) {
    const Real across = radius * radius / 4;
    const ElementId disc = builder.add(rigidBody("Disc", 1, Vec3(0.), Vec3(across, across, 2 * across)));
    builder.add(Element::draft("constraint", "ellipsoidOnPlaneContact", "Rolling")
                    .set("radii", Vec3(radius, radius, 0))
                    .plug("body2", disc));
    return disc;
}

TEST(RollingDisc, FallsBelowRouthsSpeed) {
    // Routh, Advanced Rigid Dynamics, section 244; Neimark and Fufaev, II.2: upright and straight on it leans as
    // exp(k t), 5/4 k^2 = g/r - 3 w^2, so it needs v^2 > g r/3.
    constexpr Real r = 0.3, g = roundGravity;
    for (const Real share : {0.5, 0.98, 1.02, 2.}) {
        const Real v = share * std::sqrt(g * r / 3), w = v / r;
        ModelBuilder builder;
        const ElementId disc = addDisc(builder, r);
        builder.add(Element::draft("joint", "free", "Way")
                        .set("position", Vec3(0, r, 0))
                        .set("velocity", Vec3(v, 0, 0))
                        .set("angularVelocity", Vec3(0, 0, -w))
                        .plug("child", disc));
        builder.add(gravity(g));
        const CompiledModelPtr model = compiled(builder.document());
        const LinearizedModel linear = linearize(model->getSystem(), model->getInitialState(), {});
        ASSERT_TRUE(linear.succeeded) << linear.message;
        // All other modes are neutral.
        std::complex<Real> largest = 0;
        for (const VibrationMode& mode : calcVibrationModes(linear))
            if (std::abs(mode.lambda) > std::abs(largest)) largest = mode.lambda;
        const Real square = (g / r - 3 * w * w) / 1.25;
        EXPECT_NEAR(std::abs(largest), std::sqrt(std::abs(square)), 1e-6) << share;
        EXPECT_NEAR((largest * largest).real(), square, 1e-5) << share;
    }
}

TEST(RollingDisc, WhirlsLikeEulersWithItsCenterAtRest) {
    // Moffatt, Nature 404 (2000) 833, without loss: the contact point circulates at W^2 = 4 g/(r sin(slope)), and the
    // disk rotates about the diameter through that point.
    constexpr Real r = 0.05, slope = 0.5, g = roundGravity;
    const Real w = std::sqrt(4 * g / (r * std::sin(slope)));
    ModelBuilder builder;
    const ElementId disc = addDisc(builder, r);
    // Its axis leans toward x.
    builder.add(Element::draft("joint", "free", "Way")
                    .set("position", Vec3(0, r * std::sin(slope), 0))
                    .set("orientation", Vec3(-Pi / 2, slope, 0))
                    .set("angularVelocity", Vec3(w * std::sin(slope) * Vec3(-std::cos(slope), std::sin(slope), 0)))
                    .plug("child", disc));
    builder.add(gravity(g));
    Simulation motion(compiled(builder.document()), closeAccuracy);
    for (Real t = 0.1; t < 1; t += 0.1) {
        motion.goTo(t);
        EXPECT_LT(Vec3(motion.pose("Disc").p() - Vec3(0, r * std::sin(slope), 0)).norm(), 1e-6) << t;
        const Vec3 axis = motion.pose("Disc").R().z();
        const Vec3 expected(std::sin(slope) * std::cos(w * t), std::cos(slope), -std::sin(slope) * std::sin(w * t));
        EXPECT_LT(Vec3(axis - expected).norm(), 1e-4) << t;
    }
}

TEST(RackAndPinion, RollsAPointAlongHuygensTautochrone) {
    // A massless hoop that rolls below a ceiling moves a point on its rim along a cycloid: for any amplitude the period
    // is 2 pi sqrt(4 r/g). Huygens, Horologium Oscillatorium, 1673.
    constexpr Real r = 0.25, g = roundGravity;
    const Real period = 2 * Pi * std::sqrt(4 * r / g);
    for (const Real start : {0.1, 1.5, 2.8}) {
        ModelBuilder builder;
        const ElementId hub = builder.add(rigidBody("Hub", 0, Vec3(0.), Vec3(0.)));
        const ElementId point = builder.add(rigidBody("Point", 1, Vec3(0, -r, 0), Vec3(0.)));
        const ElementId slide = builder.add(Element::draft("joint", "slider", "Slide").plug("child", hub));
        const ElementId turn = builder.add(pin("Turn", hub, point).set("angle", start));
        builder.add(Element::draft("constraint", "rackAndPinion", "Ceiling")
                        .set("radius", r)
                        .plug("joint1", turn)
                        .plug("joint2", slide));
        builder.add(gravity(g));
        Simulation motion(compiled(builder.document()), closeAccuracy);
        // sin(angle/2) is that of a harmonic oscillator.
        for (int eighth = 1; eighth <= 40; ++eighth) {
            motion.goTo(eighth * period / 8);
            EXPECT_NEAR(std::sin(motion["Turn.angle"] / 2), std::sin(start / 2) * std::cos(eighth * Pi / 4), 1e-5)
                << start << ": " << eighth;
        }
    }
}

}  // namespace
}  // namespace trammel::test
