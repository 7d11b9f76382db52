// SPDX-License-Identifier: Apache-2.0
// Rigid stops with known impact times: half periods of oscillators, simultaneous impacts, grazing, and initial contact.
#include <algorithm>
#include <cmath>

#include "integrate/methods/registry.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// A period of one second.
constexpr Real mass = 1, stiffness = 4 * Pi * Pi, accuracy = 1e-8;

/// A mass on a spring with rest position 0.
ElementId addOscillator(ModelBuilder& model, const std::string& name, Real position, Real rate) {
    const ElementId body = model.add(rigidBody(name, mass, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId guide = model.add(Element::draft("joint", "slider", name + " guide")
                                          .set("position", position)
                                          .set("rate", rate)
                                          .plug("child", body));
    model.add(
        Element::draft("force", "mobilitySpring", name + " spring").set("stiffness", stiffness).plug("joint", guide));
    return guide;
}
void addStop(ModelBuilder& model, ElementId guide, const std::string& side, Real limit, Real restitution) {
    model.add(Element::draft("force", "jointImpactStop", "Stop " + std::to_string(guide.value))
                  .set("side", side)
                  .set("limit", limit)
                  .set("restitution", restitution)
                  .plug("joint", guide));
}

class EveryIntegratorAtStops : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryIntegratorAtStops, FindsSimultaneousImpactsFromBothSidesAtEveryHalfPeriod) {
    // All masses pass the middle at 0.25 s, 0.75 s ... for any start: each impact is one event with three triggers.
    ModelBuilder builder;
    addStop(builder, addOscillator(builder, "First", 0.5, 0), "below", 0, 0.9);
    addStop(builder, addOscillator(builder, "Second", -0.3, 0), "above", 0, 0.8);
    addStop(builder, addOscillator(builder, "Third", 0.2, 0), "below", 0, 1);
    const CompiledModelPtr model = compiled(builder.document());
    const auto integrator = createIntegrator(GetParam(), model->getSystem());
    integrator->setAccuracy(accuracy);
    TimeStepper stepper(model->getSystem(), *integrator);
    stepper.setReportAllSignificantStates(true);
    stepper.initialize(model->getInitialState());
    std::vector<Real> times;
    std::size_t triggers = 0;
    // Reports at the impact times.
    for (int quarter = 1; quarter <= 20; ++quarter)
        while (true) {
            const auto status = stepper.stepTo(0.25 * quarter);
            ASSERT_NE(status, Integrator::StepFailed);
            if (status == Integrator::ReachedEventTrigger) {
                if (times.empty() || integrator->getAdvancedTime() - times.back() > 0.1)
                    times.push_back(integrator->getAdvancedTime());
                triggers += integrator->getTriggeredEvents().size();
            }
            if (status == Integrator::ReachedReportTime) break;
        }
    ASSERT_EQ(times.size(), 10u);
    EXPECT_EQ(triggers, 30u);
    constexpr Real together = 1e-6;
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], 0.25 + 0.5 * Real(i), together);
    // At 5 s all are at their extremes again, with the energy left after ten impacts.
    const Vector& q = stepper.getState().getQ();
    EXPECT_NEAR(q[0], 0.5 * std::pow(0.9, 10), together);
    EXPECT_NEAR(q[1], -0.3 * std::pow(0.8, 10), together);
    EXPECT_NEAR(q[2], 0.2, together);
}

TEST_P(EveryIntegratorAtStops, PassesAStopThatIsOnlyGrazed) {
    // The stop is at the turning point of the mass, a nanometer before and after: the motion is the same.
    for (const Real off : {-1e-9, 0., 1e-9}) {
        ModelBuilder builder;
        addStop(builder, addOscillator(builder, "Mass", 0.5, 0), "below", -0.5 + off, 0.8);
        Simulation motion(compiled(builder.document()), accuracy, GetParam());
        motion.goTo(3.25);
        const Vector& y = motion.state().getY();
        constexpr Real restSpeed = 1e-3;
        EXPECT_NEAR(y[0], 0, restSpeed) << off;
        EXPECT_NEAR(y[1], -0.5 * 2 * Pi, 7 * restSpeed) << off;
    }
}

