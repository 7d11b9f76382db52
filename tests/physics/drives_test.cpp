// SPDX-License-Identifier: Apache-2.0
// Gears with backlash, belts and chains beside closed forms.
#include <cmath>

#include "inspect/outputs.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

constexpr Real inertia = 0.02, stiffness = 800;

class Drives : public ::testing::TestWithParam<const char*> {
protected:
    Simulation simulate(const ModelBuilder& m) {
        model_ = compiled(m.document());
        return {model_, closeAccuracy, GetParam()};
    }
    /// An output of the drive of the last model.
    Real ofDrive(const Simulation& run, const std::string& label) const {
        const Outputs outputs(model_);
        const std::size_t which[] = {outputs.find("Drive." + label).value()};
        Real value[1];
        outputs.calc(which, run.state(), value);
        return value[0];
    }

private:
    CompiledModelPtr model_;
};
INSTANTIATE_TEST_SUITE_P(Methods, Drives, ::testing::Values("rungeKuttaMerson", "dormandPrince853"),
                         [](const auto& i) { return std::string(i.param); });

/// A driver whose motion is given, and a follower that only the drive turns.
struct TwoWheels : ModelBuilder {
    ElementId driver = add(rigidBody("Driver", 1, Vec3(0.), Vec3(0.1))),
              follower = add(rigidBody("Follower", 1, Vec3(0.), Vec3(0.02, 0.02, inertia)));
    ElementId first, second;
    explicit TwoWheels(Real driverRate, Real followerRate = 0, Real followerAngle = 0)
        : first(add(pin("First", {}, driver))),
          second(
              add(pin("Second", {}, follower, Vec3(0.5, 0, 0)).set("rate", followerRate).set("angle", followerAngle))) {
        add(Element::draft("motion", "steady", "Motor").set("rate", driverRate).plug("joint", first));
    }
    Element drive(const std::string& type) const {
        return Element::draft("force", type, "Drive").plug("joint1", first).plug("joint2", second);
    }
    Element gear(Real ratio, Real backlash) const {
        return drive("gearBacklash").set("ratio", ratio).set("backlash", backlash).set("stiffness", stiffness);
    }
    void brake(Real damping) {
        add(Element::draft("force", "mobilityDamper", "Brake").set("damping", damping).plug("joint", second));
    }
};

TEST_P(Drives, LoadedGearFollowsHalfItsPlayBehind) {
    constexpr Real ratio = -2, rate = 3, backlash = 0.04, damping = 0.5;
    TwoWheels m(rate, ratio * rate);
    m.add(m.gear(ratio, backlash).set("dissipation", 2.));
    m.brake(damping);
    Simulation run = simulate(m);
    run.goTo(3);
    const Real torque = damping * ratio * rate;
    EXPECT_NEAR(run["Second.rate"], ratio * rate, 1e-6);
    EXPECT_NEAR(ofDrive(run, "tooth torque"), torque, 1e-6);
    // It turns backward, and its teeth lead by half the backlash.
    EXPECT_NEAR(ofDrive(run, "lag"), backlash / 2 - torque / stiffness, 1e-7);
}

TEST_P(Drives, FreeWheelRattlesBetweenTheFlanks) {
    // Without loss: across the play at constant speed, half a vibration on each flank.
    constexpr Real backlash = 0.04, speed = 1.5;
    TwoWheels m(0, speed);
    m.add(m.gear(1, backlash).set("dissipation", 0.));
    Simulation run = simulate(m);
    const Real way = backlash / speed, flank = Pi * std::sqrt(inertia / stiffness), period = 2 * (way + flank);
    const Real energy = run.energy();
    for (int i = 1; i <= 3; ++i) {
        run.goTo(i * period);
        EXPECT_NEAR(run["Second.angle"], 0, 1e-6) << i;
        EXPECT_NEAR(run["Second.rate"], speed, 1e-5) << i;
        EXPECT_NEAR(run.energy(), energy, 1e-6) << i;
    }
    // Deepest in the first flank.
    run.goTo(3 * period + way / 2 + flank / 2);
    EXPECT_NEAR(run["Second.angle"], backlash / 2 + speed * std::sqrt(inertia / stiffness), 1e-6);
}

