// SPDX-License-Identifier: Apache-2.0
#include "runtime/sampler.h"

#include <cmath>
#include <map>
#include <thread>

#include "inspect/realization.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel::testing {
namespace {

CompiledModelPtr fourBarModel() {
    const Result<CompiledModelPtr> model = compileDocument(fourBar());
    EXPECT_FALSE(model.diagnostics.hasErrors()) << textOf(model.diagnostics);
    return *model;
}

std::shared_ptr<SimulationRun> makeRun(const CompiledModelPtr& model, Real duration, Real interval) {
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = duration;
    options.settings.frameInterval = interval;
    return std::make_shared<SimulationRun>(model, model->getInitialState(), options);
}

std::size_t indexOf(const Outputs& all, const std::string& name) {
    const auto index = all.find(name);
    EXPECT_TRUE(index) << name;
    return index.value_or(0);
}

Real valueOf(const Outputs& all, const std::string& name, const State& state) {
    const std::size_t index = indexOf(all, name);
    Real value = NaN;
    all.calc({&index, 1}, state, {&value, 1});
    return value;
}

/// All values of each, waiting for the run to end.
std::map<std::size_t, std::vector<Real>> gather(Sampler& sampler, const std::vector<std::size_t>& which) {
    std::map<std::size_t, std::vector<Real>> all;
    bool more = true;
    while (more) {
        more = sampler.continueSampling();
        for (const std::size_t each : which)
            sampler.take(each, [&values = all[each]](std::span<const Real> fresh) {
                values.insert(values.end(), fresh.begin(), fresh.end());
            });
        std::this_thread::yield();
    }
    return all;
}

TEST(Outputs, HaveBasicOutputsFirstAndUniqueNames) {
    const CompiledModelPtr model = fourBarModel();
    const Outputs all(model);
    for (std::size_t i = 0; i < model->getBasicOutputs().size(); ++i) {
        EXPECT_EQ(all.getAll()[i].name, model->getBasicOutputs()[i].name);
        EXPECT_EQ(all.find(all.getAll()[i].name), i);
    }
    for (std::size_t i = 0; i < all.getAll().size(); ++i) EXPECT_EQ(all.find(all.getAll()[i].name), i);
    EXPECT_EQ(all.findVariable(0), indexOf(all, "A.angle"));
    EXPECT_EQ(all.findVariable(model->getInitialState().getNQ() + 2), indexOf(all, "D.rate"));
}

TEST(Outputs, EveryOneHasANumberWhereTheModelMoves) {
    const CompiledModelPtr model = fourBarModel();
    const Outputs all(model);
    const State state = model->getInitialState();
    for (const Output& o : all.getAll()) {
        if (o.origin != Output::Origin::State) continue;
        EXPECT_TRUE(std::isfinite(valueOf(all, o.name, state))) << o.name;
    }
}

TEST(Outputs, AgreeWithTheLawsOfMechanics) {
    // A bar of 1 kg hangs still from a pin: the pin carries its weight, and gravity pulls with it.
    const Result<CompiledModelPtr> made =
        compileDocument(read(R"({"trammel": 1, "name": "Bar", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Bar", "properties": {"length": 0.5, "mass": 1.0}},
 {"id": 2, "family": "joint", "type": "pin", "name": "Pin", "properties": {"angle": 0.3, "rate": 2.0}, "references": {"child": 1}},
 {"id": 3, "family": "motion", "type": "steady", "name": "Motor", "properties": {"rate": 2.0}, "references": {"joint": 2}},
 {"id": 4, "family": "force", "type": "gravity", "name": "Gravity"}]})"));
    ASSERT_TRUE(made);
    const CompiledModelPtr model = *made;
    const Outputs all(model);
    const State state = model->getInitialState();
    const auto value = [&](const std::string& name) { return valueOf(all, name, state); };
    // It turns evenly: the center of mass, 0.25 m out, accelerates toward the pin by w^2 r.
    constexpr Real w = 2, r = 0.25, g = 9.80665, tolerance = 1e-9;
    const Real angle = 0.3;
    EXPECT_NEAR(value("Pin.acceleration"), 0, tolerance);
    EXPECT_NEAR(value("Bar.angular velocity z"), w, tolerance);
    const Real x = value("Pin.reaction force x"), y = value("Pin.reaction force y");
    EXPECT_NEAR(x, -w * w * r * std::cos(angle), 1e-6);
    EXPECT_NEAR(y, -w * w * r * std::sin(angle) + g, 1e-3);
    EXPECT_NEAR(value("Pin.reaction force"), std::hypot(x, y), tolerance);
    // The motor holds the weight's moment.
    EXPECT_NEAR(value("Motor.torque"), g * r * std::cos(angle), 1e-3);
    EXPECT_NEAR(value("Motor.power"), value("Motor.torque") * w, tolerance);
    EXPECT_NEAR(value("momentum"), w * r, tolerance);
}

