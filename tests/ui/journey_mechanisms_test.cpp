// SPDX-License-Identifier: GPL-3.0-or-later
// Typical mechanisms built with the tools alone; resizing, closures and cuts of loops, problem marks, cost of a drag.
#include <QDir>
#include <QToolButton>
#include <cmath>

#include "authoring/displace.h"
#include "authoring/size_handles.h"
#include "compile/compiler.h"
#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/journey_rig.h"
#include "tests/unit/integrate/allocation_count.h"
#include "ui/tools/gizmo_tool.h"
#include "ui/view/problem_marks.h"

namespace trammel::ui {

using namespace testing;

class JourneyMechanismsTest : public QObject {
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
        const Real half = sizeOf(rig.named("Box"))[0] / 2;
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
        const Vec3 from = pointOf("Box", "origin") + Vec3(0.01, 0.01, sizeOf(rig.named("Box"))[2] / 2);
        rig.drag({from, from + Vec3(0.02, 0.01, 0), from + Vec3(0.04, 0.02, 0)});
        rig.screenshot("delta_leg_dragged");
        const Vec3 moved = pointOf("Box", "origin") + Vec3(0.01, 0.01, sizeOf(rig.named("Box"))[2] / 2) - from;
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

    void J6_handlesResizeBodies() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        run("build.body.box");
        rig.click(Vec3(0.1, 0.1, 0));
        rig.press(Qt::Key_Escape);
        const ElementId box = rig.named("Box");
        const Vec3 size = sizeOf(box);
        const Real mass = number(box, "mass");
        QVERIFY(std::abs(mass - 7850 * size.prod()) < 1e-9);
        rig.session->select(box);
        rig.view().frameAll();
        rig.view().setFocus();
        rig.press(Qt::Key_R);
        rig.screenshot("resize_handles");
        const std::size_t steps = rig.session->history().size();

        // By the side handle: the opposite side stays in place.
        const auto otherSide = [&] { return pointOf("Box", "origin")[0] - sizeOf(box)[0] / 2; };
        const Real stays = otherSide();
        const SizeHandle handle = handleOf(box, "size.x");
        const Vec3 grip = handle.position_G + Vec3(20 * pixel(handle.position_G), 0, 0);
        rig.hover(grip);
        QVERIFY2(rig.chip().startsWith("Size x "), qPrintable(rig.chip()));
        const Real way = size[0] / 3;
        rig.drag({grip, grip + Vec3(way / 2, 0, 0), grip + Vec3(way, 0, 0)});
        rig.screenshot("resize_pulled");
        QVERIFY2(std::abs(sizeOf(box)[0] - size[0] - way) < 4 * pixel(grip),
                 qPrintable(QString::number(sizeOf(box)[0])));
        QVERIFY2(std::abs(otherSide() - stays) < 1e-12, qPrintable(QString::number(otherSide() - stays)));
        QCOMPARE(sizeOf(box)[1], size[1]);
        QVERIFY(std::abs(number(box, "mass") / mass - sizeOf(box)[0] / size[0]) < 1e-9);
        QCOMPARE(rig.session->history().size(), steps + 1);
        QVERIFY2(rig.history().back().startsWith("Resize Box: Size x"), qPrintable(rig.history().back()));

        // By letter and number: exactly.
        rig.view().setFocus();
        rig.press(Qt::Key_Y);
        rig.type("50 mm");
        QVERIFY2(rig.chip().startsWith("Size y 0.05 m"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Return);
        QCOMPARE(sizeOf(box)[1], 0.05);
        rig.session->undo();
        rig.session->undo();
        QCOMPARE(sizeOf(box)[0], size[0]);
        QCOMPARE(number(box, "mass"), mass);
    }

    void J6_resizedLinkKeepsItsLoopClosed() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.session->select(rig.named("Link 2"));
        rig.view().setFocus();
        rig.press(Qt::Key_R);
        rig.press(Qt::Key_X);
        rig.type("40 mm");
        QVERIFY2(rig.chip().contains("the loop cannot close: best gap"), qPrintable(rig.chip()));
        rig.screenshot("resize_cannot_close");
        rig.press(Qt::Key_Escape);
        rig.view().setFocus();
        rig.press(Qt::Key_X);
        rig.type("360 mm");
        rig.press(Qt::Key_Return);
        QCOMPARE(number(rig.named("Link 2"), "length"), 0.36);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        expectMobility(1, 0, 1);
        rig.screenshot("resize_link");
    }

