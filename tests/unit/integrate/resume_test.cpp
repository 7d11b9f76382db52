// SPDX-License-Identifier: Apache-2.0
// A saved and resumed run continues bitwise identically: every row of the registry.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cmath>
#include <sstream>

#include "base/exceptions.h"
#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "tests/unit/integrate/integrator_rig.h"
#include "tests/unit/integrate/print_type.h"
#include "tests/unit/integrate/small_systems.h"

namespace trammel {
namespace {

using test::EquationsSystem;

class EveryIntegratorResumed : public testing::TestWithParam<TypeDescriptor> {
protected:
    std::unique_ptr<Integrator> make(const System& system) const { return createIntegrator(GetParam().key, system); }
};

/// A sample of a run, for bitwise comparison.
struct Sample {
    Real time, advancedTime;
    Vector y, advancedY;
    long stepsTaken;
};
Sample sampleOf(const TimeStepper& stepper) {
    const Integrator& i = stepper.getIntegrator();
    return {i.getTime(), i.getAdvancedTime(), i.getState().getY(), i.getAdvancedState().getY(), i.getNumStepsTaken()};
}
void expectSame(const std::vector<Sample>& a, const std::vector<Sample>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].time, b[i].time);
        EXPECT_EQ(a[i].advancedTime, b[i].advancedTime) << "sample " << i;
        EXPECT_TRUE(test::identical(a[i].y, b[i].y)) << "sample " << i;
        EXPECT_TRUE(test::identical(a[i].advancedY, b[i].advancedY)) << "sample " << i;
        EXPECT_EQ(a[i].stepsTaken, b[i].stepsTaken);
    }
}

/// Through text, as in a file.
IntegratorMemory written(const Result<IntegratorMemory>& memory) {
    EXPECT_TRUE(memory);
    for (const Diagnostic& d : memory.diagnostics) ADD_FAILURE() << d.toString();
    std::stringstream text;
    memory->write(text);
    const auto read = IntegratorMemory::read(text);
    for (const Diagnostic& d : read.diagnostics) ADD_FAILURE() << d.toString();
    std::stringstream again;
    read->write(again);
    EXPECT_EQ(text.str(), again.str());
    return *read;
}

struct SampledRun {
    const System* system;
    std::function<std::unique_ptr<Integrator>()> make;
    int samples;
    Real interval;
};

/// The samples of a run; with @p everyTime it is saved and resumed by a new integrator after each.
std::vector<Sample> samplesOf(const SampledRun& run, bool everyTime) {
    std::vector<Sample> samples;
    auto integrator = run.make();
    auto stepper = std::make_unique<TimeStepper>(*run.system, *integrator);
    stepper->initialize(run.system->getDefaultState());
    for (int k = 1; k <= run.samples; ++k) {
        EXPECT_EQ(stepper->stepTo(k * run.interval), Integrator::ReachedReportTime);
        if (everyTime) {
            const IntegratorMemory memory = written(stepper->makeMemory());
            auto next = run.make();
            auto nextStepper = std::make_unique<TimeStepper>(*run.system, *next);
            for (const Diagnostic& d : nextStepper->resume(memory)) ADD_FAILURE() << d.toString();
            stepper = std::move(nextStepper);
            integrator = std::move(next);
        }
        samples.push_back(sampleOf(*stepper));
    }
    return samples;
}

void expectResumable(const SampledRun& run) { expectSame(samplesOf(run, false), samplesOf(run, true)); }

TEST_P(EveryIntegratorResumed, ContinuesIdenticallyInSmoothMotion) {
    const EquationsSystem system(test::kepler(0.3));
    expectResumable({&system, [&] { return make(system); }, 25, 0.11});
}

TEST_P(EveryIntegratorResumed, ContinuesIdenticallyWithFixedSteps) {
    const EquationsSystem system(test::kepler(0.3));
    const auto fixed = [&] {
        auto integrator = make(system);
        integrator->setFixedStepSize(0.01);
        return integrator;
    };
    expectResumable({&system, fixed, 20, 0.033});
}

