// SPDX-License-Identifier: Apache-2.0
// Rotors geared to joints beside closed forms and beside rotors that are bodies.
#include <cmath>

#include "base/exceptions.h"
#include "multibody/free_motions.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

constexpr Real exact = 1e-12;

const MatterSubsystem& matterOf(const CompiledModelPtr& model) { return model->getSystem().getMatterSubsystem(); }

/// The first body's acceleration along its first speed.
Real startingAcceleration(const CompiledModelPtr& model) {
    const State& s = model->getInitialState();
    model->getSystem().realize(s, Stage::Acceleration);
    return s.getUDot()[0];
}

Element torque(Real size, ElementId joint) {
    return Element::draft("force", "mobilityConstantForce", "Torque").set("force", size).plug("joint", joint);
}

TEST(RotorInertia, AddsToTheInertiaOfAPin) {
    constexpr Real inertia = 0.3, rotor = 0.05, size = 2;
    ModelBuilder m;
    const ElementId wheel = m.add(rigidBody("Wheel", 1, Vec3(0.), Vec3(0.2, 0.2, inertia)));
    const ElementId joint = m.add(pin("Pin", {}, wheel).set("rotorInertia", rotor));
    m.add(torque(size, joint));
    EXPECT_NEAR(startingAcceleration(compiled(m.document())), size / (inertia + rotor), exact);
}

TEST(RotorInertia, AddsToTheMassOnASlider) {
    constexpr Real mass = 3, rotor = 2, size = 10;
    ModelBuilder m;
    const ElementId block = m.add(rigidBody("Block", mass, Vec3(0.), Vec3(0.1)));
    const ElementId joint =
        m.add(Element::draft("joint", "slider", "Slider").set("rotorInertia", rotor).plug("child", block));
    m.add(torque(size, joint));
    EXPECT_NEAR(startingAcceleration(compiled(m.document())), size / (mass + rotor), exact);
}

TEST(RotorInertia, MovesABodyWithoutMass) {
    ModelBuilder m;
    const ElementId frame = m.add(rigidBody("Frame", 0, Vec3(0.), Vec3(0.)));
    const ElementId joint = m.add(pin("Pin", {}, frame).set("rotorInertia", 0.5));
    m.add(torque(2, joint));
    EXPECT_NEAR(startingAcceleration(compiled(m.document())), 4, exact);
}

TEST(RotorInertia, AddsToEachRotationOfABall) {
    const Vec3 moments(0.1, 0.2, 0.25), size(2, -3, 1);
    constexpr Real rotor = 0.05;
    ModelBuilder m;
    const ElementId body = m.add(rigidBody("Top", 1, Vec3(0.), moments));
    m.add(Element::draft("joint", "ball", "Ball").set("rotorInertia", rotor).plug("child", body));
    m.add(Element::draft("force", "constantTorque", "Torque").set("torque", size).plug("body", body));
    const CompiledModelPtr model = compiled(m.document());
    startingAcceleration(model);
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(model->getInitialState().getUDot()[i], size[i] / (moments[i] + rotor), exact) << i;
}

TEST(RotorInertia, AddsToRotationsAndTranslationsOfAFreeJoint) {
    constexpr Real mass = 3, inertia = 0.1, rotorInertia = 0.4, rotorMass = 2;
    ModelBuilder m;
    m.add(gravity(10));
    const ElementId body = m.add(rigidBody("Ship", mass, Vec3(0.), Vec3(inertia)));
    m.add(Element::draft("joint", "free", "Free")
              .set("rotorInertia", rotorInertia)
              .set("rotorMass", rotorMass)
              .plug("child", body));
    m.add(Element::draft("force", "constantTorque", "Torque").set("torque", Vec3(0, 0, 5)).plug("body", body));
    const CompiledModelPtr model = compiled(m.document());
    startingAcceleration(model);
    const auto udot = model->getInitialState().getUDot();
    EXPECT_NEAR(udot[2], 5 / (inertia + rotorInertia), exact);
    EXPECT_NEAR(udot[4], -10 * mass / (mass + rotorMass), exact);
}

/// n² J at a joint on Ground stands for a body on Ground that turns n times as fast.
TEST(RotorInertia, EqualsARotorThatIsABodyOnGround) {
    constexpr Real ratio = 7, rotor = 0.002;
    const auto build = [&](bool asBody) {
        ModelBuilder m;
        m.add(gravity(roundGravity));
        const ElementId link = m.add(rigidBody("Link", 2, Vec3(0.3, 0, 0), Vec3(0.01, 0.02, 0.03)));
        const ElementId joint =
            m.add(pin("Pin", {}, link).set("rate", 1.).set("rotorInertia", asBody ? 0 : ratio * ratio * rotor));
        const ElementId second = m.add(rigidBody("Second", 1, Vec3(0.2, 0, 0), Vec3(0.01, 0.01, 0.01)));
        m.add(pin("Elbow", link, second, Vec3(0.6, 0, 0)).set("angle", 0.4));
        if (!asBody) return compiled(m.document());
        const ElementId body = m.add(rigidBody("Rotor", 1, Vec3(0.), Vec3(1, 1, rotor)));
        const ElementId shaft = m.add(pin("Shaft", {}, body, Vec3(2, 0, 0)).set("rate", ratio));
        m.add(Element::draft("constraint", "coordinateCoupler", "Gear")
                  .plug("joint1", joint)
                  .plug("joint2", shaft)
                  .plug("function", m.add(Element::draft("function", "linear", "Ratio").set("slope", ratio))));
        return compiled(m.document());
    };
    Simulation lumped(build(false), closeAccuracy), whole(build(true), closeAccuracy);
    for (const Real t : {0.3, 0.7, 1.2}) {
        lumped.goTo(t);
        whole.goTo(t);
        EXPECT_NEAR(lumped["Pin.angle"], whole["Pin.angle"], 1e-6);
        EXPECT_NEAR(lumped["Elbow.angle"], whole["Elbow.angle"], 1e-6);
        EXPECT_NEAR(lumped.energy(), whole.energy(), 1e-6);
    }
}

