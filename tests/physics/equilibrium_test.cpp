// SPDX-License-Identifier: Apache-2.0
// Static equilibrium: poses, stability and frequencies.
#include "multibody/studies/equilibrium.h"

#include <cmath>
#include <string>
#include <tuple>

#include "inspect/pose_study.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

constexpr Real exact = 1e-9;
using Outcome = Equilibrium::Outcome;

/// Arm of 2 kg with its center of mass 0.5 m from a pin about z; at angle 0 it hangs.
ModelBuilder pendulumAt(Real angle) {
    ModelBuilder model;
    const ElementId arm = model.add(rigidBody("Arm", 2, Vec3(0, -0.5, 0), Vec3(0.2, 0.1, 0.3)));
    model.add(pin("Hinge", {}, arm).set("angle", angle));
    model.add(gravity(standardGravity));
    return model;
}
struct Found {
    Equilibrium equilibrium;
    State state;
    CompiledModelPtr model;
};
Found find(const CompiledModelPtr& model, const EquilibriumOptions& options = {}) {
    State s = model->getInitialState();
    Equilibrium e = findEquilibrium(model->getSystem(), s, options);
    return {std::move(e), std::move(s), model};
}

TEST(Equilibrium, PendulumHangsStraightDownFromAnyStart) {
    for (const Real start : {-3., -Pi / 2, 0., 0.4, Pi / 2, 2.9, 3.1}) {
        const Found found = find(compiled(pendulumAt(start).document()));
        EXPECT_EQ(found.equilibrium.outcome, Outcome::Stable) << start << ": " << found.equilibrium.message;
        EXPECT_NEAR(found.state.getQ()[0], 0, exact) << start;
        ASSERT_EQ(found.equilibrium.frequencies.size(), 1u);
        const Real omega = std::sqrt(2 * standardGravity * 0.5 / (0.3 + 2 * 0.25));
        EXPECT_NEAR(found.equilibrium.frequencies[0], omega, 1e-6);
    }
}

TEST(Equilibrium, BallComesToTheFloor) {
    const CompiledModelPtr model = openModel("validation/bouncing_ball");
    State s = model->getInitialState();
    const Equilibrium e = findEquilibrium(*model, s);
    EXPECT_EQ(e.outcome, Outcome::Stable) << e.message;
    EXPECT_NEAR(s.getQ()[0], 0, exact);
    EXPECT_EQ(e.restsAt, std::vector<std::string>{"Floor contact"});
    EXPECT_NE(e.message.find("It rests at 'Floor contact'."), std::string::npos) << e.message;
}

TEST(Equilibrium, RestsAgainstTheActiveStopOnly) {
    // Two arms in series; a stop limits the upper one to 0.2, or is inactive.
    for (const Real limit : {0.2, -0.1})
        for (const Real start : {0.3, 1.5, 2.5})
            for (const Real bend : {-2.5, 0., 1., 2.5}) {
                ModelBuilder builder = pendulumAt(start);
                const ElementId upper = builder.document().elementsOf("body").front();
                const ElementId hinge = builder.document().elementsOf("joint").front();
                const ElementId lower = builder.add(rigidBody("Lower", 1, Vec3(0, -0.5, 0), Vec3(0.1, 0.1, 0.1)));
                builder.add(pin("Knee", upper, lower, Vec3(0, -1, 0)).set("angle", bend));
                builder.add(
                    Element::draft("force", "jointImpactStop", "Stop").set("limit", limit).plug("joint", hinge));
                const CompiledModelPtr model = compiled(builder.document());
                State s = model->getInitialState();
                const Equilibrium e = findEquilibrium(*model, s);
                EXPECT_EQ(e.outcome, Outcome::Stable) << e.message;
                EXPECT_EQ(e.restsAt.size(), limit > 0 ? 1u : 0u) << start << " " << bend;
                EXPECT_NEAR(s.getQ()[0], std::max(limit, 0.), exact) << start << " " << bend;
                EXPECT_NEAR(std::remainder(s.getQ()[0] + s.getQ()[1], 2 * Pi), 0, exact) << start << " " << bend;
            }
}

TEST(Equilibrium, IgnoresStopsThatArePassed) {
    ModelBuilder builder = pendulumAt(1);
    builder.add(Element::draft("force", "jointImpactStop", "Stop")
                    .set("limit", 0.2)
                    .plug("joint", builder.document().elementsOf("joint").front()));
    const CompiledModelPtr model = compiled(builder.document());
    State s = model->getInitialState();
    s.updQ()[0] = -1;
    EXPECT_TRUE(findEquilibrium(*model, s).restsAt.empty());
    EXPECT_NEAR(s.getQ()[0], 0, exact);
}

