// SPDX-License-Identifier: Apache-2.0
// Poses with closed loops, targets, locks and ranges, and infeasible requests.
#include <algorithm>
#include <cmath>

#include "multibody/assembler/assemble.h"
#include "multibody/assembler/pose_equations.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

/// Remaining error of a feasible target, m or rad.
constexpr Real met = 1e-7;

struct Mechanism {
    explicit Mechanism(CompiledModelPtr compiledModel)
        : model(std::move(compiledModel)),
          system(model->getSystem()),
          matter(system.getMatterSubsystem()),
          state(model->getInitialState()) {}

    int bodyOf(const std::string& joint) const {
        for (int b = 1; b < matter.getNumBodies(); ++b)
            if (matter.getTree(state)[b].jointName == joint) return b;
        throw std::runtime_error("There is no joint '" + joint + "'.");
    }
    QIndex q(const std::string& joint, int i = 0) const {
        return QIndex(matter.getTree(state)[bodyOf(joint)].qStart + i);
    }
    MobilizedBodyIndex body(const std::string& joint) const { return MobilizedBodyIndex(bodyOf(joint)); }
    Real value(const std::string& joint, int i = 0) const { return state.getQ()[q(joint, i)]; }
    Vec3 point(const std::string& joint, const Vec3& station) const {
        system.realize(state, Stage::Position);
        return matter.getBodyTransform(state, body(joint)) * station;
    }
    AssemblyResult assemble(const AssemblyProblem& problem) { return trammel::assemble(system, state, problem); }

    CompiledModelPtr model;
    const MultibodySystem& system;
    const MatterSubsystem& matter;
    State state;
};

/// Three links of 1 m, each on a pin about z; in the spatial case followed by a ball.
Mechanism arm(std::vector<Real> angles = {0.3, 0.4, 0.5}) {
    ModelBuilder model;
    ElementId inboard;
    for (int i = 0; i < 3; ++i) {
        const ElementId link =
            model.add(rigidBody("Link " + std::to_string(i + 1), 1, Vec3(0.5, 0, 0), Vec3(0.01, 0.1, 0.1)));
        model.add(pin("Pin " + std::to_string(i + 1), inboard, link, i == 0 ? Vec3(0.) : Vec3(1, 0, 0))
                      .set("angle", angles[std::size_t(i)]));
        inboard = link;
    }
    return Mechanism(compiled(model.document()));
}
AssemblyProblem reach(const Mechanism& m, const Vec3& target, Real weight = 1) {
    AssemblyProblem problem;
    problem.markers.push_back({"tip", m.body("Pin 3"), Vec3(1, 0, 0), target, weight});
    return problem;
}

TEST(PoseAssembly, TurnsTheCrankFullyOnItsBranch) {
    Mechanism m(openModel("four_bar"));
    const Real start = m.value("Crank pin"), rocker = m.value("Rocker pin");
    AssemblyProblem problem;
    problem.coordinates.push_back({"crank", m.q("Crank pin"), 0, Infinity});
    constexpr int parts = 5;
    for (int i = 1; i <= parts; ++i) {
        problem.coordinates[0].value = start + 2 * Pi * i / parts;
        const AssemblyResult result = m.assemble(problem);
        EXPECT_EQ(result.outcome, AssemblyResult::Outcome::Assembled) << i << ": " << result.message;
        EXPECT_NEAR(m.value("Crank pin"), problem.coordinates[0].value, problem.tolerance);
        EXPECT_LT(m.state.getQErr().cwiseAbs().maxCoeff(), problem.tolerance);
    }
    EXPECT_NEAR(m.value("Rocker pin"), rocker, met) << "a crank-rocker comes back to where it started";
}