TEST(Outputs, IncludeContactForces) {
    // A ball is pushed along the floor and rolls: friction makes it turn.
    const Result<CompiledModelPtr> made =
        compileDocument(read(R"({"trammel": 1, "name": "Ball", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "sphere", "name": "Ball", "properties": {"radius": 0.1, "mass": 2.0}},
 {"id": 2, "family": "joint", "type": "free", "name": "Free", "properties": {"position": [0.3, 0.1, 0.2]}, "references": {"child": 1}},
 {"id": 3, "family": "constraint", "type": "sphereOnPlaneContact", "name": "Floor", "references": {"body2": 1}},
 {"id": 4, "family": "force", "type": "gravity", "name": "Gravity", "properties": {"magnitude": 10.0}},
 {"id": 5, "family": "force", "type": "constantForce", "name": "Push", "properties": {"force": [7.0, 0.0, 0.0]}, "references": {"body": 1}}]})"));
    ASSERT_TRUE(made) << textOf(made.diagnostics);
    const Outputs all(*made);
    const auto value = [&](const std::string& name) { return valueOf(all, name, (*made)->getInitialState()); };
    constexpr Real tolerance = 1e-8;
    EXPECT_NEAR(value("Floor.normal force"), 20, tolerance);
    // I = 2/5 m r^2, so 2/7 of the push go into turning it.
    EXPECT_NEAR(value("Floor.friction force"), 2, tolerance);
    EXPECT_NEAR(value("Floor.contact force x"), -2, tolerance);
    EXPECT_NEAR(value("Floor.contact force y"), 20, tolerance);
    EXPECT_NEAR(value("Floor.contact force z"), 0, tolerance);
    EXPECT_NEAR(value("Floor.gap"), 0, tolerance);
    EXPECT_NEAR(value("Floor.contact point x"), 0.3, tolerance);
    EXPECT_NEAR(value("Floor.contact point y"), 0, tolerance);
    EXPECT_NEAR(value("Floor.contact point z"), 0.2, tolerance);
    EXPECT_EQ(all.getAll()[indexOf(all, "Floor.gap")].group, "Contacts");
}

TEST(Outputs, OrientationsAreAnglesAboutTheAxesOfTheBody) {
    const Result<CompiledModelPtr> made =
        compileDocument(read(R"({"trammel": 1, "name": "Ball", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "sphere", "name": "Ball"},
 {"id": 2, "family": "joint", "type": "ball", "name": "Joint", "properties": {"orientation": [0.3, -0.4, 0.5]}, "references": {"child": 1}}]})"));
    ASSERT_TRUE(made) << textOf(made.diagnostics);
    const Outputs all(*made);
    const State& state = (*made)->getInitialState();
    EXPECT_NEAR(valueOf(all, "Ball.angle x", state), 0.3, 1e-12);
    EXPECT_NEAR(valueOf(all, "Ball.angle y", state), -0.4, 1e-12);
    EXPECT_NEAR(valueOf(all, "Ball.angle z", state), 0.5, 1e-12);
}

