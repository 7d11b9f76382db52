// SPDX-License-Identifier: Apache-2.0
// Events as elements, and motors by formula: when triggers occur, what actions change, and that runs with events are
// recomputed bitwise.
#include <cmath>
#include <filesystem>

#include "block_on_rail.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/events/bookmarks.h"
#include "runtime/run_branch.h"
#include "runtime/stored_run.h"

namespace trammel::test {
namespace {

constexpr Real timeAccuracy = 1e-6;

class Events : public BlockOnRail {
protected:
    ElementId event(Element draft) { return model.add(std::move(draft)); }
    static Element crossing(const char* formula, const char* direction = "both") {
        return Element::draft("event", "crossing", "Passed").set("formula", formula).set("direction", direction);
    }
    static Element atTime(Real time, const char* name = "Then") {
        return Element::draft("event", "atTime", name).set("time", time);
    }
    void act(ElementId event, Element draft) { model.add(std::move(draft), event); }
    static Element action(const char* type) { return Element::draft("action", type); }
    static std::vector<Real> timesOf(const SimulationRun& run, const std::string& event) {
        std::vector<Real> times;
        const auto& events = run.getTrajectory()->getEvents();
        for (std::size_t i = 0; i < events.size(); ++i)
            if (events[i].what == event) times.push_back(events[i].time);
        return times;
    }
    static void expectTimes(const std::vector<Real>& times, const std::vector<Real>& expected) {
        ASSERT_EQ(times.size(), expected.size());
        for (std::size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(times[i], expected[i], timeAccuracy);
    }
    static Real last(const SimulationRun& run, const std::string& output) { return valueAt(run, output); }
};

// --- Triggers ---

TEST_F(Events, OccurWhereAFormulaCrossesZeroInADirection) {
    addSpring();
    // x = sin(2 pi t) / (2 pi)
    event(crossing("Rail.q - 1 mm"));
    event(crossing("Rail.q - 1 mm", "rising"));
    event(crossing("Rail.q - 1 mm", "falling"));
    const auto all = run(2);
    const Real first = std::asin(0.001 * 2 * Pi) / (2 * Pi);
    expectTimes(timesOf(*all, "Passed"), {first, 0.5 - first, 1 + first, 1.5 - first});
    expectTimes(timesOf(*all, "Passed 2"), {first, 1 + first});
    expectTimes(timesOf(*all, "Passed 3"), {0.5 - first, 1.5 - first});
    EXPECT_EQ(last(*all, "occurrences of Passed"), 4);
}

TEST_F(Events, OccurAtGivenTimesExactly) {
    event(atTime(0.7));
    event(atTime(-1, "Never"));
    event(Element::draft("event", "periodic", "Clock").set("start", 0.25).set("interval", 0.5));
    event(Element::draft("event", "periodic", "Once").set("interval", 0.5).set("once", true));
    const auto all = run(2);
    EXPECT_EQ(timesOf(*all, "Then"), std::vector<Real>{0.7});
    EXPECT_EQ(timesOf(*all, "Clock"), (std::vector<Real>{0.25, 0.75, 1.25, 1.75}));
    EXPECT_EQ(timesOf(*all, "Once"), std::vector<Real>{0});
    EXPECT_TRUE(timesOf(*all, "Never").empty());
    EXPECT_EQ(last(*all, "Once enabled"), 0);
}

TEST_F(Events, OccurNoMoreWhereTheirIntervalIsLostInRounding) {
    event(Element::draft("event", "periodic", "Clock").set("start", -1e15).set("interval", 1e-6));
    EXPECT_LE(timesOf(*run(0.1), "Clock").size(), 1u);
}

TEST_F(Events, OccurOnceIfTheyDisableThemselves) {
    addSpring();
    event(crossing("Rail.q - 1 mm").set("once", true));
    EXPECT_EQ(timesOf(*run(2), "Passed").size(), 1u);
}

TEST_F(Events, ReadSpeedsAndParameters) {
    addSpring();
    model.add(Element::draft("parameter", "speed", "Limit").set("value", 0.5));
    event(crossing("Rail.u - Limit", "falling"));
    // u = cos(2 pi t)
    expectTimes(timesOf(*run(1), "Passed"), {std::acos(0.5) / (2 * Pi)});
}

TEST_F(Events, OccurWhereAContactBeginsAndEnds) {
    const ElementId wall = model.add(box("Wall", Vec3(0.1), 1));
    model.add(Element::draft("joint", "weld", "Hold").set("parentPoint", Vec3(0.5, 0, 0)).plug("child", wall));
    const ElementId touch = model.add(withoutFriction(contact(block, wall)));
    event(Element::draft("event", "touch", "Hit").plug("contact", touch));
    event(Element::draft("event", "touch", "Left").set("moment", "ends").plug("contact", touch));
    const auto all = run(1, 0.01);
    expectTimes(timesOf(*all, "Hit"), {0.4});
    ASSERT_EQ(timesOf(*all, "Left").size(), 1u);
    EXPECT_GT(timesOf(*all, "Left")[0], 0.4);
    EXPECT_LT(last(*all, "Rail.rate"), 0);
}

TEST_F(Events, OccurWhereARigidContactBeginsAndEnds) {
    const ElementId wall = model.add(box("Wall", Vec3(0.1), 1));
    model.add(Element::draft("joint", "weld", "Hold").set("parentPoint", Vec3(0.5, 0, 0)).plug("child", wall));
    const ElementId touch = model.add(Element::draft("constraint", "rigidContact", "Rigid")
                                          .set("restitutionFrom", "numbers")
                                          .set("restitution", 0.5)
                                          .plug("body1", wall)
                                          .plug("body2", block));
    const ElementId hit = event(Element::draft("event", "touch", "Hit").plug("contact", touch));
    event(Element::draft("event", "touch", "Left").set("moment", "ends").plug("contact", touch));
    // Actions see the speed after the impact: -0.5 m/s.
    act(hit, action("setSpeed").set("speed", "joint.u/2").plug("joint", rail));
    const auto all = run(1, 0.01);
    expectTimes(timesOf(*all, "Hit"), {0.4});
    constexpr Real apart = 1e-6, speed = 0.25;
    ASSERT_EQ(timesOf(*all, "Left").size(), 1u);
    EXPECT_NEAR(timesOf(*all, "Left")[0], 0.4 + apart / speed, 1e-7);
    EXPECT_NEAR(last(*all, "Rail.rate"), -speed, 1e-9);
    expectRecomputed(all);
}

TEST_F(Events, OccurWhereARigidContactIsPulledOpen) {
    // Pressed against the wall by a force that reverses at 0.5 s.
    const ElementId wall = model.add(box("Wall", Vec3(0.1), 1));
    model.add(Element::draft("joint", "weld", "Hold").set("parentPoint", Vec3(0.5, 0, 0)).plug("child", wall));
    const ElementId touch = model.add(Element::draft("constraint", "rigidContact", "Rigid")
                                          .set("restitutionFrom", "numbers")
                                          .set("restitution", 0.)
                                          .plug("body1", wall)
                                          .plug("body2", block));
    model.add(Element::draft("force", "mobilityFormula", "Push")
                  .set("force", "(0.5 s - t)*(100 N)/(1 s)")
                  .plug("joint", rail));
    event(Element::draft("event", "touch", "Hit").plug("contact", touch));
    event(Element::draft("event", "touch", "Left").set("moment", "ends").plug("contact", touch));
    const auto all = run(0.8, 0.01);
    EXPECT_EQ(timesOf(*all, "Hit").size(), 1u);
    // 1 µm = 100 N/s / 2 kg t^3 / 6.
    expectTimes(timesOf(*all, "Left"), {0.5 + std::cbrt(6e-6 / 50)});
}

TEST_F(Events, NeedAContactToTouch) {
    const ElementId spring = addSpring();
    const auto refused =
        addElement(model.document(), builtinCatalog(), Element::draft("event", "touch", "Hit").plug("contact", spring));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.diagnostics.items().front().message,
              "Force 'Spring' cannot be connected to input 'Contact', which accepts: contact.");
}

// --- Actions ---

TEST_F(Events, EndTheRun) {
    act(event(crossing("Rail.q - 0.5 m")), action("endRun"));
    const auto all = run(3);
    EXPECT_NEAR(all->getTrajectory()->getEndTime(), 0.5, timeAccuracy);
    EXPECT_NE(all->getStatus().message.find("An event ended the run"), std::string::npos);
}

TEST_F(Events, SetASpeedByAFormula) {
    act(event(crossing("Rail.q - 0.5 m", "rising")),
        action("setSpeed").set("speed", "-0.25*joint.u").plug("joint", rail));
    const auto all = run(1.5);
    EXPECT_NEAR(last(*all, "Rail.rate"), -0.25, 1e-12);
    EXPECT_NEAR(last(*all, "Rail.position"), 0.25, timeAccuracy);
}

TEST_F(Events, ApplyImpulses) {
    const ElementId arm = model.add(rigidBody("Arm", 3, Vec3(0.2, 0, 0), Vec3(0.1, 0.35, 0.4)));
    model.add(pin("Pin", {}, arm, Vec3(0, 5, 0)));
    const ElementId then = event(atTime(0.5));
    act(then, action("impulse").set("impulse", "4 N*s").plug("joint", rail));
    act(then, action("pointImpulse").set("y", "2 N*s").set("point", Vec3(0.6, 0, 0)).plug("body", arm));
    const auto all = run(1);
    EXPECT_NEAR(last(*all, "Rail.rate"), 1 + 4. / 2, 1e-12);
    EXPECT_NEAR(last(*all, "Pin.rate"), 2 * 0.6 / (0.4 + 3 * square(0.2)), 1e-12);
}

TEST_F(Events, ApplyImpulsesThroughConstraints) {
    // The other block moves like the first.
    const ElementId other = model.add(box("Other", Vec3(0.1), 6));
    const ElementId second = model.add(slide("Second", other, 1, 1));
    model.add(Element::draft("constraint", "positionFormula", "Rod")
                  .set("equation", "Second.q - Rail.q - 1 m")
                  .plug("joint1", rail)
                  .plug("joint2", second));
    act(event(atTime(0.5)), action("impulse").set("impulse", "4 N*s").plug("joint", rail));
    const auto all = run(1);
    EXPECT_NEAR(last(*all, "Rail.rate"), 1.5, 1e-9);
    EXPECT_NEAR(last(*all, "Second.rate"), 1.5, 1e-9);
}

TEST_F(Events, LockAndUnlock) {
    act(event(atTime(0.5)), action("lockJoint").plug("joint", rail));
    ElementId later = event(atTime(0.75, "Later"));
    act(later, action("lockJoint").set("hold", "nothing").plug("joint", rail));
    act(later, action("setSpeed").set("speed", "2 m/s").plug("joint", rail));
    const auto all = run(1);
    EXPECT_NEAR(last(*all, "Rail.position"), 0.5 + 2 * 0.25, timeAccuracy);
}

TEST_F(Events, EnableAndDisable) {
    const ElementId spring = addSpring();
    const ElementId later = event(atTime(0.5, "Later").set("enabled", false));
    act(later, action("endRun"));
    const ElementId then = event(atTime(0.25));
    act(then, action("switchElement").set("change", "disable").plug("element", spring));
    act(then, action("switchElement").set("change", "toggle").plug("element", later));
    const auto all = run(1);
    // At a quarter of the period it is at rest.
    EXPECT_NEAR(last(*all, "Rail.position"), 1 / (2 * Pi), timeAccuracy);
    EXPECT_EQ(last(*all, "Spring enabled"), 0);
    EXPECT_EQ(all->getTrajectory()->getEndTime(), 0.5);
}

TEST_F(Events, SetNumbersOfElements) {
    const ElementId spring = addSpring();
    // From the largest displacement on with four times the stiffness: half the period.
    act(event(atTime(0.25)),
        action("setNumber").set("number", "Stiffness").set("value", "4*Spring.stiffness").plug("element", spring));
    event(crossing("Rail.q - 0 m"));
    expectTimes(timesOf(*run(1), "Passed"), {0.25 + 0.125, 0.25 + 0.375, 0.25 + 0.625});
}

TEST_F(Events, SetParametersThatFormulasName) {
    const ElementId spring = addSpring();
    const ElementId k = model.add(Element::draft("parameter", "stiffness", "K").set("value", 2 * square(2 * Pi)));
    model.add(Element::draft("parameter", "length", "Mark").set("value", 0.));
    const auto edit = setFormula(model.document(), builtinCatalog(), spring, "stiffness", "2*K/2");
    ASSERT_TRUE(edit);
    model = ModelBuilder(edit->document);
    const ElementId then = event(atTime(0.25));
    act(then, action("setNumber").set("value", "4*K").plug("element", k));
    act(then, action("setNumber").set("value", "5 m").plug("element", model.document().findByName("Mark")->id));
    event(crossing("Rail.q - Mark"));
    // The crossing at the mark never comes once it is far away.
    const auto all = run(1);
    EXPECT_TRUE(timesOf(*all, "Passed").empty());
    EXPECT_NEAR(last(*all, "Rail.position"), std::cos(4 * Pi * 0.75) / (2 * Pi), 1e-5);
}

TEST_F(Events, SetAMass) {
    addSpring();
    act(event(atTime(0.25)),
        action("setNumber").set("number", "mass").set("value", "Block.mass/4").plug("element", block));
    event(crossing("Rail.q - 0 m"));
    expectTimes(timesOf(*run(0.5), "Passed"), {0.25 + 0.125});
}

TEST_F(Events, RefuseNumbersThatDoNotFit) {
    const ElementId spring = addSpring();
    const Document before = model.document();
    const auto problemOf = [&](const char* number, const char* value) {
        model = ModelBuilder(before);
        act(event(atTime(1)), action("setNumber").set("number", number).set("value", value).plug("element", spring));
        return errorsOf(model.document());
    };
    EXPECT_NE(problemOf("tint", "1").find("has no number 'tint'"), std::string::npos);
    EXPECT_NE(problemOf("tint", "1").find("stiffness"), std::string::npos);
    EXPECT_NE(problemOf("stiffness", "3 kg").find("the result is mass"), std::string::npos);
    EXPECT_EQ(problemOf("stiffness", "3 N/m"), "");
}

TEST_F(Events, NeedAnElementWhoseNumberTheySet) {
    act(event(atTime(1)), action("setNumber").set("number", "mass").set("value", "1 kg"));
    EXPECT_NE(errorsOf(model.document()).find("No element is selected"), std::string::npos);
}

TEST_F(Events, RefuseStructuralNumbersAlsoAtTheirLargestValue) {
    const ElementId rod = model.add(Element::draft("body", "eyeRod", "Rod").set("web", 1.));
    model.add(Element::draft("joint", "weld", "Hold").set("parentPoint", Vec3(5, 0, 0)).plug("child", rod));
    model.add(contact(block, rod));
    act(event(atTime(1)), action("setNumber").set("number", "web").set("value", "0.5").plug("element", rod));
    EXPECT_NE(errorsOf(model.document()).find("Web cannot change during a run"), std::string::npos)
        << errorsOf(model.document());
}

TEST_F(Events, EndTheRunWithAReasonIfAValueIsInvalid) {
    const ElementId spring = addSpring();
    act(event(atTime(0.25)),
        action("setNumber").set("number", "stiffness").set("value", "-1 N/m").plug("element", spring));
    const CompiledModelPtr made = compiled(model.document());
    RunOptions options;
    options.settings = made->getSettings();
    TrajectoryStore store(made->getInitialState().getNY());
    const RunStatus status = runToEnd(*made, made->getInitialState(), options, store);
    EXPECT_EQ(status.phase, RunPhase::Failed);
    EXPECT_NE(status.message.find("cannot set Stiffness of 'Spring' at t = 0.25 s"), std::string::npos)
        << status.message;
    EXPECT_EQ(status.message.find(".."), std::string::npos) << status.message;
}

TEST_F(Events, RefuseImpulsesInOtherUnits) {
    act(event(atTime(1)), action("impulse").set("impulse", "1 N").plug("joint", rail));
    EXPECT_NE(errorsOf(model.document()).find("an impulse (N·s) is required"), std::string::npos);
}

TEST_F(Events, ReportActionsWithoutAnEvent) {
    model.add(action("endRun"));
    EXPECT_NE(errorsOf(model.document()).find("belongs to no event"), std::string::npos);
}

TEST_F(Events, NameTheirBookmarks) {
    const ElementId then = event(atTime(1));
    act(then, action("addBookmark").set("text", "Halfway"));
    act(then, action("addBookmark"));
    EXPECT_EQ(bookmarksOfEvent(model.document(), "Then"), (std::vector<std::string>{"Halfway", "Then"}));
    EXPECT_TRUE(bookmarksOfEvent(model.document(), "Rail").empty());
}

// --- State ---

TEST_F(Events, AreRecomputedBitwiseFromFilesAndContinuedInBranches) {
    const ElementId spring = addSpring();
    const ElementId clock = event(Element::draft("event", "periodic", "Clock").set("interval", 0.3));
    act(clock,
        action("setNumber").set("number", "stiffness").set("value", "1.1*Spring.stiffness").plug("element", spring));
    act(clock, action("impulse").set("impulse", "0.1 N*s").plug("joint", rail));
    const ElementId passed = event(crossing("Rail.q - 20 mm"));
    act(passed, action("switchElement").set("change", "toggle").plug("element", clock));
    const auto all = run(3, 0.05);
    EXPECT_GT(timesOf(*all, "Clock").size(), 2u);
    expectRecomputed(all);

    const std::filesystem::path file = std::filesystem::temp_directory_path() / "trammel-events.trun";
    ASSERT_TRUE(saveRun(*all, {}, file).empty());
    const auto opened = openRun(file);
    std::filesystem::remove(file);
    ASSERT_TRUE(opened);
    EXPECT_EQ(timesOf(*opened->run, "Passed"), timesOf(*all, "Passed"));
    expectRecomputed(opened->run);

    // The State that a branch starts from has the numbers that events have set.
    const auto start = makeBranchState(*all, 40, *all->getModel());
    ASSERT_TRUE(start);
    const BuiltSystem& built = *all->getModel()->getData().built;
    EXPECT_EQ(built.events->getSetNumbers(*start).targets.size(), 1u);
    EXPECT_GT(built.events->getNumOccurrences(*start, 0), 0);
}

TEST_F(Events, KeepTheSystemWhenTimesChangeButNoNumbersAreSet) {
    const ElementId then = event(atTime(0.5));
    act(then, action("endRun"));
    const CompiledModelPtr before = compiled(model.document());
    const auto later = compileDocument(with(model.document(), "Then", "time", 0.75), before);
    ASSERT_TRUE(later);
    EXPECT_EQ(&(*later)->getSystem(), &before->getSystem());
    RunOptions options;
    options.settings = (*later)->getSettings();
    TrajectoryStore store((*later)->getInitialState().getNY());
    runToEnd(**later, (*later)->getInitialState(), options, store);
    EXPECT_EQ(store.getEndTime(), 0.75);
}

// --- Motor by formula ---

TEST_F(Events, MotorsByFormulaFollowTheirFormula) {
    ModelBuilder driven;
    const ElementId arm = driven.add(rigidBody("Arm", 3, Vec3(0.2, 0, 0), Vec3(0.1, 0.35, 0.4)));
    const ElementId joint = driven.add(pin("Pin", {}, arm));
    driven.add(Element::draft("parameter", "angularSpeed", "W").set("value", 3.));
    driven.add(
        Element::draft("motion", "timeFormula", "Motor").set("formula", "0.5 rad*sin(W*t)^2").plug("joint", joint));
    const CompiledModelPtr made = compiled(driven.document());
    State s = made->getInitialState();
    made->getSystem().realize(s, Stage::Time);
    s.updTime() = 0.4;
    made->getSystem().realize(s, Stage::Time);
    made->getSystem().prescribeQ(s);
    made->getSystem().realize(s, Stage::Position);
    made->getSystem().prescribeU(s);
    made->getSystem().realize(s, Stage::Acceleration);
    EXPECT_NEAR(s.getQ()[0], 0.5 * square(std::sin(1.2)), 1e-14);
    EXPECT_NEAR(s.getU()[0], 0.5 * 3 * std::sin(2.4), 1e-14);
    EXPECT_NEAR(s.getUDot()[0], 0.5 * 18 * std::cos(2.4), 1e-13);
}

TEST_F(Events, MotorsByFormulaReadTimeOnly) {
    model.add(Element::draft("motion", "timeFormula", "Motor").set("formula", "2*joint.q").plug("joint", rail));
    EXPECT_NE(errorsOf(model.document()).find("may depend on time and numbers only"), std::string::npos);
}

}  // namespace
}  // namespace trammel::test
