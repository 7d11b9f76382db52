// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys of building in space: picks, fixes, locks and keys.
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>
#include <cmath>

#include "authoring/features.h"
#include "authoring/placed_element.h"
#include "compile/coordinates.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/panels/fix_bar.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/properties/number_field.h"
#include "ui/window/element_menu.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyDepthTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J13_aClickOnAFaceTakesThePointOnThatFace_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<int>("axis");
        QTest::addColumn<double>("side");
        QTest::newRow("front") << "view.front" << 2 << 1.;
        QTest::newRow("right") << "view.right" << 0 << 1.;
        QTest::newRow("top") << "view.top" << 1 << 1.;
        QTest::newRow("iso") << "view.iso" << 2 << 1.;
    }
    void J13_aClickOnAFaceTakesThePointOnThatFace() {
        QFETCH(QString, view);
        QFETCH(int, axis);
        QFETCH(double, side);
        JourneyRig& rig = *rig_;
        openBox(view);
        // Away from the middle of the face and from its edges.
        Vec3 onFace = boxCenter;
        onFace[axis] += side * boxSide / 2;
        onFace[(axis + 1) % 3] += 0.27 * boxSide;
        onFace[(axis + 2) % 3] -= 0.22 * boxSide;
        rig.window->commands().action("build.force.twoPointSpring")->trigger();
        rig.hover(onFace);
        QVERIFY2(rig.chip().contains("surface of Box"), qPrintable(rig.chip()));
        rig.click(onFace, Qt::ControlModifier);
        rig.click(Vec3(-0.3, 0.3, 0));
        rig.screenshot("J13_face_" + QString(view).remove('.'));
        const ElementId spring = rig.named("Two-point spring").isValid() ? rig.named("Two-point spring") : lastForce();
        QVERIFY(spring.isValid());
        const Vec3 end = endOf(spring, "body1", "point1");
        QCOMPARE(rig.session->document().get(spring).reference("body1"), rig.named("Box"));
        QVERIFY2(std::abs(end[axis] - onFace[axis]) < 1e-6, qPrintable(QString::number(end[axis])));
        QVERIFY2((end - onFace).norm() < 0.01, qPrintable(QString::number((end - onFace).norm())));
    }

    void J13_everyToolTakesTheFace_data() {
        QTest::addColumn<QString>("command");
        for (const char* command : {"build.link", "build.body.sphere", "build.measure", "build.joint.ball"})
            QTest::newRow(command) << QString(command);
    }
    void J13_everyToolTakesTheFace() {
        QFETCH(QString, command);
        JourneyRig& rig = *rig_;
        openBox("view.iso");
        const Vec3 onFace = boxCenter + boxSide * Vec3(0.27, -0.22, 0.5);
        rig.window->commands().action(command)->trigger();
        rig.hover(onFace);
        QVERIFY2(rig.chip().contains("surface of Box"), qPrintable(rig.chip()));
        const auto& marks = rig.window->view().tools().host().tool()->preview().marks;
        const bool isThere = std::ranges::any_of(marks, [&](const DecorativeGeometry& mark) {
            return std::abs(mark.getTransform().p()[2] - onFace[2]) < 1e-6 &&
                   (mark.getTransform().p() - onFace).norm() < 0.02;
        });
        QVERIFY2(isThere, qPrintable(command));
    }

    void J13_hiddenFeaturesArePickedOnlyByTab() {
        JourneyRig& rig = *rig_;
        openBox("view.right");
        rig.window->commands().action("build.force.twoPointSpring")->trigger();
        // Seen from the side two corners lie behind each other.
        const Vec3 near = boxCenter + boxSide / 2 * Vec3(1, 1, 1);
        rig.click(near);
        rig.click(Vec3(-0.3, 0.3, 0));
        const Vec3 end = endOf(lastForce(), "body1", "point1");
        QVERIFY2((end - near).norm() < 1e-9, qPrintable(QString::number((end - near).norm())));
        // The origin of Ground lies behind the box, beside its center.
        rig.view().setCameraPose({.focus = boxCenter, .distance = 2, .yaw = 0, .pitch = std::atan2(0.07, 0.3)});
        rig.settle();
        rig.window->commands().action("build.measure")->trigger();
        rig.hover(Vec3(0.));
        QVERIFY2(rig.chip().contains("of Box"), qPrintable(rig.chip()));
    }

    void J13_aFixActsOnTheCurrentModel() {
        JourneyRig& rig = *rig_;
        // Rocker pin turned to where its loop cannot close.
        QString text = fourBarText();
        text.replace("\"angle\": 1.8886", "\"angle\": 3.3");
        QVERIFY(rig.window->open(writeModel(folder_, "turned.trammel", text)));
        rig.window->panels().raise("problemsDock");
        QTRY_VERIFY_WITH_TIMEOUT(fix("Use the displayed pose"), JourneyRig::Patience);
        const auto problem = [&] { return rig.session->problems().front().toString(); };
        const std::string before = problem();
        rig.session->setValue("Mass", rig.named("Coupler"), "mass", 7.);
        QCOMPARE(problem(), before);
        QTRY_VERIFY_WITH_TIMEOUT(fix("Use the displayed pose") && fix("Use the displayed pose")->isEnabled(),
                                 JourneyRig::Patience);
        QTest::mouseClick(fix("Use the displayed pose"), Qt::LeftButton);
        QTRY_COMPARE(rig.history().last(), QStringLiteral("Use the displayed pose"));
        const Element& coupler = rig.session->document().get(rig.named("Coupler"));
        QCOMPARE(std::get<Real>(*coupler.findExplicit("mass")), 7.);
    }

    void J13_bodiesStayWhenTheOneBetweenThemIsDeleted() {
        JourneyRig& rig = *rig_;
        drawChain();
        const auto poseOf = [&](ElementId body) {
            return rig.session->model()->calcBodyPose(body, rig.session->model()->getInitialState());
        };
        const ElementId last = rig.named("Link 3");
        const Transform before = poseOf(last);
        rig.session->select(rig.named("Link 2"));
        rig.view().setFocus();
        rig.press(Qt::Key_Delete);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(2));
        QVERIFY((poseOf(last).p() - before.p()).norm() < 1e-9);
        QVERIFY((poseOf(last).R().asMat33() - before.R().asMat33()).norm() < 1e-9);
        rig.screenshot("J13_deleted_middle");
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(3));
    }

    void J13_aCableRunsThroughAnyNumberOfPointsAndEndsWithEnter() {
        JourneyRig& rig = *rig_;
        openBox("view.front");
        const Vec3 face = boxCenter + boxSide / 2 * Vec3(0, 0, 1);
        // Twice on the box, and more than six points in all.
        const std::vector<Vec3> points = {Vec3(-0.3, 0.3, 0),   Vec3(-0.22, 0.34, 0),        Vec3(-0.14, 0.28, 0),
                                          Vec3(-0.06, 0.34, 0), face + Vec3(-0.04, 0.05, 0), face + Vec3(0.05, 0.04, 0),
                                          Vec3(0.14, 0.3, 0),   Vec3(0.22, 0.34, 0),         Vec3(0.3, 0.28, 0)};
        rig.window->commands().action("build.force.cable")->trigger();
        for (const Vec3& point : points) rig.click(point, Qt::ControlModifier);
        rig.screenshot("J13_cable_course");
        QVERIFY(!lastForce().isValid());
        rig.press(Qt::Key_Return);
        const ElementId cable = lastForce();
        QVERIFY(cable.isValid());
        const Element& element = rig.session->document().get(cable);
        const TypeDescriptor& type = *rig.session->typeOf(element);
        QCOMPARE(element.valueAs<std::int64_t>(type, "viaPoints"), std::int64_t(points.size() - 2));
        QVERIFY(!element.reference("via3Body").isValid());
        QCOMPARE(element.reference("via4Body"), rig.named("Box"));
        QCOMPARE(element.reference("via5Body"), rig.named("Box"));
        QVERIFY(!element.reference("via6Body").isValid());
        QVERIFY(rig.session->model() && rig.session->runBlocker().isEmpty());
        rig.screenshot("J13_cable");
        // A second cable ends by a click on its last point.
        rig.click(points[0] + Vec3(0, -0.1, 0), Qt::ControlModifier);
        rig.click(points[8] + Vec3(0, -0.1, 0), Qt::ControlModifier);
        rig.click(points[8] + Vec3(0, -0.1, 0), Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("force").size(), std::size_t(2));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("force").size(), std::size_t(1));
    }

    void J13_locksAreSeenInTreeViewAndStatusBar() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        const ElementId pin = rig.named("Crank pin");
        const auto countGlyphs = [&] {
            Scene scene;
            rig.session->model()->calcScene(rig.session->model()->getInitialState(), scene);
            return std::ranges::count_if(scene.geometry, [&](const auto& g) { return g.getElement() == pin; });
        };
        const auto without = countGlyphs();
        auto* const status = rig.window->findChild<QToolButton*>("statusMobility");
        QVERIFY2(!status->text().contains("locked"), qPrintable(status->text()));
        rig.session->setValue("Lock", pin, "locked", std::string("position"));
        QTRY_VERIFY2(status->text().contains("locked 1"), qPrintable(status->text()));
        QVERIFY(countGlyphs() > without);
        const auto* const model = rig.window->panels().get<ModelTreePanel>().findChild<QTreeView*>()->model();
        bool found = false;
        const auto visit = [&](auto&& self, const QModelIndex& parent) -> void {
            for (int row = 0; row < model->rowCount(parent); ++row) {
                const QModelIndex index = model->index(row, 0, parent);
                if (index.data().toString() == "Crank pin")
                    found = index.data(Qt::ToolTipRole).toString().startsWith("Locked");
                self(self, index);
            }
        };
        visit(visit, {});
        QVERIFY(found);
        rig.settle();
        rig.screenshot("J13_locked");
    }

    void J13_tabEnterAndToolLettersWorkEverywhere() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.session->select(rig.named("Crank"));
        rig.window->panels().raise("propertiesDock");
        rig.settle();
        auto* const dock = rig.window->findChild<QWidget*>("propertiesDock");
        const auto fields = dock->findChildren<NumberField*>();
        const auto length = std::ranges::find(fields, QStringLiteral("Length"), &NumberField::accessibleName);
        QVERIFY(length != fields.end());
        (*length)->setFocus();
        (*length)->selectAll();
        rig.type("120");
        rig.press(Qt::Key_Tab);
        auto* const next = qobject_cast<NumberField*>(QApplication::focusWidget());
        QVERIFY2(next && next != *length,
                 QApplication::focusWidget() ? QApplication::focusWidget()->metaObject()->className() : "");
        QVERIFY(rig.session->document().get(rig.named("Crank")).findExplicit("length"));
        rig.press(Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(*length));
        rig.press(Qt::Key_Return);
        QCOMPARE(QApplication::focusWidget(), rig.surface());
        // Letters select tools after a click in the tree, but not in a field.
        auto* const tree = rig.window->panels().get<ModelTreePanel>().findChild<QTreeView*>();
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(60, 30));
        QVERIFY(QApplication::focusWidget() != rig.surface());
        rig.press(Qt::Key_M);
        QVERIFY(rig.window->view().tools().host().tool());
        QCOMPARE(rig.window->view().tools().host().tool()->name(), QStringLiteral("Measure"));
        rig.press(Qt::Key_Escape);
        // So do letters with Shift.
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(60, 30));
        rig.session->select(rig.named("Crank"));
        rig.press(Qt::Key_H, Qt::ShiftModifier);
        QVERIFY(!rig.session->hidden().empty());
        (*length)->setFocus();
        rig.press(Qt::Key_L);
        QVERIFY(!rig.window->view().tools().host().tool());
        // Space also works there; the previous length closes the loop.
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, QPoint(60, 30));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY2(rig.session->runBlocker().isEmpty(), qPrintable(rig.session->runBlocker()));
        rig.press(Qt::Key_Space);
        QVERIFY(rig.session->player().run());
    }

    void J13_measuringPivotsGivesTheDistanceInThePlane() {
        JourneyRig& rig = *rig_;
        QString text = fourBarText();
        // The rocker lies one layer behind.
        text.replace("\"parentPoint\": [0.4, 0, 0]", "\"parentPoint\": [0.4, 0, -0.03]");
        QVERIFY(rig.window->open(writeModel(folder_, "layers.trammel", text)));
        rig.window->workspace().units().setSystem(UnitSystem::MillimeterDegree);
        rig.window->commands().action("view.front")->trigger();
        rig.window->commands().action("view.frameAll")->trigger();
        rig.settle();
        rig.window->commands().action("build.measure")->trigger();
        rig.click(Vec3(0.));
        rig.hover(Vec3(0.4, 0, -0.03));
        rig.screenshot("J13_measure");
        QVERIFY2(rig.chip().startsWith("400 mm"), qPrintable(rig.chip()));
        QVERIFY2(rig.chip().contains("layers 30 mm apart"), qPrintable(rig.chip()));
    }

    void J13_newValuesAreRoundInTheUnitsShown() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.window->workspace().units().setSystem(UnitSystem::MillimeterDegree);
        rig.session->select(rig.named("Rocker pin"));
        rig.window->commands().action("add.motion.steady")->trigger();
        const ElementId motor = rig.session->selectedElement();
        const Element& element = rig.session->document().get(motor);
        const Real rate = element.valueAs<Real>(*rig.session->typeOf(element), "rate");
        QVERIFY2(std::abs(rate * 180 / Pi - 60) < 1e-9, qPrintable(QString::number(rate * 180 / Pi)));
        rig.window->workspace().units().setSystem(UnitSystem::InchDegree);
        QCOMPARE(formatQuantity(0.0508, Quantity::Length, rig.window->workspace().units()), QStringLiteral("2 in"));
        // The grid has steps of round parts of an inch.
        const Real steps = rig.window->view().tools().host().gridStep() / 0.0254;
        const Real decade = std::pow(10., std::floor(std::log10(steps * (1 + 1e-9))));
        const Real digit = steps / decade;
        QVERIFY2(std::abs(digit - 1) < 1e-6 || std::abs(digit - 2) < 1e-6 || std::abs(digit - 5) < 1e-6,
                 qPrintable(QString::number(steps)));
    }

    /// Sizes of what is drawn and drafted, and proposed numbers, in inches.
    void J13_drawnSizesAndProposalsAreRoundInInches() {
        JourneyRig& rig = *rig_;
        DisplayUnits& units = rig.window->workspace().units();
        units.setSystem(UnitSystem::InchDegree);
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        for (const char* const typed : {"0, 0", "12, 5"}) {
            rig.type(typed);
            rig.press(Qt::Key_Return);
        }
        rig.settle();
        const auto isRound = [](Real si) {
            const Real inches = si / 0.0254, hundreds = 1000 * inches;
            return std::abs(hundreds - std::round(hundreds)) < 1e-6;
        };
        const auto number = [&](ElementId id, const char* key) {
            const Element& element = rig.session->document().get(id);
            return element.valueAs<Real>(*rig.session->typeOf(element), key);
        };
        const ElementId link = rig.session->document().elementsOf("body").front();
        for (const char* const key : {"width", "thickness"})
            QVERIFY2(isRound(number(link, key)),
                     qPrintable(formatQuantity(number(link, key), Quantity::Length, units)));
        // Its pin is at some angle, but its limits are whole degrees.
        const ElementId pin = rig.session->document().elementsOf("joint").front();
        rig.session->select(pin);
        QMenu menu;
        fillElementMenu(*rig.window, menu, {});
        const auto actions = menu.actions();
        const auto limits = std::ranges::find(actions, QStringLiteral("Add limit&s"), &QAction::text);
        QVERIFY(limits != actions.end());
        (*limits)->trigger();
        const ElementId stop = rig.session->selectedElement();
        for (const char* const key : {"low", "high"}) {
            const Real degrees = number(stop, key) * 180 / Pi;
            QVERIFY2(std::abs(degrees - std::round(degrees)) < 1e-9, qPrintable(QString::number(degrees)));
        }
        QVERIFY(number(stop, "low") < number(pin, "angle") - Pi / 6 + 1e-9);
        rig.session->select(link);
        rig.window->commands().action("edit.linearPattern")->trigger();
        rig.settle();
        auto* const distance = rig.window->findChild<QLineEdit*>(QStringLiteral("patternDistance"));
        QVERIFY(distance);
        QCOMPARE(distance->text(), QStringLiteral("14"));
    }

    void J13_menusShowNamesVerbatim() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.session->setValue("Rename", rig.named("Rocker pin"), "name", std::string("Pin & bush"));
        const ElementId joint = rig.named("Pin & bush");
        rig.session->select(rig.session->document().get(joint).reference("child"));
        QMenu menu;
        fillElementMenu(*rig.window, menu, {});
        const auto actions = menu.actions();
        QVERIFY(std::ranges::find(actions, QStringLiteral("Pin && bush"), &QAction::text) != actions.end());
    }

    void J13_theChosenViewStaysWhenAToolIsActivated() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.window->commands().action("view.top")->trigger();
        rig.settle();
        const CameraPose chosen = rig.view().cameraPose();
        rig.press(Qt::Key_L);
        QVERIFY(rig.window->view().tools().host().tool());
        QCOMPARE(rig.view().cameraPose().pitch, chosen.pitch);
        QCOMPARE(rig.view().cameraPose().distance, chosen.distance);

        // Also in another model where the form is already open.
        rig.press(Qt::Key_Escape);
        rig.window->commands().action("view.iso")->trigger();
        rig.session->newDocument();
        rig.window->commands().action("view.iso")->trigger();
        rig.settle();
        const CameraPose again = rig.view().cameraPose();
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        QCOMPARE(rig.view().cameraPose().yaw, again.yaw);
        QCOMPARE(rig.view().cameraPose().pitch, again.pitch);
    }

