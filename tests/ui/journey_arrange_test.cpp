// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J6: gizmo, copies, welds, measuring, box selection and hiding.
#include <QClipboard>
#include <QComboBox>
#include <QGridLayout>
#include <QMenuBar>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "authoring/displace.h"
#include "authoring/placed_element.h"
#include "document/changes.h"
#include "tests/ui/journeys.h"
#include "tests/ui/model_journey.h"
#include "ui/panels/parameters_panel.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/plots/curve.h"
#include "ui/properties/number_field.h"
#include "ui/properties/value_editor.h"
#include "ui/tools/gizmo_tool.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyArrangeTest : public ModelJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J6_gizmoMovesAndRotatesElements() {
        JourneyRig& rig = *rig_;
        const TypeDescriptor& box = *rig.session->catalog().findType("body", "box");
        rig.session->edit("Add box", [&](const Document& document) {
            Result<Edit> edit;
            edit.value = addFloatingBody(document, draftBody(box, 0.1), Vec3(0.1, 0.1, 0))->edit;
            return edit;
        });
        const ElementId body = rig.session->document().elementsOf("body").front();
        rig.view().frameAll();
        rig.view().setFocus();
        rig.click(place(body).p());
        QCOMPARE(rig.session->selectedElement(), body);
        rig.press(Qt::Key_W);
        QVERIFY(dynamic_cast<GizmoTool*>(rig.window->view().tools().host().tool()));

        // By the x handle: along x only.
        const Transform start = place(body);
        const Real pixel =
            0.001 / QLineF(rig.view().project(start.p()), rig.view().project(start.p() + Vec3(0.001, 0, 0))).length();
        const Vec3 handle = start.p() + Vec3(45 * pixel, 0, 0);
        rig.hover(handle);
        rig.screenshot("J6_handle");
        rig.drag({handle, handle + Vec3(0.02, 0.01, 0), handle + Vec3(0.05, 0, 0)});
        const Vec3 moved = place(body).p() - start.p();
        QVERIFY2(std::abs(moved[0] - 0.05) < 0.003, qPrintable(QString::number(moved[0])));
        QCOMPARE(moved[1], 0.);
        QCOMPARE(moved[2], 0.);
        rig.screenshot("J6_moved");
        QVERIFY2(rig.history().back().startsWith("Move Box Δx"), qPrintable(rig.history().back()));
        rig.session->undo();
        QVERIFY((place(body).p() - start.p()).norm() == 0);

        // By letter and number: exactly.
        rig.view().setFocus();
        rig.press(Qt::Key_Y);
        rig.type("50 mm");
        rig.screenshot("J6_typed");
        rig.press(Qt::Key_Return);
        QVERIFY((place(body).p() - start.p() - Vec3(0, 0.05, 0)).norm() < 1e-14);

        rig.view().setFocus();
        rig.press(Qt::Key_E);
        rig.press(Qt::Key_Z);
        rig.type("30 deg");
        rig.press(Qt::Key_Return);
        const Vec3 x = place(body).R().x().asVec3();
        QVERIFY((x - Vec3(std::cos(Pi / 6), std::sin(Pi / 6), 0)).norm() < 1e-12);
        QVERIFY((place(body).p() - start.p() - Vec3(0, 0.05, 0)).norm() < 1e-14);
        rig.screenshot("J6_turned");

        // Along the local axis.
        rig.view().setFocus();
        rig.press(Qt::Key_W);
        rig.press(Qt::Key_X);
        rig.press(Qt::Key_X);
        rig.type("100 mm");
        rig.press(Qt::Key_Return);
        QVERIFY((place(body).p() - start.p() - Vec3(0, 0.05, 0) - 0.1 * x).norm() < 1e-12);
        rig.press(Qt::Key_Escape);
    }

    void J6_planeDragSnapsToOtherElements() {
        JourneyRig& rig = *rig_;
        const TypeDescriptor& box = *rig.session->catalog().findType("body", "box");
        for (const Vec3& at : {Vec3(0.1, 0.1, 0), Vec3(0.4, 0.15, 0.03)})
            rig.session->edit("Add box", [&](const Document& document) {
                Result<Edit> edit;
                edit.value = addFloatingBody(document, draftBody(box, 0.1), at)->edit;
                return edit;
            });
        const ElementId body = rig.named("Box"), other = rig.named("Box 2");
        rig.view().setStandardView(StandardView::Front);
        rig.view().frameAll();
        rig.session->select(body);
        rig.view().setFocus();
        rig.press(Qt::Key_W);
        const Vec3 start = place(body).p();
        const Real pixel =
            0.001 / QLineF(rig.view().project(start), rig.view().project(start + Vec3(0.001, 0, 0))).length();
        // By the plane handle between x and y.
        const Vec3 square = start + Vec3(46 * pixel, 46 * pixel, 0);
        rig.hover(square);
        rig.screenshot("J6_plane_handle");
        rig.drag({square, square + Vec3(0.01, 0.03, 0), square + Vec3(0.02, 0.06, 0)});
        const Vec3 moved = place(body).p() - start;
        QVERIFY2(std::abs(moved[0] - 0.02) < 0.003 && std::abs(moved[1] - 0.06) < 0.003,
                 qPrintable(QString("%1 %2").arg(moved[0]).arg(moved[1])));
        QCOMPARE(moved[2], 0.);
        rig.session->undo();

        // Grabbed at a corner and dropped on a corner of the other body.
        rig.view().setFocus();
        const Vec3 corner = start + Vec3(0.05, 0.05, 0.05), wanted = place(other).p() + Vec3(-0.05, 0.05, 0.05);
        const Vec3 grip = corner - Vec3(4 * pixel, 4 * pixel, 0);
        rig.hover(grip);
        QVERIFY2(rig.chip().contains("corner of Box"), qPrintable(rig.chip()));
        QString said;
        const auto watching = connect(&rig.window->view().tools().host(), &ToolHost::previewChanged, this, [&] {
            const QString chip = rig.window->view().tools().host().tool()->preview().chip;
            if (chip.contains("corner of Box 2")) said = chip;
        });
        rig.drag({grip, (grip + wanted) / 2, wanted});
        disconnect(watching);
        rig.screenshot("J6_corner_on_corner");
        QVERIFY(!said.isEmpty());
        const Vec3 gap = place(body) * Vec3(0.05, 0.05, 0.05) - wanted;
        QVERIFY2(gap.head<2>().norm() < 1e-12, qPrintable(QString::number(gap.norm())));
        rig.press(Qt::Key_Escape);
    }

    void J6_hoverShowsTheCostOfAnEdit() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.session->select(rig.session->document().elementsOf("body").front());
        rig.settle();
        auto* const mass = rig.window->findChild<QWidget*>("mass")->findChild<QLineEdit*>();
        auto* const message = rig.window->findChild<QLabel*>("propertiesPreview");
        QVERIFY(mass && message && message->text().isEmpty());
        // The real pointer moves over the field.
        movePointer(rig.window, QPoint(2, 2));
        movePointer(mass, mass->rect().center());
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("Mass"), JourneyRig::Patience);
        rig.screenshot("J6_preview");
    }

    void J6_movedJointKeepsItsBodiesInPlace() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        const ElementId joint = rig.session->document().elementsOf("joint")[1];
        std::vector<std::pair<ElementId, Transform>> poses;
        for (const ElementId body : rig.session->document().elementsOf("body")) poses.emplace_back(body, place(body));
        const Vec3 before =
            findElementFrame(*rig.session->model(), rig.session->model()->getInitialState(), joint)->p();
        rig.session->select(joint);
        rig.view().setFocus();
        rig.press(Qt::Key_W);
        rig.press(Qt::Key_Y);
        rig.type("-10 mm");
        rig.press(Qt::Key_Return);
        const CompiledModelPtr& model = rig.session->model();
        const Vec3 after = findElementFrame(*model, model->getInitialState(), joint)->p();
        QVERIFY2((after - before - Vec3(0, -0.01, 0)).norm() < 1e-6,
                 qPrintable(QString::number((after - before).norm())));
        for (const auto& [body, pose] : poses) {
            QVERIFY((place(body).p() - pose.p()).norm() < 1e-6);
            QVERIFY((place(body).R().asMat33() - pose.R().asMat33()).norm() < 1e-6);
        }
        QVERIFY(model->getAssembly().assembled);
        rig.screenshot("J6_joint_moved");
    }

    void J6_elementsCopyIntoAnotherDocument() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        const std::size_t size = rig.session->document().size();
        rig.view().setFocus();
        rig.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(rig.session->selection().size(), size);
        rig.press(Qt::Key_C, Qt::ControlModifier);
        const Document original = rig.session->document();
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.workIn(*rig.windows->windows().back());
        rig.view().setFocus();
        rig.press(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(rig.session->document().size(), size);
        QCOMPARE(rig.session->selection().size(), size);
        for (const ElementId id : original.treeOrder()) {
            const Element& element = original.get(id);
            const Element* const copy = rig.session->document().findByName(element.name);
            QVERIFY(copy);
            for (const Element::Reference& reference : element.references)
                QCOMPARE(rig.session->document().get(copy->reference(reference.key)).name,
                         original.get(reference.target).name);
        }
        QVERIFY(rig.session->runBlocker().isEmpty());
        // Pasted again, connected to each other.
        rig.view().setFocus();
        rig.press(Qt::Key_V, Qt::ControlModifier);
        for (const ElementId id : rig.session->selection())
            for (const Element::Reference& reference : rig.session->document().get(id).references)
                QVERIFY(rig.session->selection().contains(reference.target));
        rig.session->undo();
        QCOMPARE(rig.session->document().size(), size);

        QApplication::clipboard()->setText("only words");
        const auto steps = rig.history().size();
        rig.press(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(rig.history().size(), steps);
    }

    void J6_bodyIsWeldedToGroundAndReleased() {
        JourneyRig& rig = *rig_;
        const TypeDescriptor& box = *rig.session->catalog().findType("body", "box");
        rig.session->edit("Add box", [&](const Document& document) {
            Result<Edit> edit;
            edit.value = addFloatingBody(document, draftBody(box, 0.1), Vec3(0.1, 0.2, 0.3))->edit;
            return edit;
        });
        const ElementId body = rig.session->document().elementsOf("body").front();
        QCOMPARE(rig.mobility().degreesOfFreedom, 6);
        rig.session->select(body);
        rig.view().setFocus();
        rig.press(Qt::Key_G);
        QCOMPARE(rig.mobility().degreesOfFreedom, 0);
        QVERIFY((place(body).p() - Vec3(0.1, 0.2, 0.3)).norm() < 1e-12);
        QVERIFY(groundingOf(rig.session->document(), body).isValid());
        rig.press(Qt::Key_G);
        QCOMPARE(rig.mobility().degreesOfFreedom, 6);
        QVERIFY((place(body).p() - Vec3(0.1, 0.2, 0.3)).norm() < 1e-12);
        QCOMPARE(rig.history().size(), 4);
    }

    void J6_measureToolShowsDistancesAndAngles() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        const Document before = rig.session->document();
        const auto joint = [&](ElementId id) {
            return findElementFrame(*rig.session->model(), rig.session->model()->getInitialState(), id)->p();
        };
        const Vec3 a = joint(CrankJoint), b = joint(CouplerJoint);
        rig.view().setFocus();
        rig.press(Qt::Key_M);
        rig.click(a);
        rig.hover(b);
        const QString expected = formatQuantity((b - a).norm(), Quantity::Length, rig.window->workspace().units(), 7);
        QTRY_VERIFY2(rig.chip().startsWith(expected), qPrintable(rig.chip() + " | " + expected));
        rig.click(b);
        rig.screenshot("J6_measured");
        rig.hover(joint(RockerJoint));
        QTRY_VERIFY2(rig.chip().contains("at the second point"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        QVERIFY(!rig.window->view().tools().host().tool());
        QVERIFY(identical(before, rig.session->document()));
    }

    void J6_boxSelectionSelectsElementsInside() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.view().setFocus();
        const QPoint corner(15, 15);
        QVERIFY(!rig.view().pick(corner).isValid());
        const QPoint opposite(rig.view().width() - 15, rig.view().height() - 15);
        QTest::mousePress(rig.surface(), Qt::LeftButton, Qt::ShiftModifier, corner);
        QMouseEvent move(QEvent::MouseMove, opposite, rig.surface()->mapToGlobal(opposite), Qt::NoButton,
                         Qt::LeftButton, Qt::ShiftModifier);
        QApplication::sendEvent(rig.surface(), &move);
        rig.screenshot("J6_box");
        QTest::mouseRelease(rig.surface(), Qt::LeftButton, Qt::ShiftModifier, opposite);
        for (const ElementId id : {CrankBody, CouplerBody, RockerBody, CrankJoint, CouplerJoint, RockerJoint})
            QVERIFY(rig.session->selection().contains(id));
        QVERIFY(!rig.session->selection().contains(Motor));
    }

    void J6_hiddenElementsAreNotPicked() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.view().setFocus();
        const ElementId body = rig.session->document().elementsOf("body").front();
        QVERIFY(isUnderPointer(body));
        rig.session->select(body);
        const QStringList steps = rig.history();
        rig.press(Qt::Key_H);
        QVERIFY(rig.session->hidden().contains(body));
        rig.screenshot("J6_hidden");
        QVERIFY(!isUnderPointer(body));
        rig.press(Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(rig.session->hidden().empty());
        rig.session->select(body);
        rig.press(Qt::Key_H, Qt::ShiftModifier);
        QVERIFY(!rig.session->hidden().contains(body));
        QCOMPARE(rig.session->hidden().size(),
                 rig.session->document().size() - rig.session->document().subtree(body).size());
        QCOMPARE(rig.history(), steps);
        rig.session->newDocument();
        QVERIFY(rig.session->hidden().empty());
    }

private:
    /// True if the body is drawn at its center.
    bool isUnderPointer(ElementId body) {
        // Next to the center, where no mark covers it.
        const Vec3 middle = calcPosition(*rig_->session->model(), rig_->session->model()->getInitialState(),
                                         Place{body, "massCenter", Vec3(0.)});
        return rig_->view().pick(rig_->at(place(body) * Vec3((place(body).invert() * middle) / 2))) == body;
    }

    QTemporaryDir folder_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyArrangeTest> addJourneyArrangeTest;

#include "journey_arrange_test.moc"
