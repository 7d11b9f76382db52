// SPDX-License-Identifier: Apache-2.0
// Forces computed from recorded motion, against those that caused the motion.
#include "multibody/studies/inverse_dynamics.h"

#include <cmath>

#include "formats/csv_reader.h"
#include "inspect/pose_study.h"
#include "multibody/matter/guts.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// Records are interpolated to 1e-9 between steps; two derivatives over 10 ms make that 1e-5, times an inertia of 1.
constexpr Real fromRecords = 1e-4;

/// q of all coordinates of a model simulated from @p start.
RecordedMotion record(const CompiledModelPtr& model, const State& start, Real duration, int frames,
                      std::vector<int> columns = {}) {
    Simulation motion(model, start, 1e-10);
    const int nq = motion.state().getNQ();
    if (columns.empty())
        for (int i = 0; i < nq; ++i) columns.push_back(i);
    RecordedMotion recorded{Vector(frames), {}, Matrix(frames, int(columns.size())), {}, Matrix(), 0};
    for (int c : columns) recorded.coordinates.emplace_back(c);
    for (int i = 0; i < frames; ++i) {
        recorded.times[i] = duration * i / (frames - 1);
        motion.goTo(recorded.times[i]);
        for (std::size_t c = 0; c < columns.size(); ++c) recorded.values(i, int(c)) = motion.state().getQ()[columns[c]];
    }
    return recorded;
}

RecordedMotion record(const CompiledModelPtr& model, Real duration, int frames, std::vector<int> columns = {}) {
    return record(model, model->getInitialState(), duration, frames, std::move(columns));
}

Element arm(const std::string& name) { return rigidBody(name, 2, Vec3(0, -0.5, 0), Vec3(0.2, 0.1, 0.3)); }

TEST(InverseDynamics, FreePendulumNeedsNoForce) {
    ModelBuilder model;
    model.add(pin("Hinge", {}, model.add(arm("Arm"))).set("angle", 1.));
    model.add(gravity(9.80665));
    const CompiledModelPtr swinging = compiled(model.document());
    const RecordedMotion motion = record(swinging, 2, 201);
    const InverseDynamicsResult result =
        calcInverseDynamicsOf(swinging->getSystem(), swinging->getInitialState(), motion);
    ASSERT_TRUE(result.succeeded) << result.message;
    EXPECT_EQ(result.speedNames, std::vector<std::string>{"rate of Hinge"});
    for (int i = 0; i < 201; ++i) EXPECT_NEAR(result.forces(i, 0), 0, fromRecords) << motion.times[i];
    EXPECT_EQ(result.largestChange, 0);
}

TEST(InverseDynamics, RecoversTheDrivingTorque) {
    ModelBuilder model;
    const ElementId hinge = model.add(pin("Hinge", {}, model.add(arm("Arm"))).set("angle", 0.2));
    model.add(gravity(9.80665));
    ModelBuilder pushed(model);
    pushed.add(Element::draft("force", "mobilityConstantForce", "Push").set("force", 3.).plug("joint", hinge));
    const CompiledModelPtr free = compiled(model.document());
    const RecordedMotion motion = record(compiled(pushed.document()), 2, 201);
    const InverseDynamicsResult result = calcInverseDynamicsOf(free->getSystem(), free->getInitialState(), motion);
    ASSERT_TRUE(result.succeeded) << result.message;
    for (int i = 0; i < 201; ++i) EXPECT_NEAR(result.forces(i, 0), 3, fromRecords);
}

