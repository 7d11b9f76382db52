// SPDX-License-Identifier: Apache-2.0
// Driven motions with known bifurcations: Kapitza's pendulum, a whirled pendulum, and sliding.
#include <algorithm>
#include <cmath>

#include "integrate/methods/registry.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

Element motor(const std::string& type, ElementId joint) {
    return Element::draft("motion", type, "Motor of " + std::to_string(joint.value)).plug("joint", joint);
}

// --- Kapitza's pendulum ---

/// A rod upside down on a pivot that is shaken up and down.
struct ShakenRod {
    static constexpr Real length = 1, mass = 2, moment = mass * length * length / 12, amplitude = 0.1;
    /// Inverse length of the equivalent point pendulum.
    static constexpr Real curvature = mass * length / 2 / (moment + mass * length * length / 4);

    /// The slowest shaking, rad/s, at which upside down is stable.
    /// **Source:** Kapitza, Zh. Eksp. Teor. Fiz. 21 (1951); Mathieu's first characteristic number from Abramowitz and
    /// Stegun, 20.2.25.
    static Real threshold() {
        const Real q = 2 * curvature * amplitude, q2 = q * q;
        const Real a0 = q2 * (-1. / 2 + q2 * (7. / 128 + q2 * (-29. / 2304 + q2 * (68687. / 18874368))));
        return std::sqrt(-4 * curvature * roundGravity / a0);
    }
    /// The largest angle from upright during one minute, starting from 1e-4 rad.
    static Real largestAngle(Real rate) {
        constexpr Real start = 1e-4, minute = 60, fallen = 1;
        ModelBuilder model;
        const Vec3 turned(0, 0, Pi / 2);
        const ElementId pivot = model.add(rigidBody("Pivot", 1, Vec3(0.), Vec3(0.1)));
        const ElementId guide = model.add(Element::draft("joint", "slider", "Guide")
                                              .set("parentOrientation", turned)
                                              .set("childOrientation", turned)
                                              .plug("child", pivot));
        const ElementId rod = model.add(rigidBody("Rod", mass, Vec3(0, length / 2, 0), Vec3(moment, 0.01, moment)));
        model.add(pin("Hinge", pivot, rod).set("angle", start));
        model.add(motor("sinusoid", guide)
                      .set("level", std::string("position"))
                      .set("amplitude", amplitude)
                      .set("rate", rate)
                      .set("phase", Pi / 2));
        model.add(gravity(roundGravity));
        Simulation motion(compiled(model.document()), closeAccuracy, "dormandPrince853");
        Real largest = 0;
        for (Real t = 0; t < minute && largest < fallen; t += 0.1) {
            motion.goTo(t);
            largest = std::max(largest, std::abs(motion["Hinge.angle"]));
        }
        return largest;
    }
};

TEST(KapitzasPendulum, IsStableAboveTheMathieuThreshold) {
    // Half a percent to either side it diverges, or oscillates, within seconds.
    constexpr Real beside = 0.005, small = 1e-2;
    EXPECT_LT(ShakenRod::largestAngle((1 + beside) * ShakenRod::threshold()), small);
    EXPECT_GT(ShakenRod::largestAngle((1 - beside) * ShakenRod::threshold()), 1);
}

// --- A pendulum on a turning shaft, as in a governor ---

TEST(WhirledPendulum, HangsAtItsCriticalAngle) {
    constexpr Real length = 0.5, damping = 2;
    const Real critical = std::sqrt(roundGravity / length);
    for (const Real speed : {0.8, 1.2, 2.}) {
        ModelBuilder model;
        const Vec3 upright(-Pi / 2, 0, 0);
        const ElementId shaft = model.add(rigidBody("Shaft", 1, Vec3(0.), Vec3(0.1)));
        const ElementId bearing = model.add(Element::draft("joint", "pin", "Bearing")
                                                .set("parentOrientation", upright)
                                                .set("childOrientation", upright)
                                                .set("rate", speed * critical)
                                                .plug("child", shaft));
        const ElementId arm = model.add(rigidBody("Arm", 2, Vec3(0, -length, 0), Vec3(0.)));
        const ElementId hinge = model.add(pin("Hinge", shaft, arm).set("angle", 0.3));
        model.add(motor("steady", bearing).set("rate", speed * critical));
        model.add(Element::draft("force", "mobilityDamper", "Friction").set("damping", damping).plug("joint", hinge));
        model.add(gravity(roundGravity));
        Simulation motion(compiled(model.document()), closeAccuracy);
        motion.goTo(60);
        // g sin = w^2 l sin cos
        const Real angle = speed > 1 ? std::acos(1 / square(speed)) : 0;
        EXPECT_NEAR(motion["Hinge.angle"], angle, 1e-6) << speed;
    }
}