private:
    static constexpr Real boxSide = 0.2;
    const Vec3 boxCenter{0, 0.1, 0.3};

    void openBox(const QString& view) {
        const QString path =
            writeModel(folder_, "box.trammel", R"({"trammel": 1, "name": "Box", "nextId": 9, "elements": [
            {"id": 1, "family": "body", "type": "box", "name": "Box", "properties": {"size": [0.2, 0.2, 0.2]}},
            {"id": 2, "family": "joint", "type": "free", "name": "Free motion of Box",
             "properties": {"position": [0, 0.1, 0.3]}, "references": {"child": 1}}]})");
        QVERIFY(rig_->window->open(path));
        rig_->window->commands().action(view)->trigger();
        rig_->window->commands().action("view.frameAll")->trigger();
        rig_->settle();
        rig_->view().setFocus();
    }
    void drawChain() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        for (const Vec3& at : {Vec3(0.), Vec3(0.1, 0.1, 0), Vec3(0.25, 0.05, 0), Vec3(0.35, 0.15, 0)}) rig.click(at);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(3));
    }
    QPushButton* fix(const QString& label) {
        for (auto* bar : rig_->window->findChildren<FixBar*>())
            for (auto* button : bar->findChildren<QPushButton*>())
                if (button->isVisible() && button->text() == label) return button;
        return nullptr;
    }
    ElementId lastForce() {
        const auto forces = rig_->session->document().elementsOf("force");
        return forces.empty() ? ElementId{} : forces.back();
    }
    Vec3 endOf(ElementId id, const std::string& socket, const std::string& point) {
        const Element& e = rig_->session->document().get(id);
        const TypeDescriptor& type = *rig_->session->typeOf(e);
        const CompiledModel& model = *rig_->session->model();
        return calcPosition(
            model, model.getInitialState(),
            {e.reference(socket), e.valueAs<std::string>(type, point + "Anchor"), e.valueAs<Vec3>(type, point)});
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyDepthTest> addJourneyDepthTest;

#include "journey_depth_test.moc"