TEST(InverseDynamics, LoopMotorTorqueFollowsFromTheCrankAlone) {
    // Only the crank's angle is recorded; the motor's torque is known from the run.
    const CompiledModelPtr model = openModel("four_bar");
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    const Tree& tree = matter.getTree(model->getInitialState());
    int crank = -1;
    for (const TreeNode& n : tree.nodes)
        if (n.jointName == "Crank pin") crank = n.qStart;
    const RecordedMotion motion = record(model, 1.5, 301, {crank});
    const InverseDynamicsResult result = calcInverseDynamicsOf(model->getSystem(), model->getInitialState(), motion);
    ASSERT_TRUE(result.succeeded) << result.message;
    ASSERT_EQ(result.speedNames, std::vector<std::string>{"rate of Crank pin"}) << "only motors drive";
    Simulation run(model, 1e-10);
    Real largest = 0;
    for (int i = 30; i < 271; i += 10) {
        run.goTo(motion.times[i]);
        State s = run.state();
        model->getSystem().realize(s, Stage::Acceleration);
        Vector tau;
        matter.findMotionForces(s, tau);
        largest = std::max(largest, std::abs(tau.cwiseAbs().maxCoeff()));
        EXPECT_NEAR(result.forces(i, 0), -tau[int(result.speeds[0])], fromRecords) << motion.times[i];
    }
    EXPECT_GT(largest, 0.1);
    EXPECT_LT(result.unbalanced, 1e-6);
    EXPECT_LT(result.largestChange, 1e-9);
}

TEST(InverseDynamics, DriversShareTheLoadWithLeastForce) {
    // With all joints as drivers loop forces are shared: less effort than with the crank alone.
    const CompiledModelPtr model = openModel("four_bar");
    const RecordedMotion motion = record(model, 0.5, 101);
    InverseDynamicsOptions all;
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    for (int b = 1; b < matter.getNumBodies(); ++b) all.drivers.emplace_back(b);
    const auto one = calcInverseDynamicsOf(model->getSystem(), model->getInitialState(), motion);
    const auto many = calcInverseDynamicsOf(model->getSystem(), model->getInitialState(), motion, all);
    ASSERT_TRUE(many.succeeded) << many.message;
    State s = model->getInitialState();
    for (int i = 10; i < 91; i += 20) {
        s.updQ() = Vector(many.q.row(i).transpose());
        model->getSystem().realize(s, Stage::Position);
        Matrix M;
        matter.calcM(s, M);
        Real effort = 0;
        for (std::size_t k = 0; k < many.speeds.size(); ++k)
            effort += square(many.forces(i, int(k))) / M(int(many.speeds[k]), int(many.speeds[k]));
        EXPECT_LT(effort, square(one.forces(i, 0)) / M(int(one.speeds[0]), int(one.speeds[0])) + 1e-12);
        // Equal power.
        Real power = 0;
        for (std::size_t k = 0; k < many.speeds.size(); ++k)
            power += many.forces(i, int(k)) * many.u(i, int(many.speeds[k]));
        EXPECT_NEAR(power, one.forces(i, 0) * one.u(i, int(one.speeds[0])), 1e-6);
    }
}

CompiledModelPtr tumblingBox() {
    ModelBuilder model;
    const ElementId body = model.add(rigidBody("Box", 2, Vec3(0.1, 0.2, 0), Vec3(0.1, 0.2, 0.25)));
    model.add(Element::draft("joint", "free", "Flight")
                  .set("angularVelocity", Vec3(1, 2, 0.5))
                  .set("velocity", Vec3(0.3, 1, 0))
                  .plug("child", body));
    model.add(gravity(9.80665));
    return compiled(model.document());
}

TEST(InverseDynamics, TumblingBodyFromQuaternion) {
    const CompiledModelPtr flying = tumblingBox();
    const RecordedMotion motion = record(flying, 1, 201);
    const auto result = calcInverseDynamicsOf(flying->getSystem(), flying->getInitialState(), motion);
    ASSERT_TRUE(result.succeeded) << result.message;
    EXPECT_EQ(result.forces.cols(), 6);
    for (int i = 20; i < 181; ++i) EXPECT_LT(result.forces.row(i).cwiseAbs().maxCoeff(), fromRecords) << i;
}

TEST(InverseDynamics, TumblingBodyFromEulerAngles) {
    // Unlike those of a quaternion, rates of angles and speeds are related by a matrix with its own rate.
    const CompiledModelPtr flying = tumblingBox();
    const MatterSubsystem& matter = flying->getSystem().getMatterSubsystem();
    State start = flying->getInitialState();
    matter.setUseEulerAngles(start, true);
    flying->getSystem().realizeModel(start);
    matter.getGuts().convertCoordinates(flying->getInitialState(), start);
    constexpr int frames = 61;
    const RecordedMotion motion = record(flying, start, 0.6, frames);
    ASSERT_EQ(motion.coordinates.size(), 6u);
    const auto result = calcInverseDynamicsOf(flying->getSystem(), start, motion);
    ASSERT_TRUE(result.succeeded) << result.message;
    for (int i = 15; i < frames - 15; ++i) EXPECT_LT(result.forces.row(i).cwiseAbs().maxCoeff(), fromRecords) << i;
}