TEST(PoseAssembly, ReportsPosesOnAnotherBranch) {
    // With the crank held, the rocker has two poses, mirror images about the line from the crank's tip to its pin.
    Mechanism m(openModel("four_bar"));
    const Real rocker = m.value("Rocker pin");
    const Vec3 tip = m.point("Coupler pin", Vec3(0.)), pivot = m.point("Rocker pin", Vec3(0.));
    constexpr Real frame = 2;  // rad, angle of the pin's frame in Ground
    const Real line = std::atan2(tip[1] - pivot[1], tip[0] - pivot[0]);
    AssemblyProblem problem;
    problem.lockedMobilizers.push_back(m.body("Crank pin"));
    problem.coordinates.push_back(
        {"rocker", m.q("Rocker pin"), std::remainder(2 * (line - frame) - rocker, 2 * Pi), Infinity});
    Mechanism stays = m;
    problem.mayJump = false;
    const AssemblyResult refused = stays.assemble(problem);
    EXPECT_EQ(refused.outcome, AssemblyResult::Outcome::Open);
    EXPECT_NE(refused.message.find("'rocker'"), std::string::npos) << refused.message;
    EXPECT_NE(refused.message.find("'Crank pin'"), std::string::npos) << refused.message;
    EXPECT_LT(stays.state.getQErr().cwiseAbs().maxCoeff(), problem.tolerance) << "and it is still in one piece";

    problem.mayJump = true;
    const AssemblyResult jumped = m.assemble(problem);
    EXPECT_EQ(jumped.outcome, AssemblyResult::Outcome::OnAnotherBranch) << jumped.message;
    EXPECT_NEAR(m.value("Rocker pin"), problem.coordinates[0].value, met);
}

TEST(PoseAssembly, StopsAtADeadPoint) {
    // 0.22 + 0.4 > 0.35 + 0.25 m: this crank cannot rotate fully.
    Mechanism m(compiled(without(with(modelDocument("four_bar"), "Crank", "length", 0.22), "Motor")));
    AssemblyProblem problem;
    problem.mayJump = false;
    problem.coordinates.push_back({"crank", m.q("Crank pin"), m.value("Crank pin") + 2 * Pi, Infinity});
    const AssemblyResult result = m.assemble(problem);
    EXPECT_EQ(result.outcome, AssemblyResult::Outcome::Open) << result.message;
    EXPECT_LT(m.state.getQErr().cwiseAbs().maxCoeff(), problem.tolerance);
    // Coupler and rocker are collinear there.
    const Vec3 tip = m.point("Coupler pin", Vec3(0.)), pivot = m.point("Rocker pin", Vec3(0.));
    const Vec3 inPlane(tip[0] - pivot[0], tip[1] - pivot[1], 0);
    EXPECT_NEAR(inPlane.norm(), 0.35 + 0.25, 1e-4);
}

TEST(PoseAssembly, KeepsItsBranchWhereTheOtherOneIsMillimetersAway) {
    // Nearly a parallelogram: with collinear links the two branches are 2 mm apart, and steps are a hundred times as
    // long. A correction comparable to its step could end on either branch.
    constexpr Real crank = 0.5, rocker = 0.502, angle = 0.5, target = -0.3;
    ModelBuilder model;
    const ElementId c = model.add(rigidBody("Crank", 1, Vec3(0.25, 0, 0), Vec3(0.01, 0.1, 0.1)));
    const ElementId k = model.add(rigidBody("Coupler", 1, Vec3(0.5, 0, 0), Vec3(0.01, 0.1, 0.1)));
    const ElementId r = model.add(rigidBody("Rocker", 1, Vec3(0.25, 0, 0), Vec3(0.01, 0.1, 0.1)));
    const Vec3 tip(crank * std::cos(angle), crank * std::sin(angle), 0), pivot(1, 0, 0), line = pivot - tip;
    const Real length = line.norm();
    const Real direction =
        std::atan2(line[1], line[0]) + std::acos((1 + length * length - rocker * rocker) / (2 * length));
    const Vec3 end = tip + Vec3(std::cos(direction), std::sin(direction), 0);
    model.add(pin("Crank pin", {}, c).set("angle", angle));
    model.add(pin("Coupler pin", c, k, Vec3(crank, 0, 0)).set("angle", direction - angle));
    model.add(pin("Rocker pin", {}, r, pivot).set("angle", std::atan2(end[1], end[0] - 1)));
    model.add(Element::draft("constraint", "pointOnLine", "Closing pin")
                  .set("point1", Vec3(1, 0, 0))
                  .set("point2", Vec3(rocker, 0, 0))
                  .plug("body1", k)
                  .plug("body2", r));
    Mechanism m(compiled(model.document()));
    /// Its sign identifies the branch.
    const auto sineAtTheEnd = [&] {
        return std::sin(m.value("Crank pin") + m.value("Coupler pin") - m.value("Rocker pin"));
    };
    ASSERT_LT(sineAtTheEnd(), -0.1);
    AssemblyProblem problem;
    problem.mayJump = false;
    problem.coordinates.push_back({"crank", m.q("Crank pin"), target, Infinity});
    const AssemblyResult result = m.assemble(problem);
    EXPECT_EQ(result.outcome, AssemblyResult::Outcome::Assembled) << result.message;
    EXPECT_LT(sineAtTheEnd(), -0.1);
}

