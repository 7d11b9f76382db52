// SPDX-License-Identifier: Apache-2.0
// Prescribed motions and locks: held coordinates, free coordinates, and the required forces.
#include <algorithm>
#include <cmath>
#include <map>

#include "integrate/methods/registry.h"
#include "multibody/force_subsystem.h"
#include "multibody/matter/guts.h"
#include "multibody/stateful_motion.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

constexpr Real rounding = 1e-12;

/// Inputs of a registered type with @p values, others at their defaults; every input is connected to @p body.
ElementInputs inputsOf(const TypeDescriptor& type, MobilizedBodyIndex body,
                       std::map<std::string, PropertyValue> values = {}) {
    for (const PropertyDescriptor& p : type.properties) values.emplace(p.key, p.defaultValue);
    ElementInputs in;
    in.name = type.label;
    in.property = [values](const std::string& key) { return values.at(key); };
    in.body = in.mobilizer = [body](const std::string&) { return body; };
    return in;
}
TypeDescriptor typeOf(const std::vector<TypeDescriptor>& types, const std::string& key) {
    return *std::find_if(types.begin(), types.end(), [&](const TypeDescriptor& t) { return t.key == key; });
}

/// Links of 1 kg and 1 m with inertia, in a row from Ground, each hanging down from the tip of the one before at q = 0.
class Links {
public:
    explicit Links(const std::vector<std::string>& joints) {
        const TypeDescriptor gravity = typeOf(forceTypes(), "gravity");
        forces.addForce(dynamic_cast<const ForceType&>(*gravity.implementation)
                            .create(inputsOf(gravity, MobilizedBodyIndex(0),
                                             {{"direction", Vec3(0, -1, 0)}, {"magnitude", roundGravity}})));
        MobilizedBodyIndex parent(0);
        for (const std::string& joint : joints) {
            const TypeDescriptor type = typeOf(mobilizerTypes(), joint);
            BodyDefinition d;
            d.name = "link " + std::to_string(matter.getNumBodies());
            d.jointName = "joint " + std::to_string(matter.getNumBodies());
            d.parent = parent;
            d.mobilizer = dynamic_cast<const MobilizerType&>(*type.implementation).create(inputsOf(type, parent));
            d.mass = MassProperties(1, Vec3(0, -0.5, 0), Inertia(Vec3(0, -0.5, 0), 1) + Inertia(0.1, 0.05, 0.1));
            if (parent > 0) d.X_PF = Transform(Vec3(0, -1, 0));
            parent = matter.addBody(std::move(d));
        }
    }
    void drive(int body, const std::string& type, const std::map<std::string, PropertyValue>& values) {
        const TypeDescriptor row = typeOf(motionTypes(), type);
        matter.addMotion(dynamic_cast<const MotionType&>(*row.implementation)
                             .create(inputsOf(row, MobilizedBodyIndex(body), values)));
    }
    State start() {
        State s = system.realizeTopology();
        system.realizeModel(s);
        return s;
    }
    /// Applies all prescribed values at time @p t.
    void prescribe(State& s, Real t) const {
        s.setTime(t);
        system.prescribe(s);
        system.realize(s, Stage::Acceleration);
    }
    State run(const State& s, Real until) const {
        const std::unique_ptr<Integrator> integrator = createIntegrator("rungeKuttaMerson", system);
        integrator->setAccuracy(1e-9);
        TimeStepper stepper(system, *integrator);
        stepper.initialize(s);
        stepper.stepTo(until);
        State end = stepper.getState();
        system.realize(end, Stage::Acceleration);
        return end;
    }

    MultibodySystem system;
    MatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
};
const MobilizedBodyIndex first(1), second(2);

// --- Locks ---

TEST(Lock, ALockedJointMakesADoublePendulumASingleOne) {
    Links links({"pin", "pin"});
    State s = links.start();
    links.matter.setQ(s, first, {0.4});
    links.matter.setU(s, first, {1.5});
    links.matter.lock(s, second, MotionLevel::Position);
    links.system.realize(s, Stage::Acceleration);
    // Two collinear links about the upper pin: center of mass at 1 m.
    const Real inertia = 2 * 0.1 + 0.25 + 2.25;
    EXPECT_NEAR(s.getUDot()[0], -2 * roundGravity * std::sin(0.4) / inertia, rounding);
    EXPECT_EQ(s.getUDot()[1], 0);

    const State end = links.run(s, 2);
    EXPECT_EQ(end.getQ()[1], 0);
    EXPECT_EQ(end.getU()[1], 0);
    EXPECT_NEAR(links.system.calcEnergy(end), links.system.calcEnergy(s), 1e-6);
    EXPECT_NEAR(links.matter.calcMotionPower(end), 0, rounding) << "what does not move does no work";
}

