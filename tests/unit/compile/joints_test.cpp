// SPDX-License-Identifier: Apache-2.0
// Options of every joint: direction, lock, and description of orientations.
#include <algorithm>

#include "multibody/matter/guts.h"
#include "multibody/multibody_system.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel::testing {
namespace {

const MatterSubsystem& matterOf(const CompiledModelPtr& model) { return model->getSystem().getMatterSubsystem(); }
State accelerated(const CompiledModelPtr& model) {
    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Acceleration);
    return s;
}
const ElementId couplerPin{5};

/// A pendulum on a pin and a box on a ball, with settings.
const char* const pendulumText = R"({"trammel": 1, "name": "Pendulum", "nextId": 100, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Bar", "properties": {"length": 0.8}},
 {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": 0.4, "rate": 2, "parentPoint": [0.1, 0.2, 0.3], "childOrientation": [0.3, 0.1, -0.2]}, "references": {"child": 1}},
 {"id": 3, "family": "body", "type": "box", "name": "Box"},
 {"id": 4, "family": "joint", "type": "ball", "name": "Shoulder", "properties": {"orientation": [0.3, -0.5, 0.8], "angularVelocity": [1, 2, 3], "childPoint": [0.1, 0, 0.2]}, "references": {"child": 3}},
 {"id": 5, "family": "force", "type": "gravity", "name": "Gravity"},
 {"id": 6, "family": "settings", "type": "simulation", "name": "Settings"}]})";
const ElementId pivot{2}, shoulder{4}, settings{6};
const MobilizedBodyIndex bar(1), box(2);

TEST(ReversedJoint, HasTheSameMotionWithTheOppositeAngle) {
    const Document plain = read(pendulumText);
    const Document reversed =
        with(with(with(plain, pivot, "reversed", true), pivot, "angle", -0.4), pivot, "rate", -2.);
    const CompiledModelPtr a = compiled(plain), b = compiled(reversed, a);
    EXPECT_NE(&a->getSystem(), &b->getSystem()) << "which way a joint is measured is structure";
    const State s = accelerated(a), t = accelerated(b);
    EXPECT_LT((matterOf(a).getBodyTransform(s, bar).R() - matterOf(b).getBodyTransform(t, bar).R()).norm(), 1e-12);
    EXPECT_LT((matterOf(a).getBodyAcceleration(s, bar) - matterOf(b).getBodyAcceleration(t, bar)).norm(), 1e-10);
    EXPECT_NEAR(s.getUDot()[0], -t.getUDot()[0], 1e-10);
}

TEST(ReversedJoint, ComesBackFromTheFile) {
    const Document document =
        with(with(read(pendulumText), shoulder, "reversed", true), pivot, "locked", std::string("velocity"));
    const Document again = read(writeDocument(document));
    const CompiledModelPtr model = compiled(again);
    EXPECT_TRUE(matterOf(model).getMobilizer(box).isReversed());
    EXPECT_FALSE(matterOf(model).getMobilizer(bar).isReversed());
    EXPECT_EQ(matterOf(model).getLockLevel(model->getInitialState(), bar), MotionLevel::Velocity);
}

TEST(LockedJoint, HoldsItsInitialValue) {
    const Document document = read(pendulumText);
    const auto lockedAt = [&](const char* level) {
        return compiled(with(document, pivot, "locked", std::string(level)));
    };
    const State free = accelerated(lockedAt("free")), position = accelerated(lockedAt("position")),
                velocity = accelerated(lockedAt("velocity")), acceleration = accelerated(lockedAt("acceleration"));
    EXPECT_GT(std::abs(free.getUDot()[0]), 0.1);
    EXPECT_EQ(position.getQ()[0], 0.4);
    EXPECT_EQ(position.getU()[0], 0);
    EXPECT_EQ(velocity.getU()[0], 2);
    EXPECT_EQ(acceleration.getU()[0], 2);
    for (const State* s : {&position, &velocity, &acceleration}) EXPECT_EQ(s->getUDot()[0], 0);
    EXPECT_LT((free.getUDot() - position.getUDot()).tail(3).norm(), 1e-12) << "the other joint is as free as before";
}

