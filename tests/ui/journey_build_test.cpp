// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys J2, J3, J5 and J6: mechanisms drawn with mouse, typed lengths and keyboard, dragged, broken and fixed. More of
// them in journey_mechanisms_test, journey_targets_test and journey_typing_test.
#include <algorithm>
#include <cmath>

#include "authoring/link_edit.h"
#include "compile/compiled_data.h"
#include "inspect/realization.h"
#include "tests/ui/images.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/view/problem_marks.h"
#include "ui/view/view_overlays.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyBuildTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J2_aDoublePendulumFromNothing() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        QVERIFY(rig.window->view().tools().host().tool());
        rig.hover(Vec3(0.));
        QTRY_VERIFY2(rig.chip().startsWith("Pin to Ground"), qPrintable(rig.chip()));
        rig.click(Vec3(0.));
        QVERIFY2(!rig.window->view().tools().host().tool()->preview().isProblem, qPrintable(rig.chip()));
        rig.hover(Vec3(0.2, 0, 0));
        rig.screenshot("J2_first_link");
        rig.type("300 mm");
        rig.screenshot("J2_typing");
        // The length is shown and drawn.
        const auto& marks = rig.window->view().tools().host().tool()->preview().marks;
        QVERIFY(std::ranges::any_of(marks, [](const DecorativeGeometry& g) {
            const auto* const label = std::get_if<decor::Text>(&g.getShape());
            return label && label->text == "0.3 m";
        }));
        QVERIFY(std::ranges::any_of(marks, [](const DecorativeGeometry& g) {
            return g.getRole() == DecorationRole::Body && (g.getTransform().p() - Vec3(0.3, 0, 0)).norm() < 1e-9;
        }));
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(1));
        rig.hover(Vec3(0.45, 0, 0));
        rig.type("300 mm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        QVERIFY(!rig.window->view().tools().host().tool());
        rig.screenshot("J2_done");

        const Document& document = rig.session->document();
        QCOMPARE(document.elementsOf("body").size(), std::size_t(2));
        QCOMPARE(document.elementsOf("joint").size(), std::size_t(2));
        QCOMPARE(document.elementsOf("force").size(), std::size_t(1));
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        for (ElementId id : document.elementsOf("body")) {
            QVERIFY(std::get<Real>(*document.get(id).findExplicit("mass")) > 0.01);
            QVERIFY(std::abs(std::get<Real>(*document.get(id).findExplicit("length")) - 0.3) < 1e-12);
            // Slender bar about a transverse axis, m l^2/12; about its own axis small but positive.
            const BuiltSystem& built = *rig.session->model()->getData().built;
            const MassProperties mass =
                built.matter->getMassProperties(rig.session->model()->getInitialState(), built.bodies.at(id));
            const Real across = mass.calcCentralInertia().getMoments()[2];
            QVERIFY2(std::abs(across / (mass.getMass() * 0.09 / 12) - 1) < 0.01, qPrintable(QString::number(across)));
            QVERIFY(mass.calcCentralInertia().getMoments()[0] > 0);
        }
        // "New model" and one step for each link.
        QCOMPARE(rig.history().size(), 3);
        QVERIFY(isDrawn(document.elementsOf("force").front()));

        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        QVERIFY(std::abs(player.computedEnd() - 10) < 1e-9);
        QCOMPARE(rig.session->runs().current()->letter, QStringLiteral("A"));
        // Without motors and dampers the energy is conserved.
        const std::vector<Real> energy = follow("total energy"), kinetic = follow("kinetic energy");
        QVERIFY(energy.size() > 100);
        const auto [least, most] = std::minmax_element(energy.begin(), energy.end());
        const Real drift = (*most - *least) / *std::max_element(kinetic.begin(), kinetic.end());
        QVERIFY2(drift < 1e-4, qPrintable(QString::number(drift)));
        player.seekTime(7);
        rig.screenshot("J2_run");
    }

    void J2_byKeyboardAlone() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.press(Qt::Key_K, Qt::ControlModifier);
        auto* const palette = rig.window->findChild<QWidget*>("commandPalette");
        QVERIFY(palette);
        QTRY_VERIFY(palette->isVisible() && QApplication::focusWidget());
        rig.type("link");
        rig.screenshot("J2_palette");
        rig.press(Qt::Key_Return);
        QTRY_VERIFY(rig.window->view().tools().host().tool());
        rig.view().setFocus();
        rig.press(Qt::Key_Return);
        for (int i = 0; i < 2; ++i) {
            rig.type("300 mm");
            rig.press(Qt::Key_Return);
        }
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(2));
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        const Vec3 tip = calcPosition(*rig.session->model(), rig.session->model()->getInitialState(),
                                      Place{rig.named("Link 2"), "tip", Vec3(0.)});
        QVERIFY((tip.head<2>() - Vec2(0.6, 0)).norm() < 1e-9);
        rig.press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(rig.session->player().run() && !rig.session->player().isComputing(),
                                 JourneyRig::Patience);
        rig.screenshot("J2_keyboard");
    }

    void J3_aFourBarFromNothing() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.drawLinks(Vec3(0.), {{Vec3(0, 0.08, 0), "100 mm"}, {Vec3(0.25, 0.22, 0), "350 mm"}});
        rig.hover(Vec3(0.4, 0, 0));
        rig.type("250 mm");
        rig.settle();
        // The closed loop is previewed before the edit.
        QVERIFY2(rig.chip().contains("closed with Point on line (2 equations)"), qPrintable(rig.chip()));
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(2));
        rig.screenshot("J3_ghost");
        rig.click(Vec3(0.4, 0, 0));
        rig.press(Qt::Key_V);
        rig.screenshot("J3_closed");
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(3));
        expectMobility(1, 0, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        QVERIFY(rig.session->model()->getAssembly().worstError < 1e-8);
        rig.press(Qt::Key_Escape);
        // The mobility panel names the link that rotates fully.
        rig.window->panels().raise("mobilityDock");
        QTRY_VERIFY(
            rig.window->findChild<QLabel*>("mobilitySummary")->text().contains("crank-rocker: Link turns fully"));
        rig.screenshot("J3_mobility");

        // A motor of 60 rpm on pin A, and a trace of a coupler point.
        rig.choose(Vec3(0.), {"Add motor"});
        QVERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == "promptField");
        rig.type("60 rpm");
        rig.press(Qt::Key_Return);
        const auto motors = rig.session->document().elementsOf("motion");
        QCOMPARE(motors.size(), std::size_t(1));
        QVERIFY(std::abs(std::get<Real>(*rig.session->document().get(*motors.begin()).findExplicit("rate")) - 2 * Pi) <
                1e-9);
        const Vec3 coupler = middleOf("Link 2");
        rig.choose(coupler, {"Trace this point"});
        QCOMPARE(rig.session->document().elementsOf("trace").size(), std::size_t(1));
        QVERIFY(!rig.session->save("journey_J3.trammel").hasErrors());
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        player.seekTime(5);
        rig.screenshot("J3_run");
        const CompiledModelPtr& model = rig.session->displayed().model();
        const State& state = rig.session->displayed().state();
        const Real turned = state.getQ()[0] - model->getInitialState().getQ()[0];
        QVERIFY2(std::abs(turned / (2 * Pi) - 5) < 1e-3, qPrintable(QString::number(turned / (2 * Pi))));
        // The coupler curve is closed: after a full turn the point is back.
        QVERIFY((model->calcTracePoint(0, state) - model->calcTracePoint(0, model->getInitialState())).norm() < 1e-4);
        player.reset();

        // A pin instead is redundant: reported as a problem, fixed with one click.
        rig.session->select(std::set<ElementId>{});
        const ElementId closure = *rig.session->document().elementsOf("constraint").begin();
        const auto choices = closureChoices(rig.session->model(), closure);
        const std::size_t steps = rig.session->history().size();
        rig.session->edit("Close Pin D with Pin",
                          [&](const Document&) { return changeClosure(rig.session->model(), closure, choices[0]); });
        QCOMPARE(rig.session->history().size(), steps + 1);
        expectMobility(1, 3, 1);
        QVERIFY(std::ranges::any_of(rig.session->problems(), [](const Diagnostic& d) {
            return d.message.find("reaction forces there are not unique") != std::string::npos;
        }));
        rig.window->panels().raise("problemsDock");
        rig.settle();
        rig.screenshot("J3_redundant");
        QAbstractButton* fix = nullptr;
        QTRY_VERIFY((fix = rig.button("Close 'Pin D' with Point on line")));
        QTest::mouseClick(fix, Qt::LeftButton);
        rig.settle();
        expectMobility(1, 0, 1);

        // Everything can be undone, and every step has a name.
        for (const QString& label : rig.history()) QVERIFY(!label.isEmpty());
        while (rig.session->history().canUndo()) rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().size(), std::size_t(0));
    }

    void J4_aSliderCrankByPicking() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.drawLinks(Vec3(0.), {{Vec3(0.03, 0.05, 0), "80 mm"}, {Vec3(0.28, 0, 0), "240 mm"}});
        rig.press(Qt::Key_V);
        const Vec3 end = calcPosition(*rig.session->model(), rig.session->model()->getInitialState(),
                                      Place{rig.named("Link 2"), "tip", Vec3(0.)});
        // The piston: a box at the rod's end on a slider along x, joined to the rod.
        rig.window->commands().action("build.body.box")->trigger();
        rig.click(end);
        QCOMPARE(rig.mobility().degreesOfFreedom, 8);
        rig.window->commands().action("build.joint.slider")->trigger();
        rig.click(Vec3(0.2, -0.1, 0));
        rig.click(end);
        QVERIFY2(rig.chip().startsWith("axis"), qPrintable(rig.chip()));
        rig.press(Qt::Key_X);
        QVERIFY2(rig.chip().startsWith("axis X"), qPrintable(rig.chip()));
        rig.press(Qt::Key_F);
        QVERIFY2(rig.chip().startsWith("axis −X"), qPrintable(rig.chip()));
        rig.press(Qt::Key_F);
        rig.screenshot("J4_slider_axis");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.mobility().degreesOfFreedom, 3);
        const Vec3 box = calcPosition(*rig.session->model(), rig.session->model()->getInitialState(),
                                      Place{rig.named("Box"), "origin", Vec3(0.)});
        QVERIFY((box - end).norm() < 1e-9);
        rig.window->commands().action("build.constraint.pointOnLine")->trigger();
        pickAmongThose(end, "Box");
        pickAmongThose(end, "Link 2");
        QVERIFY2(rig.chip().startsWith("axis Z"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        rig.screenshot("J4_done");
        expectMobility(1, 0, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        // Bodies, joints and the constraint: one step each.
        QCOMPARE(rig.history().size(), 6);

        // The stroke of the piston is twice the crank length.
        rig.choose(Vec3(0.), {"Add motor"});
        rig.type("60 rpm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        Real least = Infinity, most = -Infinity;
        constexpr int Poses = 60;
        for (int k = 0; k <= Poses; ++k) {
            player.seekTime(1 + Real(k) / Poses);
            const Real x = rig.session->displayed()
                               .model()
                               ->calcBodyPose(rig.named("Box"), rig.session->displayed().state())
                               .p()[0];
            least = std::min(least, x);
            most = std::max(most, x);
        }
        // The crank rotates by 6 degrees between frames: up to 3 degrees from the dead center, which is 0.11 mm.
        QVERIFY2(std::abs(most - least - 0.16) < 2.5e-4, qPrintable(QString::number(most - least)));
    }

    void J5_dragKeepsTheLoopClosed() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig_->press(Qt::Key_V);
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const std::size_t steps = rig.session->history().size();
        const Vector q0 = rig.session->model()->getInitialState().getQ();
        std::vector<Vec3> circle;
        for (int i = 0; i <= 24; ++i)
            circle.push_back(Vec3(0.1 * std::cos(Pi / 2 + i * Pi / 24), 0.1 * std::sin(Pi / 2 + i * Pi / 24), 0.006));
        int drawn = 0;
        Real worst = 0;
        const auto watching = connect(&rig.window->view().tools().host(), &ToolHost::previewChanged, this, [&] {
            const auto pose = rig.window->view().tools().host().tool()->posed();
            if (!pose) return;
            ++drawn;
            realize(*rig.session->model(), *pose, Stage::Position);
            worst = std::max(worst, rig.session->model()->calcConstraintError(*pose));
        });
        rig.drag(circle);
        disconnect(watching);
        rig.screenshot("J5_dragged");
        QVERIFY2(drawn >= 10, qPrintable(QString::number(drawn)));
        QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
        QCOMPARE(rig.session->history().size(), steps + 1);
        const Vec3 tip = calcPosition(*rig.session->model(), rig.session->model()->getInitialState(),
                                      Place{rig.named("Link"), "tip", Vec3(0.)});
        QVERIFY2((tip.head<2>() - Vec2(0, -0.1)).norm() < 0.01, qPrintable(QString::number(tip[0])));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        const Vector back = rig.session->model()->getInitialState().getQ();
        for (int i = 0; i < q0.size(); ++i) QCOMPARE(back[i], q0[i]);

        // Esc during a drag cancels it and keeps the tool active; a second Esc leaves the tool.
        rig.hover(circle.front());
        QTest::mousePress(rig.surface(), Qt::LeftButton, {}, rig.at(circle.front()));
        QMouseEvent move(QEvent::MouseMove, rig.at(circle[8]), rig.surface()->mapToGlobal(rig.at(circle[8])),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(rig.surface(), &move);
        ToolHost& hand = rig.window->view().tools().host();
        QTRY_VERIFY(hand.tool() && hand.tool()->posed());
        rig.press(Qt::Key_Escape);
        QVERIFY(hand.tool());
        QVERIFY(!hand.tool()->posed());
        QTest::mouseRelease(rig.surface(), Qt::LeftButton, {}, rig.at(circle[8]));
        QCOMPARE(rig.session->history().index(), steps - 1);
        rig.press(Qt::Key_Escape);
        QVERIFY(!hand.tool());

        // With pin A locked nothing can move.
        rig.press(Qt::Key_V);
        rig.choose(Vec3(0.), {"Lock in place"});
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const Vec3 grip = middleOf("Link 2");
        rig.hover(grip);
        QTest::mousePress(rig.surface(), Qt::LeftButton, {}, rig.at(grip));
        rig.settle();
        QCOMPARE(rig.chip(), QStringLiteral("0 DOF left: locked by Pin A."));
        QTest::mouseRelease(rig.surface(), Qt::LeftButton, {}, rig.at(grip));
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Z, Qt::ControlModifier);

        // Animating a degree of freedom leaves the model unchanged.
        rig.window->panels().raise("mobilityDock");
        QAbstractButton* wiggle = nullptr;
        QTRY_VERIFY((wiggle = rig.button("Animate")) && wiggle->isEnabled());
        // Keep the pointer over empty space: a hover tag would change the image.
        rig.hover(Vec3(-0.1, -0.1, 0));
        // The view has settled when two consecutive images are equal.
        QImage before;
        const auto rests = [&] {
            before = rig.view().grabImage();
            rig.settle();
            return differingPixels(rig.view().grabImage(), before) == 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(rests(), JourneyRig::Patience);
        const Document untouched = rig.session->document();
        QTest::mouseClick(wiggle, Qt::LeftButton);
        // It may pass through the initial pose.
        QTRY_VERIFY_WITH_TIMEOUT(differingPixels(rig.view().grabImage(), before) > 500, JourneyRig::Patience);
        // The axes in the corner may differ by a shade.
        const auto hasReturned = [&] { return differingPixels(rig.view().grabImage(), before) == 0; };
        if (!QTest::qWaitFor(hasReturned, JourneyRig::Patience)) {
            rig.screenshot("J5_after_animation");
            before.save("journey_J5_before_animation.png");
            QFAIL("The view does not return to what it showed before the animation.");
        }
        QVERIFY(rig.session->document().sharesContentWith(untouched));

        // Set an exact angle for pin A; the loop follows.
        rig.session->select(rig.named("Pin A"));
        rig.settle();
        auto* const angle = rig.window->findChild<QWidget*>("angle")->findChild<QLineEdit*>();
        QVERIFY(angle);
        angle->setFocus();
        angle->selectAll();
        rig.type("30 deg");
        rig.press(Qt::Key_Return);
        const Vec3 turned = calcPosition(*rig.session->model(), rig.session->model()->getInitialState(),
                                         Place{rig.named("Link"), "tip", Vec3(0.)});
        QVERIFY(std::abs(std::atan2(turned[1], turned[0]) - Pi / 6) < 1e-9);
        QVERIFY(rig.session->model()->getAssembly().assembled);
    }

    void J5_dragStopsAtLimitsUnlessIgnored() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig_->press(Qt::Key_V);
        rig.view().setFocus();
        rig.press(Qt::Key_V);
        rig.choose(Vec3(0.), {"Add limits"});
        const ElementId stop = rig.session->selectedElement();
        QCOMPARE(rig.session->document().get(stop).name, std::string("Limits of Pin A"));
        const auto tipAngle = [&] {
            const Vec3 tip = calcPosition(*rig.session->model(), rig.session->model()->getInitialState(),
                                          Place{rig.named("Link"), "tip", Vec3(0.)});
            return std::atan2(tip[1], tip[0]);
        };
        const Real start = tipAngle();
        const auto onCircle = [&](Real angle) { return Vec3(0.1 * std::cos(angle), 0.1 * std::sin(angle), 0.006); };
        std::vector<Vec3> arc;
        for (int i = 0; i <= 20; ++i) arc.push_back(onCircle(start - i * Pi / 40));
        QString said;
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const auto watching = connect(&rig.window->view().tools().host(), &ToolHost::previewChanged, this, [&] {
            const QString chip = rig.window->view().tools().host().tool()->preview().chip;
            if (chip.contains("stop")) said = chip;
        });
        rig.drag(arc);
        disconnect(watching);
        rig.screenshot("J5_limits");
        QVERIFY2(std::abs(tipAngle() - (start - Pi / 6)) < 1e-6, qPrintable(QString::number(tipAngle() - start)));
        QVERIFY2(said.startsWith(QStringLiteral("at the stop of Pin A; Ctrl-drag goes beyond")), qPrintable(said));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(std::abs(tipAngle() - start) < 1e-12);

        // Ctrl applies from when it is pressed, here at the stop.
        QTest::mousePress(rig.surface(), Qt::LeftButton, {}, rig.at(arc.front()));
        for (std::size_t i = 0; i < arc.size(); ++i) {
            const QPoint place = rig.at(arc[i]);
            QMouseEvent move(QEvent::MouseMove, place, rig.surface()->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                             i > arc.size() - 4 ? Qt::ControlModifier : Qt::NoModifier);
            QApplication::sendEvent(rig.surface(), &move);
            rig.settle();
        }
        QTest::mouseRelease(rig.surface(), Qt::LeftButton, Qt::ControlModifier, rig.at(arc.back()));
        rig.settle();
        QVERIFY2(tipAngle() < start - Pi / 4, qPrintable(QString::number(tipAngle() - start)));

        // Beyond its stop: reported, marked at the joint, and fixed with one click.
        const auto& problems = rig.session->problems();
        QVERIFY(std::ranges::any_of(
            problems, [](const Diagnostic& d) { return d.message.find("beyond its stop") != std::string::npos; }));
        Scene marks;
        appendProblemMarks(*rig.session, rig.window->workspace().units(), marks);
        const QColor tint = Theme::instance().severityColor(Severity::Warning);
        QVERIFY(std::ranges::any_of(marks.geometry, [&](const DecorativeGeometry& g) {
            const auto* const words = std::get_if<decor::Text>(&g.getShape());
            return words && words->text.find("Pin A") != std::string::npos &&
                   g.getColor() == Color(float(tint.redF()), float(tint.greenF()), float(tint.blueF()));
        }));
        rig.press(Qt::Key_Escape);
        rig.window->panels().raise("problemsDock");
        QAbstractButton* inside = nullptr;
        QTRY_VERIFY((inside = rig.button("Snap 'Pin A' back inside")));
        rig.screenshot("J5_beyond_the_stop");
        QTest::mouseClick(inside, Qt::LeftButton);
        rig.settle();
        QVERIFY2(std::abs(tipAngle() - (start - Pi / 6)) < 1e-6, qPrintable(QString::number(tipAngle() - start)));
    }

    void J6_openLoopIsExplainedAndFixed() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig_->press(Qt::Key_V);
        const std::size_t steps = rig.session->history().size();
        rig.session->select(rig.named("Link 2"));
        rig.settle();
        auto* const length = rig.window->findChild<QWidget*>("length")->findChild<QLineEdit*>();
        length->setFocus();
        length->selectAll();
        rig.type("40 mm");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.session->history().size(), steps + 1);
        QVERIFY(!rig.session->model()->getAssembly().assembled);
        QVERIFY(!rig.window->commands().action("simulate.newRun")->isEnabled());
        QVERIFY(rig.window->commands().action("simulate.newRun")->toolTip().contains("do not close"));
        rig.settle();
        rig.screenshot("J6_broken");
        const auto paleShapes = [&rig] {
            Scene last;
            rig.window->view().overlays().appendLastClosed(last);
            return std::ranges::count_if(last.geometry,
                                         [](const DecorativeGeometry& g) { return g.getOpacity() < 0.5; });
        };
        // The three links at their last closed pose.
        QVERIFY2(paleShapes() >= 3, qPrintable(QString::number(paleShapes())));
        expectModelTerms();
        QVERIFY(std::ranges::any_of(rig.session->problems(), [](const Diagnostic& d) {
            return d.message.find("cannot close: Ground spans 400 mm") != std::string::npos &&
                   d.remedy.find("'Link 2' 50 mm long at least") != std::string::npos;
        }));
        QAbstractButton* fix = nullptr;
        const auto findFix = [&] {
            for (auto* each : rig.window->findChildren<QAbstractButton*>())
                if (each->isVisible() && each->text().startsWith("Set Link 2 to ")) fix = each;
            return fix;
        };
        QTRY_VERIFY(findFix());
        QTest::mouseClick(fix, Qt::LeftButton);
        rig.settle();
        QCOMPARE(rig.session->history().size(), steps + 2);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        QVERIFY(rig.session->problems().empty());
        QCOMPARE(paleShapes(), 0);
        expectRuns();

        // Other fixes: undo the edit, or leave the loop open.
        for (const char* way : {"Undo", "Leave 'Pin D' open"}) {
            rig.session->setValue("Length of Link 2", rig.named("Link 2"), "length", 0.04);
            QAbstractButton* out = nullptr;
            QTRY_VERIFY2((out = rig.button(way)) && out->isEnabled(), way);
            QTest::mouseClick(out, Qt::LeftButton);
            QTRY_VERIFY2(rig.session->model()->getAssembly().assembled, way);
            expectRuns();
            if (rig.session->history().canRedo()) continue;
            rig.session->undo();
            rig.session->undo();
        }
        QVERIFY(rig.session->problems().empty());

        // A pin tilted out of the plane is named, marked in the view, and fixed with a button.
        rig.session->setValue("Tilt Pin C", rig.named("Pin C"), "parentOrientation", Vec3(Pi / 2, 0, 0));
        QVERIFY(std::ranges::any_of(rig.session->problems(),
                                    [&](const Diagnostic& d) { return d.element == rig.named("Pin C"); }));
        expectModelTerms();
        Scene marks;
        appendProblemMarks(*rig.session, rig.window->workspace().units(), marks);
        QVERIFY(std::ranges::any_of(marks.geometry, [](const DecorativeGeometry& g) {
            const auto* const words = std::get_if<decor::Text>(&g.getShape());
            return words && words->text.find("Pin C") != std::string::npos;
        }));
        rig.screenshot("J6_tilted");
        QAbstractButton* align = nullptr;
        QTRY_VERIFY((align = rig.button("Align 'Pin C' with the plane")) && align->isEnabled());
        QTest::mouseClick(align, Qt::LeftButton);
        QTRY_VERIFY(rig.session->problems().empty());
        expectRuns();

        // Deleting the rocker opens the loop without a question, and can be undone.
        QString message;
        connect(rig.session, &Session::notice, this, [&message](const QString& text) { message += text; });
        rig.session->select(rig.named("Link 3"));
        rig.view().setFocus();
        rig.press(Qt::Key_Delete);
        QVERIFY(!QApplication::activeModalWidget());
        QVERIFY2(message.contains("2 dependent elements") && message.contains("Undo"), qPrintable(message));
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(2));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(3));
        expectRuns();
    }

