// SPDX-License-Identifier: Apache-2.0
// Published benchmarks and closed forms: every model of models/validation against its reference.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "reference_run.h"

namespace trammel::test {

void PrintTo(const ReferenceProblem& problem, std::ostream* out);
void PrintTo(const ReferenceProblem& problem, std::ostream* out) { *out << problem.title; }

namespace {

/// The goal for every integrator and model: a hundred times the accuracy in ten seconds; errors grow at least
/// proportionally to time, and with the sensitivity of the motion.
Real largestErrorAllowed(const ReferenceProblem& problem, Real accuracy) {
    constexpr Real perAccuracy = 100, usualTime = 10;
    return perAccuracy * accuracy * problem.sensitivity * std::max<Real>(1, problem.endTime() / usualTime);
}

class EveryReferenceProblem : public ::testing::TestWithParam<ReferenceProblem> {
protected:
    const ReferenceProblem& problem = GetParam();
    CompiledModelPtr model = openReferenceModel(problem.model);

    ReferenceResult run(ReferenceSettings settings) const {
        const ReferenceResult result = runReference(problem, *model, settings);
        EXPECT_EQ(result.failure, "");
        return result;
    }
};

TEST_P(EveryReferenceProblem, IsMetToAHundredTimesTheAccuracy) {
    for (const Real accuracy : {1e-4, 1e-6, 1e-8})
        EXPECT_LE(run({.accuracy = accuracy}).error, largestErrorAllowed(problem, accuracy)) << accuracy;
}

TEST_P(EveryReferenceProblem, IsMetByAHighOrderMethod) {
    for (const Real accuracy : {1e-5, 1e-9})
        EXPECT_LE(run({.integrator = "dormandPrince853", .accuracy = accuracy}).error,
                  largestErrorAllowed(problem, accuracy))
            << accuracy;
}

TEST_P(EveryReferenceProblem, IsMetByEveryMethodWhoseErrorIsInProportionToTheAccuracy) {
    // Excluded: methods of order one, and Verlet's, whose errors scale with lower powers of the accuracy.
    constexpr Real rough = 1e-3;
    const struct {
        const char* method;
        Real finest;
    } methods[] = {{"rungeKutta2", rough},  {"rungeKutta3", 1e-4}, {"rungeKuttaFehlberg", 1e-6},
                   {"dormandPrince", 1e-6}, {"cvodeBdf", 1e-6},    {"cvodeAdams", 1e-6}};
    for (const auto& [method, finest] : methods)
        for (const Real accuracy : {rough, finest})
            EXPECT_LE(run({.integrator = method, .accuracy = accuracy}).error, largestErrorAllowed(problem, accuracy))
                << method << " " << accuracy;
}

TEST_P(EveryReferenceProblem, HoldsItsConstraintsWithinTheToleranceAtEveryStep) {
    const ReferenceResult result = run({.accuracy = 1e-5});
    EXPECT_LE(result.largestGap, result.constraintTolerance);
    EXPECT_LE(result.largestSlip, result.constraintTolerance);
}

class EveryConservativeProblem : public EveryReferenceProblem {};

TEST_P(EveryConservativeProblem, ConservesEnergy) {
    constexpr Real accuracy = 1e-6;
    EXPECT_LE(run({.accuracy = accuracy}).energyDrift, largestErrorAllowed(problem, accuracy));
}

std::vector<ReferenceProblem> conservativeProblems() {
    std::vector<ReferenceProblem> chosen(referenceProblems().begin(), referenceProblems().end());
    std::erase_if(chosen, [](const ReferenceProblem& problem) { return !problem.keepsEnergy; });
    return chosen;
}
std::string modelName(const ::testing::TestParamInfo<ReferenceProblem>& row) { return row.param.model; }
INSTANTIATE_TEST_SUITE_P(Validation, EveryReferenceProblem, ::testing::ValuesIn(referenceProblems()), modelName);
INSTANTIATE_TEST_SUITE_P(Validation, EveryConservativeProblem, ::testing::ValuesIn(conservativeProblems()), modelName);

// --- Single problems ---

TEST(NFourBarProblems, ArePassedWithLowAndHighPrecision) {
    // Benchmark A02: 20 s through forty singular poses, errors below 1e-1 (low precision) and 1e-3 (high).
    for (const char* name : {"n_four_bar_2", "n_four_bar_10", "n_four_bar_40"}) {
        const CompiledModelPtr model = openReferenceModel(name);
        const ReferenceProblem& problem = referenceProblem(name);
        const ReferenceResult rough = runReference(problem, *model, {.accuracy = SimulationSettings().accuracy});
        EXPECT_EQ(rough.failure, "") << name;
        EXPECT_LT(rough.error, 1e-1) << name;
        const ReferenceResult fine = runReference(problem, *model, {.accuracy = 1e-5});
        EXPECT_EQ(fine.failure, "") << name;
        EXPECT_LT(fine.error, 1e-3) << name;
    }
}

TEST(NFourBarProblems, ArePassedByMultistepMethodsAtAnyAccuracy) {
    // Where multistep histories fail: rates off the constraints are ill-determined near a singular pose.
    constexpr Real perAccuracy = 200;
    constexpr long crawl = 20000;
    for (const char* name : {"n_four_bar_2", "n_four_bar_10", "n_four_bar_40"})
        for (const char* method : {"cvodeAdams", "cvodeBdf"})
            for (const Real accuracy : {1e-8, 1e-9}) {
                const ReferenceResult result =
                    runReference(referenceProblem(name), *openReferenceModel(name),
                                 {.integrator = method, .accuracy = accuracy, .stepLimit = crawl});
                EXPECT_EQ(result.failure, "") << name << " " << method << " " << accuracy;
                EXPECT_LE(result.error, perAccuracy * accuracy) << name << " " << method << " " << accuracy;
            }
}

TEST(BricardProblem, IsSolvedRoughlyAndFinely) {
    const CompiledModelPtr model = openReferenceModel("bricard");
    const ReferenceProblem& problem = referenceProblem("bricard");
    EXPECT_LT(runReference(problem, *model, {.accuracy = 1e-3}).error, 1e-2);
    EXPECT_LT(runReference(problem, *model, {.accuracy = 1e-8}).error, 1e-6);
}

TEST(SqueezerProblem, IsSolvedToNineDigits) {
    const CompiledModelPtr model = openReferenceModel("andrews_squeezer");
    // Angles up to 34 rad, relative to one radian.
    constexpr Real perRadian = 34;
    EXPECT_LT(perRadian * runReference(referenceProblem("andrews_squeezer"), *model,
                                       {.integrator = "dormandPrince853", .accuracy = 1e-12})
                              .error,
              1e-9);
}

TEST(TorqueFreeProblems, KeepTheirQuaternionsAtUnitLength) {
    constexpr Real unit = 1e-12;
    for (const char* name :
         {"torque_free_body", "torque_free_body_2", "dzhanibekov", "heavy_top", "steady_precession"}) {
        const CompiledModelPtr model = openReferenceModel(name);
        Real worst = 0;
        runReference(referenceProblem(name), *model, {.accuracy = 1e-5}, [&](const CompiledModel&, const State& s) {
            worst = std::max(worst, std::abs(Real(s.getQ().head(4).norm()) - 1));
        });
        EXPECT_LT(worst, unit) << name;
    }
}

TEST(RattlebackProblem, ReversesAtTheReferenceTime) {
    const CompiledModelPtr model = openReferenceModel("rattleback");
    const ReferenceProblem& problem = referenceProblem("rattleback");
    // Steps that end before and after the reversal: the rate about the body's z, interpolated.
    constexpr Real reversal = 2.352731, digits = 1e-6, accuracy = 1e-8;
    const auto integrator = createIntegrator("dormandPrince853", model->getSystem());
    integrator->setAccuracy(accuracy);
    integrator->setProjectEveryStep(true);
    TimeStepper stepper(model->getSystem(), *integrator);
    stepper.initialize(model->getInitialState());
    const ReferenceOutput& spin = problem.outputs.back();
    Real before = reversal - 1e-4, after = reversal + 1e-4;
    stepper.stepTo(before);
    const Real early = spin.value(*model, stepper.getState());
    stepper.stepTo(after);
    const Real late = spin.value(*model, stepper.getState());
    ASSERT_LT(early, 0);
    ASSERT_GT(late, 0);
    EXPECT_NEAR(before + (after - before) * early / (early - late), reversal, digits);
}

// --- Impacts ---

/// Times of impacts in a run of the bouncing ball.
std::vector<Real> impactTimes(const CompiledModel& model, Real until, Real accuracy) {
    const auto integrator = createIntegrator("rungeKuttaMerson", model.getSystem());
    integrator->setAccuracy(accuracy);
    TimeStepper stepper(model.getSystem(), *integrator);
    stepper.setReportAllSignificantStates(true);
    stepper.initialize(model.getInitialState());
    std::vector<Real> times;
    while (true) {
        const auto status = stepper.stepTo(until);
        if (status == Integrator::ReachedEventTrigger) times.push_back(integrator->getAdvancedTime());
        if (status == Integrator::ReachedReportTime || integrator->isSimulationOver()) return times;
    }
}

TEST(BouncingBall, ImpactTimesAreExact) {
    const Real exact[] = {0.4515236409857309, 1.173961466562900, 1.751911727024636,
                          2.214271935394024,  2.584160102089535, 2.880070635445944};
    const CompiledModelPtr model = openReferenceModel("bouncing_ball");
    constexpr Real accuracy = 1e-8;
    const std::vector<Real> times = impactTimes(*model, 3, accuracy);
    ASSERT_EQ(times.size(), std::size(exact));
    // An event is isolated to a tenth of the accuracy, in the time scale of the system, 0.1 s; each impact adds its
    // error.
    for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], exact[i], accuracy) << i;
}