TEST(Outputs, AuxiliaryVariablesAreThereByNameAndByTheirPlaceInY) {
    const Result<CompiledModelPtr> made =
        compileDocument(read(R"({"trammel": 1, "name": "Bar", "nextId": 9, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Bar"},
 {"id": 2, "family": "joint", "type": "pin", "name": "Pin", "properties": {"rate": 2.0}, "references": {"child": 1}},
 {"id": 3, "family": "force", "type": "thermostat", "name": "Bath"}]})"));
    ASSERT_TRUE(made) << textOf(made.diagnostics);
    const Outputs all(*made);
    State state = (*made)->getInitialState();
    ASSERT_GT(state.getNZ(), 0);
    const int place = state.getNQ() + state.getNU();
    const auto index = all.findVariable(place);
    ASSERT_TRUE(index);
    EXPECT_EQ(all.getAll()[*index].group, "Auxiliary variables");
    Vector y = state.getY();
    y[place] = 0.25;
    state.setY(y);
    EXPECT_EQ(valueOf(all, all.getAll()[*index].name, state), 0.25);
}

TEST(Sampler, SamplesFramesWhileTheRunComputes) {
    const CompiledModelPtr model = fourBarModel();
    const auto outputs = std::make_shared<const Outputs>(model);
    const auto run = makeRun(model, 1, 0.002);
    Sampler sampler(run, outputs);
    const std::size_t angle = indexOf(*outputs, "A.angle"), force = indexOf(*outputs, "A.reaction force"),
                      step = indexOf(*outputs, "step size"), cost = indexOf(*outputs, "computing time per frame"),
                      stage = indexOf(*outputs, "cost of stage Position");
    sampler.want(Sampler::Time);
    sampler.want(angle);
    run->start();
    sampler.want(force);
    sampler.want(step);
    sampler.want(cost);
    sampler.want(stage);
    const auto all = gather(sampler, {Sampler::Time, angle, force, step, cost, stage});
    const TrajectoryStore& frames = *run->getTrajectory();
    ASSERT_EQ(frames.size(), 501u);
    State state = run->getInitialState();
    for (const auto& [output, values] : all) ASSERT_EQ(values.size(), frames.size());
    for (std::size_t k = 0; k < frames.size(); k += 50) {
        run->restoreFrame(k, state);
        EXPECT_EQ(all.at(Sampler::Time)[k], frames.getTime(k));
        EXPECT_EQ(all.at(angle)[k], valueOf(*outputs, "A.angle", state));
        EXPECT_EQ(all.at(force)[k], valueOf(*outputs, "A.reaction force", state));
        EXPECT_EQ(all.at(step)[k], frames.getStepSize(k));
        EXPECT_EQ(all.at(cost)[k], frames.getComputeSeconds(k));
        EXPECT_GT(all.at(stage)[k], 0);
    }
}

TEST(Sampler, LaterRequestsStartAtTheFirstFrame) {
    const CompiledModelPtr model = fourBarModel();
    const auto outputs = std::make_shared<const Outputs>(model);
    const auto run = makeRun(model, 0.5, 0.005);
    run->start();
    run->wait();
    Sampler sampler(run, outputs);
    const std::size_t angle = indexOf(*outputs, "A.angle"), rate = indexOf(*outputs, "A.rate");
    sampler.want(angle);
    EXPECT_EQ(gather(sampler, {angle}).at(angle).size(), run->getTrajectory()->size());
    sampler.want(rate);
    const auto all = gather(sampler, {angle, rate});
    EXPECT_TRUE(all.at(angle).empty()) << "it was taken before";
    EXPECT_EQ(all.at(rate).size(), run->getTrajectory()->size());
    EXPECT_EQ(all.at(rate).front(), 3);
}

}  // namespace
}  // namespace trammel::testing
