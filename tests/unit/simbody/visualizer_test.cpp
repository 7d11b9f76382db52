// SPDX-License-Identifier: Apache-2.0
#include "pair_of_bodies.h"
#include "tests/unit/live/live_rig.h"

namespace SimTK::test {

namespace live = trammel::live;

/// Two bodies with a ball each, shown without a display.
class VisualizerTest : public live::LiveTest {
protected:
    VisualizerTest() {
        pair.matter.setShowDefaultGeometry(false);
        pair.a.addBodyDecoration(Transform(), DecorativeSphere(0.5).setColor(Red));
        pair.b.addBodyDecoration(Transform(), DecorativeBrick(Vec3(0.1)));
    }
    State at(Real time) {
        State s = pair.at(Vec3(time, 0, 0), Vec3(0), Vec3(0));
        s.setTime(time);
        return s;
    }
    Pair pair;
};

namespace {

struct Listener : Visualizer::InputListener {
    explicit Listener(std::vector<std::string>& heard, bool handles) : heard_(heard), handles_(handles) {}
    bool keyPressed(unsigned key, unsigned modifiers) override {
        return heard_.push_back("key " + std::to_string(key) + ' ' + std::to_string(modifiers)), handles_;
    }
    bool menuSelected(int menu, int item) override {
        return heard_.push_back("menu " + std::to_string(menu) + ' ' + std::to_string(item)), handles_;
    }
    bool sliderMoved(int slider, Real value) override {
        return heard_.push_back("slider " + std::to_string(slider) + ' ' + String(value)), handles_;
    }

private:
    std::vector<std::string>& heard_;
    bool handles_;
};

/// A text with the time above a body, as in the documented example of a generator.
struct TimeLabel : DecorationGenerator {
    void generateDecorations(const State& state, Array_<DecorativeGeometry>& geometry) override {
        geometry.push_back(DecorativeText(String(state.getTime())).setTransform(Vec3(0, 2, 0)));
    }
};

}  // namespace

TEST_F(VisualizerTest, RecordsBodiesDecorationsLinesAndGenerators) {
    {
        Visualizer viz(pair.system);
        viz.addDecoration(pair.a, Transform(Vec3(0, 1, 0)), DecorativeCylinder(0.1, 0.2).setTransform(Vec3(1, 0, 0)));
        viz.addRubberBandLine(GroundIndex, Vec3(0, 3, 0), pair.b, Vec3(0, 0, 1), DecorativeLine().setColor(Green));
        viz.addDecorationGenerator(new TimeLabel);
        viz.report(at(1));
        viz.report(at(2));
    }
    const std::vector<trammel::Scene> scenes = live::scenesIn(recording());
    ASSERT_EQ(scenes.size(), 2u);
    ASSERT_EQ(scenes[1].bodyPoses.size(), 3u);
    EXPECT_NEAR((scenes[1].bodyPoses[2].p() - scenes[1].bodyPoses[1].p())[0], 2, 1e-12);
    const auto& geometry = scenes[1].geometry;
    ASSERT_EQ(geometry.size(), 5u);
    EXPECT_EQ(geometry[0].getBodyId(), 1);
    EXPECT_EQ(geometry[0].getColor(), trammel::Color(Red));
    EXPECT_EQ(geometry[2].getTransform().p(), Vec3(1, 1, 0));
    const auto& line = std::get<trammel::decor::Line>(geometry[3].getShape());
    EXPECT_EQ(line.from, Vec3(0, 3, 0));
    EXPECT_EQ(line.to, scenes[1].bodyPoses[2] * Vec3(0, 0, 1));
    EXPECT_EQ(std::get<trammel::decor::Text>(geometry[4].getShape()).text, "2");
}

TEST_F(VisualizerTest, AReporterShowsOneFrameForEachInterval) {
    Force::Gravity gravity(pair.forces, pair.matter, Vec3(0, -9.8, 0));
    Visualizer viz(pair.system);
    pair.system.addEventReporter(new Visualizer::Reporter(viz, 0.125));
    RungeKuttaMersonIntegrator integ(pair.system);
    TimeStepper ts(pair.system, integ);
    ts.initialize(pair.system.realizeTopology());
    ts.stepTo(1);
    EXPECT_EQ(live::scenesIn(recording()).size(), 9u);
}

TEST_F(VisualizerTest, AReporterWithoutIntervalShowsTheFirstState) {
    Visualizer viz(pair.system);
    pair.system.addEventReporter(new Visualizer::Reporter(viz));
    RungeKuttaMersonIntegrator integ(pair.system);
    TimeStepper ts(pair.system, integ);
    ts.initialize(pair.system.realizeTopology());
    ts.stepTo(1);
    EXPECT_EQ(live::scenesIn(recording()).size(), 1u);
}

TEST_F(VisualizerTest, ListenersAreNotifiedInOrderUntilOneHandlesTheInput) {
    std::vector<std::string> first, second;
    Visualizer viz(pair.system);
    viz.addInputListener(new Listener(first, false));
    viz.addInputListener(new Listener(second, true));
    auto* const silo = new Visualizer::InputSilo;
    viz.addInputListener(silo);
    live::WindowByHand window(live::socketPath(getpid()));
    window.send(live::Ready{});
    viz.report(at(0));
    window.send(live::KeyHit{'a', Visualizer::InputListener::ControlIsDown});
    window.send(live::MenuPick{3, 4});
    window.send(live::SliderMove{5, 0.25});
    viz.report(at(1));
    EXPECT_EQ(first, (std::vector<std::string>{"key 97 2", "menu 3 4", "slider 5 0.25"}));
    EXPECT_EQ(second, first);
    EXPECT_FALSE(silo->isAnyUserInput());
}

TEST_F(VisualizerTest, TheSiloKeepsInputInOrderAndTheLastOfSliderMoves) {
    Visualizer viz(pair.system);
    auto* const silo = new Visualizer::InputSilo;
    viz.addInputListener(silo);
    viz.addSlider("Speed", 7, 0, 10, 2);
    live::WindowByHand window(live::socketPath(getpid()));
    window.send(live::Ready{});
    EXPECT_FALSE(silo->isAnyUserInput());
    for (const unsigned key : {'x', 'y'}) window.send(live::KeyHit{key, 0});
    for (const Real value : {1., 2., 3.}) window.send(live::SliderMove{7, value});
    silo->waitForAnyUserInput();
    unsigned key = 0, modifiers = 0;
    silo->waitForKeyHit(key, modifiers);
    EXPECT_EQ(key, 'x');
    EXPECT_TRUE(silo->takeKeyHit(key, modifiers));
    EXPECT_EQ(key, 'y');
    EXPECT_FALSE(silo->takeKeyHit(key, modifiers));
    EXPECT_EQ(key, 0u);
    int slider = 0;
    Real value = 0;
    EXPECT_TRUE(silo->takeSliderMove(slider, value));
    EXPECT_EQ(slider, 7);
    EXPECT_EQ(value, 3);
    EXPECT_FALSE(silo->takeSliderMove(slider, value));
    EXPECT_TRUE(isNaN(value));
    // The program moves the slider itself.
    viz.setSliderValue(7, 99);
    EXPECT_EQ(window.read<live::Slider>().back().value, 10);
    EXPECT_THROW(viz.setSliderValue(8, 1), trammel::Exception);
}

TEST_F(VisualizerTest, WaitingWithoutAWindowIsRefusedWithAReason) {
    Visualizer viz(pair.system);
    auto* const silo = new Visualizer::InputSilo;
    viz.addInputListener(silo);
    int menu = 0, item = 0;
    try {
        silo->waitForMenuPick(menu, item);
        FAIL();
    } catch (const trammel::Exception& e) {
        EXPECT_NE(std::string(e.what()).find("no window is open"), std::string::npos);
    }
}

TEST_F(VisualizerTest, WaitingWithinAListenerIsRefusedWithAReason) {
    struct Waiter : Visualizer::InputListener {
        explicit Waiter(Visualizer::InputSilo& silo) : silo(silo) {}
        bool keyPressed(unsigned, unsigned) override {
            int menu = 0, item = 0;
            silo.waitForMenuPick(menu, item);
            return true;
        }
        Visualizer::InputSilo& silo;
    };
    Visualizer viz(pair.system);
    auto* const silo = new Visualizer::InputSilo;
    viz.addInputListener(new Waiter(*silo));
    viz.addInputListener(silo);
    live::WindowByHand window(live::socketPath(getpid()));
    window.send(live::Ready{});
    viz.report(at(0));
    window.send(live::KeyHit{'a', 0});
    window.send(live::MenuPick{3, 4});
    try {
        viz.report(at(1));
        FAIL();
    } catch (const trammel::Exception& e) {
        EXPECT_NE(std::string(e.what()).find("called by an input listener"), std::string::npos) << e.what();
    }
    // Outside of listeners the same call returns the pending pick.
    int menu = 0, item = 0;
    silo->waitForMenuPick(menu, item);
    EXPECT_EQ(menu, 3);
    EXPECT_EQ(item, 4);
}

TEST_F(VisualizerTest, AFollowerKeepsItsDistanceFromTheBody) {
    Visualizer viz(pair.system);
    viz.addFrameController(new Visualizer::BodyFollower(pair.b, Vec3(0), Vec3(0, 0, 5)));
    live::WindowByHand window(live::socketPath(getpid()));
    window.send(live::Ready{});
    const State s = at(3);
    viz.report(s);
    viz.report(s);
    const auto moves = window.read<live::CameraMove>();
    ASSERT_FALSE(moves.empty());
    const Vec3 wanted = pair.b.getBodyOriginLocation(s) + Vec3(0, 0, 5);
    EXPECT_LT((moves.back().X_GC.p() - wanted).norm(), 1e-12);
    EXPECT_LT((moves.back().X_GC.R() - Rotation()).norm(), 1e-12);
}

TEST_F(VisualizerTest, CopiesAreTheSameVisualizer) {
    Visualizer viz(pair.system);
    Visualizer copy = viz;
    copy.setMode(Visualizer::RealTime).setDesiredFrameRate(60).setRealTimeScale(2).setSystemUpDirection(ZAxis);
    EXPECT_EQ(viz.getMode(), Visualizer::RealTime);
    EXPECT_EQ(viz.getDesiredFrameRate(), 60);
    EXPECT_EQ(viz.getRealTimeScale(), 2);
    EXPECT_EQ(viz.getActualBufferLengthInFrames(), 9);
    EXPECT_EQ(viz.setDesiredFrameRate(0).getActualBufferLengthInFrames(), 5);
    EXPECT_EQ(viz.setDesiredBufferLengthInSec(0).getActualBufferLengthInFrames(), 0);
    EXPECT_EQ(viz.getSystemUpDirection().getAxis(), ZAxis);
    EXPECT_EQ(viz.getRefCount(), 2);
    EXPECT_THROW(viz.updDecoration(0), trammel::Exception);
}

}  // namespace SimTK::test