TEST(Lock, HoldsItsLevelAndLeavesOthersFree) {
    Links links({"pin", "pin"});
    State s = links.start();
    links.matter.setQ(s, second, {0.7});
    links.matter.setU(s, second, {2});

    State position = s;
    links.matter.lock(position, second, MotionLevel::Position);
    EXPECT_EQ(position.getU()[1], 0);
    EXPECT_EQ(links.matter.getLockValue(position, second), std::vector<Real>{0.7});
    EXPECT_EQ(links.run(position, 0.5).getQ()[1], 0.7);

    State velocity = s;
    links.matter.lock(velocity, second, MotionLevel::Velocity);
    EXPECT_EQ(links.matter.getLockValue(velocity, second), std::vector<Real>{2});
    const State turned = links.run(velocity, 0.5);
    EXPECT_EQ(turned.getU()[1], 2);
    EXPECT_EQ(turned.getUDot()[1], 0);
    EXPECT_NEAR(turned.getQ()[1], 1.7, 1e-9);

    State acceleration = s;
    links.matter.lockAt(acceleration, second, {-4}, MotionLevel::Acceleration);
    EXPECT_EQ(acceleration.getU()[1], 2);
    const State slowed = links.run(acceleration, 0.5);
    EXPECT_EQ(slowed.getUDot()[1], -4);
    EXPECT_NEAR(slowed.getU()[1], 0, 1e-8);
    EXPECT_NEAR(slowed.getQ()[1], 1.2, 1e-8);

    links.matter.lockAt(s, second, {-0.2}, MotionLevel::Position);
    EXPECT_EQ(s.getQ()[1], -0.2);
    EXPECT_EQ(s.getU()[1], 0);
}

TEST(Lock, CostsInstanceOnceAndNothingWhenNothingChanges) {
    Links links({"pin"});
    State s = links.start();
    links.system.realize(s, Stage::Acceleration);
    links.matter.lock(s, first, MotionLevel::Position);
    EXPECT_EQ(s.getSystemStage(), Stage::Model);
    links.system.realize(s, Stage::Acceleration);
    links.matter.lock(s, first, MotionLevel::Position);
    EXPECT_EQ(s.getSystemStage(), Stage::Acceleration);
    links.matter.unlock(s, first);
    EXPECT_EQ(s.getSystemStage(), Stage::Model);
    EXPECT_EQ(links.matter.getLockLevel(s, first), MotionLevel::None);
    EXPECT_TRUE(links.matter.getLockValue(s, first).empty());
}

TEST(Lock, OverridesAMotionUntilItIsUnlocked) {
    Links links({"pin"});
    links.drive(1, "steady", {{"rate", 3.}});
    State s = links.start();
    links.matter.lockAt(s, first, {0.5}, MotionLevel::Position);
    links.prescribe(s, 1);
    EXPECT_EQ(s.getQ()[0], 0.5);
    EXPECT_EQ(s.getU()[0], 0);
    EXPECT_EQ(links.matter.getMotionLevel(s, 0), MotionLevel::Velocity) << "the motion is still there";
    links.matter.unlock(s, first);
    links.prescribe(s, 1);
    EXPECT_EQ(s.getU()[0], 3);
}

TEST(Lock, ByDefaultHoldsTheInitialCoordinates) {
    Links links({"pin", "pin"});
    links.matter.lockByDefault(second, MotionLevel::Position);
    State s = links.start();
    EXPECT_EQ(links.matter.getDefaultLockLevel(second), MotionLevel::Position);
    EXPECT_EQ(links.matter.getLockLevel(s, second), MotionLevel::Position);
    links.matter.setQ(s, second, {1});
    links.prescribe(s, 0);
    EXPECT_EQ(s.getQ()[1], 0);
    links.matter.unlock(s, second);
    links.matter.setQ(s, second, {1});
    links.prescribe(s, 0);
    EXPECT_EQ(s.getQ()[1], 1);
}

