// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys J4 and J6: parameters, formulas and units; joint types and several elements at once.
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

class JourneyEditTest : public ModelJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J6_jointsChangeTheirTypeInPlace() {
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

    void J6_severalElementsAreEditedAtOnce() {
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
        for (const ElementId body : bodies) QCOMPARE(number(body, "length"), 0.15);
        // The field stays and shows the common value.
        QCOMPARE(editor("length")->findChild<NumberField*>(), field);
        QVERIFY(!field->text().isEmpty() && field->placeholderText().isEmpty());
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(number(bodies[0], "length") != number(bodies[1], "length"));

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
        rig.drawLinks(Vec3(0.), {{Vec3(0, 0.08, 0), "70 mm"}, {Vec3(0.2, 0, 0), "200 mm"}});
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        const std::vector<ElementId> bodies = rig.session->document().elementsOf("body");
        QCOMPARE(bodies.size(), std::size_t(2));

        enter(bodies[0], "length", "= L1");
        QCOMPARE(number(bodies[0], "length"), 0.08);
        enter(bodies[1], "length", "3*L1");
        QVERIFY(std::abs(number(bodies[1], "length") - 0.24) < 1e-15);
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
        QTRY_COMPARE(number(bodies[0], "length"), 0.1);
        QVERIFY(std::abs(number(bodies[1], "length") - 0.3) < 1e-15);
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
        QCOMPARE(number(bodies[0], "length"), 0.08);
        QVERIFY(std::abs(number(bodies[1], "length") - 0.24) < 1e-15);
    }

    /// Limits use the unit of their joint: degrees on a pin, millimeters on a slider.
    void J4_limitsUseTheUnitsOfTheirJoint() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.drawLinks(Vec3(0.), {{Vec3(0.05, 0.05, 0), "80 mm"}});
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
        rig.drawLinks(Vec3(0.), {{Vec3(0.03, 0.05, 0), "80 mm"}, {Vec3(0.28, 0, 0), "240 mm"}});
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
        QVERIFY(std::abs(number(rig.named("Link 2"), "length") - 0.3) < 1e-12);
        runThrough();
        QTRY_VERIFY_WITH_TIMEOUT(plot.view().curves().size() >= 2, JourneyRig::Patience);
        rig.screenshot("J4_before_and_after");
        const auto& curves = plot.view().curves();
        const auto earlier = std::ranges::find_if(curves, &Curve::subdued);
        const auto present = std::ranges::find_if(curves, [](const Curve& c) { return !c.subdued; });
        QVERIFY(earlier != curves.end() && present != curves.end());
        QVERIFY2(std::abs(strokeOf(*earlier) - 0.16) < betweenFrames, qPrintable(QString::number(strokeOf(*earlier))));
        QVERIFY2(std::abs(strokeOf(*present) - 0.2) < betweenFrames, qPrintable(QString::number(strokeOf(*present))));
        QCOMPARE(earlier->run, QStringLiteral("Run A  before L1 80 mm → 100 mm"));
    }

private:
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
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyEditTest> addJourneyEditTest;

#include "journey_edit_test.moc"