TEST_P(EveryIntegratorResumed, ContinuesIdenticallyAcrossBreaks) {
    // Saved so shortly before each break that the step ends there: between it and the restart behind it.
    const test::BreakingSystem system;
    const SampledRun run{&system, [&] { return make(system); }, 9, 0.0999999};
    const std::vector<Sample> samples = samplesOf(run, false);
    EXPECT_EQ(samples[2].advancedTime, 0.3);
    EXPECT_EQ(samples[6].advancedTime, 0.7);
    expectSame(samples, samplesOf(run, true));
}

TEST_P(EveryIntegratorResumed, ContinuesIdenticallyOnConstraints) {
    const test::CartesianPendulum system;
    expectResumable({&system, [&] { return make(system); }, 20, 0.07});
}

TEST_P(EveryIntegratorResumed, ContinuesIdenticallyThroughEvents) {
    auto ball = test::bouncingBall(0.8);
    // Occasional kicks, and a handler that changes nothing.
    ball.periodic.push_back({.interval = 0.4, .event = [](State& s) { s.updU()[0] += 0.1; }, .report = {}});
    ball.periodic.push_back({.interval = 0.05, .event = [](State&) {}, .report = {}});
    const EquationsSystem system(ball);
    expectResumable({&system, [&] { return make(system); }, 40, 0.037});
}

TEST_P(EveryIntegratorResumed, ContinuesIdenticallyWithAutoUpdateVariables) {
    auto e = test::decay();
    e.memory = 0;
    e.nextMemory = [](const State& s) { return s.getTime(); };
    const EquationsSystem system(e);
    expectResumable({&system, [&] { return make(system); }, 20, 0.1});
}

TEST_P(EveryIntegratorResumed, ContinuesIdenticallyFromEitherSideOfAnEvent) {
    // The handler writes the current value: stepping restarts at the same y.
    auto e = test::kepler(0.3);
    e.periodic.push_back({.interval = 0.3, .event = [](State& s) { s.updU()[0] += 0; }, .report = {}});
    const EquationsSystem system(e);
    const auto samples = [&](bool resumed) {
        std::vector<Sample> all;
        auto integrator = make(system);
        auto stepper = std::make_unique<TimeStepper>(system, *integrator);
        stepper->setReportAllSignificantStates(true);
        stepper->initialize(system.start());
        while (stepper->stepTo(1) != Integrator::ReachedReportTime) {
            if (resumed) {
                const IntegratorMemory memory = written(stepper->makeMemory());
                auto next = make(system);
                stepper = std::make_unique<TimeStepper>(system, *next);
                integrator = std::move(next);
                stepper->setReportAllSignificantStates(true);
                for (const Diagnostic& d : stepper->resume(memory)) ADD_FAILURE() << d.toString();
            }
            all.push_back(sampleOf(*stepper));
        }
        EXPECT_GE(all.size(), 8u);
        return all;
    };
    expectSame(samples(false), samples(true));
}

TEST_P(EveryIntegratorResumed, SavesTheSameBytesForAnyContentsOfFreshMemory) {
    const EquationsSystem system(test::bouncingBall(0.8));
    const auto saved = [&](int fill) {
        // New blocks hold this byte.
        mallopt(M_PERTURB, fill);
        std::ostringstream text;
        {
            const auto integrator = make(system);
            TimeStepper stepper(system, *integrator);
            stepper.initialize(system.start());
            for (int k = 0; k < 8; ++k) {
                stepper.makeMemory()->write(text);
                stepper.stepTo(0.1 * k);
            }
        }
        mallopt(M_PERTURB, 0);
        return text.str();
    };
    EXPECT_EQ(saved(0x55), saved(0xaa));
}