TEST(Lock, QuaternionIsNormalizedWhenLocked) {
    Links links({"ball", "pin"});
    State s = links.start();
    links.matter.lockAt(s, first, {1, 2, -1, 0.5}, MotionLevel::Position);
    const std::vector<Real> held = links.matter.getLockValue(s, first);
    EXPECT_NEAR(Eigen::Map<const Eigen::Vector4d>(held.data()).norm(), 1, rounding);
    const State end = links.run(s, 1);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(end.getQ()[i], held[std::size_t(i)]);
    EXPECT_NE(end.getU()[3], 0) << "what hangs on it still swings";
}

TEST(Lock, KeepsItsPoseWhenTheCoordinatesBecomeEulerAngles) {
    Links links({"ball"});
    State s = links.start();
    links.matter.setU(s, first, {1, 2, 3});
    links.matter.lockAt(s, first, {0.8, 0, 0.6, 0}, MotionLevel::Position);
    links.system.realize(s, Stage::Position);
    const Rotation held = links.matter.getBodyTransform(s, first).R();
    s.setDiscreteVariable(links.matter.getMySubsystemIndex(), links.matter.getGuts().eulerVariable(),
                          Value<bool>(true));
    links.system.realizeModel(s);
    links.prescribe(s, 0);
    EXPECT_EQ(links.matter.getLockValue(s, first).size(), 3u);
    EXPECT_NEAR((links.matter.getBodyTransform(s, first).R() - held).norm(), 0, rounding);
    EXPECT_EQ(s.getU().norm(), 0);
}

TEST(Lock, IsRefusedForGroundAndForTheWrongNumberOfValues) {
    Links links({"ball"});
    State s = links.start();
    EXPECT_THROW(links.matter.lock(s, MobilizedBodyIndex(0), MotionLevel::Position), Exception);
    EXPECT_THROW(links.matter.lockAt(s, first, {1}, MotionLevel::Position), Exception);
    EXPECT_THROW(links.matter.lockAt(s, first, {0, 0, 0, 0}, MotionLevel::Velocity), Exception);
    EXPECT_THROW(links.matter.lockAt(s, first, {0, 0, 0}, MotionLevel::None), Exception);
    EXPECT_EQ(links.matter.getLockLevel(s, first), MotionLevel::None);
}

TEST(Lock, AddsNoMobilityAndProjectionMovesTheOthers) {
    // The lock overrides the motor; the loop closes around the crank at its pose.
    const CompiledModelPtr model = openModel("four_bar");
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    MobilizedBodyIndex crank;
    for (int b = 1; b < matter.getNumBodies(); ++b)
        if (matter.getTree(model->getInitialState())[b].jointName == "Crank pin") crank = MobilizedBodyIndex(b);
    ASSERT_TRUE(crank.isValid());
    State s = model->getInitialState();
    const int iq = matter.getTree(s)[crank].qStart;
    matter.lock(s, crank, MotionLevel::Position);
    const Real held = s.getQ()[iq];
    for (int i = 0; i < s.getNQ(); ++i)
        if (i != iq) s.updQ()[i] += 1e-3;
    Vector none;
    const ProjectResults results = model->getSystem().projectQ(s, none, {});
    EXPECT_EQ(results.status, ProjectResults::Status::Succeeded);
    EXPECT_TRUE(results.anyChange);
    EXPECT_EQ(s.getQ()[iq], held);

    const Vector q = s.getQ();
    Simulation still(model, s, 1e-6);
    still.goTo(1);
    EXPECT_LT((still.state().getQ() - q).norm(), 1e-6) << "a four-bar linkage with its crank held cannot move";
}

// --- Motions ---

TEST(Motion, TauHasTheSignOfAConstraintForce) {
    // 1 kg on a horizontal slider, driven 4 sin(3 t): the applied force is -tau = m udot.
    Links links({"slider"});
    links.drive(1, "sinusoid", {{"amplitude", 4.}, {"rate", 3.}});
    State s = links.start();
    links.prescribe(s, 0.2);
    const Real udot = -36 * std::sin(0.6);
    EXPECT_NEAR(s.getQ()[0], 4 * std::sin(0.6), rounding);
    EXPECT_NEAR(s.getU()[0], 12 * std::cos(0.6), rounding);
    EXPECT_NEAR(s.getUDot()[0], udot, rounding);
    Vector tau;
    links.matter.findMotionForces(s, tau);
    EXPECT_NEAR(tau[0], -udot, rounding);
    EXPECT_NEAR(links.matter.calcMotionPower(s), udot * s.getU()[0], 1e-10);
}

