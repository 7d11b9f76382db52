// SPDX-License-Identifier: Apache-2.0
// When pairs touch and stick in a run.
#include "runtime/touch_history.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "contact_models.h"
#include "inspect/contact_reading.h"
#include "inspect/realization.h"
#include "runtime/run_branch.h"
#include "runtime/run_check.h"

namespace trammel::test {
namespace {

constexpr Real interval = 0.01;

std::shared_ptr<const SimulationRun> runOf(const Document& document, Real duration) {
    const CompiledModelPtr model = compiled(document);
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = duration;
    options.settings.frameInterval = interval;
    const auto run = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
    run->start();
    run->wait();
    return run;
}

/// Boxes of 0.1 m and 1 kg on a floor that touches everything, at these heights of their middles and places along x.
Document boxesAt(const std::vector<Vec3>& places) {
    ModelBuilder model;
    model.add(gravity(roundGravity));
    model.add(floorShape());
    for (const Vec3& p : places) model.add(freeJoint(model.add(box("Box", Vec3(0.1), 1)), p));
    model.add(withFriction(everythingTouches(), 0.5).set("restitutionFrom", "numbers").set("restitution", 0.1));
    return model.document();
}

TEST(TouchHistory, RecordsWhenAPairTouchesAndThatItSticks) {
    const auto run = runOf(boxesAt({Vec3(0, 0.1, 0), Vec3(1, 1, 0)}), 0.4);
    TouchHistory history(run);
    const TaskControl control;
    while (!history.isUpToDate()) history.gather(control, 1);
    // The other box is still in the air.
    ASSERT_EQ(history.getPairs().size(), 1u);
    const PairTouches& pair = history.getPairs().front();
    ASSERT_EQ(pair.frames.size(), run->getTrajectory()->size());
    const auto landing = std::size_t(std::sqrt(2 * 0.05 / roundGravity) / interval);
    const auto first = std::ranges::find_if(pair.frames, [](auto touching) { return touching != PairTouches::Apart; });
    // Touches between two frames are not seen.
    EXPECT_GE(std::size_t(first - pair.frames.begin()), landing);
    EXPECT_LE(std::size_t(first - pair.frames.begin()), landing + 10);
    EXPECT_EQ(pair.frames.back(), PairTouches::Sticks);
}

TEST(TouchHistory, EndsBeyondItsLimitOfPairs) {
    std::vector<Vec3> places;
    for (std::size_t k = 0; k <= TouchHistory::mostPairs(); ++k) places.emplace_back(0.2 * Real(k), 0.05, 0);
    TouchHistory history(runOf(boxesAt(places), interval));
    const TaskControl control;
    while (!history.isUpToDate()) history.gather(control, 1);
    EXPECT_TRUE(history.getPairs().empty());
}

TEST(TouchHistory, ExaminesAFrameInEachPortion) {
    TouchHistory history(runOf(boxesAt({Vec3(0, 1, 0)}), interval));
    history.gather(TaskControl(), 0);
    EXPECT_EQ(history.getTimes().size(), 1u);
}

TEST(TouchHistory, IsUpToDateAtOnceWithoutContacts) {
    ModelBuilder model;
    model.add(freeJoint(model.add(ball("Ball", 0.1, 1)), Vec3(0.)));
    TouchHistory history(runOf(model.document(), interval));
    history.gather(TaskControl(), 0);
    EXPECT_TRUE(history.isUpToDate());
}

TEST(TouchingPairs, AddUpThePlacesOfAPair) {
    const CompiledModelPtr model = compiled(boxesAt({Vec3(0, 0.0499, 0)}));
    State state = model->getInitialState();
    realize(*model, state, Stage::Acceleration);
    const auto places = readContacts(*model, state);
    const auto pairs = readTouchingPairs(*model, state);
    ASSERT_EQ(pairs.size(), 1u);
    ASSERT_TRUE(pairs[0].forces);
    EXPECT_EQ(pairs[0].places, int(places.size()));
    Real normal = 0, depth = 0;
    for (const ContactReading& place : places) {
        normal += place.forces->normal;
        depth = std::max(depth, place.depth);
    }
    EXPECT_GT(normal, 0);
    EXPECT_NEAR(pairs[0].forces->normal, normal, 1e-12 * normal);
    EXPECT_EQ(pairs[0].depth, depth);
}

/// Boxes that fall on each other, with force laws or rigid.
Document pile(bool isRigid) {
    ModelBuilder b;
    b.add(gravity(roundGravity));
    b.add(floorShape());
    std::vector<ElementId> boxes;
    for (int i = 0; i < 3; ++i) {
        boxes.push_back(b.add(box("Box " + std::to_string(i + 1), Vec3(0.1), 1)));
        b.add(freeJoint(boxes.back(), Vec3(0.013 * i, 0.055 + 0.11 * i, 0.004 * i)));
    }
    if (!isRigid) b.add(withFriction(everythingTouches(), 0.5));
    for (std::size_t i = 0; isRigid && i < 3; ++i)
        for (std::size_t k = i; k < 3; ++k)
            b.add(Element::draft("constraint", "rigidContact", "Contacts " + std::to_string(3 * i + k))
                      .set("frictionFrom", "numbers")
                      .set("staticFriction", 0.5)
                      .set("dynamicFriction", 0.5)
                      .plug("body1", k == i ? ElementId() : boxes[i])
                      .plug("body2", boxes[k]));
    return b.document();
}

Vector frameOf(const SimulationRun& run, std::size_t frame) {
    Vector y(run.getTrajectory()->getNY());
    run.getTrajectory()->copyY(frame, y);
    return y;
}

TEST(TouchHistory, HasEachPairOfARigidPileOnce) {
    TouchHistory history(runOf(pile(true), 0.5));
    const TaskControl control;
    while (!history.isUpToDate()) history.gather(control, 1);
    std::set<std::set<ElementId>> pairs;
    for (const PairTouches& each : history.getPairs())
        EXPECT_TRUE(pairs.insert({each.first, each.second}).second) << each.first.value << ' ' << each.second.value;
    EXPECT_EQ(pairs.size(), 3u);
}

TEST(PileOfBoxes, IsRecomputedBitwiseAlsoInABranchWithOtherFriction) {
    for (const bool isRigid : {false, true}) {
        const Document document = pile(isRigid);
        const auto run = runOf(document, 0.5);
        const RunCheck whole(run);
        whole.wait();
        EXPECT_TRUE(whole.isIdentical()) << whole.getSentence();
        // On ice from a frame in which it still falls.
        Document slippery = document;
        for (const ElementId id : document.elementsOf(isRigid ? "constraint" : "force"))
            if (document.get(id).name.starts_with("Contacts"))
                for (const char* key : {"staticFriction", "dynamicFriction"})
                    slippery = with(slippery, document.get(id).name, key, 0.02);
        const CompiledModelPtr model = compiled(slippery);
        constexpr std::size_t frame = 12;
        const Result<State> start = makeBranchState(*run, RunInstant(frame), *model);
        ASSERT_TRUE(start);
        EXPECT_EQ(start->getY(), frameOf(*run, frame));
        const auto branch = std::make_shared<SimulationRun>(model, *start, run->getOptions());
        branch->start();
        branch->wait();
        const RunCheck check(branch);
        check.wait();
        EXPECT_TRUE(check.isIdentical()) << check.getSentence();
        EXPECT_NE(frameOf(*run, run->getTrajectory()->size() - 1),
                  frameOf(*branch, branch->getTrajectory()->size() - 1));
    }
}

}  // namespace
}  // namespace trammel::test