TEST_P(EveryIntegratorAtStops, HoldsABodyInitiallyAtRestOnItsStop) {
    // The spring force at 0 vanishes: a push toward the stop holds it exactly where it started.
    ModelBuilder builder;
    const ElementId guide = addOscillator(builder, "Mass", 0, 0);
    addStop(builder, guide, "below", 0, 0.5);
    builder.add(Element::draft("force", "mobilityConstantForce", "Push").set("force", -3.).plug("joint", guide));
    Simulation motion(compiled(builder.document()), accuracy, GetParam());
    motion.goTo(1);
    EXPECT_NEAR(motion.state().getQ()[0], 0, 1e-8);
    EXPECT_EQ(motion.state().getU()[0], 0);
}

TEST_P(EveryIntegratorAtStops, ReversesABodyInitiallyMovingIntoItsStop) {
    ModelBuilder builder;
    addStop(builder, addOscillator(builder, "Mass", 0, -1), "below", 0, 0.5);
    Simulation motion(compiled(builder.document()), accuracy, GetParam());
    motion.goTo(0.25);
    EXPECT_NEAR(motion.state().getQ()[0], 0.5 / (2 * Pi), 1e-6);
}

TEST_P(EveryIntegratorAtStops, BringsABallToRestAfterTheExactNumberOfImpacts) {
    // From 1 m, each rebound has 0.8 of the previous speed, until it would be slower than 1 mm/s: impacts accumulate.
    constexpr Real height = 1, restitution = 0.8, restSpeed = 1e-3;
    std::vector<Real> expected{std::sqrt(2 * height / roundGravity)};
    for (Real rebound = restitution * roundGravity * expected[0]; rebound >= restSpeed; rebound *= restitution)
        expected.push_back(expected.back() + 2 * rebound / roundGravity);
    const CompiledModelPtr model = openModel("validation/bouncing_ball");
    const auto integrator = createIntegrator(GetParam(), model->getSystem());
    integrator->setAccuracy(accuracy);
    TimeStepper stepper(model->getSystem(), *integrator);
    stepper.setReportAllSignificantStates(true);
    stepper.initialize(model->getInitialState());
    std::vector<Real> times;
    constexpr Real afterAll = 5, close = 1e-6;
    for (auto status = stepper.stepTo(afterAll); status != Integrator::ReachedReportTime;
         status = stepper.stepTo(afterAll)) {
        ASSERT_NE(status, Integrator::StepFailed);
        if (status == Integrator::ReachedEventTrigger) times.push_back(integrator->getAdvancedTime());
    }
    ASSERT_EQ(times.size(), expected.size());
    EXPECT_EQ(times.size(), 38u);
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], expected[i], close) << "impact " << i + 1;
    EXPECT_EQ(stepper.getState().getU()[0], 0);
}

/// Two balls in a row before a wall, without loss: their collisions.
struct Billiard {
    Real heavy, near = 1, far = 2, slow = 0, fast = -1, t = 0;
    std::vector<Real> times = {};

    void goTo(Real end) {
        while (true) {
            const Real toWall = slow < 0 ? -near / slow : Infinity;
            const Real toContact = slow > fast ? (far - near) / (slow - fast) : Infinity;
            const Real step = std::min({toWall, toContact, end - t});
            near += slow * step;
            far += fast * step;
            t += step;
            if (t >= end) return;
            times.push_back(t);
            if (toWall < toContact) {
                slow = -slow;
                continue;
            }
            const Real sum = 1 + heavy, before = slow;
            slow = ((1 - heavy) * before + 2 * heavy * fast) / sum;
            fast = ((heavy - 1) * fast + 2 * before) / sum;
        }
    }
};

