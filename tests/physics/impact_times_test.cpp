// SPDX-License-Identifier: Apache-2.0
// Rigid stops whose impact times are known: half periods of oscillators, several at once, grazing, and from the start.
#include <cmath>

#include "integrate/methods/registry.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// A period of a second.
constexpr Real mass = 1, stiffness = 4 * Pi * Pi, accuracy = 1e-8;

/// A mass on a spring that is at rest at 0, beside others.
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
    // Wherever they start, all are in the middle at 0.25 s, 0.75 s ...: each impact is one event with three triggers.
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
    // Reports at the very times of the impacts.
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
    // At 5 s all are furthest out again, with what ten impacts have left.
    const Vector& q = stepper.getState().getQ();
    EXPECT_NEAR(q[0], 0.5 * std::pow(0.9, 10), together);
    EXPECT_NEAR(q[1], -0.3 * std::pow(0.8, 10), together);
    EXPECT_NEAR(q[2], 0.2, together);
}

TEST_P(EveryIntegratorAtStops, PassesAStopThatIsOnlyGrazed) {
    // The stop is where the mass turns by itself, a nanometre before and after: the motion is the same.
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

TEST_P(EveryIntegratorAtStops, HoldsWhatRestsOnItsStopFromTheStart) {
    // The spring's force at 0 is none: a push towards the stop holds it there, to the last digit where it began.
    ModelBuilder builder;
    const ElementId guide = addOscillator(builder, "Mass", 0, 0);
    addStop(builder, guide, "below", 0, 0.5);
    builder.add(Element::draft("force", "mobilityConstantForce", "Push").set("force", -3.).plug("joint", guide));
    Simulation motion(compiled(builder.document()), accuracy, GetParam());
    motion.goTo(1);
    EXPECT_NEAR(motion.state().getQ()[0], 0, 1e-8);
    EXPECT_EQ(motion.state().getU()[0], 0);
}

TEST_P(EveryIntegratorAtStops, ThrowsBackWhatMovesIntoItsStopFromTheStart) {
    ModelBuilder builder;
    addStop(builder, addOscillator(builder, "Mass", 0, -1), "below", 0, 0.5);
    Simulation motion(compiled(builder.document()), accuracy, GetParam());
    motion.goTo(0.25);
    EXPECT_NEAR(motion.state().getQ()[0], 0.5 / (2 * Pi), 1e-6);
}

TEST_P(EveryIntegratorAtStops, LetsABallRestAfterAsManyImpactsAsItsSeriesHas) {
    // From 1 m, each rebound 0.8 of the one before, until it would be slower than 1 mm/s: impacts come faster and faster.
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

TEST_P(EveryIntegratorAtStops, LetsABallRestThatIsToBounceForEver) {
    // Impacts accumulate at 4.063712769 s, whatever is left to rebound then.
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