TEST(LockedJoint, IsAParameterThatKeepsTheSystem) {
    const Document document = read(pendulumText);
    const CompiledModelPtr model = compiled(document);
    const Document edited = with(document, pivot, "locked", std::string("position"));
    const CompiledModelPtr locked = compiled(edited, model);
    EXPECT_EQ(&model->getSystem(), &locked->getSystem());
    EXPECT_EQ(matterOf(model).getLockLevel(model->getInitialState(), bar), MotionLevel::None);
    EXPECT_EQ(matterOf(locked).getLockLevel(locked->getInitialState(), bar), MotionLevel::Position);
    const CompiledModelPtr unlocked = compiled(document, locked);
    EXPECT_EQ(matterOf(unlocked).getLockLevel(unlocked->getInitialState(), bar), MotionLevel::None);
}

TEST(LockedJoint, IsHeldAtItsPoseWhenLockedDuringARun) {
    const Document document = read(pendulumText);
    const CompiledModelPtr model = compiled(document),
                           locked = compiled(with(document, pivot, "locked", std::string("position")), model);
    State s = model->getInitialState();
    s.updQ()[0] = 1.25;
    applyParameters(*locked, s);
    EXPECT_EQ(matterOf(model).getLockValue(s, bar), std::vector<Real>{1.25});
    model->getSystem().realize(s, Stage::Acceleration);
    EXPECT_EQ(s.getU()[0], 0);
    EXPECT_EQ(s.getUDot()[0], 0);
    // Applying parameters again, for another property, keeps the held value.
    s.updQ()[0] = 1.5;
    applyParameters(*locked, s);
    EXPECT_EQ(matterOf(model).getLockValue(s, bar), std::vector<Real>{1.25});
    applyParameters(*model, s);
    EXPECT_EQ(matterOf(model).getLockLevel(s, bar), MotionLevel::None);
}

TEST(LockedJoint, InALoopHoldsTheAssembledPose) {
    const CompiledModelPtr model = compiled(with(fourBar(), couplerPin, "locked", std::string("position")));
    EXPECT_TRUE(model->getAssembly().assembled);
    EXPECT_EQ(model->getMobility().drivenDegrees, 1);
    const State s = accelerated(model);
    EXPECT_LT(s.getUDot().norm(), 1e-8) << "a four-bar with a locked joint is a frame";
    EXPECT_LT(s.getU().norm(), 1e-8);
}

TEST(EulerAngles, ASettingMakesAnglesTheCoordinates) {
    const Document document = read(pendulumText);
    const CompiledModelPtr plain = compiled(document),
                           angles = compiled(with(document, settings, "useEulerAngles", true), plain);
    EXPECT_EQ(plain->getInitialState().getNQ(), 5);
    const State s = accelerated(plain), t = accelerated(angles);
    ASSERT_EQ(t.getNQ(), 4);
    EXPECT_NEAR(t.getQ()[2], -0.5, 1e-12);
    for (MobilizedBodyIndex b : {bar, box}) {
        EXPECT_LT((matterOf(plain).getBodyTransform(s, b).R() - matterOf(angles).getBodyTransform(t, b).R()).norm(),
                  1e-12);
        EXPECT_LT((matterOf(plain).getBodyAcceleration(s, b) - matterOf(angles).getBodyAcceleration(t, b)).norm(),
                  1e-10);
    }
    std::vector<std::string> names;
    for (const CompiledModel::BasicOutput& output : angles->getBasicOutputs()) names.push_back(output.name);
    EXPECT_TRUE(std::count(names.begin(), names.end(), "Shoulder.angle y"));
    EXPECT_FALSE(std::count(names.begin(), names.end(), "Shoulder.quaternion w"));
    const auto last = std::find(names.begin(), names.end(), "Shoulder.angle z");
    EXPECT_NEAR(angles->calcBasicOutput(std::size_t(last - names.begin()), t), 0.8, 1e-12);
}

TEST(CantileverBeam, IsAJointOfDocuments) {
    const Document document = read(R"({"trammel": 1, "name": "Rod", "nextId": 10, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Tip"},
 {"id": 2, "family": "joint", "type": "cantileverFreeBeam", "name": "Rod", "properties": {"length": 3, "angles": [0.1, 0.2, 0]}, "references": {"child": 1}}]})");
    const CompiledModelPtr model = compiled(document);
    const Vec3 tip = matterOf(model).getBodyTransform(model->getInitialState(), MobilizedBodyIndex(1)).p();
    EXPECT_LT((tip - Vec3(0.4, -0.2, 3 - 0.8 * 0.05)).norm(), 1e-12);
}

}  // namespace
}  // namespace trammel::testing