// --- Driven linkages ---

TEST(DrivenLinkage, RejectsAtMostATenthOfItsSteps) {
    // Their coordinates are prescribed: the projection onto the loops limits the steps, not the error estimate, even where
    // the method finds a prescribed speed exactly.
    for (const char* const name : {"four_bar", "slider_crank", "jansen_leg", "watt", "cam_follower"}) {
        const CompiledModelPtr model = openModel(name);
        for (const Real accuracy : {1e-3, 1e-5, 1e-6, 1e-7}) {
            const auto integrator = createIntegrator("rungeKuttaMerson", model->getSystem());
            integrator->setAccuracy(accuracy);
            integrator->setProjectEveryStep(true);
            TimeStepper stepper(model->getSystem(), *integrator);
            stepper.initialize(model->getInitialState());
            EXPECT_EQ(stepper.stepTo(10), Integrator::ReachedReportTime);
            const int rejected = integrator->getNumStepsAttempted() - integrator->getNumStepsTaken();
            EXPECT_LE(10 * rejected, integrator->getNumStepsAttempted()) << name << " at " << accuracy;
        }
    }
}

// --- Breaks of functions of time ---

struct Steps {
    int attempted = 0, rejected = 0;
    std::vector<Real> ends;
    /// Final y.
    Vector y;
};

Steps takeSteps(const CompiledModelPtr& model, Real until, Real accuracy, const char* method = "rungeKuttaMerson") {
    const auto integrator = createIntegrator(method, model->getSystem());
    integrator->setAccuracy(accuracy);
    integrator->setProjectEveryStep(true);
    integrator->setReturnEveryInternalStep(true);
    integrator->setFinalTime(until);
    integrator->initialize(model->getInitialState());
    Steps steps;
    for (auto status = Integrator::StartOfContinuousInterval; status != Integrator::EndOfSimulation;) {
        status = integrator->stepTo(Infinity);
        if (status == Integrator::TimeHasAdvanced) steps.ends.push_back(integrator->getTime());
    }
    steps.attempted = integrator->getNumStepsAttempted();
    steps.rejected = steps.attempted - integrator->getNumStepsTaken();
    steps.y = integrator->getAdvancedState().getY();
    return steps;
}

TEST(BreaksOfADrive, EndStepsAndCauseFewRejections) {
    // At rest until 0.5 s, and from 3.5 s on.
    const CompiledModelPtr model = openModel("cam_follower");
    for (const char* const method : {"rungeKuttaMerson", "dormandPrince853", "cvodeBdf"}) {
        const Steps steps = takeSteps(model, 4, 1e-3, method);
        EXPECT_LE(10 * steps.rejected, steps.attempted) << method;
        for (const Real at : {0.5, 3.5}) EXPECT_EQ(std::count(steps.ends.begin(), steps.ends.end(), at), 1) << method;
    }
}

TEST(BreaksOfADrive, AFormulaThatIsInfiniteAtAFrameEndsTheRun) {
    ModelBuilder model;
    const ElementId shaft = model.add(rigidBody("Shaft", 1, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1)));
    const ElementId bearing = model.add(pin("Bearing", {}, shaft));
    model.add(motor("timeFormula", bearing)
                  .set("level", std::string("position"))
                  .set("formula", std::string("1 rad/(1 - t/1 s)")));
    const CompiledModelPtr built = compiled(model.document());
    RunOptions options;
    options.settings = built->getSettings();
    options.settings.duration = 2;
    TrajectoryStore store(built->getInitialState().getNY());
    const RunStatus status = runToEnd(*built, built->getInitialState(), options, store);
    EXPECT_EQ(status.phase, RunPhase::Failed);
    EXPECT_NE(status.message.find("has no finite value or derivative at t = 1 s"), std::string::npos) << status.message;
    EXPECT_LT(store.getEndTime(), 1);
}

