// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J19: machines built with slots, rails, pulleys and cables by mouse and keys.
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QPushButton>
#include <cmath>

#include "compile/coordinates.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"

namespace trammel::ui {

using namespace testing;

class JourneyMachinesTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        rig_->view().setFocus();
    }
    void cleanup() { rig_.reset(); }

    void J19_aQuickReturnWithASlottedLever() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(Vec3(0.03, 0.04, 0), "50 mm");
        rig.press(Qt::Key_Escape);
        rig.click(Vec3(0, -0.15, 0));
        link(Vec3(0.0, 0.1, 0), "300 mm");
        rig.press(Qt::Key_V);
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        run("build.joint.slot");
        pickAmongThose(pointOf("Link 2", "massCenter"), "center of mass of Link 2");
        pickAmongThose(pointOf("Link", "tip"), "tip of Link");
        // Along the lever without a further key.
        QVERIFY2(rig.chip().contains("along Link 2") || rig.chip().contains("axis Y"), qPrintable(rig.chip()));
        rig.screenshot("J19_slot_preview");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        expectMobility(1, 0, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        QVERIFY2(rig.session->problems().empty(),
                 rig.session->problems().empty() ? "" : rig.session->problems()[0].message.c_str());
        // Joint and stops in one step.
        const auto limits = findLimits(*rig.session->model());
        QCOMPARE(limits.size(), std::size_t(1));
        QCOMPARE(limits[0].joint, rig.named("Slot"));
        rig.screenshot("J19_quick_return");
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!rig.named("Slot").isValid());
        QVERIFY(findLimits(*rig.session->model()).empty());
        rig.press(Qt::Key_Y, Qt::ControlModifier);
        QVERIFY(rig.named("Slot").isValid());

        rig.choose(Vec3(0.), {"Add motor"});
        rig.type("60 rpm");
        rig.press(Qt::Key_Return);
        runToTheEnd();
        // Once around, the lever swings by twice asin(50 / 150).
        Real least = Infinity, most = -Infinity;
        for (int k = 0; k <= 32; ++k) {
            rig.session->player().seekTime(1 + k / 32.);
            const CompiledModel& model = *rig.session->displayed().model();
            const Transform X = model.calcBodyPose(rig.named("Link 2"), rig.session->displayed().state());
            const Real swing = std::asin(std::clamp<Real>(X.x()[0], -1, 1));
            least = std::min(least, swing);
            most = std::max(most, swing);
        }
        rig.screenshot("J19_quick_return_run");
        QVERIFY2(std::abs(most - least - 2 * std::asin(1. / 3)) < 0.02, qPrintable(QString::number(most - least)));
    }

    void J19_bodiesAreTurnedWhileTheyArePlaced() {
        JourneyRig& rig = *rig_;
        // A letter before the pointer is in the view previews no body.
        movePointer(rig.window, QPoint(5, 5));
        run("build.body.tube");
        const auto isShown = [&rig] { return !rig.window->view().tools().host().tool()->preview().marks.empty(); };
        const bool wasShown = isShown();
        rig.press(Qt::Key_X);
        QCOMPARE(isShown(), wasShown);
        rig.press(Qt::Key_Escape);
        const auto axis = [&](const char* name, const Vec3& own) {
            const CompiledModel& model = *rig.session->model();
            return Vec3(model.calcBodyPose(rig.named(name), model.getInitialState()).R() * own);
        };
        run("build.body.cylinder");
        rig.hover(Vec3(0.1, 0, 0));
        rig.press(Qt::Key_Y);
        QVERIFY2(rig.chip().contains("axis Y"), qPrintable(rig.chip()));
        rig.click(Vec3(0.1, 0, 0));
        QVERIFY((axis("Cylinder", Vec3(0, 0, 1)) - Vec3(0, 1, 0)).norm() < 1e-12);
        run("build.body.bar");
        rig.press(Qt::Key_Z);
        rig.type("-150 mm, 0");
        rig.press(Qt::Key_Return);
        QVERIFY((axis("Bar", Vec3(1, 0, 0)) - Vec3(0, 0, 1)).norm() < 1e-12);
        // On the lid of a box, along its normal and resting on it.
        run("view.iso");
        run("build.body.box");
        rig.type("0, -100 mm, 0");
        rig.press(Qt::Key_Return);
        const Real lid = -0.1 + valueOf<Vec3>(rig.named("Box"), "size")[1] / 2;
        run("build.body.tube");
        rig.press(Qt::Key_N);
        rig.click(Vec3(0, lid, 0));
        QVERIFY((axis("Tube", Vec3(0, 0, 1)) - Vec3(0, 1, 0)).norm() < 1e-9);
        const Real above = pointOf("Tube", "origin")[1] - lid;
        QVERIFY2(std::abs(above - number(rig.named("Tube"), "length") / 2) < 1e-6, qPrintable(QString::number(above)));
        rig.screenshot("J19_turned");
    }

    void J19_aCarriageOnARailStopsAtItsEnds() {
        JourneyRig& rig = *rig_;
        run("build.body.box");
        rig.click(Vec3(0.1, 0.1, 0));
        rig.press(Qt::Key_V);
        run("build.joint.rail");
        rig.click(Vec3(0.1, -0.1, 0));
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_X);
        rig.screenshot("J19_rail_preview");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        expectMobility(1, 0, 0);
        rig.screenshot("J19_rail");
        // Dragged beyond the end, it stays at the stop.
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const Vec3 from = pointOf("Box", "origin") + Vec3(0.01, 0.01, 0);
        rig.drag({from, from + Vec3(0.2, 0, 0), from + Vec3(0.6, 0, 0)});
        const Real reach = number(rig.named("Rail"), "length") / 2;
        const Real moved = pointOf("Box", "origin")[0] + 0.01 - from[0];
        QVERIFY2(std::abs(moved - reach) < 1e-3, qPrintable(QString::number(moved)));
        rig.screenshot("J19_rail_at_its_end");
    }

    void J19_aCraneWithAWinch() {
        JourneyRig& rig = *rig_;
        // The jib on Ground, welded; a sheave at its tip; a load below it.
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(Vec3(0.3, 0.3, 0), "500 mm");
        rig.press(Qt::Key_V);
        const Vec3 tip = pointOf("Link", "tip");
        run("build.body.pulley");
        rig.click(tip);
        run("build.joint.pin");
        pickAmongThose(tip, "tip of Link");
        pickAmongThose(tip, "Pulley");
        rig.press(Qt::Key_Return);
        run("build.body.box");
        rig.click(tip + Vec3(0.06, -0.4, 0));
        rig.press(Qt::Key_V);
        rig.screenshot("J19_crane_parts");
        rig.choose(Vec3(0.), {"Lock in place"});
        run("build.force.cable");
        rig.click(Vec3(-0.1, 0, 0));
        pickAmongThose(pointOf("Pulley", "origin"), "Pulley");
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.screenshot("J19_crane_cable");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        const ElementId rope = rig.named("Cable");
        QCOMPARE(number(rope, "via1Radius"), number(rig.named("Pulley"), "radius"));
        rig.session->select(rope);
        rig.session->setValue("Stiffness", rope, "stiffness", 1e5);
        rig.session->setValue("Winding speed", rope, "windingSpeed", 0.03);
        const Real before = pointOf("Box", "origin")[1];
        runToTheEnd();
        rig.screenshot("J19_crane_run");
        const CompiledModel& model = *rig.session->displayed().model();
        const Real lifted = model.calcBodyPose(rig.named("Box"), rig.session->displayed().state()).p()[1] - before;
        QVERIFY2(std::abs(lifted - 0.15) < 0.03, qPrintable(QString::number(lifted)));
    }

    void J19_aSixAxisArm() {
        JourneyRig& rig = *rig_;
        // A turret about the vertical, upper arm and forearm about z.
        run("build.body.cylinder");
        rig.click(Vec3(0.));
        run("build.joint.pin");
        rig.click(Vec3(-0.2, -0.1, 0));
        pickAmongThose(Vec3(0.), "Cylinder");
        rig.press(Qt::Key_Y);
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_L);
        pickAmongThose(Vec3(0.), "Cylinder");
        link(Vec3(0, 0.2, 0), "200 mm");
        link(Vec3(0.2, 0.2, 0), "200 mm");
        rig.press(Qt::Key_V);
        QCOMPARE(rig.mobility().degreesOfFreedom, 3);
        // A wrist: roll, pitch, roll, each body at the end of the one before.
        std::string before = "Link 2";
        for (const auto& [name, axis] : {std::pair("Box", Qt::Key_X), {"Box 2", Qt::Key_Z}, {"Box 3", Qt::Key_X}}) {
            const Vec3 end = pointOf(before.c_str(), "tip");
            run("build.body.box");
            rig.click(end + Vec3(0, -0.15, 0));
            run("build.joint.pin");
            pickAmongThose(end, "tip of " + QString::fromStdString(before));
            pickAmongThose(pointOf(name, "origin"), name);
            rig.press(axis);
            rig.press(Qt::Key_Return);
            before = name;
        }
        rig.press(Qt::Key_V);
        rig.screenshot("J19_six_axes");
        QCOMPARE(rig.mobility().degreesOfFreedom, 6);
        // The tool center point is dragged out of the plane in another view, and everything follows.
        run("view.iso");
        run("view.frameAll");
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const Vec3 from = pointOf("Box 3", "origin");
        rig.drag({from, from + Vec3(0, 0.02, 0.03), from + Vec3(0, 0.04, 0.06)});
        rig.screenshot("J19_six_axes_posed");
        QVERIFY((pointOf("Box 3", "origin") - from).norm() > 0.02);
    }

    void J19_aDeltaRobotFromOneLeg() {
        JourneyRig& rig = *rig_;
        // The platform below the middle, which keeps its orientation.
        run("build.body.box");
        rig.click(Vec3(0, -0.2, 0));
        run("build.joint.translation");
        rig.click(Vec3(-0.2, -0.2, 0));
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_Return);
        // Locked, so that the legs come to the platform and not the platform to the first leg.
        lock("Translation", 1);
        // One leg: the upper arm on Ground, the forearm on a ball joint, and its end on the platform.
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.1, 0, 0));
        link(Vec3(0.18, 0.02, 0), "90 mm");
        rig.press(Qt::Key_V);
        run("build.body.eyeRod");
        rig.click(Vec3(0.15, -0.25, 0));
        rig.session->setValue("Length", rig.named("Rod with eyes"), "length", 0.25);
        run("build.joint.ball");
        pickAmongThose(pointOf("Link", "tip"), "tip of Link");
        pickAmongThose(pointOf("Rod with eyes", "origin"), "Rod with eyes");
        rig.press(Qt::Key_Return);
        run("build.constraint.ball");
        pickAmongThose(pointOf("Rod with eyes", "tip"), "tip of Rod with eyes");
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_V);
        rig.screenshot("J19_delta_leg");
        const Vec3 middle(0, -0.2, 0);
        QVERIFY((pointOf("Box", "origin") - middle).norm() < 1e-9);
        QVERIFY((pointOf("Rod with eyes", "tip") - middle).norm() < 1e-6);

        rig.session->select({rig.named("Link"), rig.named("Rod with eyes")});
        run("edit.circularPattern");
        auto* const form = rig.window->findChild<QDialog*>(QStringLiteral("circularPatternDialog"));
        QVERIFY(form);
        auto* const axis = form->findChild<QComboBox*>(QStringLiteral("patternAxis"));
        auto* const center = form->findChild<QComboBox*>(QStringLiteral("patternCenter"));
        center->setCurrentIndex(0);
        axis->setCurrentIndex(1);
        form->findChild<QCheckBox*>(QStringLiteral("patternLinked"))->click();
        QTest::mouseClick(form->findChild<QPushButton*>(QStringLiteral("addPattern")), Qt::LeftButton);
        rig.settle();
        lock("Translation", 0);
        rig.session->select(std::set<ElementId>{});
        run("view.iso");
        run("view.frameAll");
        rig.screenshot("J19_delta");
        for (const char* rod : {"Rod with eyes", "Rod with eyes 2", "Rod with eyes 3"})
            QVERIFY2((pointOf(rod, "tip") - middle).norm() < 1e-6, rod);
        // Three of the platform, and each forearm about its own axis.
        expectMobility(6, 0, 3);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        // Lengthens all legs in one step.
        const qsizetype steps = rig.history().size();
        rig.session->setValue("Length", rig.named("Rod with eyes"), "length", 0.27);
        QCOMPARE(number(rig.named("Rod with eyes 3"), "length"), 0.27);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        QCOMPARE(rig.history().size(), steps + 1);
        QVERIFY((pointOf("Rod with eyes 3", "tip") - pointOf("Box", "origin")).norm() < 1e-6);
    }

    void J19_aPlanetaryGearWithLinkedPlanets() {
        JourneyRig& rig = *rig_;
        const Vec3 far(-0.15, -0.12, 0), planet(0.072, 0, 0);
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        link(planet, "72 mm");
        rig.press(Qt::Key_V);
        for (const char* place : {"0 mm, 0 mm", "72 mm, 0 mm"}) {
            run("build.body.gear");
            rig.type(place);
            rig.press(Qt::Key_Return);
        }
        run("build.joint.pin");
        rig.click(far);
        pickAmongThose(Vec3(0.), "Gear");
        rig.press(Qt::Key_Return);
        pickAmongThose(planet, "tip of Link");
        pickAmongThose(planet, "Gear 2");
        rig.press(Qt::Key_Return);
        run("build.constraint.gear");
        rig.click(Vec3(-0.02, 0.016, 0.005));
        rig.click(Vec3(0.092, 0.016, 0.005));
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        rig.screenshot("J19_planet");
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);

        rig.session->select(rig.named("Gear 2"));
        run("edit.circularPattern");
        auto* const form = rig.window->findChild<QDialog*>(QStringLiteral("circularPatternDialog"));
        QVERIFY(form);
        form->findChild<QCheckBox*>(QStringLiteral("patternLinked"))->click();
        rig.screenshot("J19_planets_preview");
        QTest::mouseClick(form->findChild<QPushButton*>(QStringLiteral("addPattern")), Qt::LeftButton);
        rig.settle();
        QVERIFY2(rig.named("Gear 4").isValid(), "three planets");
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        QCOMPARE(rig.mobility().redundantEquations, 0);
        // A change of teeth on one planet applies to all, and every gear pair keeps its ratio.
        rig.session->setValue("Teeth", rig.named("Gear 2"), "teeth", std::int64_t(30));
        for (const char* name : {"Gear 3", "Gear 4"})
            QCOMPARE(valueOf<std::int64_t>(rig.named(name), "teeth"), std::int64_t(30));
        const ElementId pair = rig.session->document().elementsOf("constraint").back();
        QVERIFY2(std::abs(number(pair, "ratio") + 18. / 30) < 1e-12,
                 qPrintable(QString::number(number(pair, "ratio"))));
        rig.session->select(rig.named("Gear 3"));
        rig.screenshot("J19_planets");
    }

private:
    /// Locks a joint at the level of that index; 0 releases it.
    void lock(const char* joint, std::size_t level) {
        const ElementId id = rig_->named(joint);
        const TypeDescriptor* const type = rig_->session->typeOf(rig_->session->document().get(id));
        const PropertyDescriptor* const locked = type ? type->findProperty("locked") : nullptr;
        QVERIFY(locked && locked->options.size() > level);
        rig_->session->setValue("Lock", id, "locked", locked->options[level].key);
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyMachinesTest> addJourneyMachinesTest;

#include "journey_machines_test.moc"