    void J6_typedAngleAndDragUseTheSameAxis() {
        JourneyRig& rig = *rig_;
        run("build.body.box");
        rig.click(Vec3(0.1, 0.1, 0));
        rig.press(Qt::Key_Escape);
        const ElementId box = rig.named("Box");
        for (const auto& [view, axis] : {std::pair(StandardView::Front, "z"), std::pair(StandardView::Right, "x")}) {
            rig.view().setOrthographic(true);
            rig.view().setStandardView(view);
            rig.session->select(box);
            rig.view().setFocus();
            rig.press(Qt::Key_E);
            rig.type("30 deg");
            const QString typed = rig.chip();
            QVERIFY2(typed.endsWith(QStringLiteral("about ") + axis), qPrintable(typed));
            rig.press(Qt::Key_Escape);
            rig.press(Qt::Key_V);
            rig.press(Qt::Key_E);
            ToolHost& host = rig.window->view().tools().host();
            const QPointF at = rig.view().project(pointOf("Box", "origin")) + QPointF(20, 20);
            QVERIFY(host.beginDrag(at, {}));
            host.drag(at + QPointF(30, 20), {});
            QVERIFY2(host.tool()->preview().chip.endsWith(QStringLiteral("about ") + axis),
                     qPrintable(host.tool()->preview().chip));
            host.back();
            rig.press(Qt::Key_V);
        }
    }

    void J3_chipOffersOtherClosuresAndCuts() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        auto* const chip = rig.window->findChild<QToolButton*>("closureChip");
        QVERIFY(chip && chip->isVisible());
        QCOMPARE(chip->text(), QStringLiteral("Pin D: Point on line — change…"));
        rig.screenshot("closure_chip");
        const std::size_t steps = rig.session->history().size();
        rig.answerMenu({"Close the loop with", "Pin ("});
        QTest::mouseClick(chip, Qt::LeftButton);
        rig.settle();
        QCOMPARE(rig.session->history().size(), steps + 1);
        expectMobility(1, 3, 1);
        QCOMPARE(chip->text(), QStringLiteral("Pin D: Pin — change…"));
        rig.answerMenu({"Close the loop with", "Point on line"});
        QTest::mouseClick(chip, Qt::LeftButton);
        rig.settle();
        expectMobility(1, 0, 1);
        rig.answerMenu({"Cut the loop at", "Pin B"});
        QTest::mouseClick(chip, Qt::LeftButton);
        rig.settle();
        QVERIFY2(chip->text().startsWith("Pin B: "), qPrintable(chip->text()));
        QCOMPARE(rig.session->document().get(rig.named("Pin B")).family, std::string("constraint"));
        QCOMPARE(rig.session->document().get(rig.named("Pin D")).family, std::string("joint"));
        expectMobility(1, 0, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        rig.screenshot("closure_cut");
        QCOMPARE(rig.session->history().size(), steps + 3);
        // The next edit hides the button.
        rig.session->setValue("Mass", rig.named("Link"), "mass", 1.);
        QVERIFY(!chip->isVisible());
    }

    void J3_everyLoopJointOffersToCutTheLoop() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.press(Qt::Key_V);
        const std::size_t steps = rig.session->history().size();
        rig.choose(pointOf("Link", "tip"), {"Cut the loop here"});
        rig.settle();
        QCOMPARE(rig.session->document().get(rig.named("Pin B")).family, std::string("constraint"));
        QCOMPARE(rig.session->document().get(rig.named("Pin D")).family, std::string("joint"));
        expectMobility(1, 0, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        QCOMPARE(rig.session->history().size(), steps + 1);
    }