TEST(Motion, TauAppliedToFreeJointsGivesTheSameAccelerations) {
    Links links({"pin", "ball", "pin"});
    links.drive(1, "sinusoid", {{"amplitude", 0.8}, {"rate", 2.}, {"phase", 0.3}});
    State s = links.start();
    links.matter.setQ(s, second, {0.5, 0.5, -0.5, 0.5});
    links.matter.setU(s, second, {1, -2, 0.5});
    links.matter.setU(s, MobilizedBodyIndex(3), {0.7});
    links.matter.lock(s, second, MotionLevel::Velocity);
    links.prescribe(s, 0.4);
    Vector tau;
    links.matter.findMotionForces(s, tau);
    EXPECT_GT(tau.head(4).cwiseAbs().minCoeff(), 1e-3);
    EXPECT_EQ(tau[4], 0) << "nothing drives the last joint";
    EXPECT_EQ(links.matter.getMotionMultipliers(s).size(), 4);

    State free = s;
    links.matter.setMotionIsDisabled(free, 0, true);
    links.matter.unlock(free, second);
    links.system.realize(free, Stage::Dynamics);
    Vector udot, applied = links.system.getMobilityForces(free, Stage::Dynamics);
    applied -= tau;
    Vector_<SpatialVec> A_GB;
    links.matter.calcAccelerationIgnoringConstraints(
        free, applied, links.system.getRigidBodyForces(free, Stage::Dynamics), udot, A_GB);
    EXPECT_LT((udot - s.getUDot()).norm(), 1e-10);
}

TEST(Motion, PowerIsTheRateOfEnergy) {
    Links links({"pin", "pin"});
    links.drive(1, "sinusoid", {{"amplitude", 0.8}, {"rate", 2.}, {"phase", 0.3}});
    State s = links.start();
    links.matter.setQ(s, second, {0.6});
    links.matter.setU(s, second, {-1.1});
    links.prescribe(s, 0.4);
    const auto energyAfter = [&](Real h) {
        State moved = s;
        moved.updQ() += h * s.getQDot();
        moved.updU() += h * s.getUDot();
        links.system.realize(moved, Stage::Velocity);
        return links.system.calcEnergy(moved);
    };
    const Real h = 1e-5;
    EXPECT_NEAR(links.matter.calcMotionPower(s), (energyAfter(h) - energyAfter(-h)) / (2 * h), 1e-7);
}

TEST(Motion, ErrorsAreCurrentMinusPrescribedValuesAndVanishOncePrescribed) {
    Links links({"pin", "pin"});
    links.drive(1, "sinusoid", {{"amplitude", 0.5}, {"rate", 2.}});
    links.drive(2, "steady", {{"rate", 3.}});
    State s = links.start();
    s.setTime(0.25);
    links.system.realize(s, Stage::Position);
    EXPECT_EQ(s.getQ()[0], 0) << "realizing moves nothing by itself";
    const Vector q = links.matter.calcMotionErrors(s, Stage::Position);
    ASSERT_EQ(q.size(), 1) << "the steady motor says nothing of its angle";
    EXPECT_NEAR(q[0], -0.5 * std::sin(0.5), rounding);
    const Vector u = links.matter.calcMotionErrors(s, Stage::Velocity);
    ASSERT_EQ(u.size(), 2);
    EXPECT_NEAR(u[0], -std::cos(0.5), rounding);
    EXPECT_NEAR(u[1], -3, rounding);
    links.prescribe(s, 0.25);
    EXPECT_EQ(links.matter.calcMotionErrors(s, Stage::Position).norm(), 0);
    EXPECT_EQ(links.matter.calcMotionErrors(s, Stage::Velocity).norm(), 0);
    const Vector udot = links.matter.calcMotionErrors(s, Stage::Acceleration);
    ASSERT_EQ(udot.size(), 2);
    EXPECT_EQ(udot.norm(), 0);
}

