// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "simbody/Simbody.h"

namespace {

using namespace SimTK;

constexpr Real kB = 0.7, bathTemperature = 2.5, relaxationTime = 0.5;

/// A chain of pendulums with balls for joints, in a heat bath.
struct HotChain {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::UniformGravity gravity{forces, matter, Vec3(0, -9.8, 0)};
    Force::Thermostat thermostat{forces, matter, kB, bathTemperature, relaxationTime, 0};

    explicit HotChain(int bodies) {
        const Body::Rigid body(MassProperties(1, Vec3(0), Inertia(0.3, 0.4, 0.5)));
        for (int i = 0; i < bodies; ++i)
            MobilizedBody::Ball(matter.updMobilizedBody(MobilizedBodyIndex(i)), Transform(Vec3(0, i ? -0.5 : 0, 0)),
                                body, Transform(Vec3(0, 0.5, 0)));
    }
    State start(Real temperature) const {
        State s = system.realizeTopology();
        system.realize(s, Stage::Position);
        thermostat.setSystemToTemperature(s, temperature);
        return s;
    }
};

TEST(Thermostat, SetsAnyTemperature) {
    HotChain chain(3);
    State s = chain.start(4);
    EXPECT_EQ(chain.thermostat.getNumThermalDofs(s), 9);
    EXPECT_NEAR(chain.thermostat.getCurrentTemperature(s), 4, 1e-12);
    EXPECT_NEAR(chain.system.calcKineticEnergy(s), 4 * 9 * kB / 2, 1e-12);
    chain.thermostat.initializeSystemToBathTemperature(s);
    EXPECT_NEAR(chain.thermostat.getCurrentTemperature(s), bathTemperature, 1e-12);
}

TEST(Thermostat, CountsIndependentConstraintsOnce) {
    HotChain chain(3);
    MobilizedBody& last = chain.matter.updMobilizedBody(MobilizedBodyIndex(3));
    for (int copy = 0; copy < 2; ++copy)
        Constraint::Rod(chain.matter.Ground(), Vec3(2, 0, 0), last, Vec3(0), std::hypot(2, 2.5));
    chain.thermostat.setDefaultNumExcludedDofs(2);
    State s = chain.start(4);
    EXPECT_EQ(chain.thermostat.getNumThermalDofs(s), 9 - 1 - 2);
    EXPECT_NEAR(chain.thermostat.getCurrentTemperature(s), 4, 1e-12);
    EXPECT_LT(s.getUErr().norm(), 1e-4);
}

TEST(Thermostat, ConservesEnergyTogetherWithItsBath) {
    HotChain chain(3);
    RungeKuttaMersonIntegrator integrator(chain.system);
    constexpr Real accuracy = 1e-8;
    integrator.setAccuracy(accuracy);
    TimeStepper stepper(chain.system, integrator);
    stepper.initialize(chain.start(5));
    const auto total = [&](const State& s) {
        chain.system.realize(s, Stage::Acceleration);
        return chain.system.calcEnergy(s) + chain.thermostat.calcBathEnergy(s);
    };
    const Real before = total(stepper.getState()), energy = chain.system.calcEnergy(stepper.getState());
    for (Real t = 2; t <= 10; t += 2) {
        stepper.stepTo(t);
        const State& s = stepper.getState();
        EXPECT_NEAR(total(s), before, 1000 * accuracy * std::abs(before)) << t;
        EXPECT_NEAR(chain.system.calcEnergy(s), energy + chain.thermostat.getExternalWork(s),
                    1000 * accuracy * std::abs(before))
            << t;
        EXPECT_NEAR(chain.thermostat.getExternalPower(s),
                    -2 * chain.thermostat.getChainState(s)[0] * chain.system.calcKineticEnergy(s), 1e-12);
    }
    // The bath has done work.
    EXPECT_GT(std::abs(chain.thermostat.getExternalWork(stepper.getState())), 1);
}

TEST(Thermostat, BringsTheMeanTemperatureToThatOfTheBath) {
    HotChain chain(3);
    RungeKuttaMersonIntegrator integrator(chain.system);
    integrator.setAccuracy(1e-4);
    TimeStepper stepper(chain.system, integrator);
    // Five times too hot.
    stepper.initialize(chain.start(5 * bathTemperature));
    stepper.stepTo(20);
    Real sum = 0;
    constexpr int samples = 2000;
    for (int i = 1; i <= samples; ++i) {
        stepper.stepTo(20 + 0.1 * i);
        chain.system.realize(stepper.getState(), Stage::Velocity);
        sum += chain.thermostat.getCurrentTemperature(stepper.getState());
    }
    EXPECT_NEAR(sum / samples, bathTemperature, 0.1 * bathTemperature);
}

TEST(Thermostat, TakesOtherParametersWhileItRunsAndAnotherChainWithANewModel) {
    HotChain chain(2);
    State s = chain.start(1);
    EXPECT_EQ(chain.thermostat.getNumChains(s), 3);
    EXPECT_EQ(chain.thermostat.getChainState(s).size(), 6);
    chain.system.realize(s, Stage::Acceleration);
    chain.thermostat.setBathTemperature(s, 7);
    chain.thermostat.setRelaxationTime(s, 0.1);
    EXPECT_EQ(s.getSystemStage(), Stage(Stage::Velocity));
    EXPECT_EQ(chain.thermostat.getBathTemperature(s), 7);
    EXPECT_EQ(chain.thermostat.getDefaultBathTemperature(), bathTemperature);

    chain.thermostat.setNumChains(s, 5);
    EXPECT_LT(s.getSystemStage(), Stage(Stage::Model));
    chain.system.realizeModel(s);
    EXPECT_EQ(chain.thermostat.getChainState(s).size(), 10);
    Vector values(10);
    for (int i = 0; i < 10; ++i) values[i] = i;
    chain.thermostat.setChainState(s, values);
    chain.thermostat.setExternalWork(s, -3);
    EXPECT_EQ(chain.thermostat.getChainState(s)[7], 7);
    EXPECT_EQ(chain.thermostat.getExternalWork(s), -3);
    EXPECT_THROW(chain.thermostat.setChainState(s, Vector(4)), trammel::Exception);
}

}  // namespace
