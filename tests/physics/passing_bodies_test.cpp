// SPDX-License-Identifier: Apache-2.0
// Bodies that pass through each other because no contact acts between them.
#include <filesystem>

#include "authoring/touch_edit.h"
#include "contact_models.h"
#include "inspect/passing_work.h"
#include "runtime/passing_search.h"

namespace trammel::test {
namespace {

/// Passings found in a run of @p duration seconds with a frame each 10 ms.
std::vector<Passing> passingIn(const Document& document, Real duration) {
    const CompiledModelPtr model = compiled(document);
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = duration;
    options.settings.frameInterval = 0.01;
    const auto run = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
    run->start();
    run->wait();
    PassingSearch search(run);
    const TaskControl control;
    while (!search.isUpToDate()) search.gather(control, 1);
    return search.getFound();
}

/// A ball of 0.1 m radius that starts 0.5 m above a floor.
Document fallingBall() {
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    const ElementId b = model.add(ball("Ball", 0.1, 1));
    model.add(freeJoint(b, Vec3(0, 0.6, 0)));
    return model.document();
}

std::string namesOf(const Document& document, const Passing& passing) {
    return document.get(passing.first).name + " " + document.get(passing.second).name;
}

TEST(PassingBodies, ReportsWhenABallHasFallenThroughTheFloor) {
    const auto found = passingIn(fallingBall(), 1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(namesOf(fallingBall(), found[0]), "Ball Floor");
    // 0.5 m and a twentieth of the diameter, then the next frame.
    const Real touch = std::sqrt(2 * 0.51 / roundGravity);
    EXPECT_GE(found[0].time, touch);
    EXPECT_LE(found[0].time, touch + 0.0101);
    EXPECT_FALSE(found[0].isIntended);
}

TEST(PassingBodies, FindsNothingAfterTheFix) {
    const Document document = fallingBall();
    const auto found = passingIn(document, 1);
    ASSERT_EQ(found.size(), 1u);
    const auto fixes = findTouchFixes(document, found[0].first, found[0].second);
    ASSERT_EQ(fixes.size(), 2u);
    EXPECT_EQ(fixes[0].label, "Let them touch");
    EXPECT_EQ(fixes[1].label, "Let everything touch");
    for (const Fix& fix : fixes) EXPECT_TRUE(passingIn(fix.document, 1).empty()) << fix.label;
}

TEST(PassingBodies, WithTouchesClearedOrContactDisabledAreIntended) {
    ModelBuilder model(fallingBall());
    model.add(everythingTouches());
    for (const Document& document :
         {with(model.document(), "Ball", "touches", false), with(model.document(), "Contacts", "enabled", false)}) {
        const auto found = passingIn(document, 1);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_TRUE(found[0].isIntended);
        const auto fixes = findTouchFixes(document, found[0].first, found[0].second);
        ASSERT_FALSE(fixes.empty());
        EXPECT_TRUE(passingIn(fixes[0].document, 1).empty());
    }
}

TEST(PassingBodies, LeavesOutOneMechanismOneGroupAndWhatOverlapsAtTheStart) {
    ModelBuilder pendulums;
    pendulums.add(gravity(roundGravity));
    const ElementId upper = pendulums.add(Element::draft("body", "bar", "Upper").set("length", 0.5));
    const ElementId lower = pendulums.add(Element::draft("body", "bar", "Lower").set("length", 0.5));
    pendulums.add(pin("A", {}, upper));
    pendulums.add(pin("B", upper, lower).set("parentPointAnchor", "tip"));
    EXPECT_TRUE(passingIn(pendulums.document(), 2).empty());

    // Two balls that fly through each other.
    ModelBuilder balls;
    const ElementId a = balls.add(ball("Left", 0.1, 1)), b = balls.add(ball("Right", 0.1, 1));
    balls.add(freeJoint(a, Vec3(-0.5, 0, 0), Vec3(1, 0, 0)));
    balls.add(freeJoint(b, Vec3(0.5, 0, 0)));
    ASSERT_EQ(passingIn(balls.document(), 1.5).size(), 1u);
    EXPECT_NEAR(passingIn(balls.document(), 1.5)[0].time, 0.81, 0.0101);
    const Result<Edit> grouped = groupForContact(balls.document(), {a, b});
    ASSERT_TRUE(grouped);
    EXPECT_TRUE(passingIn(grouped->document, 1.5).empty());

    ModelBuilder inside;
    const ElementId c = inside.add(ball("Core", 0.1, 1)), d = inside.add(ball("Shell", 0.15, 1));
    inside.add(freeJoint(c, Vec3(0, 0, 0), Vec3(0.1, 0, 0)));
    inside.add(freeJoint(d, Vec3(0, 0, 0)));
    EXPECT_TRUE(passingIn(inside.document(), 1).empty());
}

TEST(PassingBodies, CompareSolidsSideBySideAlongTheDirectionOfTheLastFrame) {
    constexpr int plates = 10, frames = 50;
    ModelBuilder model;
    for (int i = 0; i < plates; ++i) {
        const ElementId plate = model.add(box("Plate " + std::to_string(i + 1), Vec3(0.3, 0.2, 0.01), 1));
        model.add(freeJoint(plate, Vec3(0, 0, 0.01 * i)));
    }
    const CompiledModelPtr made = compiled(model.document());
    PassingBodies passing(made);
    const State state = made->getInitialState();
    made->getSystem().realize(state, Stage::Position);
    const PassingWork before = passingWork();
    for (int frame = 0; frame < frames; ++frame) passing.look(state);
    EXPECT_TRUE(passing.getFound().empty());
    EXPECT_EQ(passingWork().overlaps, before.overlaps);
    const long directions = passingWork().directions - before.directions;
    // Neighbors, and some that are two apart, within the margin of their bounds.
    constexpr int pairs = 3 * plates;
    EXPECT_GE(directions, frames);
    EXPECT_LE(directions, pairs * (frames + 7));
}

TEST(PassingBodies, ComputeNoDepthOfSolidsThatClearlyOverlapAtTheStart) {
    ModelBuilder model;
    for (int i = 0; i < 10; ++i) {
        const ElementId plate = model.add(box("Plate " + std::to_string(i + 1), Vec3(0.3, 0.2, 0.01), 1));
        model.add(freeJoint(plate, Vec3(0.02 * i, 0, 0.0005 * i)));
    }
    const CompiledModelPtr made = compiled(model.document());
    PassingBodies passing(made);
    const State state = made->getInitialState();
    made->getSystem().realize(state, Stage::Position);
    const PassingWork before = passingWork();
    for (int frame = 0; frame < 3; ++frame) passing.look(state);
    EXPECT_TRUE(passing.getFound().empty());
    EXPECT_EQ(passingWork().overlaps, before.overlaps);
}

TEST(PassingBodies, FindsSolidsThatTouchAtTheStartOnceTheyPass) {
    const Vec3 size(0.3, 0.2, 0.01);
    // At a face, an edge and a corner.
    for (const Vec3& offset : {Vec3(0.15, 0.1, 0.01), Vec3(0.3, 0.1, 0.01), Vec3(0.3, 0.2, 0.01)}) {
        ModelBuilder model;
        const ElementId lower = model.add(box("Lower", size, 1)), upper = model.add(box("Upper", size, 1));
        model.add(freeJoint(lower, Vec3(0.)));
        model.add(freeJoint(upper, offset, Vec3(-1, -1, -1)));
        EXPECT_EQ(passingIn(model.document(), 0.1).size(), 1u) << offset[0] << ' ' << offset[1];
    }
}

TEST(PassingBodies, ABallThatStartsHalfwayInTheFloorPassesThroughItWhenItSinks) {
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    const ElementId b = model.add(ball("Ball", 0.1, 1));
    model.add(freeJoint(b, Vec3(0.)));
    const auto found = passingIn(model.document(), 1);
    ASSERT_EQ(found.size(), 1u);
    const Real sunk = std::sqrt(2 * 0.01 / roundGravity);
    EXPECT_GE(found[0].time, sunk);
    EXPECT_LE(found[0].time, sunk + 0.0101);
}

TEST(PassingBodies, AreNotFoundInAnyExample) {
    for (const auto& file : std::filesystem::directory_iterator(TRAMMEL_SOURCE_DIR "/models")) {
        if (file.path().extension() != ".trammel") continue;
        const std::string name = file.path().stem().string();
        const Document document = modelDocument(name);
        for (const Passing& each : passingIn(document, 1)) ADD_FAILURE() << name << ": " << namesOf(document, each);
    }
}

}  // namespace
}  // namespace trammel::test