private:
    /// Values of an output in all frames of the current run.
    std::vector<Real> follow(const std::string& reading) {
        const SimulationRun& run = *rig_->session->player().run();
        const auto& outputs = run.getModel()->getBasicOutputs();
        const auto wanted =
            std::find_if(outputs.begin(), outputs.end(), [&](const auto& output) { return output.name == reading; });
        std::vector<Real> values;
        State state = run.getInitialState();
        for (std::size_t frame = 0; wanted != outputs.end() && frame < run.getTrajectory()->size(); ++frame) {
            run.restoreFrame(frame, state);
            values.push_back(run.getModel()->calcBasicOutput(std::size_t(wanted - outputs.begin()), state));
        }
        return values;
    }
    /// True if the view draws the element.
    bool isDrawn(ElementId element) {
        Scene scene;
        rig_->session->displayed().model()->calcScene(rig_->session->displayed().state(), scene);
        return std::any_of(scene.geometry.begin(), scene.geometry.end(),
                           [element](const DecorativeGeometry& g) { return g.getElement() == element; });
    }
    /// Problems are stated in model terms, never in those of the program.
    void expectModelTerms() {
        QVERIFY(!rig_->session->problems().empty());
        for (const Diagnostic& problem : rig_->session->problems()) {
            const QString words = QString::fromStdString(problem.message + ' ' + problem.remedy);
            for (const char* code : {"::", ".cpp", ".h ", "std", "nan", "Exception", "0x", "vector"})
                QVERIFY2(!words.contains(code), qPrintable(words));
        }
    }
    /// F5 runs the model; then return to the initial pose.
    void expectRuns() {
        Player& player = rig_->session->player();
        const std::size_t runs = rig_->session->runs().entries().size();
        rig_->view().setFocus();
        rig_->press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(rig_->session->runs().entries().size() == runs + 1 && player.frameCount() > 10,
                                 JourneyRig::Patience);
        QVERIFY(player.status().phase != RunPhase::Failed);
        player.stop();
        player.reset();
    }
    Vec3 middleOf(const char* link) {
        const CompiledModel& model = *rig_->session->model();
        return calcPosition(model, model.getInitialState(), Place{rig_->named(link), "massCenter", Vec3(0.)});
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyBuildTest> addJourneyBuildTest;

#include "journey_build_test.moc"