TEST(Motion, AtAccelerationLevelIsIntegratedFromTheInitialValues) {
    Links links({"slider"});
    const Real a = 2, rate = 3, phase = 0.4;
    links.drive(1, "sinusoid",
                {{"level", std::string("acceleration")}, {"amplitude", a}, {"rate", rate}, {"phase", phase}});
    State s = links.start();
    links.matter.setQ(s, first, {0.1});
    links.matter.setU(s, first, {-0.2});
    const Real t = 1.3;
    const State end = links.run(s, t);
    const Real drift = -0.2 + a / rate * std::cos(phase);
    EXPECT_NEAR(end.getUDot()[0], a * std::sin(rate * t + phase), rounding);
    EXPECT_NEAR(end.getU()[0], drift - a / rate * std::cos(rate * t + phase), 1e-7);
    EXPECT_NEAR(end.getQ()[0], 0.1 + drift * t - a / (rate * rate) * (std::sin(rate * t + phase) - std::sin(phase)),
                1e-7);
}

/// Turns a ball joint about z by the angle sin(t), given as a quaternion.
class NoddingBall : public StatefulMotion {
public:
    explicit NoddingBall(MobilizedBodyIndex b) : StatefulMotion("nodding", {}, b) {}
    Level getLevelInState(const State&) const override { return Level::Position; }
    void calcInState(const State& s, const AbstractValue*, Level, int order, int n, Real* value) const override {
        EXPECT_EQ(n, 4);
        const Real t = s.getTime(), h = std::sin(t) / 2, v = std::cos(t) / 2, a = -std::sin(t) / 2;
        const Real c = std::cos(h), k = std::sin(h);
        value[1] = value[2] = 0;
        value[0] = order == 0 ? c : order == 1 ? -k * v : -c * v * v - k * a;
        value[3] = order == 0 ? k : order == 1 ? c * v : -k * v * v + c * a;
    }
};

TEST(Motion, PrescribedPositionsImplyConsistentSpeeds) {
    Links links({"pin", "ball"});
    links.matter.addMotion(std::make_unique<NoddingBall>(second));
    State s = links.start();
    links.matter.setU(s, first, {1});
    links.prescribe(s, 0.6);
    const Real w[] = {0, 0, std::cos(0.6)}, wdot[] = {0, 0, -std::sin(0.6)};
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(s.getU()[1 + i], w[i], rounding);
        EXPECT_NEAR(s.getUDot()[1 + i], wdot[i], rounding);
    }
    const State end = links.run(s, 2);
    EXPECT_NEAR(end.getQ()[4], std::sin(std::sin(2.) / 2), rounding);
}

/// Makes the speed of a joint twice the angle of another, unless disabled by a flag of Instance stage.
class FollowingSpeed : public StatefulMotion {
public:
    FollowingSpeed(const MatterSubsystem& matter, MobilizedBodyIndex b)
        : StatefulMotion("following", {}, b), matter_(matter) {}
    bool wantsRealization() const override { return true; }
    void realizeTopology(State& s) const override {
        loose = s.allocateDiscreteVariable(matter_.getMySubsystemIndex(), Stage::Instance, new Value<bool>(false));
    }
    Level getLevelInState(const State& s) const override {
        return Value<bool>::downcast(s.getDiscreteVariable(matter_.getMySubsystemIndex(), loose)) ? Level::None
                                                                                                  : Level::Velocity;
    }
    void calcInState(const State& s, const AbstractValue*, Level level, int order, int, Real* value) const override {
        EXPECT_EQ(level, Level::Velocity);
        value[0] = 2 * (order == 0 ? s.getQ()[0] : s.getQDot()[0]);
    }
    mutable DiscreteVariableIndex loose;

private:
    const MatterSubsystem& matter_;
};