class RotorsInAChain : public ::testing::Test {
protected:
    RotorsInAChain() {
        ModelBuilder m;
        m.add(gravity(roundGravity));
        ElementId parent;
        const char* types[] = {"pin", "universal", "slider", "ball", "screw", "free"};
        for (int i = 0; i < 6; ++i) {
            const std::string number = std::to_string(i);
            const ElementId body =
                m.add(rigidBody("Body " + number, 1 + i, Vec3(0.2, 0.1, -0.1), Vec3(0.1, 0.12, 0.15)));
            Element joint = Element::draft("joint", types[i], "Joint " + number)
                                .set("parentPoint", Vec3(0.3, 0.1, 0))
                                .set("parentOrientation", Vec3(0.2, 0.3, -0.1 * i))
                                .plug("parent", parent)
                                .plug("child", body);
            if (i != 1) joint.set("rotorInertia", 0.4 + i);
            if (i == 5) joint.set("rotorMass", 2.);
            m.add(std::move(joint));
            parent = body;
        }
        model = compiled(m.document());
        state = model->getInitialState();
        for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = std::sin(1. + i);
        model->getSystem().realize(state, Stage::Acceleration);
    }
    CompiledModelPtr model;
    State state;
};

TEST_F(RotorsInAChain, MassMatrixAndItsInverseAgree) {
    Matrix M, MInv;
    matterOf(model).calcM(state, M);
    matterOf(model).calcMInv(state, MInv);
    EXPECT_LT((M - M.transpose()).cwiseAbs().maxCoeff(), exact * M.cwiseAbs().maxCoeff());
    EXPECT_LT((M * MInv - Matrix::Identity(M.rows(), M.rows())).cwiseAbs().maxCoeff(), 1e-9);
    const Vector& u = state.getU();
    EXPECT_NEAR(matterOf(model).calcKineticEnergy(state), 0.5 * u.dot(Vector(M * u)), 1e-9);
}

TEST_F(RotorsInAChain, TakePartInTheEnergyOfFreeMotions) {
    const FreeMotions motions(matterOf(model), state);
    ASSERT_EQ(motions.count(), state.getNU());
    for (int i = 0; i < motions.count(); ++i) {
        const WiggleDirection direction = motions.calcDirection(i);
        Vector momentum;
        matterOf(model).multiplyByM(state, direction.u, momentum);
        EXPECT_NEAR(direction.u.dot(momentum), 1, 1e-9) << i;
    }
}

TEST_F(RotorsInAChain, InverseDynamicsLeavesNoResidual) {
    Vector residual;
    const MultibodySystem& system = model->getSystem();
    matterOf(model).calcResidualForceIgnoringConstraints(state, system.getMobilityForces(state, Stage::Dynamics),
                                                         system.getRigidBodyForces(state, Stage::Dynamics),
                                                         state.getUDot(), residual);
    EXPECT_LT(residual.cwiseAbs().maxCoeff(), 1e-9);
}

TEST_F(RotorsInAChain, TakePartInTheBalanceOfPower) {
    EXPECT_NEAR(matterOf(model).calcPowerBalance(state).residual(), 0, 1e-8);
}

TEST_F(RotorsInAChain, KeepEnergyWhileTheyMove) {
    Simulation run(model, state, closeAccuracy);
    const Real before = run.energy();
    run.goTo(0.5);
    EXPECT_NEAR(run.energy(), before, 1e-5 * std::abs(before));
}

TEST_F(RotorsInAChain, HaveTheInertiaSetInTheState) {
    const MatterSubsystem& matter = matterOf(model);
    const MobilizedBodyIndex first(1);
    EXPECT_EQ(matter.getRotorInertia(state, first), 0.4);
    const Real before = matter.calcKineticEnergy(state);
    matter.setRotorInertia(state, first, 4.4);
    model->getSystem().realize(state, Stage::Velocity);
    EXPECT_NEAR(matter.calcKineticEnergy(state) - before, 2 * square(state.getU()[0]), exact * before);
}

TEST_F(RotorsInAChain, RejectInvalidInertiasAndJoints) {
    const MatterSubsystem& matter = matterOf(model);
    EXPECT_THROW(matter.setRotorInertia(state, MobilizedBodyIndex(1), -1), Exception);
    EXPECT_THROW(matter.setRotorInertia(state, MobilizedBodyIndex(1), NaN), Exception);
    // A universal joint has two speeds.
    EXPECT_THROW(matter.setRotorInertia(state, MobilizedBodyIndex(2), 1), Exception);
    EXPECT_EQ(matter.getRotorInertia(state, MobilizedBodyIndex(2)), 0);
    // A ball does not translate.
    EXPECT_THROW(matter.setRotorMass(state, MobilizedBodyIndex(4), 1), Exception);
    EXPECT_EQ(matter.getRotorMass(state, MobilizedBodyIndex(4)), 0);
    EXPECT_EQ(matter.getRotorMass(state, MobilizedBodyIndex(6)), 2);
}

}  // namespace
}  // namespace trammel::test