/// The largest torque, N m, computed for the undriven double pendulum, from coordinates alone and with speeds; its
/// weights are 20 N.
struct ExcessTorque {
    Real fromCoordinates, fromSpeedsToo;
};
ExcessTorque calcExcessTorque(Simulation&& run, Real duration, Real interval) {
    const int frames = int(std::lround(duration / interval)) + 1;
    RecordedMotion motion{Vector(frames), {QIndex(0), QIndex(1)}, Matrix(frames, 2), {}, Matrix(), 0};
    RecordedMotion withSpeeds{Vector(frames),         {QIndex(0), QIndex(1)}, Matrix(frames, 2),
                              {UIndex(0), UIndex(1)}, Matrix(frames, 2),      0};
    for (int i = 0; i < frames; ++i) {
        motion.times[i] = withSpeeds.times[i] = interval * i;
        run.goTo(motion.times[i]);
        motion.values.row(i) = withSpeeds.values.row(i) = run.state().getQ().transpose();
        withSpeeds.speedValues.row(i) = run.state().getU().transpose();
    }
    const auto worst = [&](const RecordedMotion& m) {
        const CompiledModel& model = run.model();
        const auto result = calcInverseDynamicsOf(model.getSystem(), model.getInitialState(), m);
        EXPECT_TRUE(result.succeeded) << result.message;
        return result.forces.cwiseAbs().maxCoeff();
    };
    return {worst(motion), worst(withSpeeds)};
}

TEST(InverseDynamics, FastMotionIsExactWithRecordedSpeeds) {
    // The lower mass reaches 20 rad/s; ten milliseconds are too long for coordinates alone.
    const ExcessTorque torque =
        calcExcessTorque({openModel("validation/double_pendulum"), 1e-11, "dormandPrince853"}, 10, 0.01);
    EXPECT_GT(torque.fromCoordinates, 0.1);
    constexpr Real rest = 5e-3;
    EXPECT_LT(torque.fromSpeedsToo, rest);
}

TEST(InverseDynamics, RecordedSpeedsDoNotDegradeARoughRun) {
    // Errors between records are amplified by two differentiations, less by one. They vary twofold with the place of the
    // steps.
    constexpr Real betterBy = 5;
    for (const Real accuracy : {1e-3, 1e-4})
        for (const Real interval : {0.01, 0.002}) {
            const ExcessTorque torque =
                calcExcessTorque({openModel("validation/double_pendulum"), accuracy}, 2, interval);
            EXPECT_LT(torque.fromSpeedsToo, 200 * accuracy) << accuracy << " " << interval;
            EXPECT_LT(betterBy * torque.fromSpeedsToo, torque.fromCoordinates) << accuracy << " " << interval;
        }
}

TEST(InverseDynamics, TumblingBodyUsesRecordedSpeeds) {
    const CompiledModelPtr flying = tumblingBox();
    constexpr int frames = 26;
    Simulation run(flying, 1e-11, "dormandPrince853");
    RecordedMotion motion = record(flying, 1, frames);
    motion.speedValues = Matrix(frames, 6);
    for (int u = 0; u < 6; ++u) motion.speeds.emplace_back(u);
    for (int i = 0; i < frames; ++i) {
        run.goTo(motion.times[i]);
        motion.values.row(i) = run.state().getQ().transpose();
        motion.speedValues.row(i) = run.state().getU().transpose();
    }
    const auto result = calcInverseDynamicsOf(flying->getSystem(), flying->getInitialState(), motion);
    ASSERT_TRUE(result.succeeded) << result.message;
    EXPECT_LT(result.forces.cwiseAbs().maxCoeff(), fromRecords);
}