TEST_P(EveryIntegratorResumed, SavingDoesNotAffectTheRun) {
    const EquationsSystem system(test::kepler(0.3));
    const auto a = make(system), b = make(system);
    TimeStepper first(system, *a), second(system, *b);
    first.initialize(system.start());
    second.initialize(system.start());
    for (int k = 1; k <= 20; ++k) {
        first.stepTo(0.1 * k);
        second.stepTo(0.1 * k);
        EXPECT_TRUE(second.makeMemory());
    }
    expectSame({sampleOf(first)}, {sampleOf(second)});
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryIntegratorResumed, testing::ValuesIn(integratorTypes()),
                         [](const auto& row) { return row.param.key; });

/// A memory of a run of the two bodies, by Merson's method.
IntegratorMemory keplerMemory(const EquationsSystem& system) {
    const auto integrator = createIntegrator("rungeKuttaMerson", system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(system.start());
    stepper.stepTo(1);
    return *stepper.makeMemory();
}

TEST(IntegratorMemory, IsRefusedByAnotherMethodAndAnotherModel) {
    const EquationsSystem kepler(test::kepler(0.3)), ball(test::bouncingBall(0.8));
    const IntegratorMemory memory = keplerMemory(kepler);
    const auto other = createIntegrator("verlet", kepler);
    const Diagnostics method = other->resume(memory);
    ASSERT_TRUE(method.hasErrors());
    EXPECT_EQ(method.items()[0].message, "The interrupted run used Runge-Kutta-Merson 4(3), not Velocity Verlet.");
    EXPECT_THROW(other->stepTo(2), Exception);
    EXPECT_TRUE(createIntegrator("rungeKuttaMerson", ball)->resume(memory).hasErrors());
}

TEST(IntegratorMemory, ReportsMissingData) {
    const EquationsSystem system(test::kepler(0.3));
    IntegratorMemory memory = keplerMemory(system);
    std::erase_if(memory.numbers, [](const auto& row) { return row.name == "last error"; });
    const Diagnostics diagnostics = createIntegrator("rungeKuttaMerson", system)->resume(memory);
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics.items()[0].place, "last error");
}

TEST(IntegratorMemory, IsRefusedWithItsLineWhenTheTextIsDamaged) {
    const EquationsSystem system(test::kepler(0.3));
    std::stringstream text;
    keplerMemory(system).write(text);
    const std::string good = text.str();
    const auto read = [](const std::string& s) {
        std::istringstream in(s);
        return IntegratorMemory::read(in);
    };
    ASSERT_TRUE(read(good));
    std::string changed = good;
    changed[good.find("numbers \"step start\" = ") + 24] ^= 1;
    for (const std::string& bad : {changed, good.substr(0, good.size() / 2), std::string("nothing of the kind\n")}) {
        const auto result = read(bad);
        EXPECT_FALSE(result);
        ASSERT_TRUE(result.diagnostics.hasErrors());
        EXPECT_EQ(result.diagnostics.items()[0].place.substr(0, 5), "line ");
    }
}

TEST(IntegratorMemory, IsRefusedIfWrittenByAnotherVersion) {
    std::istringstream in("trammel integrator memory 2\nmethod \"Verlet\"\nend checksum 0\n");
    const auto read = IntegratorMemory::read(in);
    ASSERT_EQ(read.diagnostics.size(), 1u);
    EXPECT_EQ(read.diagnostics.begin()->message, "The run was interrupted in another version of Trammel.");
}

TEST(IntegratorMemory, CannotBeMadeBeforeTheStartOrAfterTheEnd) {
    const EquationsSystem system(test::decay());
    const auto integrator = createIntegrator("rungeKutta3", system);
    EXPECT_THROW(integrator->makeMemory(), Exception);
    integrator->setFinalTime(1);
    integrator->initialize(system.start());
    while (integrator->stepTo(2) != Integrator::EndOfSimulation) {
    }
    EXPECT_THROW(integrator->makeMemory(), Exception);
}

}  // namespace
}  // namespace trammel