TEST_P(EveryIntegratorAtStops, CountsTheDigitsOfPiWithTwoBallsAndAWall) {
    // Galperin, Playing pool with pi, Regular and Chaotic Dynamics 8 (2003) 375: a mass ratio of 100^n gives 3, 31, 314
    // ... collisions. The light ball stays behind the last of them; before, position errors persist.
    constexpr std::size_t digits[] = {3, 31, 314};
    Real heavy = 1;
    for (const std::size_t collisions : digits) {
        ModelBuilder builder;
        const ElementId light = builder.add(rigidBody("Light", 1, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
        const ElementId other = builder.add(rigidBody("Heavy", heavy, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
        const ElementId way =
            builder.add(Element::draft("joint", "slider", "Way").set("position", 1.).plug("child", light));
        const ElementId gap = builder.add(Element::draft("joint", "slider", "Gap")
                                              .set("position", 1.)
                                              .set("rate", -1.)
                                              .plug("parent", light)
                                              .plug("child", other));
        addStop(builder, way, "below", 0, 1);
        addStop(builder, gap, "below", 0, 1);
        const CompiledModelPtr model = compiled(builder.document());
        const auto integrator = createIntegrator(GetParam(), model->getSystem());
        constexpr Real asByDefault = 1e-4, end = 10;
        integrator->setAccuracy(asByDefault);
        TimeStepper stepper(model->getSystem(), *integrator);
        stepper.setReportAllSignificantStates(true);
        stepper.initialize(model->getInitialState());
        std::vector<Real> times;
        for (auto status = stepper.stepTo(end); status != Integrator::ReachedReportTime; status = stepper.stepTo(end)) {
            ASSERT_NE(status, Integrator::StepFailed);
            if (status == Integrator::ReachedEventTrigger) times.push_back(integrator->getAdvancedTime());
        }
        Billiard exact{heavy};
        exact.goTo(end);
        ASSERT_EQ(exact.times.size(), collisions);
        ASSERT_EQ(times.size(), collisions);
        constexpr Real together = 1e-5;
        for (std::size_t i = 0; i < collisions; ++i)
            EXPECT_NEAR(times[i], exact.times[i], together) << collisions << ": " << i + 1;
        EXPECT_NEAR(stepper.getState().getQ()[0], exact.near, together) << collisions;
        EXPECT_NEAR(stepper.getState().getU()[0], exact.slow, together) << collisions;
        heavy *= 100;
    }
}

TEST_P(EveryIntegratorAtStops, TransmitsImpactsThroughNewtonsCradle) {
    // Newton's cradle with successive impacts: only the last ball leaves, with all the momentum of the first.
    constexpr int balls = 5;
    ModelBuilder builder;
    ElementId before;
    for (int i = 0; i < balls; ++i) {
        const std::string number = std::to_string(i);
        const ElementId ball = builder.add(rigidBody("Ball " + number, 0.1, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
        Element gap = Element::draft("joint", "slider", "Gap " + number).plug("child", ball);
        if (i == 0) gap = gap.set("rate", 1.);
        if (i == 1) gap = gap.set("position", 0.1).set("rate", -1.);
        if (i > 0) gap = gap.plug("parent", before);
        const ElementId joint = builder.add(gap);
        if (i > 0) addStop(builder, joint, "below", 0, 1);
        before = ball;
    }
    Simulation motion(compiled(builder.document()), 1e-4, GetParam());
    motion.goTo(1);
    constexpr Real together = 1e-5;
    for (int i = 0; i < balls; ++i) {
        const std::string name = "Ball " + std::to_string(i);
        EXPECT_NEAR(motion.velocity(name)[1][0], i == balls - 1 ? 1 : 0, together) << name;
        EXPECT_NEAR(motion.pose(name).p()[0], i == balls - 1 ? 1 : 0.1, together) << name;
    }
}

TEST_P(EveryIntegratorAtStops, ReleasesARestingBodyOnAPullingImpact) {
    // A box pushed against a wall, and a ball of equal mass inside that hits the far side: they exchange velocities.
    constexpr Real push = 0.1, way = 0.4;
    ModelBuilder builder;
    const ElementId box = builder.add(rigidBody("Box", 1, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId ball = builder.add(rigidBody("Ball", 1, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId gap = builder.add(Element::draft("joint", "slider", "Gap").plug("child", box));
    const ElementId inside = builder.add(
        Element::draft("joint", "slider", "Inside").set("rate", 1.).plug("parent", box).plug("child", ball));
    addStop(builder, gap, "below", 0, 0);
    addStop(builder, inside, "above", way, 1);
    builder.add(Element::draft("force", "constantForce", "Push").set("force", Vec3(-push, 0, 0)).plug("body", box));
    Simulation motion(compiled(builder.document()), accuracy, GetParam());
    motion.goTo(way + 1);
    constexpr Real together = 1e-6;
    EXPECT_NEAR(motion.velocity("Box")[1][0], 1 - push, together);
    EXPECT_NEAR(motion.pose("Box").p()[0], 1 - push / 2, together);
    EXPECT_NEAR(motion.velocity("Ball")[1][0], 0, together);
    EXPECT_NEAR(motion.pose("Ball").p()[0], way, together);
}

TEST_P(EveryIntegratorAtStops, HoldsARestingBodyOnAPushingImpact) {
    // The ball hits the near side: the wall receives the impact through the box.
    ModelBuilder builder;
    const ElementId box = builder.add(rigidBody("Box", 1, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId ball = builder.add(rigidBody("Ball", 1, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId gap = builder.add(Element::draft("joint", "slider", "Gap").plug("child", box));
    const ElementId inside = builder.add(
        Element::draft("joint", "slider", "Inside").set("rate", -1.).plug("parent", box).plug("child", ball));
    addStop(builder, gap, "below", 0, 0);
    addStop(builder, inside, "below", -0.5, 0.8);
    builder.add(Element::draft("force", "constantForce", "Push").set("force", Vec3(-0.1, 0, 0)).plug("body", box));
    Simulation motion(compiled(builder.document()), accuracy, GetParam());
    motion.goTo(1);
    constexpr Real together = 1e-6;
    EXPECT_NEAR(motion.pose("Box").p()[0], 0, together);
    EXPECT_NEAR(motion.velocity("Ball")[1][0], 0.8, together);
    EXPECT_NEAR(motion.pose("Ball").p()[0], -0.5 + 0.8 * 0.5, together);
}

TEST_P(EveryIntegratorAtStops, BouncesInPhaseWithAShakenTable) {
    // Holmes, J. Sound and Vibration 84 (1982) 173: a ball bounces once per period of the table at constant phase,
    // where A w^2 cos(phase) = pi g (1 - e)/(1 + e). That motion is stable for about 2 pi (1 - e) < 2 w^2 (1 + e) A/g <
    // 2 sqrt(pi^2 (1 - e)^2 + (1 + e)^2).
    constexpr Real e = 0.8, amplitude = 0.01, g = roundGravity;
    const Real w = std::sqrt(2.5 * g / (2 * (1 + e) * amplitude)), period = 2 * Pi / w;
    const Real phase = std::acos(Pi * g * (1 - e) / (1 + e) / (amplitude * w * w));
    ModelBuilder builder;
    const ElementId table = builder.add(rigidBody("Table", 1, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId ball = builder.add(rigidBody("Ball", 0.01, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    const ElementId drive = builder.add(
        Element::draft("joint", "slider", "Drive").set("parentOrientation", Vec3(0, 0, Pi / 2)).plug("child", table));
    builder.add(Element::draft("motion", "sinusoid", "Shaker")
                    .set("amplitude", amplitude)
                    .set("rate", w)
                    .set("phase", phase)
                    .plug("joint", drive));
    const ElementId gap = builder.add(Element::draft("joint", "slider", "Gap")
                                          .set("rate", g * period / 2 - amplitude * w * std::cos(phase))
                                          .plug("parent", table)
                                          .plug("child", ball));
    addStop(builder, gap, "below", 0, e);
    builder.add(gravity(g));
    const CompiledModelPtr model = compiled(builder.document());
    const auto integrator = createIntegrator(GetParam(), model->getSystem());
    integrator->setAccuracy(accuracy);
    TimeStepper stepper(model->getSystem(), *integrator);
    stepper.setReportAllSignificantStates(true);
    stepper.initialize(model->getInitialState());
    constexpr int throws = 20;
    const Real end = (throws + 0.5) * period;
    int count = 0;
    for (auto status = stepper.stepTo(end); status != Integrator::ReachedReportTime; status = stepper.stepTo(end)) {
        ASSERT_NE(status, Integrator::StepFailed);
        if (status == Integrator::ReachedEventTrigger) {
            ++count;
            EXPECT_NEAR(integrator->getAdvancedTime(), count * period, 1e-6) << count;
        }
    }
    EXPECT_EQ(count, throws);
}

TEST_P(EveryIntegratorAtStops, BringsABallWithAccumulatingBouncesToRest) {
    // Impacts accumulate at 4.063712769 s, regardless of the rest speed.
    const Document forEver = with(modelDocument("validation/bouncing_ball"), "Floor contact", "restSpeed", 1e-30);
    Simulation motion(compiled(forEver), accuracy, GetParam());
    motion.goTo(5);
    EXPECT_EQ(motion.state().getU()[0], 0);
    constexpr long few = 5000;
    EXPECT_LT(motion.integrator().getNumStepsTaken(), few);
}

INSTANTIATE_TEST_SUITE_P(Impacts, EveryIntegratorAtStops,
                         ::testing::Values("rungeKuttaMerson", "rungeKuttaFehlberg", "dormandPrince853", "cvodeBdf",
                                           "cvodeAdams"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace trammel::test