TEST_P(Drives, GearActsOnBothJointsByItsRatio) {
    // The torques are -ratio T and T: the momentum along the other combination of both angles is kept.
    constexpr Real ratio = -3;
    ModelBuilder m;
    const ElementId one = m.add(rigidBody("One", 1, Vec3(0.), Vec3(0.1))),
                    two = m.add(rigidBody("Two", 1, Vec3(0.), Vec3(0.02, 0.02, inertia)));
    const ElementId first = m.add(pin("First", {}, one).set("rate", 2.)), second = m.add(pin("Second", {}, two));
    m.add(Element::draft("force", "gearBacklash", "Drive")
              .plug("joint1", first)
              .plug("joint2", second)
              .set("ratio", ratio)
              .set("dissipation", 0.5)
              .set("stiffness", stiffness));
    Simulation run = simulate(m);
    const auto momentum = [&] { return 0.1 * run["First.rate"] + ratio * inertia * run["Second.rate"]; };
    Real energy = run.energy();
    const Real start = momentum();
    for (const Real t : {0.02, 0.1, 0.5}) {
        run.goTo(t);
        EXPECT_NEAR(momentum(), start, 1e-7) << t;
        EXPECT_LE(run.energy(), energy + 1e-7) << t;
        energy = run.energy();
    }
    EXPECT_LT(energy, 0.5 * 0.1 * 4 - 1e-3);
}

TEST_P(Drives, WheelOnATautBeltSwingsOnBothStrands) {
    constexpr Real radius = 0.1, strand = 2000, pretension = 50, angle = 0.02;
    TwoWheels m(0, 0, angle);
    m.add(m.drive("beltDrive")
              .set("radius1", 0.2)
              .set("radius2", radius)
              .set("stiffness", strand)
              .set("dissipation", 0.)
              .set("pretension", pretension));
    Simulation run = simulate(m);
    const Real omega = std::sqrt(2 * strand * radius * radius / inertia);
    EXPECT_NEAR(ofDrive(run, "tension ahead"), pretension - strand * radius * angle, 1e-9);
    EXPECT_NEAR(ofDrive(run, "tension back"), pretension + strand * radius * angle, 1e-9);
    for (const Real t : {0.1, 0.37, 1.}) {
        run.goTo(t);
        EXPECT_NEAR(run["Second.angle"], angle * std::cos(omega * t), 1e-7) << t;
    }
}

TEST_P(Drives, SlackStrandHangsUnderLoad) {
    // The tight strand alone carries the load: the pretension is used up.
    constexpr Real radius1 = 0.2, radius2 = 0.1, strand = 2000, pretension = 5, rate = 3, damping = 0.3;
    for (const bool crossed : {false, true}) {
        const Real ratio = (crossed ? -1 : 1) * radius1 / radius2;
        TwoWheels m(rate, ratio * rate);
        m.add(m.drive("beltDrive")
                  .set("radius1", radius1)
                  .set("radius2", radius2)
                  .set("crossed", crossed)
                  .set("stiffness", strand)
                  .set("dissipation", 2.)
                  .set("pretension", pretension));
        m.brake(damping);
        Simulation run = simulate(m);
        run.goTo(8);
        EXPECT_NEAR(run["Second.rate"], ratio * rate, 1e-5) << crossed;
        EXPECT_NEAR(ofDrive(run, "tension ahead"), damping * std::abs(ratio) * rate / radius2, 1e-4) << crossed;
        EXPECT_EQ(ofDrive(run, "tension back"), 0) << crossed;
    }
}

TEST_P(Drives, ChainWithSlackLetsItsWheelTurnBetweenBothStrands) {
    constexpr Real radius = 0.1, strand = 2000, slack = 0.006, speed = 0.8;
    TwoWheels m(0, speed);
    m.add(m.drive("beltDrive")
              .set("radius1", radius)
              .set("radius2", radius)
              .set("stiffness", strand)
              .set("dissipation", 0.)
              .set("pretension", 0.)
              .set("slack", slack));
    Simulation run = simulate(m);
    const Real way = slack / radius / speed, pull = Pi * std::sqrt(inertia / strand) / radius;
    run.goTo(way / 4);
    EXPECT_EQ(ofDrive(run, "tension ahead") + ofDrive(run, "tension back"), 0);
    run.goTo(2 * (way + pull));
    EXPECT_NEAR(run["Second.angle"], 0, 1e-6);
    EXPECT_NEAR(run["Second.rate"], speed, 1e-5);
}

}  // namespace
}  // namespace trammel::test