TEST(PoseAssembly, DifferentiatesItsEquationsExactly) {
    ModelBuilder model;
    const ElementId box = model.add(rigidBody("Box", 1, Vec3(0.1, 0, 0), Vec3(0.1, 0.2, 0.25)));
    model.add(Element::draft("joint", "free", "Way").plug("child", box));
    const ElementId lid = model.add(rigidBody("Lid", 1, Vec3(0.1, 0, 0), Vec3(0.1, 0.2, 0.25)));
    model.add(pin("Hinge", box, lid, Vec3(0.3, 0.1, 0)).set("angle", 0.4));
    model.add(Element::draft("constraint", "rod", "Rod")
                  .set("point1", Vec3(0.5, 1, 0.2))
                  .set("point2", Vec3(0.2, 0.1, 0))
                  .set("length", 0.8)
                  .plug("body1", {})
                  .plug("body2", lid));
    Mechanism m(compiled(model.document()));
    AssemblyProblem problem;
    const MobilizedBodyIndex hinged = m.body("Hinge");
    problem.markers.push_back({"hard marker", hinged, Vec3(0.1, 0.2, 0.3), Vec3(1, 2, 3), Infinity});
    problem.markers.push_back({"marker", hinged, Vec3(0.1, -0.2, 0.3), Vec3(1, 2, -3), 2});
    problem.orientations.push_back(
        {"heading", hinged, Rotation::aboutZ(0.3), Rotation(2.1, Vec3(Vec3(1, 2, 3).normalized())), 3});
    problem.coordinates.push_back({"hinge", m.q("Hinge"), 1.2, 5});
    m.system.realize(m.state, Stage::Position);
    PoseEquations equations(m.matter, m.state, problem);
    equations.calcErrors(m.state, problem);
    equations.calcSlopes(m.state, problem);
    const Vector q = m.state.getQ();
    for (int j = 0; j < equations.numFree(); ++j) {
        constexpr Real h = 1e-6, allowed = 1e-8;
        Vector du(equations.numFree()), dq(q.size()), hard[2], soft[2];
        du[j] = 1;
        m.state.updQ() = q;
        m.system.realize(m.state, Stage::Position);
        equations.multiplyByN(m.state, du.data(), dq.data());
        for (int side = 0; side < 2; ++side) {
            m.state.updQ() = q + (side == 0 ? h : -h) * dq;
            m.system.realize(m.state, Stage::Position);
            equations.calcErrors(m.state, problem);
            hard[side] = equations.hardErrors;
            soft[side] = equations.softErrors;
        }
        EXPECT_LT(((hard[0] - hard[1]) / (2 * h) - equations.hardSlopes.col(j)).cwiseAbs().maxCoeff(), allowed) << j;
        EXPECT_LT(((soft[0] - soft[1]) / (2 * h) - equations.softSlopes.col(j)).cwiseAbs().maxCoeff(), allowed) << j;
    }
}

TEST(PoseAssembly, SearchesOnlyMechanismsThatAreNotSettled) {
    ModelBuilder model;
    ElementId arms[2];
    for (int i = 0; i < 2; ++i) {
        const std::string number = " " + std::to_string(i + 1);
        arms[i] = model.add(rigidBody("Arm" + number, 1, Vec3(0.5, 0, 0), Vec3(0.01, 0.1, 0.1)));
        model.add(Element::draft("joint", "planar", "Guide" + number).plug("child", arms[i]));
        model.add(Element::draft("constraint", "rod", "Rod" + number)
                      .set("point1", Vec3(0, 1, 0))
                      .set("length", 1.)
                      .plug("body1", {})
                      .plug("body2", arms[i]));
    }
    Mechanism m(compiled(model.document()));
    AssemblyProblem problem;
    EXPECT_EQ(PoseEquations(m.matter, m.state, problem).numFree(), 6);
    problem.settledMobilizers.push_back(m.body("Guide 1"));
    m.state.updQ()[4] += 0.1;
    m.system.realize(m.state, Stage::Position);
    PoseEquations equations(m.matter, m.state, problem);
    EXPECT_EQ(equations.numFree(), 3);
    ASSERT_EQ(equations.numHard(), 1);
    equations.calcErrors(m.state, problem);
    EXPECT_EQ(equations.hardErrors[0], m.state.getQErr()[1]);
}