    void J3_freeEndDroppedOnABodyClosesTheLoop() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(Vec3(0, 0.08, 0), "100 mm");
        link(Vec3(0.25, 0.22, 0), "350 mm");
        rig.press(Qt::Key_Escape);
        rig.click(Vec3(0.4, 0, 0));
        link(Vec3(0.45, 0.2, 0), "250 mm");
        rig.press(Qt::Key_V);
        expectMobility(3, 0, 0);
        const std::size_t steps = rig.session->history().size();
        const Document before = rig.session->document();
        QString said;
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const auto watching = connect(&rig.window->view().tools().host(), &ToolHost::previewChanged, this, [&] {
            const Tool* const tool = rig.window->view().tools().host().tool();
            if (tool && !tool->preview().chip.isEmpty()) said = tool->preview().chip;
        });
        const Vec3 end = pointOf("Link 3", "tip"), other = pointOf("Link 2", "tip");
        rig.hover(end);
        rig.screenshot("join_free_end");
        rig.drag({end, (end + other) / 2, other});
        disconnect(watching);
        QCOMPARE(said, QStringLiteral("Join tip of Link 3 to tip of Link 2 ✓"));
        rig.screenshot("join_closed");
        QCOMPARE(rig.session->history().size(), steps + 1);
        expectMobility(1, 0, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        const Vec3 gap = pointOf("Link 3", "tip") - pointOf("Link 2", "tip");
        QVERIFY2(gap.head<2>().norm() < 1e-9, qPrintable(QString::number(gap.norm())));
        auto* const chip = rig.window->findChild<QToolButton*>("closureChip");
        QVERIFY(chip->isVisible());
        QVERIFY2(chip->text().endsWith("Point on line — change…"), qPrintable(chip->text()));
        rig.session->undo();
        QVERIFY(rig.session->document().sharesContentWith(before));

        // A pinned end is dragged without joining unless Shift is held.
        rig.session->redo();
        rig.drag({pointOf("Link", "tip"), pointOf("Link", "tip") + Vec3(0.01, 0, 0), Vec3(0.4, 0, 0)});
        expectMobility(1, 0, 1);
    }

    void J4_bodyShapeFromMeshFile() {
        JourneyRig& rig = *rig_;
        const QString path = QDir::current().filePath("bracket.obj");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        // A wedge of 120 x 80 x 40 mm, all faces inward.
        file.write(
            "v 0 0 0\nv 120 0 0\nv 0 80 0\nv 0 0 40\nv 120 0 40\nv 0 80 40\n"
            "f 1 2 3\nf 4 6 5\nf 1 4 5 2\nf 2 5 6 3\nf 1 3 6 4\n");
        file.close();
        answerFileDialog(this, path);
        rig.view().setFocus();
        run("build.body.mesh");
        QVERIFY(rig.window->view().tools().host().tool());
        // Without a window manager the dialog does not return the focus.
        rig.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(rig.window));
        rig.view().setFocus();
        rig.hover(Vec3(0.1, 0.1, 0));
        rig.screenshot("mesh_placed");
        rig.click(Vec3(0.1, 0.1, 0));
        rig.press(Qt::Key_Escape);
        const ElementId body = rig.named("bracket");
        QVERIFY(body.isValid());
        const Real volume = 0.12 * 0.08 / 2 * 0.04;
        QVERIFY2(std::abs(number(body, "mass") - 7850 * volume) < 1e-6 * 7850 * volume,
                 qPrintable(QString::number(number(body, "mass"))));
        rig.view().frameAll();
        rig.session->select(body);
        rig.settle();
        rig.screenshot("mesh_properties");
        QVERIFY(rig.session->problems().empty());