TEST(Equilibrium, LeavesUnstablePosesOnRequest) {
    const CompiledModelPtr model = compiled(pendulumAt(Pi).document());
    const Found left = find(model);
    EXPECT_EQ(left.equilibrium.outcome, Outcome::Stable) << left.equilibrium.message;
    EXPECT_NEAR(std::remainder(left.state.getQ()[0], 2 * Pi), 0, exact);
    EquilibriumOptions stay;
    stay.leaveUnstable = false;
    const Found found = find(model, stay);
    ASSERT_EQ(found.equilibrium.outcome, Outcome::Unstable) << found.equilibrium.message;
    EXPECT_NEAR(found.state.getQ()[0], Pi, exact);
    EXPECT_NE(found.equilibrium.message.find("'angle of Hinge'"), std::string::npos) << found.equilibrium.message;
    EXPECT_LT(found.equilibrium.frequencies[0], 0);
}

TEST(Equilibrium, SpringBalancesWeight) {
    ModelBuilder model;
    const ElementId weight = model.add(rigidBody("Weight", 3, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId way = model.add(Element::draft("joint", "slider", "Way")
                                        .set("parentOrientation", Vec3(0, 0, Pi / 2))
                                        .set("childOrientation", Vec3(0, 0, Pi / 2))
                                        .plug("child", weight));
    model.add(Element::draft("force", "mobilitySpring", "Spring").set("stiffness", 200.).plug("joint", way));
    model.add(gravity(standardGravity));
    const Found found = find(compiled(model.document()));
    EXPECT_EQ(found.equilibrium.outcome, Outcome::Stable);
    EXPECT_NEAR(found.state.getQ()[0], -3 * standardGravity / 200, exact);
    EXPECT_LT(found.equilibrium.residual, 1e-8);
    EXPECT_NEAR(found.equilibrium.frequencies[0], std::sqrt(200. / 3), 1e-6);
}

TEST(Equilibrium, KeepsLoopsClosed) {
    // The four-bar without its motor settles where its energy is minimal.
    const CompiledModelPtr model = compiled(without(modelDocument("four_bar"), "Motor"));
    const Found found = find(model);
    EXPECT_EQ(found.equilibrium.outcome, Outcome::Stable) << found.equilibrium.message;
    EXPECT_LT(found.state.getQErr().cwiseAbs().maxCoeff(), exact);
    // It is an equilibrium: neighboring poses have higher energy.
    State s = found.state;
    const MultibodySystem& system = model->getSystem();
    system.realize(s, Stage::Acceleration);
    EXPECT_LT(s.getUDot().cwiseAbs().maxCoeff(), 1e-7);
    const Real energy = system.calcPotentialEnergy(s);
    const auto wiggles = model->calcWiggles(found.state);
    for (const Real way : {-1e-3, 1e-3}) {
        s = found.state;
        s.updQ() += way * wiggles.at(0).qdot / wiggles[0].qdot.cwiseAbs().maxCoeff();
        system.realize(s, Stage::Position);
        system.projectQ(s, 1e-10);
        EXPECT_GT(system.calcPotentialEnergy(s), energy);
    }
}

TEST(Equilibrium, MotorsHoldTheirJoints) {
    const Found found = find(openModel("four_bar"));
    EXPECT_TRUE(found.equilibrium.found()) << found.equilibrium.message;
    EXPECT_EQ(found.equilibrium.held, std::vector<std::string>{"Crank pin"});
    EXPECT_EQ(found.state.getQ(), openModel("four_bar")->getInitialState().getQ());
}

TEST(Equilibrium, NeutralCoordinatesAreNamed) {
    ModelBuilder model = pendulumAt(0.5);
    const ElementId disc = model.add(rigidBody("Disc", 1, Vec3(0.), Vec3(0.1, 0.1, 0.15)));
    model.add(pin("Spindle", model.document().findByName("Arm")->id, disc, Vec3(0, -1, 0)));
    const Found found = find(compiled(model.document()));
    EXPECT_EQ(found.equilibrium.outcome, Outcome::Indifferent) << found.equilibrium.message;
    EXPECT_NEAR(found.state.getQ()[0], 0, 1e-8);
    ASSERT_EQ(found.equilibrium.freeToMove.size(), 1u);
    EXPECT_EQ(found.equilibrium.freeToMove[0], "angle of Spindle");
}

TEST(Equilibrium, FailsForFreeFall) {
    ModelBuilder model;
    const ElementId stone = model.add(rigidBody("Stone", 1, Vec3(0.), Vec3(0.1, 0.1, 0.15)));
    model.add(Element::draft("joint", "translation", "Fall").plug("child", stone));
    model.add(gravity(standardGravity));
    EquilibriumOptions options;
    options.mostSteps = 50;
    const Found found = find(compiled(model.document()), options);
    EXPECT_EQ(found.equilibrium.outcome, Outcome::NotFound);
    EXPECT_NEAR(found.equilibrium.residual, standardGravity, exact);
    EXPECT_NE(found.equilibrium.message.find("Fall"), std::string::npos) << found.equilibrium.message;
}

TEST(Equilibrium, NamesTheCoordinateOfTheLargestUnbalancedForce) {
    // The light one is faster, the heavy one has the larger force: 9 N on 1 kg, 20 N on 100 kg.
    ModelBuilder model;
    for (const auto& [name, mass, force] : {std::tuple("Light", 1., 9.), std::tuple("Heavy", 100., 20.)}) {
        const ElementId body = model.add(rigidBody(name, mass, Vec3(0.), Vec3(0.1, 0.1, 0.15)));
        const ElementId joint =
            model.add(Element::draft("joint", "slider", std::string(name) + " rail").plug("child", body));
        model.add(Element::draft("force", "mobilityConstantForce", std::string(name) + " push")
                      .set("force", force)
                      .plug("joint", joint));
    }
    EquilibriumOptions options;
    options.mostSteps = 50;
    const Found found = find(compiled(model.document()), options);
    EXPECT_EQ(found.equilibrium.outcome, Outcome::NotFound);
    EXPECT_NEAR(found.equilibrium.residual, 20, exact);
    EXPECT_NE(found.equilibrium.worstCoordinate.find("Heavy"), std::string::npos) << found.equilibrium.worstCoordinate;
}

TEST(Equilibrium, NeedsNoPotential) {
    // A constant torque has no potential: sin(angle) = torque / (m g r).
    ModelBuilder model = pendulumAt(0.);
    model.add(Element::draft("force", "mobilityConstantForce", "Torque")
                  .set("force", 4.)
                  .plug("joint", model.document().findByName("Hinge")->id));
    const Found found = find(compiled(model.document()));
    EXPECT_EQ(found.equilibrium.outcome, Outcome::Stable);
    EXPECT_NEAR(found.state.getQ()[0], std::asin(4 / (2 * standardGravity * 0.5)), exact);
}

TEST(Equilibrium, LongChainsHangStraightDown) {
    for (const char* name : {"chain_100", "chain_of_balls"}) {
        const Found found = find(openModel(name));
        EXPECT_TRUE(found.equilibrium.found()) << name << ": " << found.equilibrium.message;
        const MultibodySystem& system = found.model->getSystem();
        State s = found.state;
        system.realize(s, Stage::Acceleration);
        EXPECT_LT(s.getUDot().cwiseAbs().maxCoeff(), 1e-6) << name;
        EXPECT_LT(found.equilibrium.steps, 100) << name;
    }
}

/// Directions of the links of a chain between two nails at one height, found from an inaccurate drawing.
std::vector<Real> slopesOfHangingChain(int links, Real length, Real span) {
    ModelBuilder model;
    ElementId inboard;
    for (int i = 0; i < links; ++i) {
        const ElementId link =
            model.add(rigidBody("Link " + std::to_string(i), 0.3, Vec3(length / 2, 0, 0), Vec3(1e-4, 1e-3, 1e-3)));
        model.add(pin("Pin " + std::to_string(i), inboard, link, i == 0 ? Vec3(0.) : Vec3(length, 0, 0))
                      .set("angle", i == 0 ? -0.4 : 1. / links));
        inboard = link;
    }
    model.add(Element::draft("constraint", "pointOnLine", "Nail")
                  .set("point1", Vec3(span, 0, 0))
                  .set("point2", Vec3(length, 0, 0))
                  .plug("body1", {})
                  .plug("body2", inboard));
    model.add(gravity(standardGravity));
    const auto compiledModel = compileDocument(model.document());
    const Found found = find(*compiledModel);
    EXPECT_EQ(found.equilibrium.outcome, Outcome::Stable) << found.equilibrium.message;
    std::vector<Real> slopes;
    Real sum = 0;
    for (int i = 0; i < links; ++i) slopes.push_back(std::remainder(sum += found.state.getQ()[i], 2 * Pi));
    return slopes;
}

/// Zero of the decreasing function @p f between @p low and @p high.
template <class F>
Real rootOfFalling(Real low, Real high, F f) {
    for (int i = 0; i < 200; ++i) {
        const Real middle = (low + high) / 2;
        (f(middle) > 0 ? low : high) = middle;
    }
    return low;
}

TEST(Equilibrium, HangingChainHasEquallySteppedSlopes) {
    // The horizontal force is equal in all links, the vertical force grows by the weight of each: so do tangents, up to
    // a factor determined by the span.
    constexpr int links = 10;
    constexpr Real length = 0.2, span = 1.2;
    const auto tangent = [](int i, Real step) { return (i - (links - 1) / 2.) * step; };
    const Real step = rootOfFalling(0, 100, [&](Real candidate) {
        Real reach = -span;
        for (int i = 0; i < links; ++i) reach += length / std::hypot(1, tangent(i, candidate));
        return reach;
    });
    const std::vector<Real> slopes = slopesOfHangingChain(links, length, span);
    for (int i = 0; i < links; ++i) EXPECT_NEAR(slopes[std::size_t(i)], std::atan(tangent(i, step)), 1e-7) << i;
}

TEST(Equilibrium, LongHangingChainIsACatenary) {
    constexpr int links = 40;
    constexpr Real whole = 2, span = 1.2, length = whole / links;
    // whole = 2 a sinh(span / 2a)
    const Real a = rootOfFalling(0.1, 100, [](Real x) { return 2 * x * std::sinh(span / 2 / x) - whole; });
    const std::vector<Real> slopes = slopesOfHangingChain(links, length, span);
    Real depth = 0;
    for (int i = 0; i < links / 2; ++i) depth -= length * std::sin(slopes[std::size_t(i)]);
    // Links are chords: the error is the square of their relative length.
    EXPECT_NEAR(depth, a * (std::cosh(span / 2 / a) - 1), 1. / links / links);
}

/// A block on a ramp of slope 1/4, with friction.
Equilibrium findBlockOnRamp(Real friction, const char* model, State& s, CompiledModelPtr& made) {
    ModelBuilder b;
    b.add(gravity(roundGravity));
    b.add(Element::draft("shape", "ramp", "Ramp").set("length", 2.).set("height", 0.5));
    const ElementId block = b.add(Element::draft("body", "box", "Block").set("size", Vec3(0.1)).set("mass", 1.));
    const Real slope = std::atan(0.25), x = 1;
    b.add(Element::draft("joint", "planar", "Plane")
              .set("x", x - 0.05 * std::sin(slope))
              .set("y", x / 4 + 0.05 * std::cos(slope))
              .set("angle", slope)
              .plug("child", block));
    b.add(Element::draft("force", "contactEverything", "Contacts")
              .set("frictionFrom", "numbers")
              .set("frictionModel", model)
              .set("staticFriction", friction)
              .set("dynamicFriction", friction));
    made = compiled(b.document());
    s = made->getInitialState();
    return findEquilibrium(*made, s);
}

TEST(Equilibrium, StictionHoldsABlockOnASlope) {
    State s;
    CompiledModelPtr model;
    const Equilibrium e = findBlockOnRamp(0.3, "stiction", s, model);
    EXPECT_EQ(e.outcome, Outcome::Stable) << e.message;
    const Vector before = model->getInitialState().getQ();
    EXPECT_NEAR(Vector(s.getQ() - before).norm(), 0, 2e-3) << "only the sinkage and the stretch of friction";
    EXPECT_FALSE(findBlockOnRamp(0.2, "stiction", s, model).found()) << "the slope is 0.25";
}

TEST(Equilibrium, ReportsThatSmoothFrictionHoldsNothing) {
    State s;
    CompiledModelPtr model;
    const Equilibrium e = findBlockOnRamp(0.3, "stribeck", s, model);
    EXPECT_FALSE(e.found());
    EXPECT_NE(e.message.find("Set its friction model to With stiction."), std::string::npos) << e.message;
}

}  // namespace
}  // namespace trammel::test