TEST(PoseAssembly, ReportsTheConstraintAndItsGap) {
    const auto broken = compileDocument(with(modelDocument("four_bar"), "Coupler", "length", 0.04));
    Mechanism m(*broken);
    const AssemblyResult result = m.assemble({});
    EXPECT_EQ(result.outcome, AssemblyResult::Outcome::Open);
    ASSERT_EQ(result.gaps.size(), 1u);
    EXPECT_EQ(result.gaps[0].name, "Closing pin");
    EXPECT_TRUE(result.gaps[0].constraint.isValid());
    constexpr Real toTheTenthOfAMillimeter = 1e-4;
    EXPECT_NEAR(result.worstGap, 0.010, toTheTenthOfAMillimeter);
    EXPECT_NE(result.message.find("closure gap at 'Closing pin' of 0.01"), std::string::npos) << result.message;
}

TEST(PoseAssembly, ReachesATargetWithLeastMotion) {
    Mechanism m = arm();
    const Vec3 target(1.2, 1.5, 0);
    const AssemblyResult result = m.assemble(reach(m, target));
    EXPECT_TRUE(result.succeeded());
    EXPECT_LT(result.markerErrors[0], met);
    EXPECT_LT(Vec3(m.point("Pin 3", Vec3(1, 0, 0)) - target).norm(), met);

    Mechanism held = arm();
    AssemblyProblem problem = reach(held, target);
    problem.lockedCoordinates.push_back(held.q("Pin 1"));
    EXPECT_LT(held.assemble(problem).markerErrors[0], met);
    EXPECT_NEAR(held.value("Pin 1"), 0.3, problem.tolerance) << "what is locked stays";
}

TEST(PoseAssembly, ApproachesUnreachableTargets) {
    // Four meters are out of reach of three links: stretched toward the target.
    Mechanism m = arm();
    const AssemblyResult result = m.assemble(reach(m, Vec3(4, 0, 0)));
    EXPECT_TRUE(result.succeeded()) << "a target is not a requirement";
    EXPECT_NEAR(result.markerErrors[0], 1, met);
    EXPECT_NEAR(m.value("Pin 2"), 0, 1e-3);

    Mechanism must = arm();
    const AssemblyResult required = must.assemble(reach(must, Vec3(4, 0, 0), Infinity));
    EXPECT_FALSE(required.succeeded());
    EXPECT_EQ(required.gaps[0].name, "tip");
    EXPECT_NEAR(required.worstGap, 1, 0.01);
}

TEST(PoseAssembly, KeepsCoordinatesInTheirRanges) {
    Mechanism m = arm();
    AssemblyProblem problem = reach(m, Vec3(-1, 1, 0));
    problem.ranges.push_back({m.q("Pin 1"), -0.5, 0.8});
    problem.ranges.push_back({m.q("Pin 2"), -0.5, 1});
    problem.ranges.push_back({m.q("Pin 3"), -0.5, 3});
    const AssemblyResult result = m.assemble(problem);
    for (const AssemblyProblem::Range& r : problem.ranges) {
        EXPECT_GE(m.state.getQ()[r.q], r.lower);
        EXPECT_LE(m.state.getQ()[r.q], r.upper);
    }
    EXPECT_GT(result.markerErrors[0], 0.1);
    EXPECT_EQ(result.atLimit, (std::vector<std::string>{"angle of Pin 1", "angle of Pin 2"}));
    // The best pose has the last link pointing to the target.
    const Vec3 joint = m.point("Pin 3", Vec3(0.)), tip = m.point("Pin 3", Vec3(1, 0, 0));
    const Vec3 rest(problem.markers[0].target_G - tip), link(tip - joint);
    EXPECT_LT(link.cross(rest).norm(), 1e-6);
}

TEST(PoseAssembly, WeighsTargetsThatCannotAllBeMet) {
    ModelBuilder model;
    const ElementId cart = model.add(rigidBody("Cart", 1, Vec3(0.), Vec3(0.1, 0.1, 0.1)));
    model.add(Element::draft("joint", "slider", "Way").plug("child", cart));
    Mechanism m(compiled(model.document()));
    AssemblyProblem problem;
    problem.markers.push_back({"left", m.body("Way"), Vec3(0.), Vec3(-1, 0, 0), 1});
    problem.markers.push_back({"right", m.body("Way"), Vec3(0.), Vec3(1, 0, 0), 3});
    const AssemblyResult result = m.assemble(problem);
    EXPECT_NEAR(m.value("Way"), 0.5, met);
    EXPECT_NEAR(result.goal, (square(1.5) + 3 * square(0.5)) / 2, met);
}

