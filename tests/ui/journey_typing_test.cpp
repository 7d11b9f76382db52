// SPDX-License-Identifier: GPL-3.0-or-later
// Typed positions and lengths, copies, and selection across undo.
#include <QLineEdit>
#include <QSettings>
#include <QTreeView>
#include <algorithm>
#include <cmath>

#include "authoring/placed_element.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/properties/units.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyTypingTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J2_typedPositionsNeedNoMouse() {
        JourneyRig& rig = *rig_;
        rig.window->workspace().units().setSystem(UnitSystem::MillimeterDegree);
        activateLinkTool();
        rig.type("0");
        QVERIFY2(said().contains("coordinates"), qPrintable(said()));
        rig.press(Qt::Key_Return);
        QVERIFY(entry()->isVisible());
        rig.type(", 0");
        QCOMPARE(said(), QString());
        rig.press(Qt::Key_Return);
        rig.type("180, 2 cm + 220 mm");
        rig.screenshot("J2_typed_place");
        rig.press(Qt::Key_Return);
        expectTip("Link", Vec3(0.18, 0.24, 0));
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        // A link between two Ground points by Shift+Enter: it snaps to what is there and closes the loop.
        activateLinkTool();
        rig.type("180, 240");
        rig.press(Qt::Key_Return);
        rig.type("300, 0");
        rig.press(Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(2));
        QCOMPARE(rig.mobility().loops, 1);
        QCOMPARE(rig.mobility().degreesOfFreedom, 0);
        QCOMPARE(rig.mobility().redundantEquations, 0);
        // Three coordinates leave the work plane.
        rig.window->commands().action("build.body.box")->trigger();
        rig.type("100, 0, 50");
        rig.press(Qt::Key_Return);
        const CompiledModel& model = *rig.session->model();
        const Vec3 box = model.calcBodyPose(rig.named("Box"), model.getInitialState()).p();
        QVERIFY((box - Vec3(0.1, 0, 0.05)).norm() < 1e-12);
    }

    /// Millimeters typed where the unit is the meter.
    void J2_aLengthFarLargerThanTheViewShowsItsUnit() {
        JourneyRig& rig = *rig_;
        rig.window->workspace().units().setSystem(UnitSystem::MeterDegree);
        activateLinkTool();
        rig.press(Qt::Key_Return);
        rig.type("0.15");
        QVERIFY2(!rig.chip().contains("far larger"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Escape);
        rig.type("150");
        QVERIFY2(rig.chip().endsWith("far larger than the view, in m"), qPrintable(rig.chip()));
        rig.type(" mm");
        QVERIFY2(!rig.chip().contains("far larger"), qPrintable(rig.chip()));
    }

    void J2_keyboardDrawingShowsTheLinkStart() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->findChild<QWidget*>("startPage")->isVisible());
        // A new document shows an empty view.
        rig.press(Qt::Key_N, Qt::ControlModifier);
        QVERIFY(!rig.window->findChild<QWidget*>("startPage")->isVisible());
        rig.press(Qt::Key_L);
        QVERIFY(rig.window->view().tools().host().tool());
        rig.press(Qt::Key_Return);
        QVERIFY2(rig.chip().startsWith("start here"), qPrintable(rig.chip()));
        const QPoint chip = rig.window->findChild<QLabel*>("toolChip")->pos();
        constexpr int near = 60;
        QVERIFY((chip - rig.at(Vec3(0.))).manhattanLength() < near);
        rig.screenshot("J2_begun_by_keyboard");
        rig.type("300 mm");
        QVERIFY(entry()->pos().y() > chip.y());
        rig.screenshot("J2_length_by_keyboard");
        rig.press(Qt::Key_Return);
        expectTip("Link", Vec3(0.3, 0, 0));
    }

    void J2_typedPositionSnapsToFeatures() {
        JourneyRig& rig = *rig_;
        rig.window->workspace().units().setSystem(UnitSystem::MillimeterDegree);
        activateLinkTool();
        for (const char* place : {"0, 0", "100, 0", "200, 50"}) {
            rig.type(place);
            rig.press(Qt::Key_Return);
        }
        rig.press(Qt::Key_Escape);
        // The second link lies in a layer in front of the work plane.
        rig.type("200, 50");
        QVERIFY2(rig.chip().startsWith("Pin to Link 2 ✓"), qPrintable(rig.chip()));
        for (int i = 0; i < 7; ++i) rig.press(Qt::Key_Backspace);
        // Tab cycles through coincident points.
        rig.type("100, 0");
        QVERIFY2(rig.chip().startsWith("Pin to Link ✓") && rig.chip().contains("Tab: "), qPrintable(rig.chip()));
        for (int i = 0; i < 4 && !rig.chip().startsWith("Pin to Link 2"); ++i) rig.press(Qt::Key_Tab);
        QVERIFY2(rig.chip().startsWith("Pin to Link 2 ✓"), qPrintable(rig.chip()));
        rig.screenshot("J2_typed_place_chosen");
        rig.press(Qt::Key_Return);
        rig.type("100, 80");
        rig.press(Qt::Key_Return);
        const Element& pin = rig.session->document().get(rig.named("Pin C"));
        QCOMPARE(pin.reference("parent"), rig.named("Link 2"));
    }

    void J3_sideViewsUseTheirWorkPlane_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<int>("normal");
        QTest::newRow("front") << "view.front" << 2;
        QTest::newRow("left") << "view.left" << 0;
        QTest::newRow("right") << "view.right" << 0;
        QTest::newRow("top") << "view.top" << 1;
        QTest::newRow("bottom") << "view.bottom" << 1;
    }
    void J3_sideViewsUseTheirWorkPlane() {
        QFETCH(QString, view);
        QFETCH(int, normal);
        JourneyRig& rig = *rig_;
        activateLinkTool();
        rig.type("0, 0");
        rig.press(Qt::Key_Return);
        rig.type("100 mm, 50 mm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        rig.window->commands().action(view)->trigger();
        rig.settle();
        // Lines of sight are oblique near the edges; the view direction decides.
        const Vec3 expected = expectedNormal(normal);
        activateLinkTool();
        const GridPlane planes[] = {GridPlane::YZ, GridPlane::XZ, GridPlane::XY};
        QVERIFY(rig.view().gridPlane() == planes[normal]);
        rig.screenshot("J3_plane_" + view.section('.', 1));
        // By keyboard alone a link follows the first axis of the plane.
        rig.type("0, 0");
        rig.press(Qt::Key_Return);
        rig.type("80 mm");
        rig.press(Qt::Key_Return);
        const Vec3 way = normal == 0 ? Vec3(0, 0.08, 0) : Vec3(0.08, 0, 0);
        QVERIFY(rig.named("Link 2").isValid());
        const Vec3 off = (tip("Link 2") - way).cwiseProduct(Vec3(1.) - expectedNormal(normal));
        QVERIFY2(off.norm() < 1e-9, qPrintable(QString::number(off.norm())));
        const Vec3 found = rig.window->view().tools().host().planeNormal();
        QVERIFY2((found - expected).norm() == 0,
                 qPrintable(QString("%1 %2 %3").arg(found[0]).arg(found[1]).arg(found[2])));
    }

    void J4_windowSettingsAreSavedImmediately() {
        rig_->window->commands().action("view.theme.dark")->trigger();
        QCOMPARE(QSettings().value("theme").toInt(), static_cast<int>(ThemeChoice::Dark));
        rig_->window->commands().action("view.units.millimeter")->trigger();
        QCOMPARE(QSettings().value("units").toInt(), static_cast<int>(UnitSystem::MillimeterDegree));
    }

    void J4_typedFormulaIsKept() {
        JourneyRig& rig = *rig_;
        rig.session->edit("L1", [&](const Document& document) {
            return addElement(document, rig.session->catalog(),
                              Element::draft("parameter", "length", "L1").set("value", 0.08));
        });
        activateLinkTool();
        rig.press(Qt::Key_Return);
        // Errors are shown at the field, and Enter has no effect.
        rig.type("= L1 + 3 s");
        QVERIFY2(said().contains("length") && said().contains("time"), qPrintable(said()));
        QVERIFY(rig.chip() == said() && entry()->isVisible());
        rig.screenshot("J4_wrong_formula");
        rig.press(Qt::Key_Return);
        QVERIFY(entry()->isVisible());
        QVERIFY(rig.session->document().elementsOf("body").empty());
        entry()->selectAll();
        rig.type("= L1");
        rig.press(Qt::Key_Return);
        rig.type("3*L1 - 40 mm");
        rig.press(Qt::Key_Return);
        // The name of a parameter begins a formula, not a tool.
        rig.type("L1");
        QVERIFY(entry()->isVisible());
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        QCOMPARE(formula("Link", "length"), QStringLiteral("L1"));
        QCOMPARE(formula("Link 2", "length"), QStringLiteral("3*L1 - 40 mm"));
        QCOMPARE(formula("Link 3", "length"), QStringLiteral("L1"));
        expectTip("Link 2", Vec3(0.28, 0, 0));
        rig.session->setValue("L1", rig.named("L1"), "value", 0.1);
        expectTip("Link", Vec3(0.1, 0, 0));
        expectTip("Link 2", Vec3(0.36, 0, 0));
        // Same for a size typed at a handle.
        rig.session->select(rig.named("Link"));
        rig.view().setFocus();
        rig.press(Qt::Key_R);
        rig.type("=L1/2");
        rig.press(Qt::Key_Return);
        QCOMPARE(formula("Link", "length"), QStringLiteral("L1/2"));
    }

    void J4_loopClosingJointIsNotRedundant() {
        JourneyRig& rig = *rig_;
        activateLinkTool();
        rig.press(Qt::Key_Return);
        rig.type("0.06, 0.053");
        rig.press(Qt::Key_Return);
        rig.type("0.29, 0.01");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        rig.window->commands().action("build.body.box")->trigger();
        rig.type("0.35, 0.05");
        rig.press(Qt::Key_Return);
        rig.window->commands().action("build.joint.pin")->trigger();
        rig.click(tip("Link 2"));
        rig.click(Vec3(0.35, 0.05, 0));
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.mobility().degreesOfFreedom, 3);
        // On Ground's origin, in the layer of the first link, while the box is in that of the second.
        const Vec3 box = tip("Link 2");
        QVERIFY(box[2] > 1e-3);
        rig.window->commands().action("build.joint.slider")->trigger();
        rig.type("0, 0");
        rig.press(Qt::Key_Return);
        rig.hover(box);
        for (int i = 0; i < 8 && !rig.chip().contains("Box"); ++i) rig.press(Qt::Key_Tab);
        QTest::mouseClick(rig.surface(), Qt::LeftButton, {}, rig.at(box));
        rig.settle();
        // A slider slides in the plane, and the chip announces the closed loop.
        QVERIFY2(rig.chip().startsWith("axis X") && rig.chip().contains("closes a loop"), qPrintable(rig.chip()));
        QVERIFY(!rig.window->view().tools().host().tool()->preview().isProblem);
        const auto steps = rig.history().size();
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps + 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QCOMPARE(rig.mobility().redundantEquations, 0);
        QCOMPARE(rig.mobility().loops, 1);
        // Cut where no motor is needed, and reported there.
        QCOMPARE(rig.session->document().get(rig.named("Pin A")).family, std::string("joint"));
        auto* const chip = rig.window->findChild<QAbstractButton*>("closureChip");
        QVERIFY(chip && chip->isVisible() && chip->text().contains("Point on line"));
        rig.screenshot("J4_slider_closes");
        rig.press(Qt::Key_V);
        rig.press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(rig.session->player().frameCount() > 10, JourneyRig::Patience);
        QVERIFY(rig.session->player().status().phase != RunPhase::Failed);
        // The loop has moved away from the button.
        QTRY_VERIFY(!chip->isVisible());
    }

    void J3_holdingDDisablesSnapping() {
        JourneyRig& rig = *rig_;
        activateLinkTool();
        const Vec3 near(0.004, 0.003, 0);
        rig.hover(near);
        QVERIFY2(rig.chip().contains("origin of Ground"), qPrintable(rig.chip()));
        QTest::keyPress(rig.surface(), Qt::Key_D);
        rig.hover(near);
        QVERIFY2(!rig.chip().contains("origin of Ground"), qPrintable(rig.chip()));
        QTest::keyRelease(rig.surface(), Qt::Key_D);
        rig.hover(near);
        QVERIFY2(rig.chip().contains("origin of Ground"), qPrintable(rig.chip()));
    }

    void J4_jointsCanBePickedInTheTree() {
        JourneyRig& rig = *rig_;
        for (const char* place : {"0, 0", "0.1, 0"}) {
            rig.window->commands().action("build.body.cylinder")->trigger();
            rig.type(place);
            rig.press(Qt::Key_Return);
            rig.window->commands().action("build.joint.pin")->trigger();
            for (int i = 0; i < 2; ++i) {
                rig.type(place);
                rig.press(Qt::Key_Return);
            }
            rig.press(Qt::Key_Return);
        }
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        // The gears hide them in the view.
        rig.window->commands().action("build.constraint.gear")->trigger();
        auto* const tree = rig.window->panels().get<ModelTreePanel>().view();
        for (const char* joint : {"Pin", "Pin 2"}) {
            const auto rows = tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, QString(joint), 1,
                                                   Qt::MatchExactly | Qt::MatchRecursive);
            QVERIFY2(!rows.isEmpty(), joint);
            QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(rows.front()).center());
            rig.settle();
        }
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.session->document().elementsOf("constraint").size(), std::size_t(1));
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        rig.screenshot("J4_gears_from_the_tree");
        // Clicking a gear in the view selects its joint.
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        rig.window->commands().action("build.constraint.gear")->trigger();
        const double front = 0.015, off = 0.03;
        rig.hover(Vec3(-off, off, front));
        QVERIFY2(rig.chip().endsWith("joint: Pin"), qPrintable(rig.chip()));
        rig.click(Vec3(-off, off, front));
        rig.click(Vec3(0.1 + off, off, front));
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
    }

    void J6_pastedCopiesAreOffset() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        Session& session = *rig.session;
        const std::size_t forces = session.document().elementsOf("force").size();
        rig.view().setFocus();
        rig.press(Qt::Key_A, Qt::ControlModifier);
        rig.press(Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(rig.history().size(), 2);
        QCOMPARE(session.document().elementsOf("body").size(), std::size_t(6));
        QVERIFY(session.runBlocker().isEmpty());
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        // There is only one gravity.
        QCOMPARE(session.document().elementsOf("force").size(), forces);
        // Visible beside the original, at least ten pixels apart, with its orientation.
        const auto pose = [&](const std::string& name) {
            return session.model()->calcBodyPose(rig.named(name), session.model()->getInitialState());
        };
        const auto away = [&](const std::string& a, const std::string& b) {
            return QLineF(rig.view().project(pose(a).p()), rig.view().project(pose(b).p())).length();
        };
        QVERIFY2(away("Crank", "Crank 2") > 15, qPrintable(QString::number(away("Crank", "Crank 2"))));
        QVERIFY((pose("Crank").R().asMat33() - pose("Crank 2").R().asMat33()).norm() < 1e-9);
        for (const ElementId copy : session.selection())
            QVERIFY(session.nameOf(copy).endsWith('2') || session.nameOf(copy).back().isDigit());
        rig.screenshot("J6_copies");
        // Repeated pastes are placed side by side.
        session.select(rig.named("Crank"));
        rig.view().setFocus();
        rig.press(Qt::Key_C, Qt::ControlModifier);
        rig.press(Qt::Key_V, Qt::ControlModifier);
        rig.press(Qt::Key_V, Qt::ControlModifier);
        QVERIFY2(away("Crank 3", "Crank 4") > 15, qPrintable(QString::number(away("Crank 3", "Crank 4"))));
        QVERIFY(away("Crank 2", "Crank 3") > 15 && away("Crank 2", "Crank 4") > 15 && away("Crank", "Crank 3") > 15);
        // Pasted alone it has no joint and floats in place.
        QVERIFY(floatingJointOf(session.document(), rig.named("Crank 3")).isValid());
        // A cut element is pasted at its original place.
        const Vec3 place = pose("Crank 4").p();
        session.select(rig.named("Crank 4"));
        rig.view().setFocus();
        rig.press(Qt::Key_X, Qt::ControlModifier);
        QVERIFY(!rig.named("Crank 4").isValid());
        rig.press(Qt::Key_V, Qt::ControlModifier);
        QVERIFY((pose("Crank 4").p() - place).norm() < 1e-9);
    }

    void J11_undoRestoresTheSelection() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        Session& session = *rig.session;
        const std::set<ElementId> crank{rig.named("Crank")}, rockerAndPin{rig.named("Rocker"), rig.named("Crank pin")};
        session.select(crank);
        rig.view().setFocus();
        rig.press(Qt::Key_Delete);
        QVERIFY(session.selection().empty());
        session.select(rockerAndPin);
        const std::set<ElementId> left = session.selection();
        rig.view().setFocus();
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session.selection(), crank);
        // Redo restores the selection of that step.
        rig.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(session.selection(), left);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(session.selection(), crank);
        // Tree and form follow.
        QTRY_VERIFY(rig.window->findChild<QWidget*>("length"));
        session.jumpTo(1);
        QCOMPARE(session.selection(), left);
    }

private:
    static Vec3 expectedNormal(int axis) {
        Vec3 normal(0.);
        normal[axis] = 1;
        return normal;
    }
    void activateLinkTool() {
        rig_->view().setFocus();
        rig_->press(Qt::Key_L);
        QVERIFY(rig_->window->view().tools().host().tool());
    }
    QLineEdit* entry() { return rig_->window->findChild<QLineEdit*>("toolEntry"); }
    /// The typing error as announced to assistive tools.
    QString said() { return entry()->accessibleDescription(); }
    QString formula(const char* name, const std::string& key) {
        for (const auto& each : rig_->session->document().get(rig_->named(name)).formulas)
            if (each.key == key) return QString::fromStdString(each.text);
        return {};
    }
    Vec3 tip(const char* name) {
        const CompiledModel& model = *rig_->session->model();
        return calcPosition(model, model.getInitialState(), Place{rig_->named(name), "tip", Vec3(0.)});
    }
    /// From the front: in different layers.
    void expectTip(const char* name, const Vec3& place) {
        const Real off = (tip(name).head<2>() - place.head<2>()).norm();
        QVERIFY2(off < 1e-9, qPrintable(QString::number(off)));
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyTypingTest> addJourneyTypingTest;

#include "journey_typing_test.moc"
