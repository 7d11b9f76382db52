// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "base/exceptions.h"
#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "system/event_handler.h"
#include "system/measure.h"
#include "system/state_file.h"
#include "tests/unit/integrate/small_systems.h"
#include "tests/unit/system/rig.h"

namespace trammel {
namespace {

using test::EquationsSystem;

/// A study with the default method.
struct MeasuredStudy {
    explicit MeasuredStudy(System& system, Real accuracy = 1e-8)
        : integrator(createIntegrator("rungeKuttaMerson", system)), stepper(system, *integrator) {
        integrator->setAccuracy(accuracy);
        stepper.initialize(system.realizeTopology());
    }
    const State& at(Real t) {
        EXPECT_EQ(stepper.stepTo(t), Integrator::ReachedReportTime);
        stepper.getIntegrator().getSystem().realize(stepper.getState());
        return stepper.getState();
    }
    std::unique_ptr<Integrator> integrator;
    TimeStepper stepper;
};

/// A coordinate of a subsystem as a measure of the user's own: q, then u, then udot.
class Coordinate : public Measure_<Real>::Implementation {
public:
    explicit Coordinate(SubsystemIndex of) : Measure_<Real>::Implementation(3), of_(of) {}
    Coordinate* cloneVirtual() const override { return new Coordinate(*this); }
    int getNumTimeDerivativesVirtual() const override { return 2; }
    Stage getDependsOnStageVirtual(int order) const override {
        return order == 0 ? Stage::Position : order == 1 ? Stage::Velocity : Stage::Acceleration;
    }
    void calcCachedValueVirtual(const State& s, int order, Real& value) const override {
        ++calls;
        value = order == 0 ? s.getQ(of_)[0] : order == 1 ? s.getU(of_)[0] : s.getUDot(of_)[0];
    }
    mutable int calls = 0;

private:
    SubsystemIndex of_;
};
struct CoordinateMeasure : Measure {
    CoordinateMeasure(Subsystem& sub, SubsystemIndex of) : Measure(sub, new Coordinate(of), SetHandle()) {}
    const Coordinate& coordinate() const { return dynamic_cast<const Coordinate&>(getImpl()); }
};

// --- Elementary ---

TEST(Measures, ElementaryOnesHaveTheirClosedForms) {
    System system;
    const Measure::Constant three(system, 3);
    const Measure::Zero zero(system);
    const Measure::One one;
    const Measure::Time time(system);
    const Measure::Sinusoid wave(system, 2, 3, 0.5);
    State s = system.realizeTopology();
    s.updTime() = 0.7;
    EXPECT_EQ(three.getValue(s), 3);
    EXPECT_EQ(three.getValue(s, 5), 0);
    EXPECT_EQ(zero.getValue(s), 0);
    EXPECT_EQ(one.getValue(s), 1) << "a constant needs no subsystem";
    EXPECT_EQ(three.getDependsOnStage(), Stage::Topology);
    system.realize(s, Stage::Time);
    EXPECT_EQ(time.getValue(s), 0.7);
    EXPECT_EQ(time.getValue(s, 1), 1);
    EXPECT_EQ(time.getValue(s, 2), 0);
    const Real angle = 3 * 0.7 + 0.5;
    EXPECT_DOUBLE_EQ(wave.getValue(s), 2 * std::sin(angle));
    EXPECT_DOUBLE_EQ(wave.getValue(s, 1), 6 * std::cos(angle));
    EXPECT_DOUBLE_EQ(wave.getValue(s, 2), -18 * std::sin(angle));
    EXPECT_DOUBLE_EQ(wave.getValue(s, 3), -54 * std::cos(angle));
    EXPECT_EQ(wave.getNumTimeDerivatives(), 3);
    EXPECT_THROW(wave.getValue(s, 4), Exception);
}

TEST(Measures, AValueRequestedTooEarlyIsRefusedByName) {
    System system;
    Measure::Sinusoid wave(system, 1, 1);
    wave.setName("tide");
    const CoordinateMeasure position(system, SubsystemIndex(0));
    State s = system.realizeTopology();
    const std::string message = testing::messageOf([&] { wave.getValue(s); });
    EXPECT_TRUE(testing::contains(message, "tide")) << message;
    EXPECT_THROW(position.getValue(s, 2), StageTooLow);
}

TEST(Measures, HandlesShareAndTheSubsystemKeepsTheMeasure) {
    System system;
    Measure::Constant three(system, 3);
    const Measure same = three;
    EXPECT_TRUE(same.isSameMeasure(three));
    EXPECT_TRUE(same.isSameSubsystem(system.getSubsystem(SubsystemIndex(0))));
    const Subsystem& sub = system;
    ASSERT_EQ(sub.getNumMeasures(), 1);
    EXPECT_TRUE(sub.getMeasure(three.getSubsystemMeasureIndex()).isSameMeasure(three));
    EXPECT_EQ(sub.getMeasure_<Real>(MeasureIndex(0)).getValue(system.realizeTopology()), 3);
    EXPECT_TRUE(Measure::Constant::isA(same));
    EXPECT_FALSE(Measure::Time::isA(same));
    EXPECT_THROW(Measure::Time::getAs(same), Exception);
    EXPECT_THROW(sub.getMeasure(MeasureIndex(1)), IndexOutOfRange);

    Measure copy;
    copy.deepAssign(three);
    EXPECT_FALSE(copy.isSameMeasure(three));
    EXPECT_FALSE(copy.isInSubsystem());
    Measure::Constant::getAs(same).setValue(4);
    EXPECT_FALSE(system.systemTopologyHasBeenRealized());
    EXPECT_EQ(three.getValue(system.realizeTopology()), 4);
    EXPECT_EQ(copy.getValue(system.getDefaultState()), 3);
}

TEST(Measures, AMeasureThatOutlivesItsSystemReportsIt) {
    auto system = std::make_unique<System>();
    const Measure::Time time(*system);
    system.reset();
    EXPECT_FALSE(time.isInSubsystem());
    EXPECT_THROW(time.getSubsystem(), Exception);
    const Measure empty;
    EXPECT_TRUE(empty.isEmptyHandle());
    EXPECT_THROW(empty.getName(), Exception);
}

TEST(Measures, AVariableBacksTheStateUpToItsStage) {
    System system;
    const Measure::Variable stiffness(system, Stage::Dynamics, 5);
    const Measure::Scale twice(system, 2, stiffness);
    State s = system.realizeTopology();
    system.realize(s);
    EXPECT_EQ(twice.getValue(s), 10);
    stiffness.setValue(s, 6);
    EXPECT_EQ(s.getSystemStage(), Stage::Velocity);
    EXPECT_EQ(stiffness.getValue(s), 6);
    EXPECT_EQ(twice.getValue(s), 12);
    EXPECT_EQ(stiffness.getValue(s, 1), 0);
}

TEST(Measures, AResultReturnsTheStoredValue) {
    System system;
    const Measure::Result result(system, Stage::Position, Stage::Dynamics);
    State s = system.realizeTopology();
    system.realize(s);
    EXPECT_FALSE(result.isValid(s));
    EXPECT_THROW(result.getValue(s), CacheEntryOutOfDate);
    result.setValue(s, 7);
    EXPECT_EQ(result.getValue(s), 7);
    EXPECT_EQ(s.getSystemStage(), Stage::Velocity) << "dependents of the result are invalidated";
    s.updTime() = 1;
    system.realize(s, Stage::Position);
    EXPECT_FALSE(result.isValid(s));
    EXPECT_THROW(Measure::Result(system, Stage::Dynamics, Stage::Position), Exception);
}

TEST(Measures, SumsDifferencesAndMultiplesHaveDerivatives) {
    System system;
    const Measure::Sinusoid wave(system, 2, 3);
    const Measure::Time time(system);
    const Measure::Plus sum(system, wave, time);
    const Measure::Minus difference(system, sum, Measure::Constant(1));
    const Measure::Scale result(system, -2, difference);
    State s = system.realizeTopology();
    s.updTime() = 0.3;
    system.realize(s, Stage::Time);
    EXPECT_DOUBLE_EQ(result.getValue(s), -2 * (2 * std::sin(0.9) + 0.3 - 1));
    EXPECT_DOUBLE_EQ(result.getValue(s, 1), -2 * (6 * std::cos(0.9) + 1));
    EXPECT_DOUBLE_EQ(result.getValue(s, 2), 36 * std::sin(0.9));
    EXPECT_EQ(result.getDependsOnStage(), Stage::Time);
}

TEST(Measures, AValueIsComputedOnceAndAgainOnlyAfterAChange) {
    EquationsSystem system(test::oscillator());
    const CoordinateMeasure position(system, SubsystemIndex(1));
    State s = system.realizeTopology();
    system.realize(s);
    EXPECT_EQ(position.getValue(s), 1);
    EXPECT_EQ(position.getValue(s), 1);
    EXPECT_EQ(position.coordinate().calls, 1);
    s.updU()[0] = 4;
    EXPECT_EQ(position.getValue(s), 1);
    EXPECT_EQ(position.coordinate().calls, 1) << "speeds do not matter";
    s.updQ()[0] = 2;
    system.realize(s);
    EXPECT_EQ(position.getValue(s), 2);
    EXPECT_EQ(position.getValue(s, 2), -2);
}

TEST(Measures, AValueReadBeforeItsStageDoesNotOutliveAChange) {
    EquationsSystem system(test::oscillator());
    const CoordinateMeasure position(system, SubsystemIndex(1));
    State s = system.realizeTopology();
    system.realize(s, Stage::Time);
    EXPECT_EQ(position.getValue(s), 1) << "as while Position is being realized";
    s.updQ()[0] = 2;
    system.realize(s, Stage::Position);
    EXPECT_EQ(position.getValue(s), 2);
}

TEST(Measures, MayHaveVectorValues) {
    System system;
    const Measure_<Vec3>::Sinusoid wave(system, Vec3(1, 2, 3), Vec3(1, 1, 2));
    const Measure_<Vec3>::Constant start(system, Vec3(0, 0, 1));
    const Measure_<Vec3>::Integrate integral(system, wave, start);
    const Measure_<Vec3>::Plus sum(system, integral, wave);
    MeasuredStudy study(system);
    const State& s = study.at(1);
    const Vec3 expected(1 - std::cos(1.), 2 * (1 - std::cos(1.)), 1 + 1.5 * (1 - std::cos(2.)));
    EXPECT_LE((integral.getValue(s) - expected).norm(), 1e-7);
    EXPECT_LE((sum.getValue(s) - expected - Vec3(std::sin(1.), 2 * std::sin(1.), 3 * std::sin(2.))).norm(), 1e-7);
}

TEST(Measures, NamesReachVariablesEntriesAndMessages) {
    System system;
    const Measure::Sinusoid wave(system, 1, 1);
    Measure::Integrate integral(system, wave, Measure::Zero());
    integral.setName("water");
    State s = system.realizeTopology();
    EXPECT_EQ(system.describeY(s, 0), "water");
    EXPECT_EQ(wave.getName(), "sinusoid 0");
    const std::string cache = s.cacheToString();
    EXPECT_TRUE(testing::contains(cache, "'water'")) << cache;
    EXPECT_TRUE(testing::contains(cache, "derivative 2 of sinusoid 0")) << cache;
}

// --- In time ---

TEST(Measures, TheIntegralOfASinusoidIsTheAnalyticOne) {
    System system;
    const Measure::Sinusoid wave(system, 2, 3, 0.5);
    const Measure::Constant start(system, 0.25);
    const Measure::Integrate integral(system, wave, start);
    MeasuredStudy study(system);
    for (const Real t : {0., 0.5, 1.3, 4.}) {
        const State& s = study.at(t);
        EXPECT_NEAR(integral.getValue(s), 0.25 + 2. / 3 * (std::cos(0.5) - std::cos(3 * t + 0.5)), 1e-7);
        EXPECT_EQ(integral.getValue(s, 1), wave.getValue(s));
        EXPECT_EQ(integral.getValue(s, 2), wave.getValue(s, 1));
    }
}

TEST(Measures, AnIntegralWithoutInitialConditionStartsFromTheState) {
    System system;
    const Measure::Integrate integral(system, Measure::One(system), Measure());
    State s = system.realizeTopology();
    integral.setValue(s, 5);
    const auto integrator = createIntegrator("rungeKuttaMerson", system);
    TimeStepper stepper(system, *integrator);
    stepper.initialize(s);
    stepper.stepTo(2);
    EXPECT_NEAR(integral.getValue(stepper.getState()), 7, 1e-12);
}

TEST(Measures, AnIntegralOfAnIntegralIsInitializedByABareIntegrator) {
    System system;
    const Measure::Integrate velocity(system, Measure::Constant(system, -9.81), Measure::Constant(system, 3));
    const Measure::Integrate height(system, velocity, Measure::Constant(system, 1));
    const auto integrator = createIntegrator("rungeKuttaMerson", system);
    integrator->initialize(system.realizeTopology());
    EXPECT_EQ(height.getValue(integrator->getState()), 1);
    while (integrator->stepTo(0.5) != Integrator::ReachedReportTime) {
    }
    EXPECT_NEAR(height.getValue(integrator->getState()), 1 + 3 * 0.5 - 0.5 * 9.81 * 0.25, 1e-9);
}

TEST(Measures, ReadersOfAnIntegralAreNeverStale) {
    System system;
    const Measure::Integrate integral(system, Measure::One(system), Measure::Zero(system));
    const Measure::Scale twice(system, 2, integral);
    State s = system.realizeTopology();
    system.realize(s);
    EXPECT_EQ(twice.getValue(s), 0);
    integral.setValue(s, 4);
    system.realize(s);
    EXPECT_EQ(twice.getValue(s), 8);
}

TEST(Measures, ADerivativeIsExactWhereTheOperandKnowsIt) {
    EquationsSystem system(test::oscillator());
    const CoordinateMeasure position(system, SubsystemIndex(1));
    const Measure::Differentiate rate(system, position);
    EXPECT_FALSE(rate.isUsingApproximation());
    EXPECT_EQ(rate.getNumTimeDerivatives(), 1);
    EXPECT_EQ(rate.getDependsOnStage(), Stage::Velocity);
    MeasuredStudy study(system);
    const State& s = study.at(0.8);
    EXPECT_EQ(rate.getValue(s), s.getU()[0]);
    EXPECT_EQ(rate.getValue(s, 1), s.getUDot()[0]);
}

TEST(Measures, ADerivativeIsApproximatedInSecondOrderOtherwise) {
    const auto worstError = [](Real step) {
        System system;
        const Measure::Sinusoid wave(system, 1, 1);
        Measure::Differentiate rate(system, wave);
        rate.setForceUseApproximation(true);
        EXPECT_TRUE(rate.isUsingApproximation());
        EXPECT_EQ(rate.getNumTimeDerivatives(), 0);
        const Measure::Integrate moving(system, wave, Measure::Zero(system));
        const auto integrator = createIntegrator("rungeKuttaMerson", system);
        integrator->setFixedStepSize(step);
        integrator->setReturnEveryInternalStep(true);
        integrator->initialize(system.realizeTopology());
        Real worst = 0;
        while (integrator->stepTo(3) != Integrator::ReachedReportTime) {
            const State& s = integrator->getState();
            if (s.getTime() > 2.5 * step) worst = std::max(worst, std::abs(rate.getValue(s) - std::cos(s.getTime())));
        }
        return worst;
    };
    const Real coarse = worstError(0.02), fine = worstError(0.01);
    EXPECT_LE(coarse, 0.02 * 0.02);
    EXPECT_NEAR(coarse / fine, 4, 0.4);
}

TEST(Measures, ExtremesAreThoseOfTheWholeSwingSoFar) {
    // 1 + cos t, at steps no longer than 0.01: a peak is missed by less than 0.01² / 8.
    EquationsSystem system(test::oscillator());
    const CoordinateMeasure position(system, SubsystemIndex(1));
    const Measure::Plus shifted(system, position, Measure::Constant(1));
    const Measure::Maximum maximum(system, shifted);
    const Measure::Minimum minimum(system, shifted);
    const Measure::MaxAbs largest(system, position);
    const Measure::MinAbs smallest(system, position);
    MeasuredStudy study(system);
    study.integrator->setMaximumStepSize(0.01);
    const State& quarter = study.at(1);
    EXPECT_NEAR(maximum.getValue(quarter), 2, 1e-7);
    EXPECT_EQ(maximum.getTimeOfExtremeValue(quarter), 0);
    EXPECT_NEAR(minimum.getValue(quarter), 1 + std::cos(1.), 1e-6);
    EXPECT_NEAR(minimum.getValue(quarter, 1), -std::sin(1.), 1e-6) << "still on its way down";
    EXPECT_EQ(maximum.getValue(quarter, 1), 0);
    EXPECT_EQ(minimum.getTimeOfExtremeValue(quarter), 1);
    const State& most = study.at(5);
    EXPECT_NEAR(minimum.getValue(most), 0, 2e-5);
    EXPECT_NEAR(minimum.getTimeOfExtremeValue(most), Pi, 0.01);
    EXPECT_NEAR(largest.getValue(most), 1, 2e-5);
    EXPECT_NEAR(smallest.getValue(most), 0, 0.006);
    EXPECT_EQ(minimum.getValue(most, 1), 0);
}

TEST(Measures, ExtremeCanBeRestarted) {
    EquationsSystem system(test::oscillator());
    const CoordinateMeasure position(system, SubsystemIndex(1));
    const Measure::Maximum maximum(system, position);
    struct Restart : PeriodicEventHandler {
        explicit Restart(const Measure::Maximum& m) : PeriodicEventHandler(2), maximum(m) {}
        void handleEvent(State& s, Real, bool&) const override {
            if (s.getTime() > 0) maximum.setValue(s, -5);
        }
        Measure::Maximum maximum;
    };
    system.addEventHandler(new Restart(maximum));
    MeasuredStudy study(system);
    EXPECT_EQ(maximum.getValue(study.at(1.9)), 1);
    EXPECT_NEAR(maximum.getValue(study.at(3)), std::cos(2.), 1e-6);
}

TEST(Measures, ADelayedRampIsARampThatStartsLater) {
    for (const bool linear : {false, true}) {
        System system;
        const Measure::Time time(system);
        const Measure::Integrate moving(system, Measure::Sinusoid(system, 1, 20), Measure::Zero(system));
        Measure::Delay delayed(system, time, 0.4);
        delayed.setUseLinearInterpolationOnly(linear);
        EXPECT_EQ(delayed.getDelay(), 0.4);
        MeasuredStudy study(system);
        EXPECT_EQ(delayed.getValue(study.at(0)), 0);
        EXPECT_NEAR(delayed.getValue(study.at(0.3)), 0, 1e-14);
        for (const Real t : {0.5, 1., 2.2, 3.}) EXPECT_NEAR(delayed.getValue(study.at(t)), t - 0.4, 1e-13);
    }
}

TEST(Measures, ADelayedSinusoidIsInterpolatedByCubics) {
    System system;
    const Measure::Sinusoid wave(system, 1, 2);
    const Measure::Integrate moving(system, wave, Measure::Zero(system));
    const Measure::Delay delayed(system, wave, 0.35);
    MeasuredStudy study(system);
    study.integrator->setMaximumStepSize(0.05);
    study.at(0);
    // h^4 / 384 of the fourth derivative, 16
    for (const Real t : {0.7, 1.1, 2.9}) EXPECT_NEAR(delayed.getValue(study.at(t)), std::sin(2 * (t - 0.35)), 3e-7);
}

TEST(Measures, ADelayWithinAStepMayUseTheCurrentValue) {
    System system;
    const Measure::Sinusoid wave(system, 1, 1);
    const Measure::Integrate moving(system, wave, Measure::Zero(system));
    Measure::Delay delayed(system, wave, 1e-4);
    delayed.setCanUseCurrentValue(true);
    MeasuredStudy study(system);
    study.integrator->setMaximumStepSize(0.1);
    study.at(0);
    for (const Real t : {0.77, 1.23, 2.9}) EXPECT_NEAR(delayed.getValue(study.at(t)), std::sin(t - 1e-4), 1e-6);
    EXPECT_THROW(Measure::Delay(system, wave, -1), Exception);
}

TEST(Measures, ASampleIsHeldUntilTheNextOne) {
    System system;
    const Measure::Sinusoid wave(system, 1, 1, Pi / 2);
    const Measure::Integrate moving(system, wave, Measure::Zero(system));
    const Measure::SampleAndHold held(system, wave);
    struct Sample : PeriodicEventHandler {
        explicit Sample(const Measure::SampleAndHold& m) : PeriodicEventHandler(1), held(m) {}
        void handleEvent(State& s, Real, bool&) const override { held.sample(s); }
        Measure::SampleAndHold held;
    };
    system.addEventHandler(new Sample(held));
    MeasuredStudy study(system);
    EXPECT_DOUBLE_EQ(held.getValue(study.at(0.9)), 1);
    EXPECT_DOUBLE_EQ(held.getValue(study.at(1.7)), std::cos(1.));
    EXPECT_DOUBLE_EQ(held.getValue(study.at(2.3)), std::cos(2.));
    EXPECT_EQ(held.getValue(study.stepper.getState(), 1), 0);
}

TEST(Measures, ASampleIsTakenAtAnEventBeforeItIsHandled) {
    EquationsSystem system(test::bouncingBall(0.5));
    class Speed : public Measure_<Real>::Implementation {
    public:
        Speed* cloneVirtual() const override { return new Speed(*this); }
        Stage getDependsOnStageVirtual(int) const override { return Stage::Velocity; }
        void calcCachedValueVirtual(const State& s, int, Real& value) const override { value = s.getU()[0]; }
    };
    struct SpeedMeasure : Measure {
        explicit SpeedMeasure(Subsystem& sub) : Measure(sub, new Speed, SetHandle()) {}
    };
    const SpeedMeasure speed(system);
    // The ball's impact is the first event of the first subsystem after the default one.
    State s = system.realizeTopology();
    system.realize(s, Stage::Instance);
    Array_<EventTriggerInfo> info;
    system.calcEventTriggerInfo(s, info);
    const Measure::SampleAndHold impact(system, speed, info[0].getEventId());
    MeasuredStudy study(system);
    EXPECT_NEAR(impact.getValue(study.at(0.5)), -std::sqrt(2 * 9.81), 1e-6);
    EXPECT_NEAR(study.stepper.getState().getU()[0], 0.5 * std::sqrt(2 * 9.81) - 9.81 * (0.5 - std::sqrt(2 / 9.81)),
                1e-6);
}

TEST(Measures, CopiedStateContinuesLikeTheOriginal) {
    EquationsSystem system(test::oscillator());
    const CoordinateMeasure position(system, SubsystemIndex(1));
    const Measure::Minimum minimum(system, position);
    const Measure::Integrate integral(system, position, Measure::Zero(system));
    MeasuredStudy study(system);
    study.at(4);
    const State copy = study.stepper.getState();
    system.realize(copy);
    EXPECT_EQ(minimum.getValue(copy), minimum.getValue(study.stepper.getState()));
    EXPECT_NEAR(minimum.getValue(copy), -1, 0.05);
    EXPECT_EQ(integral.getValue(copy), integral.getValue(study.stepper.getState()));
}

TEST(Measures, ASavedStateRestoresTheirHistory) {
    EquationsSystem system(test::oscillator());
    const CoordinateMeasure position(system, SubsystemIndex(1));
    const Measure::Minimum minimum(system, position);
    Measure::Differentiate rate(system, position);
    rate.setForceUseApproximation(true);
    const Measure::Delay delayed(system, position, 0.5);
    MeasuredStudy study(system);
    study.at(4);
    const State& original = study.integrator->getAdvancedState();
    std::stringstream file;
    EXPECT_FALSE(saveState(file, system, original).hasErrors());
    const auto loaded = loadState(file, system);
    ASSERT_TRUE(loaded) << loaded.diagnostics.items().front().toString();
    const State& copy = *loaded;
    system.realize(copy);
    for (const Measure& m : {Measure(minimum), Measure(rate), Measure(delayed)})
        EXPECT_EQ(m.getValue(copy), m.getValue(original)) << m.getName();
}

}  // namespace
}  // namespace trammel