TEST(InverseDynamics, TakesTheSpeedsOfATableAsARunWritesIt) {
    const CompiledModelPtr model = openModel("validation/double_pendulum");
    CsvTable table{{{"time", "s", {}},
                    {"Upper pin.angle", "rad", {}},
                    {"Upper pin.rate", "rad/s", {}},
                    {"Lower pin.angle", "rad", {}},
                    {"Lower pin.rate", "rad/s", {}},
                    {"total energy", "J", {}}}};
    Simulation run(model, 1e-11, "dormandPrince853");
    for (int i = 0; i <= 200; ++i) {
        run.goTo(0.01 * i);
        const Vector &q = run.state().getQ(), &u = run.state().getU();
        const Real row[] = {0.01 * i, q[0], u[0], q[1], u[1], 0};
        for (std::size_t c = 0; c < std::size(row); ++c) table.columns[c].values.push_back(row[c]);
    }
    const auto worst = [&] {
        const auto motion = matchCoordinates(*model, {table, false});
        if (!motion) return NaN;
        const auto result = calcInverseDynamics(*model, *motion, 0, {});
        EXPECT_TRUE(result && result->succeeded);
        return result->forces.cwiseAbs().maxCoeff();
    };
    const Real withSpeeds = worst();
    EXPECT_LT(withSpeeds, fromRecords);
    // With one missing, or in an unknown unit, the speeds of that joint are ignored.
    table.columns[4].unit = "knots";
    EXPECT_GT(worst(), 10 * withSpeeds);
}

TEST(InverseDynamics, SmoothsNoiseAway) {
    ModelBuilder model;
    model.add(pin("Hinge", {}, model.add(arm("Arm"))).set("angle", 1.));
    model.add(gravity(9.80665));
    const CompiledModelPtr swinging = compiled(model.document());
    RecordedMotion motion = record(swinging, 2, 201);
    for (int i = 0; i < 201; ++i) motion.values(i, 0) += 1e-4 * std::sin(1e4 * i);
    const auto worst = [&](Real smoothing) {
        motion.smoothing = smoothing;
        const auto result = calcInverseDynamicsOf(swinging->getSystem(), swinging->getInitialState(), motion);
        return result.forces.block(20, 0, 161, 1).cwiseAbs().maxCoeff();
    };
    EXPECT_GT(worst(0), 1);
    EXPECT_LT(worst(1e-8), 0.2);
}

TEST(InverseDynamics, ReportsInfeasibleMotion) {
    const CompiledModelPtr model = openModel("four_bar");
    // The rocker oscillates.
    const Tree& tree = model->getSystem().getMatterSubsystem().getTree(model->getInitialState());
    int rocker = -1;
    for (const TreeNode& n : tree.nodes)
        if (n.jointName == "Rocker pin") rocker = n.qStart;
    RecordedMotion motion{Vector(50), {QIndex(rocker)}, Matrix(50, 1), {}, Matrix(), 0};
    for (int i = 0; i < 50; ++i) {
        motion.times[i] = 0.1 * i;
        motion.values(i, 0) = model->getInitialState().getQ()[rocker] + 0.1 * i;
    }
    const auto result = calcInverseDynamicsOf(model->getSystem(), model->getInitialState(), motion);
    EXPECT_GT(result.largestChange, 1) << "it comes as near as it can, and says how near";
}

TEST(InverseDynamics, InvalidMotionThrows) {
    const CompiledModelPtr model = openModel("four_bar");
    const auto refuses = [&](const RecordedMotion& motion) {
        EXPECT_THROW(calcInverseDynamicsOf(model->getSystem(), model->getInitialState(), motion), Exception);
    };
    RecordedMotion motion{Vector(10), {QIndex(0)}, Matrix(10, 1, 0.), {}, Matrix(), 0};
    refuses(motion);  // times do not increase
    for (int i = 0; i < 10; ++i) motion.times[i] = i;
    motion.values(3, 0) = NaN;
    refuses(motion);
    motion.values(3, 0) = 0;
    motion.coordinates[0] = QIndex(99);
    refuses(motion);
    motion.coordinates[0] = QIndex(0);
    motion.speeds = {UIndex(0)};
    refuses(motion);  // no table of them
    motion.speeds = {UIndex(99)};
    motion.speedValues = Matrix(10, 1, 0.);
    refuses(motion);
    motion = {Vector(3), {QIndex(0)}, Matrix(3, 1, 0.), {}, Matrix(), 0};
    refuses(motion);
}

}  // namespace
}  // namespace trammel::test