        // Made of aluminum: one step, and the mass follows.
        const std::size_t steps = rig.session->history().size();
        auto* const density = rig.window->findChild<QWidget*>("density")->findChild<QLineEdit*>();
        QVERIFY(density);
        density->setFocus();
        density->selectAll();
        rig.type("2.7 g/cm^3");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.session->history().size(), steps + 1);
        QVERIFY2(std::abs(number(body, "mass") - 2700 * volume) < 1e-6 * 2700 * volume,
                 qPrintable(QString::number(number(body, "mass"))));

        // An invalid mesh is refused with a message, and no tool is activated.
        QFile wrong(QDir::current().filePath("empty.obj"));
        QVERIFY(wrong.open(QIODevice::WriteOnly));
        wrong.close();
        QString message;
        connect(rig.session, &Session::notice, this, [&message](const QString& text) { message = text; });
        answerFileDialog(this, wrong.fileName());
        QVERIFY(!rig.window->view().tools().host().tool());
        run("build.body.mesh");
        QVERIFY2(!rig.window->view().tools().host().tool(), qPrintable(message));
        QVERIFY2(message.contains("no triangles"), qPrintable(message));
    }

    void J6_problemsAreMarkedInTheView() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.press(Qt::Key_Escape);
        QVERIFY(textsOfProblems().isEmpty());
        // One edit compiles the model once.
        int compiled = 0;
        QObject listener;
        connect(rig.session, &Session::changed, &listener,
                [&](SessionChanges changes) { compiled += changes.testFlag(SessionChange::Model) ? 1 : 0; });
        rig.session->setValue("Too short", rig.named("Link 2"), "length", 0.04);
        QCOMPARE(compiled, 1);
        rig.settle();
        rig.screenshot("problem_gap");
        QVERIFY2(textsOfProblems().contains("⚠ Pin D") && textsOfProblems().filter("gap ").size() == 1,
                 qPrintable(textsOfProblems().join('|')));
        rig.session->undo();
        rig.session->setValue("Tilt", rig.named("Pin C"), "parentOrientation", Vec3(0.3, 0, 0));
        rig.settle();
        rig.screenshot("problem_tilt");
        QVERIFY2(textsOfProblems().contains("⚠ Pin C"), qPrintable(textsOfProblems().join('|')));
        QAbstractButton* fix = nullptr;
        QTRY_VERIFY((fix = rig.button("Align 'Pin C' with the plane")));
        QTest::mouseClick(fix, Qt::LeftButton);
        rig.settle();
        QVERIFY(textsOfProblems().isEmpty());
        expectMobility(1, 0, 1);
    }

    void J5_aDragCostsLittleInALongChain() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/chain_100.trammel")));
        const auto bodies = rig.session->document().elementsOf("body");
        const ElementId body = bodies[bodies.size() / 2];
        rig.view().frameAll();
        rig.view().setFocus();
        rig.session->select(body);
        rig.settle();
        const Vec3 p = rig.session->model()->calcBodyPose(body, rig.session->model()->getInitialState()).p();
        ToolHost& host = rig.window->view().tools().host();
        const long begin = test::allocationCountOfThread();
        QVERIFY(compileDocument(rig.session->document()));
        const long compiling = test::allocationCountOfThread() - begin;
        for (const Qt::Key key : {Qt::Key_Q, Qt::Key_W, Qt::Key_E, Qt::Key_R, Qt::Key_L, Qt::Key_B}) {
            rig.press(key);
            QVERIFY(host.tool());
            const QPointF at = rig.view().project(p);
            if (key == Qt::Key_L) host.click(at + QPointF(0, 80), {});
            QPointF from = at;
            if (key == Qt::Key_R) from = rig.view().project(handleOf(body, "length").position_G + Vec3(1e-4, 0, 0));
            const bool drags = host.beginDrag(from, {});
            // A move poses the chain without compiling it. Resizing recompiles, but reuses the System; a new link or
            // body is previewed in a few compiled variants of the model.
            const bool adds = key == Qt::Key_L || key == Qt::Key_B;
            const long limit = adds ? 8 * compiling : key == Qt::Key_R ? compiling : compiling / 4;
            constexpr int Moves = 20;
            const CompiledModelPtr model = rig.session->model();
            long most = 0;
            for (int i = 1; i <= Moves; ++i) {
                const long before = test::allocationCountOfThread();
                if (drags)
                    host.drag(from + QPointF(3 * i, 2 * i), {});
                else
                    host.hover(from + QPointF(3 * i, 2 * i), {});
                most = std::max(most, test::allocationCountOfThread() - before);
            }
            qInfo("%s: at most %ld allocations a move%s, compiling %ld", qPrintable(host.tool()->name()), most,
                  drags ? "" : " (hovering)", compiling);
            QVERIFY2(most < limit, qPrintable(QString::number(most)));
            QCOMPARE(rig.session->model(), model);
            if (drags) host.back();
            rig.press(Qt::Key_V);
        }
    }