TEST(BouncingBall, RestsAfterImpactsAccumulate) {
    constexpr Real accumulation = 4.063712768871578, accuracy = 1e-8;
    const CompiledModelPtr model = openReferenceModel("bouncing_ball");
    const std::vector<Real> times = impactTimes(*model, 10, accuracy);
    // The last counted rebound is slower than 1 mm/s: it would have taken 0.2 ms, and all following ones a millisecond.
    EXPECT_NEAR(times.back(), accumulation, 1e-3);
    EXPECT_LT(times.back(), accumulation + accuracy);
}

TEST(BouncingBall, NeverFallsThroughTheFloor) {
    const CompiledModelPtr model = openReferenceModel("bouncing_ball");
    for (const TypeDescriptor& type : integratorTypes()) {
        // A system at rest does not move, however inaccurate the method.
        const ReferenceResult result =
            runReference(referenceProblem("bouncing_ball"), *model, {.integrator = type.key, .accuracy = 1e-4},
                         [&](const CompiledModel&, const State& s) { ASSERT_GT(s.getQ()[0], -1e-2) << type.label; });
        EXPECT_EQ(result.failure, "") << type.label;
    }
}

TEST(EveryValidationModel, HasAReference) {
    std::set<std::string> files, problems{"bicycle"};
    for (const auto& file : std::filesystem::directory_iterator(TRAMMEL_SOURCE_DIR "/models/validation"))
        files.insert(file.path().stem().string());
    for (const ReferenceProblem& problem : referenceProblems()) problems.insert(problem.model);
    EXPECT_EQ(files, problems);
}

TEST(ValidationPage, NamesEveryProblemAndIntegratorAndShowsItsImages) {
    const std::string folder = TRAMMEL_SOURCE_DIR "/resources/help/";
    std::ostringstream text;
    text << std::ifstream(folder + "validation.md").rdbuf();
    const std::string page = text.str();
    const char* const remedy = " is missing; run packaging/validate";
    for (const auto& file : std::filesystem::directory_iterator(TRAMMEL_SOURCE_DIR "/models/validation"))
        EXPECT_NE(page.find("`" + file.path().stem().string() + "`"), std::string::npos) << file.path() << remedy;
    for (const TypeDescriptor& type : integratorTypes())
        EXPECT_NE(page.find("| " + type.label + " |"), std::string::npos) << type.label << remedy;
    std::set<std::string> shown, there;
    for (std::size_t at = 0; (at = page.find("](validation/", at)) != std::string::npos; ++at)
        shown.insert(page.substr(at + 13, page.find(')', at) - at - 13));
    for (const auto& file : std::filesystem::directory_iterator(folder + "validation"))
        there.insert(file.path().filename().string());
    EXPECT_EQ(shown, there);
    EXPECT_FALSE(shown.empty());
}

}  // namespace
}  // namespace trammel::test
