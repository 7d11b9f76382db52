// SPDX-License-Identifier: GPL-3.0-or-later
// Typical mechanisms built with the tools alone.
#include <QToolButton>
#include <cmath>

#include "compile/compiler.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"

namespace trammel::ui {

using namespace testing;

class JourneyMechanismsTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J2_aSixBarFromNothing() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        // A crank-rocker, and a dyad from the middle of its coupler to Ground: Stephenson III.
        rig.click(Vec3(0.));
        link(Vec3(0.03, 0.06, 0), "60 mm");
        link(Vec3(0.2, 0.14, 0), "200 mm");
        linkToGround(Vec3(0.2, 0, 0), "150 mm");
        expectMobility(1, 0, 1);
        rig.screenshot("six_bar_first_loop");
        pickAmongThose(pointOf("Link 2", "massCenter"), "center of mass of Link 2");
        link(Vec3(0.27, 0.25, 0), "250 mm");
        linkToGround(Vec3(0.35, 0.12, 0), "200 mm");
        rig.press(Qt::Key_V);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(5));
        expectMobility(1, 0, 2);
        QVERIFY(rig.session->problems().empty());
        // One step per link.
        QCOMPARE(rig.history().size(), 6);
        rig.press(Qt::Key_Escape);
        runAt60Rpm();
        rig.screenshot("six_bar_run");
        const CompiledModel& model = *rig.session->displayed().model();
        const State& state = rig.session->displayed().state();
        QVERIFY(model.calcConstraintError(state) < 1e-4);
        const Real turned = state.getQ()[0] - model.getInitialState().getQ()[0];
        QVERIFY2(std::abs(turned / (2 * Pi) - 5) < 1e-3, qPrintable(QString::number(turned / (2 * Pi))));
    }

    void J4_aScotchYokeFromNothing() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(Vec3(0.03, 0.04, 0), "50 mm");
        rig.press(Qt::Key_V);
        // The yoke: a box sliding along x, with the crank tip in a slot along y.
        const Vec3 place(0.03, -0.12, 0);
        run("build.body.box");
        rig.click(place);
        run("build.joint.slider");
        rig.click(Vec3(0.2, -0.2, 0));
        rig.click(place);
        rig.press(Qt::Key_X);
        rig.press(Qt::Key_Return);
        run("build.constraint.pointInPlane");
        rig.screenshot("scotch_yoke_slot");
        // The sliding body is picked, not the Ground behind it; no cycling is needed.
        rig.click(pointOf("Box", "origin"));
        QVERIFY2(rig.chip().startsWith("Second body"), qPrintable(rig.chip()));
        rig.click(pointOf("Link", "tip"));
        QVERIFY2(rig.chip().startsWith("axis"), qPrintable(rig.chip()));
        rig.press(Qt::Key_X);
        rig.screenshot("scotch_yoke_axis");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        expectMobility(1, 0, 1);
        runAt60Rpm();
        rig.screenshot("scotch_yoke_run");
        Real least = Infinity, most = -Infinity;
        for (int k = 0; k <= 16; ++k) {
            rig.session->player().seekTime(1 + k / 16.);
            const CompiledModel& model = *rig.session->displayed().model();
            const State& state = rig.session->displayed().state();
            const Real yoke = model.calcBodyPose(rig.named("Box"), state).p()[0];
            const Real tip = calcPosition(model, state, Place{rig.named("Link"), "tip", Vec3(0.)})[0];
            QVERIFY2(std::abs(yoke - tip) < 1e-4, qPrintable(QString::number(yoke - tip)));
            least = std::min(least, yoke);
            most = std::max(most, yoke);
        }
        QVERIFY2(std::abs(most - least - 0.1) < 2e-3, qPrintable(QString::number(most - least)));
    }

    void J4_aDrivelineWithAUniversalJointFromNothing() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        run("build.body.box");
        rig.click(Vec3(0.));
        rig.click(Vec3(0.2, 0, 0));
        const Real half = valueOf<Vec3>(rig.named("Box"), "size")[0] / 2;
        // The first shaft rotates about x in Ground; a universal joint connects the second.
        run("build.joint.pin");
        rig.click(Vec3(0.05, -0.15, 0));
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_X);
        rig.press(Qt::Key_Return);
        run("build.joint.universal");
        pickAmongThose(Vec3(half, 0, 0), "tip of Box");
        pickAmongThose(pointOf("Box 2", "origin") - Vec3(half, 0, 0), "face of Box 2");
        rig.screenshot("driveline_cross");
        rig.press(Qt::Key_Z);
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        rig.screenshot("driveline_open");
        QCOMPARE(rig.mobility().degreesOfFreedom, 3);
        // Its far end is constrained to the line of the first shaft.
        run("build.constraint.pointOnLine");
        rig.click(Vec3(0.2, -0.04, 0));
        pickAmongThose(pointOf("Box 2", "tip"), "tip of Box 2");
        rig.press(Qt::Key_X);
        rig.screenshot("driveline_closing");
        rig.press(Qt::Key_Return);
        // Alternatives to close the loop are offered here too.
        QTRY_VERIFY(rig.window->findChild<QToolButton*>("closureChip")->isVisible());
        rig.press(Qt::Key_V);
        expectMobility(1, 0, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        QVERIFY2(rig.session->problems().empty(),
                 rig.session->problems().empty() ? "" : rig.session->problems()[0].message.c_str());
        run("build.motion.steady");
        pickAmongThose(Vec3(0.), "Pin");
        rig.press(Qt::Key_V);
        runToTheEnd();
        rig.screenshot("driveline_run");
        QVERIFY(rig.session->displayed().model()->calcConstraintError(rig.session->displayed().state()) < 1e-4);
    }

    void J4_aDeltaLegFromNothing() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(Vec3(0.08, 0.06, 0), "100 mm");
        rig.press(Qt::Key_V);
        // The forearm on a ball joint at the upper arm's tip.
        run("build.body.bar");
        rig.click(Vec3(0.2, 0, 0));
        rig.press(Qt::Key_Escape);
        rig.session->select(rig.named("Bar"));
        rig.view().setFocus();
        rig.press(Qt::Key_R);
        rig.press(Qt::Key_X);
        rig.type("220 mm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        run("build.joint.ball");
        pickAmongThose(pointOf("Link", "tip"), "tip of Link");
        pickAmongThose(pointOf("Bar", "origin"), "start of Bar");
        rig.press(Qt::Key_Return);
        // The platform keeps its orientation; the forearm's end is attached to it.
        run("build.body.box");
        const Vec3 place(0.1, -0.2, 0);
        rig.click(place);
        run("build.joint.translation");
        rig.click(Vec3(-0.1, -0.2, 0));
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_Return);
        run("build.constraint.ball");
        pickAmongThose(pointOf("Bar", "tip"), "tip of Bar");
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_V);
        rig.screenshot("delta_leg");
        // Three of the platform, and the forearm about its own axis.
        expectMobility(4, 0, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        // Dragging the platform moves the whole leg.
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const Vec3 from = pointOf("Box", "origin") + Vec3(0.01, 0.01, valueOf<Vec3>(rig.named("Box"), "size")[2] / 2);
        rig.drag({from, from + Vec3(0.02, 0.01, 0), from + Vec3(0.04, 0.02, 0)});
        rig.screenshot("delta_leg_dragged");
        const Vec3 moved =
            pointOf("Box", "origin") + Vec3(0.01, 0.01, valueOf<Vec3>(rig.named("Box"), "size")[2] / 2) - from;
        QVERIFY2((moved - Vec3(0.04, 0.02, 0)).norm() < 0.01, qPrintable(QString::number(moved.norm())));
        QVERIFY(rig.session->model()->getAssembly().assembled);
    }

    void J4_gearsARackAndASpringFromNothing() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        run("build.body.cylinder");
        rig.click(Vec3(0.));
        rig.click(Vec3(0.15, 0, 0));
        run("build.body.box");
        rig.click(Vec3(0.15, -0.1, 0));
        run("build.joint.pin");
        for (const char* wheel : {"Cylinder", "Cylinder 2"}) {
            rig.click(Vec3(0.05, 0.12, 0));
            pickAmongThose(pointOf(wheel, "origin"), wheel);
            rig.press(Qt::Key_Return);
        }
        run("build.joint.slider");
        rig.click(Vec3(0.05, 0.12, 0));
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_X);
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.mobility().degreesOfFreedom, 3);
        run("build.constraint.gear");
        pickAmongThose(pointOf("Cylinder", "origin"), "First joint: Pin");
        pickAmongThose(pointOf("Cylinder 2", "origin"), "Second joint: Pin 2");
        run("build.constraint.rackAndPinion");
        pickAmongThose(pointOf("Cylinder 2", "origin"), "Pinion joint: Pin 2");
        pickAmongThose(pointOf("Box", "origin"), "Rack joint: Slider");
        rig.screenshot("gears_and_rack");
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QCOMPARE(rig.mobility().redundantEquations, 0);
        run("build.force.twoPointSpring");
        rig.click(Vec3(0.02, -0.1, 0));
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_V);
        rig.screenshot("gears_and_spring");
        // The first body added gravity.
        QCOMPARE(rig.session->document().elementsOf("force").size(), std::size_t(2));
        const Vec3 before = pointOf("Box", "origin");
        // As drawn, the spring is unstretched.
        const ElementId spring = rig.session->document().elementsOf("force").back();
        QVERIFY(std::abs(number(spring, "restLength") - (before - Vec3(0.02, -0.1, 0)).norm()) < 1e-12);
        rig.session->setValue("Rest length", spring, "restLength", 0.1);
        runToTheEnd();
        rig.screenshot("gears_run");
        // At some frame the rack matches the pinion's angle, and the gears rotate together.
        rig.session->player().seekTime(0.3);
        const CompiledModel& model = *rig.session->displayed().model();
        const State& state = rig.session->displayed().state();
        const auto angle = [&](const char* wheel) {
            const Vec3 x = model.calcBodyPose(rig.named(wheel), state).R().x().asVec3();
            return std::atan2(x[1], x[0]);
        };
        const Real way = model.calcBodyPose(rig.named("Box"), state).p()[0] - before[0];
        QVERIFY2(std::abs(way) > 1e-4, qPrintable(QString::number(way)));
        QVERIFY2(std::abs(std::remainder(angle("Cylinder 2") - way / 0.05, 2 * Pi)) < 1e-4,
                 qPrintable(QString::number(angle("Cylinder 2"))));
        QVERIFY2(std::abs(std::remainder(std::abs(angle("Cylinder")) - std::abs(angle("Cylinder 2")), 2 * Pi)) < 1e-4,
                 qPrintable(QString::number(angle("Cylinder"))));
    }

    void J4_gearsWithTeethFromNothing() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        // Two gears of module 4 mm: with 20 teeth, and a second that gets 30.
        for (const char* place : {"0 mm, 0 mm", "100 mm, 0 mm"}) {
            run("build.body.gear");
            rig.type(place);
            rig.press(Qt::Key_Return);
            run("build.joint.pin");
            for (int i = 0; i < 2; ++i) {
                rig.type(place);
                rig.press(Qt::Key_Return);
            }
            rig.press(Qt::Key_Return);
        }
        rig.session->setValue("Teeth", rig.named("Gear"), "teeth", std::int64_t(20));
        rig.session->setValue("Teeth", rig.named("Gear 2"), "teeth", std::int64_t(30));
        rig.press(Qt::Key_V);
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        run("view.frameAll");
        run("build.constraint.gear");
        const Vec3 off(-0.025, 0.02, 0.005);
        rig.click(off);
        rig.click(Vec3(0.1, 0, 0) - off + Vec3(0, 0, 0.01));
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        const ElementId pair = rig.session->document().elementsOf("constraint").back();
        QVERIFY(std::abs(number(pair, "ratio") + 2. / 3) < 1e-12);
        rig.press(Qt::Key_V);
        rig.screenshot("J4_gears_with_teeth");
        // More teeth, another ratio.
        rig.session->setValue("Teeth", rig.named("Gear 2"), "teeth", std::int64_t(40));
        QVERIFY(std::abs(number(pair, "ratio") + 0.5) < 1e-12);
    }

private:
    void runAt60Rpm() {
        JourneyRig& rig = *rig_;
        rig.choose(Vec3(0.), {"Add motor"});
        QVERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == "promptField");
        rig.type("60 rpm");
        rig.press(Qt::Key_Return);
        runToTheEnd();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyMechanismsTest> addJourneyMechanismsTest;

#include "journey_mechanisms_test.moc"
