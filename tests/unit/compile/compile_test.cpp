// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>
#include <tuple>

#include "decoration/extent.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "runtime/simulation_run.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel::testing {
namespace {

const ElementId crank{1}, coupler{2}, crankPin{4}, closure{7};

/// Angle and rate of the crank after @p seconds.
std::pair<Real, Real> runCrank(const CompiledModelPtr& model, Real seconds, Real accuracy) {
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = seconds;
    options.settings.accuracy = accuracy;
    TrajectoryStore store(model->getInitialState().getNY());
    const RunStatus status = runToEnd(*model, model->getInitialState(), options, store);
    EXPECT_EQ(status.phase, RunPhase::Finished) << status.message;
    State s = model->getInitialState();
    Vector y(store.getNY());
    store.copyY(store.size() - 1, y);
    s.updY() = y;
    return {model->calcBasicOutput(0, s), model->calcBasicOutput(1, s)};
}

TEST(Compile, AssemblesTheLoopAndKeepsTheCrankAngle) {
    const CompiledModelPtr model = compiled(fourBar());
    EXPECT_TRUE(model->getAssembly().assembled);
    EXPECT_EQ(model->calcBasicOutput(0, model->getInitialState()), 1.5);
    EXPECT_EQ(model->calcBasicOutput(1, model->getInitialState()), 3);
    EXPECT_LT(model->calcConstraintError(model->getInitialState()), 1e-9);
    EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(model->getMobility().redundantEquations, 0);
    EXPECT_EQ(model->getMobility().loops, 1);
}

TEST(Compile, LoopClosedByAJointMovesIdentically) {
    const CompiledModelPtr byPoint = compiled(fourBar()), byPin = compiled(fourBar(pinClosure));
    EXPECT_EQ(byPin->getMobility().degreesOfFreedom, 1);
    EXPECT_EQ(byPin->getMobility().redundantEquations, 3) << "a planar loop closed in space";
    // Ten times the accuracy, over half a second.
    const auto a = runCrank(byPoint, 0.5, 1e-8), b = runCrank(byPin, 0.5, 1e-8);
    EXPECT_NEAR(a.first, b.first, 1e-6);
    EXPECT_NEAR(a.second, b.second, 1e-5);
}

TEST(Compile, PropertyEditKeepsTheSystemStructuralEditDoesNot) {
    const Document d = fourBar();
    const CompiledModelPtr model = compiled(d);
    const CompiledModelPtr heavier = compiled(with(d, coupler, "mass", 2.0), model);
    EXPECT_EQ(&heavier->getSystem(), &model->getSystem());
    EXPECT_EQ(heavier->getSystem()
                  .getMatterSubsystem()
                  .getMassProperties(heavier->getInitialState(), MobilizedBodyIndex(2))
                  .getMass(),
              2);
    EXPECT_EQ(model->getSystem()
                  .getMatterSubsystem()
                  .getMassProperties(model->getInitialState(), MobilizedBodyIndex(2))
                  .getMass(),
              1)
        << "the old model is not touched";
    const Result<Edit> removed = removeElement(d, builtinCatalog(), closure);
    const CompiledModelPtr open = compiled(removed->document, model);
    EXPECT_NE(&open->getSystem(), &model->getSystem());
    EXPECT_EQ(open->getMobility().degreesOfFreedom, 3);
}

TEST(Compile, ReusedAndRebuiltSystemsGiveEqualStates) {
    const Document before = fourBar();
    for (const auto& [id, key, value] : std::vector<std::tuple<ElementId, std::string, PropertyValue>>{
             {coupler, "length", 0.36}, {coupler, "mass", 3.0}, {crankPin, "angle", 0.7}, {crankPin, "rate", -2.0}}) {
        const Document after = with(before, id, key, value);
        const CompiledModelPtr reused = compiled(after, compiled(before)), fresh = compiled(after);
        EXPECT_LT((reused->getInitialState().getY() - fresh->getInitialState().getY()).norm(), 1e-9) << key;
        const State s = reused->getInitialState(), t = fresh->getInitialState();
        reused->getSystem().realize(s, Stage::Acceleration);
        fresh->getSystem().realize(t, Stage::Acceleration);
        EXPECT_LT((s.getUDot() - t.getUDot()).norm(), 1e-6 * (1 + t.getUDot().norm())) << key;
    }
}

TEST(Compile, JointsPlacedFromTheTipFollowTheLength) {
    const Document longer = with(fourBar(), crank, "length", 0.12);
    const CompiledModelPtr model = compiled(longer);
    const auto& matter = model->getSystem().getMatterSubsystem();
    const State& s = model->getInitialState();
    const Vec3 tip = matter.getBodyTransform(s, MobilizedBodyIndex(1)) * Vec3(0.12, 0, 0);
    EXPECT_LT((matter.getBodyTransform(s, MobilizedBodyIndex(2)).p() - tip).norm(), 1e-12);
}

TEST(Compile, SceneShowsEveryBodyJointConstraintAndForce) {
    const CompiledModelPtr model = compiled(fourBar());
    Scene scene;
    model->calcScene(model->getInitialState(), scene);
    std::set<std::uint64_t> drawn;
    for (const DecorativeGeometry& g : scene.geometry) drawn.insert(g.getElement().value);
    for (std::uint64_t id = 1; id <= 8; ++id) EXPECT_TRUE(drawn.count(id)) << "element " << id;
    EXPECT_EQ(scene.bodyPoses.size(), 4u);
}

TEST(Compile, AGlyphIsSizedByTheBodiesOfItsJointInALargeModel) {
    // Glyphs of the whole model grow with the distances of its joints.
    const Document far = with(with(fourBar(), closure, "enabled", false), crankPin, "parentPoint", Vec3(500, 0, 0));
    for (const Document& document : {fourBar(), far}) {
        const CompiledModelPtr model = compiled(document);
        Scene scene;
        model->calcScene(model->getInitialState(), scene);
        Real body = 0, glyph = 0;
        for (const DecorativeGeometry& g : scene.geometry) {
            if (g.getElement() == crank) body = std::max(body, enclosingRadius(g.getShape()));
            if (g.getElement() == crankPin && g.getRole() == DecorationRole::Joint)
                glyph = std::max(glyph, enclosingRadius(g.getShape()));
        }
        EXPECT_GT(glyph, 0.02 * body);
        EXPECT_LT(glyph, 0.35 * body);
    }
}

TEST(Compile, AGlyphOfAClosureIsSizedByItsBodiesInALargeModel) {
    const auto body = addElement(fourBar(), builtinCatalog(), Element::draft("body", "bar", "Far"));
    ASSERT_TRUE(body);
    const auto pin =
        addElement(body->document, builtinCatalog(),
                   Element::draft("joint", "pin").plug("child", body->element).set("parentPoint", Vec3(500, 0, 0)));
    ASSERT_TRUE(pin);
    const auto glyphIn = [](const Document& document) {
        const CompiledModelPtr model = compiled(document);
        Scene scene;
        model->calcScene(model->getInitialState(), scene);
        Real glyph = 0;
        for (const DecorativeGeometry& g : scene.geometry)
            if (g.getElement() == closure && g.getRole() == DecorationRole::Constraint)
                glyph = std::max(glyph, enclosingRadius(g.getShape()));
        return glyph;
    };
    EXPECT_GT(glyphIn(fourBar()), 0);
    EXPECT_LT(glyphIn(pin->document), 5 * glyphIn(fourBar()));
}

/// The first link of a drawing, pinned at its origin to that of Ground.
TEST(Compile, GlyphsOfTheFirstBodySuitItsSize) {
    const auto glyphFor = [](Real length) {
        const auto body =
            addElement(Document(), builtinCatalog(), Element::draft("body", "bar", "Link").set("length", length));
        const auto pin =
            addElement(body->document, builtinCatalog(), Element::draft("joint", "pin").plug("child", body->element));
        return glyphSizeOf(*compiled(pin->document));
    };
    EXPECT_LT(glyphFor(0.1), 0.01);
    EXPECT_GT(glyphFor(1), 5 * glyphFor(0.1));
}

TEST(Compile, ADisabledConstraintOpensTheLoop) {
    const Document open = with(fourBar(), closure, "enabled", false);
    EXPECT_EQ(compiled(open)->getMobility().degreesOfFreedom, 3);
    EXPECT_EQ(compiled(open, compiled(fourBar()))->getMobility().degreesOfFreedom, 3);
}

}  // namespace
}  // namespace trammel::testing