TEST(Motion, MayDependOnOtherJointsAndOnInstanceVariables) {
    Links links({"pin", "pin"});
    auto owned = std::make_unique<FollowingSpeed>(links.matter, second);
    const FollowingSpeed& following = *owned;
    links.matter.addMotion(std::move(owned));
    State s = links.start();
    links.matter.setQ(s, first, {0.9});
    const State end = links.run(s, 1);
    EXPECT_EQ(end.getU()[1], 2 * end.getQ()[0]);
    EXPECT_NEAR(end.getUDot()[1], 2 * end.getU()[0], rounding);
    EXPECT_LT(links.matter.calcEquationOfMotionResidual(end), 1e-9);

    State loose = end;
    loose.setDiscreteVariable(links.matter.getMySubsystemIndex(), following.loose, Value<bool>(true));
    links.system.realize(loose, Stage::Acceleration);
    EXPECT_EQ(links.matter.getMotionLevel(loose, 0), MotionLevel::None);
    EXPECT_NE(loose.getUDot()[1], end.getUDot()[1]);
    EXPECT_LT(links.matter.calcEquationOfMotionResidual(loose), 1e-9);
    EXPECT_EQ(links.matter.getMotionMultipliers(loose).size(), 0);
}

TEST(Motion, DefaultsInitializeNewStates) {
    Links links({"pin"});
    links.drive(1, "steady", {{"rate", 3.}});
    links.matter.setMotionIsDisabledByDefault(0, true);
    State s = links.start();
    EXPECT_TRUE(links.matter.isMotionDisabled(s, 0));
    EXPECT_EQ(links.matter.getMotionLevel(s, 0), MotionLevel::None);
    links.prescribe(s, 0);
    EXPECT_EQ(s.getU()[0], 0);
    links.matter.setMotionIsDisabled(s, 0, false);
    links.prescribe(s, 0);
    EXPECT_EQ(s.getU()[0], 3);
}

/// Calls of realize() per evaluation in a run of half a second without interpolated or rejected steps.
Real realizationsPerEvaluation(const Links& links, const State& s, const char* method) {
    constexpr Real end = 0.5;
    const std::unique_ptr<Integrator> integrator = createIntegrator(method, links.system);
    integrator->setAccuracy(1e-4);
    integrator->setFinalTime(end);
    integrator->initialize(s);
    EXPECT_EQ(integrator->stepTo(end), Integrator::StartOfContinuousInterval);
    const int calls = links.system.getNumRealizeCalls();
    const long evaluations = integrator->getNumRealizations();
    EXPECT_EQ(integrator->stepTo(end), Integrator::ReachedReportTime);
    EXPECT_EQ(integrator->getNumConvergenceTestFailures(), 0);
    EXPECT_GE(integrator->getNumStepsTaken(), 3);
    return Real(links.system.getNumRealizeCalls() - calls) / Real(integrator->getNumRealizations() - evaluations);
}

TEST(Motion, WithoutMotionsAnEvaluationIsOneRealization) {
    for (const char* method : {"rungeKuttaMerson", "dormandPrince853"}) {
        SCOPED_TRACE(method);
        Links links({"pin", "pin"});
        links.drive(2, "steady", {{"rate", 3.}});
        State s = links.start();
        links.matter.setQ(s, first, {0.4});
        links.system.realize(s, Stage::Instance);
        EXPECT_TRUE(links.system.hasPrescribedMotion(s));
        EXPECT_GE(realizationsPerEvaluation(links, s, method), 3) << "time and positions before what is prescribed";
        EXPECT_EQ(links.run(s, 0.5).getU()[1], 3);

        links.matter.setMotionIsDisabled(s, 0, true);
        links.system.realize(s, Stage::Instance);
        EXPECT_FALSE(links.system.hasPrescribedMotion(s));
        EXPECT_EQ(realizationsPerEvaluation(links, s, method), 1);
        EXPECT_NE(links.run(s, 0.5).getU()[1], 3);

        links.matter.lock(s, first, MotionLevel::Position);
        links.system.realize(s, Stage::Instance);
        EXPECT_TRUE(links.system.hasPrescribedMotion(s));
        EXPECT_GE(realizationsPerEvaluation(links, s, method), 3);
        EXPECT_EQ(links.run(s, 0.5).getQ()[0], 0.4);
    }
}

TEST(Motion, IsPrescribedOnlyOnceItCanBeKnown) {
    Links links({"pin"});
    links.drive(1, "sinusoid", {});
    State s = links.start();
    EXPECT_THROW(links.system.prescribeQ(s), StageTooLow);
    links.system.realize(s, Stage::Time);
    EXPECT_THROW(links.system.prescribeU(s), StageTooLow);
}

}  // namespace
}  // namespace trammel::test