TEST(BreaksOfADrive, FormulasOfTimeEndStepsWhereTheyBreak) {
    // A ramp that starts at 0.4 s and stops at 1.1 s, and a torque that is switched on at 0.7 s.
    ModelBuilder model;
    const ElementId shaft = model.add(rigidBody("Shaft", 1, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1)));
    const ElementId bearing = model.add(pin("Bearing", {}, shaft));
    const ElementId arm = model.add(rigidBody("Arm", 1, Vec3(0, -0.3, 0), Vec3(0.1, 0.1, 0.1)));
    const ElementId hinge = model.add(pin("Hinge", shaft, arm));
    model.add(motor("timeFormula", bearing)
                  .set("level", std::string("velocity"))
                  .set("formula", std::string("2 rad/s^2*(max(t - 0.4 s, 0 s) - max(t - 1.1 s, 0 s))")));
    model.add(Element::draft("force", "mobilityFormula", "Switch")
                  .set("force", std::string("if(t > 0.7 s, 1 N*m, 0 N*m)"))
                  .plug("joint", hinge));
    const CompiledModelPtr built = compiled(model.document());
    for (const char* const method : {"rungeKuttaMerson", "dormandPrince853"}) {
        const Steps steps = takeSteps(built, 2, 1e-6, method);
        for (const Real at : {0.4, 0.7, 1.1})
            EXPECT_TRUE(std::ranges::any_of(steps.ends, [at](Real end) { return std::abs(end - at) < 1e-9; }))
                << method << " at " << at;
    }
}

TEST(BreaksOfADrive, FormulasThatAreNotLinearInTimeEndStepsWhereTheyBreak) {
    // Slides under forces of 1 N and 1 kg from rest: a square wave, its size, and a rectified sine.
    struct Row {
        const char* force;
        Real place, speed;
    };
    // After two periods of 2 s.
    const Row rows[] = {{"1 N*sign(sin(180 deg/s*t))", 2, 0},
                        {"1 N*if(cos(180 deg/s*t) > 0, 1, 0)", 4, 2},
                        {"1 N*abs(sin(180 deg/s*t))", 16 / Pi, 8 / Pi},
                        {"1 N*max(sin(180 deg/s*t), 0)", 10 / Pi, 4 / Pi}};
    for (const Row& row : rows)
        for (const char* const method : {"rungeKuttaMerson", "dormandPrince853", "cvodeBdf"}) {
            ModelBuilder model;
            const ElementId block = model.add(rigidBody("Block", 1, Vec3(0.), Vec3(0.1)));
            const ElementId guide = model.add(Element::draft("joint", "slider", "Guide").plug("child", block));
            model.add(Element::draft("force", "mobilityFormula", "Push")
                          .set("force", std::string(row.force))
                          .plug("joint", guide));
            const Steps steps = takeSteps(compiled(model.document()), 4, 1e-6, method);
            EXPECT_NEAR(steps.y[0], row.place, 2e-6) << row.force << " by " << method;
            EXPECT_NEAR(steps.y[1], row.speed, 2e-6) << row.force << " by " << method;
            EXPECT_LE(10 * steps.rejected, steps.attempted) << row.force << " by " << method;
        }
}

TEST(BreaksOfADrive, AreNotSteppedOver) {
    // A short turn after a long rest, by a speed that is a trapezoid: between its corners every method is exact.
    ModelBuilder model;
    const ElementId body = model.add(rigidBody("Rotor", 1, Vec3(0.), Vec3(0.1)));
    const ElementId hinge = model.add(pin("Hinge", ElementId(), body));
    const ElementId speed = model.add(
        Element::draft("function", "table", "Speed").set("points", std::string("50 0; 50.1 2; 50.3 2; 50.4 0")));
    model.add(motor("functionOfTime", hinge).set("level", std::string("velocity")).plug("function", speed));
    const Steps steps = takeSteps(compiled(model.document()), 100, 1e-3);
    for (const Real at : {50., 50.1, 50.3, 50.4})
        EXPECT_EQ(std::count(steps.ends.begin(), steps.ends.end(), at), 1) << at;
    EXPECT_EQ(steps.rejected, 0);
    EXPECT_NEAR(steps.y[0], 0.1 + 0.4 + 0.1, 1e-12);
}

}  // namespace
}  // namespace trammel::test
