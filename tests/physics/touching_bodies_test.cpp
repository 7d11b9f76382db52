// SPDX-License-Identifier: Apache-2.0
// Compliant contact against closed forms: impacts, Hertz' theory, sliding and rolling, energy, and recomputed cache
// entries.
#include <algorithm>
#include <array>
#include <cmath>

#include "contact/contact_force.h"
#include "contact_models.h"
#include "integrate/methods/registry.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {
namespace {

// --- Impacts ---

/// A ball that moves with 1 m/s against a half-space turned by 90 degrees, and nothing else acts.
CompiledModelPtr wallModel(Real restitution, const std::string& stiffness) {
    constexpr Real radius = 0.01;
    const Real mass = 4 * Pi / 3 * radius * radius * radius * 7800;
    ModelBuilder model;
    model.add(floorShape().set("orientation", Vec3(0, 0, -Pi / 2)));
    const ElementId b = model.add(ball("Ball", radius, mass));
    model.add(slide("Guide", b, 0.0101, -1));
    model.add(withoutFriction(contact({}, b))
                  .set("stiffness", stiffness)
                  .set("restitutionFrom", "numbers")
                  .set("restitution", restitution)
                  .set("restitutionSpeed", 1.0));
    return compiled(model.document());
}

class Restitution : public ::testing::TestWithParam<Real> {};

TEST_P(Restitution, AtTheGivenSpeedDoesNotDependOnStiffness) {
    for (const char* stiffness : {"softened", "material"}) {
        const CompiledModelPtr model = wallModel(GetParam(), stiffness);
        Simulation motion(model, closeAccuracy);
        const Real until = std::string(stiffness) == "material" ? 0.002 : 0.3;
        motion.goTo(until);
        EXPECT_NEAR(motion["Guide.rate"], GetParam(), 2e-6) << stiffness;
    }
}

INSTANTIATE_TEST_SUITE_P(Ratios, Restitution, ::testing::Values(0.1, 0.5936, 0.9, 1.0));

TEST(HertzContact, HasThePublishedTimeForceAndDepthForSteelOnSteel) {
    const CompiledModelPtr model = wallModel(1, "material");
    const ContactForce& touch = contactIn(*model);
    Simulation motion(model, 1e-9);
    const Real begin = 1e-4;  // 0.1 mm at 1 m/s
    Real depth = 0, force = 0, last = begin;
    for (int i = 0; i <= 20000; ++i) {
        const Real t = begin + i * 4e-9;
        motion.goTo(t);
        const ContactPlaces& places = touch.getPlaces(motion.state());
        if (places.touches.empty()) continue;
        last = t;
        depth = std::max(depth, places.touches[0].depth);
        force = std::max(force, touch.getForces(motion.state()).touches[0].normal);
    }
    EXPECT_NEAR(last - begin, 68.9340034302e-6, 1e-8);
    EXPECT_NEAR(depth / 23.4208489228e-6, 1, 1e-6);
    EXPECT_NEAR(force / 1743.77558351, 1, 1e-6);
}

TEST(NewtonsCradle, EndsWithThePublishedSpeedsForThreeAndFiveTouchingBalls) {
    const auto run = [](int n, int moving) {
        constexpr Real radius = 0.01, mass = 0.03;
        ModelBuilder model;
        std::vector<ElementId> balls;
        for (int i = 0; i < n; ++i) {
            balls.push_back(model.add(ball("Ball " + std::to_string(i + 1), radius, mass)));
            model.add(slide("Guide " + std::to_string(i + 1), balls.back(), 2 * radius * i - (i < moving ? 1e-4 : 0),
                            i < moving ? 1 : 0));
        }
        for (int i = 0; i + 1 < n; ++i)
            model.add(withoutFriction(
                          contact(balls[std::size_t(i)], balls[std::size_t(i) + 1], "Contact " + std::to_string(i + 1)))
                          .set("stiffness", "material")
                          .set("restitutionFrom", "numbers")
                          .set("restitution", 1.0));
        Simulation motion(compiled(model.document()), 1e-9);
        motion.goTo(0.002);
        std::vector<Real> speeds;
        for (int i = 0; i < n; ++i) speeds.push_back(motion["Guide " + std::to_string(i + 1) + ".rate"]);
        return speeds;
    };
    const auto expectNear = [](const std::vector<Real>& speeds, const std::vector<Real>& published) {
        ASSERT_EQ(speeds.size(), published.size());
        for (std::size_t i = 0; i < speeds.size(); ++i) EXPECT_NEAR(speeds[i], published[i], 1e-6) << "ball " << i + 1;
    };
    expectNear(run(3, 1), {-.0709523536, .0764030391, .9945493146});
    expectNear(run(5, 1), {-.0710850171, -.0302737641, -.0144636290, .1270449861, .9887774242});
    expectNear(run(5, 2), {-.1126149790, -.0419595005, .2144857762, .8003666717, 1.1397220317});
}

// --- Friction ---

/// A ball on level or sloping ground; x points down the slope. It starts at the depth of rest.
CompiledModelPtr rollingModel(Real slope, Real speed, Real friction) {
    // The arm of friction is shorter by half the depth.
    constexpr Real radius = 0.1, mass = 1, sinkage = 1e-5;
    ModelBuilder model;
    model.add(gravity(roundGravity).set("direction", Vec3(std::sin(slope), -std::cos(slope), 0)));
    model.add(floorShape());
    const ElementId b = model.add(ball("Ball", radius, mass));
    model.add(Element::draft("joint", "planar", "Plane")
                  .set("y", radius * (1 - sinkage * std::pow(std::cos(slope), 2.0 / 3)))
                  .set("speedX", speed)
                  .plug("child", b));
    model.add(contact({}, b)
                  .set("frictionFrom", "numbers")
                  .set("staticFriction", friction)
                  .set("dynamicFriction", friction)
                  .set("sinkage", sinkage)
                  .set("transitionSpeed", 1e-4)
                  .set("keepsHeat", true));
    return compiled(model.document());
}

TEST(SlidingBall, StartsToRollWithFiveSeventhsOfItsSpeed) {
    Simulation motion(rollingModel(0, 2, 0.2), 1e-6);
    motion.goTo(0.291247997670);
    EXPECT_NEAR(motion["Plane.x"], 0.499282281720, 1e-4);
    EXPECT_NEAR(motion["Plane.speedX"], 10.0 / 7, 1e-3);
    motion.goTo(1);
    EXPECT_NEAR(motion["Plane.speedX"], 10.0 / 7, 2e-4);
    EXPECT_NEAR(motion["Plane.rate"], -10.0 / 7 / 0.1, 3e-3);
}

TEST(BallOnASlope, RollsWithFiveSeventhsOfTheWeightAlongIt) {
    const Real slope = 20 * Pi / 180;
    Simulation rolling(rollingModel(slope, 0, 0.2), 1e-6);
    rolling.goTo(1);
    EXPECT_NEAR(rolling["Plane.speedX"], 2.3965840043, 1e-3);
    // Below 2/7 tan(slope) = .104 it slides too.
    Simulation sliding(rollingModel(slope, 0, 0.08), 1e-6);
    sliding.goTo(1);
    EXPECT_NEAR(sliding["Plane.speedX"], roundGravity * (std::sin(slope) - 0.08 * std::cos(slope)), 1e-3);
}

TEST(Contact, ConservesEnergyAndDissipatedEnergyTogether) {
    const CompiledModelPtr model = rollingModel(0, 2, 0.2);
    Simulation motion(model, 1e-7);
    const Real before = motion.energy();
    motion.goTo(0.5);
    const Real heat = motion.state().getZ()[0];
    EXPECT_NEAR(heat, 0.5 * 4 * (2.0 / 7), 1e-3) << "sliding to rolling takes 2/7 of the kinetic energy";
    EXPECT_NEAR(motion.energy() + heat, before, 1e-5);
}

// --- Cache ---

/// Two balls that overlap by 1 mm, and move.
CompiledModelPtr twoBalls(bool swapped = false) {
    ModelBuilder model;
    const ElementId a = model.add(ball("A", 0.1, 1));
    const ElementId b = model.add(ball("B", 0.1, 2));
    model.add(freeJoint(a, Vec3(0.), Vec3(0.1, 0.2, 0.3)));
    model.add(freeJoint(b, Vec3(0.12, 0.1, 0.1236), Vec3(-0.3, 0.1, 0)));
    model.add(swapped ? contact(b, a) : contact(a, b));
    return compiled(model.document());
}

TEST(ContactCache, KeepsGeometryWhenOnlySpeedsOrMaterialsChange) {
    const CompiledModelPtr model = twoBalls();
    const ContactForce& touch = contactIn(*model);
    State s = model->getInitialState();
    const System& system = model->getSystem();
    system.realize(s, Stage::Acceleration);
    ASSERT_EQ(touch.getPlaces(s).touches.size(), 1u);
    const long long geometry = touch.getNumGeometryEvaluations(), forces = touch.getNumForceEvaluations();

    s.updU()[3] += 1;
    system.realize(s, Stage::Acceleration);
    EXPECT_EQ(touch.getNumGeometryEvaluations(), geometry);
    EXPECT_EQ(touch.getNumForceEvaluations(), forces + 1);

    const CompiledModelPtr other =
        *compileDocument(with(model->getDocument(), "A", "contactMaterial", "rubber"), model);
    ASSERT_EQ(&other->getSystem(), &system) << "a material is a parameter";
    const Real before = touch.getForces(s).touches[0].normal;
    const long long afterCompiling = touch.getNumGeometryEvaluations();
    applyParameters(*other, s);
    system.realize(s, Stage::Acceleration);
    EXPECT_EQ(touch.getNumGeometryEvaluations(), afterCompiling);
    EXPECT_NE(touch.getForces(s).touches[0].normal, before);

    s.updQ()[4] += 1e-4;
    system.realize(s, Stage::Acceleration);
    EXPECT_EQ(touch.getNumGeometryEvaluations(), afterCompiling + 1);
}

TEST(ContactCache, IsRebuiltWhenASizeChanges) {
    const CompiledModelPtr model = twoBalls();
    const CompiledModelPtr other = *compileDocument(with(model->getDocument(), "A", "radius", 0.11), model);
    EXPECT_NE(&other->getSystem(), &model->getSystem());
    const State& s = other->getInitialState();
    EXPECT_NEAR(contactIn(*other).getPlaces(s).touches.at(0).depth, 0.21 - Vec3(0.12, 0.1, 0.1236).norm(), 1e-12);
}

TEST(ContactForces, AreEqualAndOppositeAndDoNotDependOnTheOrderOfTheBodies) {
    const CompiledModelPtr one = twoBalls(), two = twoBalls(true);
    State s = one->getInitialState(), t = two->getInitialState();
    one->getSystem().realize(s, Stage::Acceleration);
    two->getSystem().realize(t, Stage::Acceleration);
    for (int i = 0; i < s.getNU(); ++i) EXPECT_EQ(s.getUDot()[i], t.getUDot()[i]) << i;
    const Simulation still(one, 1e-4);
    const Vector_<SpatialVec>& F = one->getSystem().getRigidBodyForces(s, Stage::Dynamics);
    const Vec3 p1 = one->getSystem().getMatterSubsystem().getBodyTransform(s, MobilizedBodyIndex(1)).p();
    const Vec3 p2 = one->getSystem().getMatterSubsystem().getBodyTransform(s, MobilizedBodyIndex(2)).p();
    const MobilizedBodyIndex a(1), b(2);
    EXPECT_LT((F[a][1] + F[b][1]).norm(), 1e-12 * F[a][1].norm());
    EXPECT_LT((F[a][0] + F[b][0] + p1.cross(F[a][1]) + p2.cross(F[b][1])).norm(), 1e-12 * F[a][1].norm());
}

TEST(ContactForces, HaveTheSameBitsInCopiedAndRestoredStates) {
    const CompiledModelPtr model = twoBalls();
    const System& system = model->getSystem();
    State s = model->getInitialState();
    system.realize(s, Stage::Acceleration);
    const Vector udot = s.getUDot(), q = s.getQ();
    const State copy = s;
    system.realize(copy, Stage::Acceleration);
    s.updQ()[4] += 0.05;
    system.realize(s, Stage::Acceleration);
    s.updQ() = q;
    system.realize(s, Stage::Acceleration);
    for (int i = 0; i < udot.size(); ++i) {
        EXPECT_EQ(copy.getUDot()[i], udot[i]);
        EXPECT_EQ(s.getUDot()[i], udot[i]);
    }
}

/// A block of balls in a corner of floor and walls, each pressed into its six neighbors by a hundredth of its radius.
CompiledModelPtr pile(int side) {
    constexpr Real radius = 0.05, pitch = 1.99 * radius;
    ModelBuilder model;
    model.add(floorShape());
    model.add(Element::draft("shape", "floor", "Left").set("orientation", Vec3(0, 0, -Pi / 2)));
    model.add(Element::draft("shape", "floor", "Back").set("orientation", Vec3(Pi / 2, 0, 0)));
    for (int i = 0; i < side * side * side; ++i) {
        const ElementId b = model.add(ball("Ball " + std::to_string(i), radius, 1));
        const Vec3 cell(i % side, i / side % side, i / side / side);
        model.add(freeJoint(b, Vec3(Vec3(0.99 * radius) + pitch * cell)));
    }
    model.add(everythingTouches());
    return compiled(model.document());
}

TEST(ContactCandidates, AreThePairsThatTouchInAPile) {
    // So the cost grows with the number of touching pairs, not with all pairs of bodies, or of bodies and walls.
    for (const int side : {2, 4, 6}) {
        const CompiledModelPtr model = pile(side);
        const State& s = model->getInitialState();
        const ContactForce& touch = contactIn(*model);
        const int pairs = 3 * side * side * (side - 1) + 3 * side * side;
        EXPECT_EQ(int(touch.getPlaces(s).touches.size()), pairs) << side;
        EXPECT_EQ(int(touch.getCandidates(s).pairs.size()), pairs) << side;
    }
}

TEST(ContactForces, UseNoHeapInAWarmPile) {
    const CompiledModelPtr model = pile(4);
    State s = model->getInitialState();
    const auto compute = [&](Real shift) {
        s.updQ()[4] += shift;
        s.updU()[5] += shift;
        model->getSystem().realize(s, Stage::Acceleration);
    };
    compute(1e-5);
    compute(1e-5);
    const long before = allocationCount();
    for (int i = 0; i < 10; ++i) compute(1e-5);
    EXPECT_EQ(allocationCount(), before);
}

TEST(ModelWithoutContacts, HasNoCacheEntryOfContact) {
    const CompiledModelPtr model = openModel("four_bar");
    const State& s = model->getInitialState();
    for (SubsystemIndex i(0); i < s.getNumSubsystems(); ++i)
        for (const CacheEntryInfo& entry : s.getPerSubsystemInfo(i).cacheEntries) {
            EXPECT_EQ(entry.getName().find("contact"), std::string::npos) << entry.getName();
            EXPECT_NE(entry.getName(), "bearing loads");
        }
}

TEST(ContactForces, UseNoHeapOnceTheyAreWarm) {
    const CompiledModelPtr model = twoBalls();
    State s = model->getInitialState();
    const auto compute = [&](Real shift) {
        s.updQ()[4] += shift;
        model->getSystem().realize(s, Stage::Acceleration);
    };
    compute(1e-5);
    compute(1e-5);
    const long before = allocationCount();
    compute(1e-5);
    EXPECT_EQ(allocationCount(), before);
}

/// Balls that fall beside each other: each step ends at the latest where one might pass another.
TEST(ResumedRun, ContinuesBitwiseWhileSurfacesLimitTheSteps) {
    ModelBuilder b;
    b.add(gravity(roundGravity));
    b.add(floorShape());
    for (int i = 0; i < 8; ++i)
        b.add(freeJoint(b.add(ball("Ball " + std::to_string(i + 1), 0.05, 0.5)),
                        Vec3(0.101 * (i % 2) + 0.003 * (i / 2), 0.06 + 0.102 * (i / 2), 0.002 * i)));
    b.add(everythingTouches());
    const CompiledModelPtr model = compiled(b.document());
    for (const char* method : {"cvodeBdf", "automatic", "cvodeAdams"}) {
        const auto make = [&] {
            auto integrator = createIntegrator(method, model->getSystem());
            integrator->setAccuracy(1e-3);
            return integrator;
        };
        const auto whole = make();
        TimeStepper stepper(model->getSystem(), *whole);
        stepper.initialize(model->getInitialState());
        stepper.stepTo(0.1);
        const auto memory = stepper.makeMemory();
        ASSERT_TRUE(memory) << method;
        stepper.stepTo(0.15);
        const auto resumed = make();
        TimeStepper other(model->getSystem(), *resumed);
        for (const Diagnostic& d : other.resume(*memory)) ADD_FAILURE() << method << ": " << d.toString();
        other.stepTo(0.15);
        EXPECT_EQ(other.getState().getY(), stepper.getState().getY()) << method;
    }
}

}  // namespace
}  // namespace trammel::test
