// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of drawn mechanisms: sizes, closures and cuts of loops, meshes; problem marks, cost of a drag.
#include <QAbstractItemView>
#include <QDir>
#include <QToolButton>
#include <cmath>

#include "authoring/size_handles.h"
#include "compile/compiler.h"
#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "tests/unit/integrate/allocation_count.h"
#include "ui/tools/gizmo_tool.h"
#include "ui/view/problem_marks.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyReworkTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J6_handlesResizeBodies() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        run("build.body.box");
        rig.click(Vec3(0.1, 0.1, 0));
        rig.press(Qt::Key_Escape);
        const ElementId box = rig.named("Box");
        const Vec3 size = valueOf<Vec3>(box, "size");
        const Real mass = number(box, "mass");
        QVERIFY(std::abs(mass - 7850 * size.prod()) < 1e-9);
        rig.session->select(box);
        rig.view().frameAll();
        rig.view().setFocus();
        rig.press(Qt::Key_R);
        rig.screenshot("resize_handles");
        const std::size_t steps = rig.session->history().size();

        // By the side handle: the opposite side stays in place.
        const auto otherSide = [&] { return pointOf("Box", "origin")[0] - valueOf<Vec3>(box, "size")[0] / 2; };
        const Real stays = otherSide();
        const SizeHandle handle = handleOf(box, "size.x");
        const Vec3 grip = handle.position_G + Vec3(20 * pixel(handle.position_G), 0, 0);
        rig.hover(grip);
        QVERIFY2(rig.chip().startsWith("Size x "), qPrintable(rig.chip()));
        const Real way = size[0] / 3;
        rig.drag({grip, grip + Vec3(way / 2, 0, 0), grip + Vec3(way, 0, 0)});
        rig.screenshot("resize_pulled");
        QVERIFY2(std::abs(valueOf<Vec3>(box, "size")[0] - size[0] - way) < 4 * pixel(grip),
                 qPrintable(QString::number(valueOf<Vec3>(box, "size")[0])));
        QVERIFY2(std::abs(otherSide() - stays) < 1e-12, qPrintable(QString::number(otherSide() - stays)));
        QCOMPARE(valueOf<Vec3>(box, "size")[1], size[1]);
        QVERIFY(std::abs(number(box, "mass") / mass - valueOf<Vec3>(box, "size")[0] / size[0]) < 1e-9);
        QCOMPARE(rig.session->history().size(), steps + 1);
        QVERIFY2(rig.history().back().startsWith("Resize Box: Size x"), qPrintable(rig.history().back()));

        // By letter and number: exactly.
        rig.view().setFocus();
        rig.press(Qt::Key_Y);
        rig.type("50 mm");
        QVERIFY2(rig.chip().startsWith("Size y 0.05 m"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Return);
        QCOMPARE(valueOf<Vec3>(box, "size")[1], 0.05);
        rig.session->undo();
        rig.session->undo();
        QCOMPARE(valueOf<Vec3>(box, "size")[0], size[0]);
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

    void J3_loopIsCutAtAnyJointAndRestored() {
        JourneyRig& rig = *rig_;
        // A slider-crank whose piston pin closes the loop.
        const QTemporaryDir folder;
        QVERIFY(rig.window->open(writeModel(folder, "slider_crank.trammel",
                                            R"({"trammel": 1, "name": "Slider-crank", "nextId": 100, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 0.1}},
 {"id": 2, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.3}},
 {"id": 3, "family": "body", "type": "box", "name": "Piston", "properties": {"size": [0.08, 0.05, 0.05]}},
 {"id": 4, "family": "joint", "type": "pin", "name": "A", "properties": {"angle": 0.6}, "references": {"child": 1}},
 {"id": 5, "family": "joint", "type": "pin", "name": "B", "properties": {"parentPointAnchor": "tip", "angle": -0.8}, "references": {"parent": 1, "child": 2}},
 {"id": 6, "family": "joint", "type": "slider", "name": "Rail", "properties": {"position": 0.36}, "references": {"child": 3}},
 {"id": 7, "family": "constraint", "type": "pointOnLine", "name": "C", "properties": {"point1Anchor": "tip"}, "references": {"body1": 2, "body2": 3}}]})")));
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        const CompiledModelPtr was = rig.session->model();
        const Document before = rig.session->document();
        rig.view().frameAll();
        // In the tree: in the view the piston hides it.
        auto* const tree = rig.window->findChild<QAbstractItemView*>("modelTree");
        const QModelIndexList found = tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, "C", 1,
                                                           Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        tree->scrollTo(found[0]);
        const QPoint row = tree->visualRect(found[0]).center();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, row);
        rig.answerMenu({"Cut the loop at", "Rail"});
        QContextMenuEvent asked(QContextMenuEvent::Mouse, row, tree->viewport()->mapToGlobal(row));
        QApplication::sendEvent(tree->viewport(), &asked);
        QTRY_COMPARE(rig.session->history().size(), 2u);
        QCOMPARE(rig.history().back(), QStringLiteral("Cut the loop at Rail"));
        QCOMPARE(rig.session->document().get(rig.named("C")).family, std::string("joint"));
        QCOMPARE(rig.session->document().get(rig.named("Rail")).type, std::string("slider"));
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QCOMPARE(rig.mobility().loops, 1);
        expectBodiesStay(*was);
        rig.screenshot("J3_cut_at_a_slider");
        // The slider adds three redundant equations: a problem whose fix is another cut.
        QVERIFY(rig.mobility().redundantEquations > 0);
        rig.window->panels().raise("problemsDock");
        QAbstractButton* fix = nullptr;
        const auto findFix = [&] {
            for (auto* each : rig.window->findChildren<QAbstractButton*>())
                if (each->isVisible() && each->text().startsWith("Cut the loop at '")) fix = each;
            return fix;
        };
        QTRY_VERIFY_WITH_TIMEOUT(findFix(), JourneyRig::Patience);
        QTest::mouseClick(fix, Qt::LeftButton);
        QTRY_COMPARE(rig.mobility().redundantEquations, 0);
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        expectBodiesStay(*was);
        rig.session->undo();
        rig.session->undo();
        QVERIFY(rig.session->document().sharesContentWith(before));
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

    void J3_aFreeEndIsNotJoinedBeyondItsReach() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(Vec3(0.1, 0.05, 0), "100 mm");
        rig.press(Qt::Key_Escape);
        rig.click(Vec3(0.3, 0, 0));
        link(Vec3(0.3, 0.1, 0), "50 mm");
        rig.press(Qt::Key_V);
        const qsizetype steps = rig.history().size();
        QString said;
        connect(rig.session, &Session::notice, this, [&said](const QString& text) { said = text; });
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const Vec3 end = pointOf("Link", "tip"), pivot(0.3, 0, 0);
        rig.drag({end, (end + pivot) / 2, pivot});
        QVERIFY2(said.startsWith("tip of Link does not reach "), qPrintable(said));
        QCOMPARE(rig.history().size(), steps);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        expectMobility(2, 0, 0);
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

    void J5_aDragIsCheapInALongChain() {
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
    void expectBodiesStay(const CompiledModel& was) {
        const CompiledModel& is = *rig_->session->model();
        for (const ElementId body : rig_->session->document().elementsOf("body"))
            QVERIFY(
                (was.calcBodyPose(body, was.getInitialState()).p() - is.calcBodyPose(body, is.getInitialState()).p())
                    .norm() < 1e-8);
    }
    SizeHandle handleOf(ElementId element, const std::string& key) {
        const CompiledModel& model = *rig_->session->model();
        for (const SizeHandle& handle : findSizeHandles(model, model.getInitialState(), element))
            if (handle.key == key) return handle;
        return {};
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
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyReworkTest> addJourneyReworkTest;

#include "journey_rework_test.moc"
