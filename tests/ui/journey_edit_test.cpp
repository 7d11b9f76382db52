// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys J4 and J6: parameters, formulas and units; gizmo, copies, hiding and measuring.
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
#include "tests/ui/journey_rig.h"
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

class JourneyEditTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void jointsChangeTheirTypeInPlace() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        for (const Vec3& point : {Vec3(0.), Vec3(0.2, 0, 0), Vec3(0.4, 0, 0)}) rig.click(point);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        const std::vector<ElementId> joints = rig.session->document().elementsOf("joint");
        QCOMPARE(joints.size(), std::size_t(2));
        const auto typeOf = [&](ElementId id) { return rig.session->document().get(id).type; };
        const std::size_t steps = rig.history().size();
        QString said;
        connect(rig.session, &Session::notice, this, [&said](const QString& text) { said = text; });

        // In the context menu of the view.
        rig.session->select(joints[1]);
        rig.choose(Vec3(0.2, 0, 0), {"Change type", "Slider"});
        QCOMPARE(typeOf(joints[1]), std::string("slider"));
        QCOMPARE(rig.history().size(), qsizetype(steps) + 1);
        QVERIFY2(said.contains("Pin changed to Slider") && said.contains("Kept: place"), qPrintable(said));
        QVERIFY(rig.window->findChild<QWidget*>("elementName"));
        // The form is that of the new type.
        QVERIFY(rig.window->panels().get<PropertiesPanel>().findChild<ValueEditor*>("displacement") ||
                !rig.window->panels().get<PropertiesPanel>().findChild<ValueEditor*>("angle"));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(typeOf(joints[1]), std::string("pin"));

        // Both at once by the button of the panel, as one step.
        rig.session->select(std::set<ElementId>(joints.begin(), joints.end()));
        auto* const button = rig.window->findChild<QToolButton*>("changeType");
        QTRY_VERIFY(button->isVisible());
        rig.answerMenu({"Ball"});
        QTest::mouseClick(button, Qt::LeftButton);
        rig.settle();
        for (const ElementId joint : joints) QCOMPARE(typeOf(joint), std::string("ball"));
        QCOMPARE(rig.history().size(), qsizetype(steps) + 1);
        rig.screenshot("change_type");

        // By the palette.
        rig.press(Qt::Key_K, Qt::ControlModifier);
        rig.type("change to pin");
        rig.press(Qt::Key_Return);
        for (const ElementId joint : joints) QCOMPARE(typeOf(joint), std::string("pin"));
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
    }

    void severalElementsAreEditedAtOnce() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        for (const Vec3& point : {Vec3(0.), Vec3(0.1, 0, 0), Vec3(0.3, 0, 0)}) rig.click(point);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        const auto document = [&rig]() -> const Document& { return rig.session->document(); };
        const std::vector<ElementId> bodies = document().elementsOf("body"), joints = document().elementsOf("joint");
        rig.session->select(std::set<ElementId>(bodies.begin(), bodies.end()));
        const auto editor = [&rig](const char* key) {
            return rig.window->panels().get<PropertiesPanel>().findChild<ValueEditor*>(key);
        };
        QTRY_VERIFY(editor("length") && editor("length")->isVisible());
        auto* field = editor("length")->findChild<NumberField*>();
        QCOMPARE(field->text(), QString());
        QCOMPARE(field->placeholderText(), QStringLiteral("Mixed"));
        rig.screenshot("common_values");
        const qsizetype steps = rig.history().size();
        field->setFocus();
        rig.type("150 mm");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps + 1);
        for (const ElementId body : bodies) QCOMPARE(length(body), 0.15);
        // The field stays and shows the common value.
        QCOMPARE(editor("length")->findChild<NumberField*>(), field);
        QVERIFY(!field->text().isEmpty() && field->placeholderText().isEmpty());
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(length(bodies[0]) != length(bodies[1]));

        // A motor on each joint in one step; its rate is set for both.
        rig.session->select(std::set<ElementId>(joints.begin(), joints.end()));
        rig.choose(Vec3(0.1, 0, 0), {"Add to each", "Steady motor"});
        const std::vector<ElementId> motors = document().elementsOf("motion");
        QCOMPARE(motors.size(), std::size_t(2));
        QCOMPARE(rig.session->selection().size(), std::size_t(2));
        QTRY_VERIFY(editor("rate"));
        field = editor("rate")->findChild<NumberField*>();
        field->setFocus();
        field->selectAll();
        rig.type("2 rad/s");
        rig.press(Qt::Key_Return);
        for (const ElementId motor : motors)
            QCOMPARE(document().get(motor).valueAs<Real>(*rig.session->typeOf(document().get(motor)), "rate"), 2.);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().elementsOf("motion").size(), std::size_t(0));
    }

    void J4_lengthsComeFromParametersAndFormulas() {
        JourneyRig& rig = *rig_;
        run("build.parameter");
        auto* const line = rig.window->findChild<QLineEdit*>("newParameter");
        QTRY_VERIFY(line->hasFocus());
        rig.type("L1 = 80 mm");
        rig.press(Qt::Key_Return);
        const ElementId l1 = rig.named("L1");
        QVERIFY(l1.isValid());
        QCOMPARE(rig.session->document().get(l1).type, std::string("length"));
        QCOMPARE(line->text(), QString());

        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        rig.hover(Vec3(0, 0.08, 0));
        rig.type("70 mm");
        rig.press(Qt::Key_Return);
        rig.hover(Vec3(0.2, 0, 0));
        rig.type("200 mm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        const std::vector<ElementId> bodies = rig.session->document().elementsOf("body");
        QCOMPARE(bodies.size(), std::size_t(2));

        enter(bodies[0], "length", "= L1");
        QCOMPARE(length(bodies[0]), 0.08);
        enter(bodies[1], "length", "3*L1");
        QVERIFY(std::abs(length(bodies[1]) - 0.24) < 1e-15);
        QVERIFY2(rig.history().back().endsWith("= 3*L1"), qPrintable(rig.history().back()));
        rig.screenshot("J4_formulas");

        // Typed in the table.
        auto* const table = rig.window->findChild<QTableView*>("parameterTable");
        rig.window->panels().raise("parametersDock");
        const QModelIndex cell = table->model()->index(0, ParametersModel::TypedColumn);
        table->setCurrentIndex(cell);
        table->edit(cell);
        QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
        qobject_cast<QLineEdit*>(QApplication::focusWidget())->selectAll();
        rig.type("100 mm");
        rig.press(Qt::Key_Return);
        QTRY_COMPARE(length(bodies[0]), 0.1);
        QVERIFY(std::abs(length(bodies[1]) - 0.3) < 1e-15);
        QVERIFY2(rig.history().back().contains("→"), qPrintable(rig.history().back()));
        QCOMPARE(table->model()->index(0, ParametersModel::UsersColumn).data().toString(),
                 rig.session->nameOf(bodies[0]) + ", " + rig.session->nameOf(bodies[1]));
        rig.screenshot("J4_parameter_changed");

        // An invalid value is reported below the field and the old one kept.
        const Document before = rig.session->document();
        enter(bodies[1], "length", "L1 + 3 s");
        QVERIFY(identical(before, rig.session->document()));
        QVERIFY(isSaid("length plus time"));
        rig.screenshot("J4_refused");
        rig.press(Qt::Key_Escape);
        QVERIFY(!isSaidInForm("length plus time"));

        // A pause in typing shows the error without committing.
        rig.type("= L1 + 2 s");
        QTRY_VERIFY(isSaidInForm("length plus time"));
        rig.press(Qt::Key_Backspace);
        QVERIFY(!isSaidInForm("length plus time"));
        fieldOf("length")->selectAll();
        rig.type("-3 mm");
        QTRY_VERIFY(isSaidInForm("greater than"));
        rig.press(Qt::Key_Escape);
        QVERIFY(!isSaidInForm("greater than"));
        QVERIFY(identical(before, rig.session->document()));

        // One undo step each.
        rig.session->undo();
        QCOMPARE(length(bodies[0]), 0.08);
        QVERIFY(std::abs(length(bodies[1]) - 0.24) < 1e-15);
    }

    /// Limits use the unit of their joint: degrees on a pin, millimeters on a slider.
    void J4_limitsUseTheUnitsOfTheirJoint() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        rig.hover(Vec3(0.05, 0.05, 0));
        rig.type("80 mm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_V);
        rig.choose(Vec3(0.), {"Add limits"});
        const ElementId stop = rig.session->selectedElement();
        QCOMPARE(rig.session->document().get(stop).type, std::string("mobilityLinearStop"));
        QCOMPARE(unitBeside("high"), QStringLiteral("deg"));
        QCOMPARE(unitBeside("stiffness"), QStringLiteral("N·m/rad"));

        enter(stop, "high", "60 deg");
        QVERIFY(std::abs(number(stop, "high") - Pi / 3) < 1e-15);
        QCOMPARE(fieldOf("high")->text(), QStringLiteral("60"));
        enter(stop, "low", "-0.5 rad");
        QCOMPARE(number(stop, "low"), -0.5);
        enter(stop, "low", "= -2*15 deg");
        QVERIFY(std::abs(number(stop, "low") + Pi / 6) < 1e-15);
        enter(stop, "stiffness", "2 Nm/deg");
        QVERIFY(std::abs(number(stop, "stiffness") - 360 / Pi) < 1e-12);
        rig.screenshot("J4_limits_of_a_pin");

        enter(stop, "high", "60 mm");
        QVERIFY(isSaid("angle is required"));
        QVERIFY(std::abs(number(stop, "high") - Pi / 3) < 1e-15);
        rig.press(Qt::Key_Escape);

        // The rate of a motor takes formulas, too.
        rig.choose(Vec3(0.), {"Add motor"});
        QVERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == "promptField");
        rig.type("= 2*30 rpm");
        rig.press(Qt::Key_Return);
        const ElementId motor = rig.session->document().elementsOf("motion").front();
        QVERIFY(rig.session->document().get(motor).formula("rate"));
        QVERIFY(std::abs(number(motor, "rate") - 2 * Pi) < 1e-12);
        rig.session->select(stop);

        // On a slider the same numbers are lengths; a formula in degrees is dropped, its value kept.
        rig.session->edit("Rail", [&](const Document& document) {
            const Result<Edit> body = addElement(document, rig.session->catalog(), Element::draft("body", "box"));
            return addElement(body->document, rig.session->catalog(),
                              Element::draft("joint", "slider", "Rail").plug("child", body->element));
        });
        rig.session->select(stop);
        rig.settle();
        auto* const joints =
            rig.window->findChild<ValueEditor*>("high")->parentWidget()->findChild<QComboBox*>("joint");
        joints->setCurrentIndex(joints->findText("Rail"));
        Q_EMIT joints->activated(joints->currentIndex());
        rig.settle();
        QCOMPARE(rig.session->nameOf(rig.session->document().get(stop).reference("joint")), QStringLiteral("Rail"));
        QVERIFY(!rig.session->document().get(stop).formula("low"));
        QCOMPARE(unitBeside("high"), QStringLiteral("m"));
        QCOMPARE(unitBeside("dissipation"), QStringLiteral("s/m"));
        rig.window->workspace().units().setSystem(UnitSystem::MillimeterDegree);
        QCOMPARE(unitBeside("stiffness"), QStringLiteral("N/mm"));
        enter(stop, "high", "20");
        QCOMPARE(number(stop, "high"), 0.02);
        rig.screenshot("J4_limits_of_a_slider");
        rig.window->workspace().units().setSystem(UnitSystem::MeterDegree);

        rig.press(Qt::Key_Z, Qt::ControlModifier);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        rig.settle();
        QCOMPARE(unitBeside("high"), QStringLiteral("deg"));
        QVERIFY(rig.session->document().get(stop).formula("low"));
    }

    void J4_unitsChangeAndLegendNamesTheEdit() {
        JourneyRig& rig = *rig_;
        // From the menu.
        const auto inMenu = [&](const QString& menuName, const QString& entry) -> QAction* {
            for (QAction* each : rig.window->menuBar()->actions())
                if (QString(each->text()).remove('&') == "View")
                    for (QAction* sub : each->menu()->actions())
                        if (sub->menu() && QString(sub->text()).remove('&') == menuName)
                            for (QAction* action : sub->menu()->actions())
                                if (QString(action->text()).remove('&').startsWith(entry)) return action;
            return nullptr;
        };
        QAction* const millimeters = inMenu("Units", "mm");
        QVERIFY(millimeters);
        millimeters->trigger();
        QCOMPARE(rig.window->workspace().units().system(), UnitSystem::MillimeterDegree);
        QVERIFY(millimeters->isChecked());

        run("build.parameter");
        QTRY_VERIFY(rig.window->findChild<QLineEdit*>("newParameter")->hasFocus());
        rig.type("L1 = 80 mm");
        rig.press(Qt::Key_Return);
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        rig.hover(Vec3(0.03, 0.05, 0));
        rig.type("80 mm");
        rig.press(Qt::Key_Return);
        rig.hover(Vec3(0.28, 0, 0));
        rig.type("240 mm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        enter(rig.named("Link"), "length", "= L1");
        enter(rig.named("Link 2"), "length", "= 3*L1");
        rig.view().setFocus();
        const Vec3 end = calcPosition(*rig.session->model(), rig.session->model()->getInitialState(),
                                      Place{rig.named("Link 2"), "tip", Vec3(0.)});
        run("build.body.box");
        rig.click(end);
        run("build.joint.slider");
        rig.click(Vec3(0.2, -0.1, 0));
        rig.click(end);
        rig.press(Qt::Key_X);
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.mobility().degreesOfFreedom, 3);
        QString message;
        connect(rig.session, &Session::notice, this, [&message](const QString& text) { message += text; });
        run("build.constraint.pointOnLine");
        rig.hover(end);
        for (int i = 0; i < 8 && !rig.chip().contains("Box"); ++i) rig.press(Qt::Key_Tab);
        QVERIFY2(rig.chip().startsWith("First body: Box"), qPrintable(rig.chip()));
        QTest::mouseClick(rig.surface(), Qt::LeftButton, {}, rig.at(end));
        rig.hover(end);
        for (int i = 0; i < 8 && !rig.chip().contains("Link 2"); ++i) rig.press(Qt::Key_Tab);
        QVERIFY2(rig.chip().startsWith("Second body: Link 2"), qPrintable(rig.chip()));
        QTest::mouseClick(rig.surface(), Qt::LeftButton, {}, rig.at(end));
        rig.settle();
        QVERIFY2(rig.chip().startsWith("axis Z"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        QVERIFY2(rig.mobility().degreesOfFreedom == 1, qPrintable(message));
        rig.choose(Vec3(0.), {"Add motor"});
        rig.type("120 rpm");
        rig.press(Qt::Key_Return);

        // The stroke is twice the crank length, before and after.
        rig.window->panels().raise("plotsDock");
        PlotFrame& plot = rig.window->panels().get<PlotsPanel>().active();
        const QString position =
            QString::fromStdString(rig.session->document().get(rig.named("Slider")).name) + ".position";
        plot.add({position});
        Player& player = rig.session->player();
        const auto strokeOf = [&](const Curve& curve) {
            Real least = Infinity, most = -Infinity;
            for (std::size_t i = 0; i < curve.size(); ++i) {
                least = std::min<Real>(least, (*curve.values)[i]);
                most = std::max<Real>(most, (*curve.values)[i]);
            }
            return most - least;
        };
        const auto runThrough = [&] {
            rig.view().setFocus();
            rig.press(Qt::Key_F5);
            QTRY_VERIFY_WITH_TIMEOUT(player.run() && player.frameCount() > 10 && !player.isComputing(),
                                     JourneyRig::Patience);
            player.pause();
            const auto isWhole = [&](const Curve& c) { return !c.subdued && c.size() >= player.frameCount(); };
            QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(plot.view().curves(), isWhole), JourneyRig::Patience);
        };
        runThrough();
        constexpr Real betweenFrames = 1e-4;
        QVERIFY2(std::abs(strokeOf(plot.view().curves()[0]) - 0.16) < betweenFrames,
                 qPrintable(QString::number(strokeOf(plot.view().curves()[0]))));
        rig.session->setValue("L1 80 mm → 100 mm", rig.named("L1"), "value", 0.1);
        QVERIFY(std::abs(length(rig.named("Link 2")) - 0.3) < 1e-12);
        runThrough();
        QTRY_VERIFY_WITH_TIMEOUT(plot.view().curves().size() >= 2, JourneyRig::Patience);
        rig.screenshot("J4_before_and_after");
        const auto& curves = plot.view().curves();
        const auto earlier = std::ranges::find_if(curves, &Curve::subdued);
        const auto present = std::ranges::find_if(curves, [](const Curve& c) { return !c.subdued; });
        QVERIFY(earlier != curves.end() && present != curves.end());
        QVERIFY2(std::abs(strokeOf(*earlier) - 0.16) < betweenFrames, qPrintable(QString::number(strokeOf(*earlier))));
        QVERIFY2(std::abs(strokeOf(*present) - 0.2) < betweenFrames, qPrintable(QString::number(strokeOf(*present))));
        QCOMPARE(earlier->run, QStringLiteral("A  before L1 80 mm → 100 mm"));
    }

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
        // Pasted again, connected among themselves.
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
    void run(const char* command) {
        rig_->window->commands().action(command)->trigger();
        rig_->settle();
    }
    Transform place(ElementId body) const {
        const CompiledModelPtr& model = rig_->session->model();
        return model->calcBodyPose(body, model->getInitialState());
    }
    Real length(ElementId body) const {
        const Element& element = rig_->session->document().get(body);
        return element.valueAs<Real>(*rig_->session->typeOf(element), "length");
    }
    Real number(ElementId id, const char* key) const {
        const Element& element = rig_->session->document().get(id);
        return element.valueAs<Real>(*rig_->session->typeOf(element), key);
    }
    NumberField* fieldOf(const char* key) const {
        return rig_->window->findChild<ValueEditor*>(key)->findChild<NumberField*>();
    }
    /// Unit label beside a field of the form.
    QString unitBeside(const char* key) const {
        auto* const editor = rig_->window->findChild<ValueEditor*>(key);
        auto* const grid = qobject_cast<QGridLayout*>(editor->parentWidget()->layout());
        int row = 0, column = 0, rows = 0, columns = 0;
        grid->getItemPosition(grid->indexOf(editor), &row, &column, &rows, &columns);
        return qobject_cast<QLabel*>(grid->itemAtPosition(row, column + 1)->widget())->text();
    }
    /// Types into the field of a property.
    void enter(ElementId element, const char* key, const QString& typed) {
        rig_->session->select(element);
        rig_->settle();
        auto* const editor = rig_->window->findChild<ValueEditor*>(key);
        auto* const field = editor->findChild<NumberField*>();
        field->setFocus();
        rig_->settle();
        field->selectAll();
        rig_->type(typed);
        rig_->press(Qt::Key_Return);
    }
    /// True if the body is drawn at its center.
    bool isUnderPointer(ElementId body) {
        // Next to the center, where no mark covers it.
        const Vec3 middle = calcPosition(*rig_->session->model(), rig_->session->model()->getInitialState(),
                                         Place{body, "massCenter", Vec3(0.)});
        return rig_->view().pick(rig_->at(place(body) * Vec3((place(body).invert() * middle) / 2))) == body;
    }
    bool isSaid(const QString& words) const { return isSaidIn(*rig_->window, words); }
    /// True if the form of the selection shows this message.
    bool isSaidInForm(const QString& words) const {
        return isSaidIn(*rig_->window->findChild<ValueEditor*>()->parentWidget(), words);
    }
    static bool isSaidIn(const QWidget& place, const QString& words) {
        return std::ranges::any_of(place.findChildren<QLabel*>(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(words);
        });
    }

    std::unique_ptr<JourneyRig> rig_;
    QTemporaryDir folder_;
};

}  // namespace trammel::ui

int main(int argc, char** argv) { return trammel::ui::testing::runJourneys<trammel::ui::JourneyEditTest>(argc, argv); }

#include "journey_edit_test.moc"
