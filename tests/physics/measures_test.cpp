// SPDX-License-Identifier: Apache-2.0
// Measures as elements: their values against closed forms, in outputs, formulas and events.
#include <cmath>

#include "block_on_rail.h"

namespace trammel::test {
namespace {

class Measures : public BlockOnRail {
protected:
    Measures() { addSpring(); }
    ElementId measure(const char* type, const char* name, const char* formula) {
        return model.add(Element::draft("measure", type, name).set("formula", formula));
    }
    std::shared_ptr<SimulationRun> runFor(Real duration) { return run(duration, 0.01); }
};

TEST_F(Measures, GiveValuesIntegralsAndDerivatives) {
    measure("valueOf", "Height", "2*Rail.q + 3 mm");
    measure("integralOf", "Way", "Rail.u");
    model.add(Element::draft("measure", "integralOf", "Area").set("formula", "Rail.q").set("start", 0.5));
    measure("derivativeOf", "Rate", "Rail.q");
    const auto all = runFor(0.6);
    const Real x = std::sin(1.2 * Pi) / (2 * Pi);
    EXPECT_NEAR(valueAt(*all, "Height.value"), 2 * x + 0.003, 1e-7);
    EXPECT_NEAR(valueAt(*all, "Way.value"), x, 1e-7);
    EXPECT_NEAR(valueAt(*all, "Area.value"), 0.5 + (1 - std::cos(1.2 * Pi)) / square(2 * Pi), 1e-7);
    EXPECT_NEAR(valueAt(*all, "Rate.value"), std::cos(1.2 * Pi), 2e-2);
    const Outputs outputs(all->getModel());
    EXPECT_EQ(outputs.getAll()[*outputs.find("Way.value")].unit, "m");
    EXPECT_EQ(outputs.getAll()[*outputs.find("Rate.value")].unit, "m/s");
}

TEST_F(Measures, KeepExtremesAndPastValues) {
    measure("extremeOf", "Highest", "Rail.u + 2 m/s");
    model.add(Element::draft("measure", "extremeOf", "Lowest").set("formula", "Rail.u").set("extreme", "minimum"));
    model.add(Element::draft("measure", "delayOf", "Late").set("formula", "Rail.q").set("delay", 0.2));
    const auto all = runFor(0.9);
    EXPECT_NEAR(valueAt(*all, "Highest.value"), 3, 1e-9) << "at the start";
    EXPECT_NEAR(valueAt(*all, "Lowest.value"), -1, 1e-2) << "sampled at steps";
    EXPECT_NEAR(valueAt(*all, "Late.value"), std::sin(1.4 * Pi) / (2 * Pi), 5e-3);
    EXPECT_NEAR(valueAt(*all, "Late.value", 10), 0, 1e-12) << "before the delay has passed";
}

TEST_F(Measures, SampleAtEvents) {
    const ElementId clock = model.add(Element::draft("event", "periodic", "Clock").set("interval", 0.25));
    model.add(Element::draft("measure", "sampleOf", "Held").set("formula", "Rail.q").plug("event", clock));
    const auto all = runFor(0.4);
    EXPECT_NEAR(valueAt(*all, "Held.value"), 1 / (2 * Pi), 1e-6);
    EXPECT_NEAR(valueAt(*all, "Held.value", 20), 0, 1e-12);
}

TEST_F(Measures, SampleTogetherAtOneEvent) {
    const ElementId clock = model.add(Element::draft("event", "periodic", "Clock").set("interval", 0.25));
    model.add(Element::draft("measure", "sampleOf", "Place").set("formula", "Rail.q").plug("event", clock));
    model.add(Element::draft("measure", "sampleOf", "Speed").set("formula", "Rail.u").plug("event", clock));
    const auto all = runFor(0.4);
    EXPECT_NEAR(valueAt(*all, "Place.value"), 1 / (2 * Pi), 1e-6);
    EXPECT_NEAR(valueAt(*all, "Speed.value"), 0, 1e-5);
}

TEST_F(Measures, AreReadByForcesAndEvents) {
    // A controller with an integral part brings the block to 0.1 m against the spring.
    measure("integralOf", "Error", "0.1 m - Rail.q");
    model.add(Element::draft("force", "mobilityFormula", "Control")
                  .set("force", "120 N/m*2*Error/(1 s) - 20 N*s/m*joint.u")
                  .plug("joint", rail));
    const ElementId event =
        model.add(Element::draft("event", "crossing", "Charged").set("formula", "Error - 10 mm*1 s"));
    EXPECT_TRUE(event.isValid());
    const auto all = runFor(10);
    EXPECT_NEAR(valueAt(*all, "Rail.position"), 0.1, 1e-4);
    EXPECT_GE(all->getTrajectory()->getEvents().size(), 1u);
    EXPECT_EQ(all->getTrajectory()->getEvents()[0].what, "Charged");
    expectRecomputed(all);
}

TEST_F(Measures, AreTheOnlyThingThatAForceReads) {
    measure("integralOf", "Push", "3 N/(1 s)");
    const Document before = model.document();
    const auto endOf = [&](const char* force) {
        model = ModelBuilder(before);
        model.add(Element::draft("force", "mobilityFormula", "F").set("force", force).plug("joint", rail));
        return valueAt(*runFor(1), "Rail.position");
    };
    EXPECT_NEAR(endOf("5*Push"), endOf("15 N*t/(1 s)"), 1e-7);
}

TEST_F(Measures, ReadEarlierMeasuresAndParameters) {
    model.add(Element::draft("parameter", "length", "L").set("value", 0.1));
    measure("valueOf", "Distance", "abs(Rail.q - L)");
    model.add(Element::draft("measure", "extremeOf", "Nearest").set("formula", "Distance").set("extreme", "minimum"));
    EXPECT_NEAR(valueAt(*runFor(1), "Nearest.value"), 0, 2e-2);
    measure("valueOf", "Early", "Last");
    measure("valueOf", "Last", "t");
    EXPECT_NE(errorsOf(model.document()).find("not measured yet"), std::string::npos);
}

TEST_F(Measures, ReadEnergiesAndOutputsOfOtherElements) {
    model.add(Element::draft("force", "mobilityDamper", "Damper").set("damping", 0.8).plug("joint", rail));
    measure("valueOf", "Energy", "kineticEnergy + potentialEnergy");
    measure("valueOf", "Stored", "Spring.potentialEnergy");
    measure("valueOf", "Pull", "Spring.load");
    measure("integralOf", "Heat", "Damper.dissipatedPower");
    const auto all = runFor(1.3);
    const Real x = valueAt(*all, "Rail.position"), v = valueAt(*all, "Rail.rate"), k = 2 * square(2 * Pi);
    EXPECT_NEAR(valueAt(*all, "Stored.value"), k * x * x / 2, 1e-12);
    EXPECT_NEAR(valueAt(*all, "Pull.value"), -k * x, 1e-12);
    EXPECT_NEAR(valueAt(*all, "Energy.value"), k * x * x / 2 + v * v, 1e-12);
    EXPECT_NEAR(valueAt(*all, "Energy.value", 0) - valueAt(*all, "Energy.value"), valueAt(*all, "Heat.value"), 1e-6);
    EXPECT_GT(valueAt(*all, "Heat.value"), 0.1);
    expectRecomputed(all);
}

TEST_F(Measures, AreReadByForcesOnlyIfKnownBeforeThem) {
    measure("valueOf", "Pull", "Spring.load");
    const Document before = model.document();
    const auto with = [&](const char* formula) {
        model = ModelBuilder(before);
        model.add(Element::draft("force", "mobilityFormula", "F").set("force", formula).plug("joint", rail));
        return errorsOf(model.document());
    };
    EXPECT_NE(with("0.1*Pull").find("depends on forces, and is known too late for this formula"), std::string::npos);
    EXPECT_NE(with("Spring.load").find("can be read by measures and events only"), std::string::npos);
    EXPECT_NE(with("kineticEnergy/(1 m)").find("can be read by measures and events only"), std::string::npos);
    measure("valueOf", "Wrong", "Spring.load.x");
    EXPECT_NE(errorsOf(model.document()).find("has no components"), std::string::npos);
}

TEST_F(Measures, FollowParametersWithoutANewSystem) {
    model.add(Element::draft("parameter", "length", "L").set("value", 0.1));
    measure("valueOf", "Distance", "Rail.q - L");
    const CompiledModelPtr before = compiled(model.document());
    const auto after = compileDocument(with(model.document(), "L", "value", 0.3), before);
    ASSERT_TRUE(after);
    EXPECT_EQ(&before->getSystem(), &(*after)->getSystem());
    const Outputs outputs(*after);
    const std::size_t index = *outputs.find("Distance.value");
    State s = (*after)->getInitialState();
    Real value = NaN;
    outputs.calc({&index, 1}, s, {&value, 1});
    EXPECT_NEAR(value, -0.3, 1e-14);
}

TEST_F(Measures, AreRefusedWhereDerivativesMustBeExact) {
    measure("integralOf", "Way", "Rail.u");
    const Document before = model.document();
    model.add(
        Element::draft("constraint", "positionFormula", "C").set("equation", "Rail.q - Way").plug("joint1", rail));
    EXPECT_NE(errorsOf(model.document()).find("cannot depend on measures"), std::string::npos);
    model = ModelBuilder(before);
    model.add(Element::draft("force", "potentialFormula", "P").set("energy", "1 N*Way"));
    EXPECT_NE(errorsOf(model.document()).find("cannot depend on measures"), std::string::npos);
}

}  // namespace
}  // namespace trammel::test