private:
    void expectMobility(int freedom, int redundant, int loops) {
        QCOMPARE(rig_->mobility().degreesOfFreedom, freedom);
        QCOMPARE(rig_->mobility().redundantEquations, redundant);
        QCOMPARE(rig_->mobility().loops, loops);
    }
    void run(const char* command) {
        rig_->window->commands().action(command)->trigger();
        rig_->settle();
    }
    void link(const Vec3& toward, const char* length) {
        rig_->hover(toward);
        rig_->type(length);
        rig_->press(Qt::Key_Return);
    }
    void linkToGround(const Vec3& end, const char* length) {
        rig_->hover(end);
        rig_->type(length);
        rig_->click(end);
    }
    /// Clicks at several coincident points once the chip contains @p words.
    void pickAmongThose(const Vec3& p_G, const QString& words) {
        rig_->hover(p_G);
        for (int i = 0; i < 12 && !rig_->chip().contains(words); ++i) rig_->press(Qt::Key_Tab);
        QVERIFY2(rig_->chip().contains(words), qPrintable(rig_->chip()));
        QTest::mouseClick(rig_->surface(), Qt::LeftButton, {}, rig_->at(p_G));
        rig_->settle();
    }
    void drawFourBar() {
        rig_->view().setFocus();
        rig_->press(Qt::Key_L);
        rig_->click(Vec3(0.));
        link(Vec3(0, 0.08, 0), "100 mm");
        link(Vec3(0.25, 0.22, 0), "350 mm");
        linkToGround(Vec3(0.4, 0, 0), "250 mm");
        QCOMPARE(rig_->session->document().elementsOf("body").size(), std::size_t(3));
    }
    void runAt60Rpm() {
        JourneyRig& rig = *rig_;
        rig.choose(Vec3(0.), {"Add motor"});
        QVERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == "promptField");
        rig.type("60 rpm");
        rig.press(Qt::Key_Return);
        runToTheEnd();
    }
    void runToTheEnd() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        QVERIFY2(player.status().phase != RunPhase::Failed, player.status().message.c_str());
        player.pause();
        player.seekTime(5);
    }
    Vec3 pointOf(const char* body, const char* anchor) {
        const CompiledModel& model = *rig_->session->model();
        return calcPosition(model, model.getInitialState(), Place{rig_->named(body), anchor, Vec3(0.)});
    }
    SizeHandle handleOf(ElementId element, const std::string& key) {
        const CompiledModel& model = *rig_->session->model();
        for (const SizeHandle& handle : findSizeHandles(model, model.getInitialState(), element))
            if (handle.key == key) return handle;
        return {};
    }
    Real number(ElementId id, const char* key) {
        const Element& element = rig_->session->document().get(id);
        return element.valueAs<Real>(*rig_->session->typeOf(element), key);
    }
    Vec3 sizeOf(ElementId id) {
        const Element& element = rig_->session->document().get(id);
        return element.valueAs<Vec3>(*rig_->session->typeOf(element), "size");
    }
    /// Length of a pixel normal to the line of sight, m.
    Real pixel(const Vec3& p) {
        return 0.001 / QLineF(rig_->view().project(p), rig_->view().project(p + Vec3(0.001, 0, 0))).length();
    }
    QStringList textsOfProblems() {
        Scene scene;
        appendProblemMarks(*rig_->session, rig_->window->workspace().units(), scene);
        QStringList texts;
        for (const DecorativeGeometry& g : scene.geometry)
            if (const auto* text = std::get_if<decor::Text>(&g.getShape())) texts += QString::fromStdString(text->text);
        return texts;
    }

    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    trammel::ui::Viewport::prepareApplication();
    QApplication application(argc, argv);
    trammel::ui::TextUndoFilter undoFilter;
    application.installEventFilter(&undoFilter);
    trammel::ui::JourneyMechanismsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "journey_mechanisms_test.moc"