TEST(PoseAssembly, ReachesTargetOrientations) {
    ModelBuilder model;
    const ElementId box = model.add(rigidBody("Box", 1, Vec3(0.1, 0, 0), Vec3(0.1, 0.2, 0.25)));
    model.add(Element::draft("joint", "ball", "Socket").plug("child", box));
    for (const Real angle : {0.1, 1.5, 3., Pi}) {
        Mechanism m(compiled(model.document()));
        AssemblyProblem problem;
        const Rotation wanted(angle, Vec3(Vec3(1, 2, 3).normalized()));
        problem.orientations.push_back({"heading", m.body("Socket"), Rotation(), wanted, 1});
        const AssemblyResult result = m.assemble(problem);
        EXPECT_LT(result.orientationErrors[0], met) << angle;
        EXPECT_LT((m.matter.getBodyTransform(m.state, m.body("Socket")).R() - wanted).norm(), 1e-6) << angle;
    }
}

TEST(PoseAssembly, ClosesFromASingularStretchedPose) {
    // A straight arm with a target on its line: both mirror images are equally good.
    Mechanism m = arm({0, 0, 0});
    const AssemblyResult result = m.assemble(reach(m, Vec3(1.3, 0, 0), Infinity));
    EXPECT_TRUE(result.succeeded()) << result.message;
    EXPECT_LT(result.worstGap, 1e-10);
    // And deterministic.
    Mechanism again = arm({0, 0, 0});
    again.assemble(reach(again, Vec3(1.3, 0, 0), Infinity));
    EXPECT_EQ(m.state.getQ(), again.state.getQ());
}

TEST(PoseAssembly, ClosesALoopThatWasDrawnFarOpen) {
    Document document = modelDocument("four_bar");
    for (const char* joint : {"Coupler pin", "Rocker pin"}) document = with(document, joint, "angle", 2.8);
    const CompiledModelPtr model = *compileDocument(document);
    Mechanism m(model);
    // The drawn pose, before closing loops.
    const SubsystemIndex me = m.matter.getMySubsystemIndex();
    for (const char* joint : {"Coupler pin", "Rocker pin"}) m.state.updQ(me)[m.q(joint)] = 2.8;
    const AssemblyResult result = m.assemble({});
    EXPECT_TRUE(result.succeeded()) << result.message;
    EXPECT_LT(m.state.getQErr().cwiseAbs().maxCoeff(), 1e-10);
}

TEST(PoseAssembly, ThrowsForInvalidTargets) {
    Mechanism m = arm();
    EXPECT_THROW(m.assemble(reach(m, Vec3(NaN, 0, 0))), Exception);
    AssemblyProblem problem;
    problem.lockedCoordinates.push_back(QIndex(17));
    EXPECT_THROW(m.assemble(problem), Exception);
    problem = reach(m, Vec3(1, 1, 0));
    problem.markers[0].body = MobilizedBodyIndex(9);
    EXPECT_THROW(m.assemble(problem), Exception);
    problem = {};
    problem.ranges.push_back({m.q("Pin 1"), 1, 0});
    EXPECT_THROW(m.assemble(problem), Exception);
}

TEST(PoseTracker, FollowsAFullCouplerCurve) {
    Mechanism m(openModel("four_bar"));
    AssemblyProblem problem;
    const Vec3 handle(0.05, 0, 0);
    problem.markers.push_back({"hand", m.body("Crank pin"), handle, m.point("Crank pin", handle), 1});
    PoseTracker tracker(m.system, m.state, problem);
    const Real start = m.value("Crank pin");
    constexpr int frames = 200;
    for (int i = 1; i <= frames; ++i) {
        const Real angle = start + 2 * Pi * i / frames;
        // The hand is slightly off the circle.
        tracker.moveMarker(
            0, Vec3(Vec3(0.06 * std::cos(angle), 0.06 * std::sin(angle), 0) + m.point("Crank pin", Vec3(0.))));
        ASSERT_TRUE(tracker.track(m.state)) << i;
        EXPECT_NEAR(m.value("Crank pin"), angle, 1e-5) << i;
        EXPECT_LT(tracker.getWorstGap(), problem.tolerance);
    }
    EXPECT_NEAR(tracker.describe(m.state).markerErrors[0], 0.01, 1e-6);
}

}  // namespace
}  // namespace trammel::test
