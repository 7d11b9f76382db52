// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J21: machines driven by contact alone, built by mouse and keyboard: gears by their teeth, a cam and its
// follower.
#include <QMenu>
#include <QTableWidget>
#include <QToolButton>
#include <cmath>

#include "tests/ui/form_fields.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/panels/contacts_panel.h"
#include "ui/window/file_actions.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyTouchTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        rig_->view().setFocus();
        rig_->view().setStandardView(StandardView::Front);
        rig_->settle();
    }
    void cleanup() { rig_.reset(); }

    /// Two gears on pins, a motor, and contact; nothing else joins them, and their end faces lie in the same planes.
    void J21_gearsTurnEachOtherByTheirTeeth() {
        JourneyRig& rig = *rig_;
        run("build.body.gear");
        placeAt("0, 0");
        placeAt("100 mm, 0");
        rig.press(Qt::Key_V);
        select("Gear 2");
        enter("module", "4 mm");
        enter("teeth", "30");
        select("Gear");
        enter("module", "4 mm");
        enter("teeth", "20");
        rig.view().setFocus();
        rig.press(Qt::Key_F);
        run("build.joint.pin");
        joinToGround("Gear");
        rig.press(Qt::Key_Return);
        joinToGround("Gear 2");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        expectMobility(2, 0, 0);
        // A gap of one gear faces a tooth of the other.
        select("Pin 2");
        enter("angle", "186 deg");
        addMotor(pointOf("Gear", "origin"));
        chooseFromToolbar("force", "Everything touches");
        QVERIFY2(rig.session->runBlocker().isEmpty(), qPrintable(rig.session->runBlocker()));
        // New model, two gears, their numbers, two pins, the angle, motor, its rate, contact.
        QVERIFY2(rig.history().size() <= 12, qPrintable(rig.history().join('|')));
        rig.screenshot("J21_gears_built");
        constexpr Real end = 0.25, turn = Pi / 4;
        runTo(end);
        rig.window->panels().raise("contactsDock");
        rig.settle();
        rig.screenshot("J21_gears_run");
        QVERIFY2(std::abs(turnOf("Gear") - turn) < 1e-6, qPrintable(QString::number(turnOf("Gear"))));
        const Real expected = 186 * Pi / 180 - turn * 20 / 30;
        QVERIFY2(std::abs(turnOf("Gear 2") - expected) < 0.05, qPrintable(QString::number(turnOf("Gear 2"))));
    }

    /// A cam drawn as an outline, and a block on a slider that falls onto it and rides.
    void J21_aCamLiftsItsFollower() {
        JourneyRig& rig = *rig_;
        chooseFromToolbar("force", "Gravity");
        rig.session->select(std::set<ElementId>{});
        rig.settle();
        rig.press(Qt::Key_P);
        // A circle of 40 mm about a point 15 mm beside the pin.
        constexpr int corners = 16;
        for (int i = 0; i < corners; ++i) {
            const Real a = 2 * Pi * i / corners;
            rig.type(
                QStringLiteral("%1 mm, %2 mm").arg(15 + 40 * std::cos(a), 0, 'f', 2).arg(40 * std::sin(a), 0, 'f', 2));
            rig.press(Qt::Key_Return, Qt::ShiftModifier);
        }
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        QVERIFY(rig.named("Plate").isValid());
        rig.press(Qt::Key_F);
        run("build.joint.pin");
        rig.click(Vec3(0.));
        rig.click(Vec3(0.));
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        run("build.body.box");
        placeAt("15 mm, 70 mm");
        rig.press(Qt::Key_V);
        rig.session->select(std::set<ElementId>{});
        rig.view().setFocus();
        rig.press(Qt::Key_F);
        run("build.joint.slider");
        rig.click(Vec3(0.08, 0.02, 0));
        pickAmongThose(pointOf("Box", "origin"), "Box");
        rig.press(Qt::Key_Y);
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        expectMobility(2, 0, 0);
        addMotor(Vec3(0.));
        chooseFromToolbar("force", "Everything touches");
        QVERIFY2(rig.session->runBlocker().isEmpty(), qPrintable(rig.session->runBlocker()));
        // New model, gravity, cam, its pin, block, its slider, motor, its rate, contact.
        QVERIFY2(rig.history().size() <= 9, qPrintable(rig.history().join('|')));
        rig.screenshot("J21_cam_built");

        // A quarter turn after the first whole one, when the block has ceased to bounce, the cam's center is above the pin and
        // a corner of the block rests on the cam.
        constexpr Real end = 2.5, radius = 0.04, eccentricity = 0.015;
        runTo(end);
        rig.window->panels().raise("contactsDock");
        rig.settle();
        rig.screenshot("J21_cam_run");
        const Real half = valueOf<Vec3>(rig.named("Box"), "size")[0] / 2;
        const Real expected = eccentricity + std::sqrt(square(radius) - square(eccentricity - half)) + half;
        const Real height = placeNow("Box").p()[1];
        // The corners of the outline lie on the circle, its sides within.
        QVERIFY2(height < expected + 1e-4 && height > expected - 1.5e-3,
                 qPrintable(QStringLiteral("%1, not %2").arg(height).arg(expected)));
        auto* const panel = rig.window->findChild<ContactsPanel*>();
        QTRY_COMPARE_WITH_TIMEOUT(panel->table()->rowCount(), 1, JourneyRig::Patience);
    }

    /// The gap is above zero while the bodies are apart: no use for a breakpoint at values above zero.
    void J21_breakpointsOfARigidContact() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->files().open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/block_on_belt.trammel"), true));
        rig.settle();
        runTo(0.1);
        rig.window->panels().raise("contactsDock");
        auto* const panel = rig.window->findChild<ContactsPanel*>();
        QTRY_COMPARE_WITH_TIMEOUT(panel->table()->rowCount(), 1, JourneyRig::Patience);
        rig.settle();
        const QPoint at = panel->table()->visualItemRect(panel->table()->item(0, 0)).center();
        Q_EMIT panel->table()->customContextMenuRequested(at);
        QTRY_VERIFY_WITH_TIMEOUT(panel->findChild<QMenu*>("contactMenu"), JourneyRig::Patience);
        auto* const menu = panel->findChild<QMenu*>("contactMenu");
        const auto entriesOf = [menu](const QString& start) {
            QStringList labels;
            for (const QAction* const each : menu->actions())
                if (each->menu() && each->text().remove('&').startsWith(start))
                    for (const QAction* const entry : each->menu()->actions()) labels += entry->text().remove('&');
            return labels;
        };
        QVERIFY(entriesOf("Plot").contains("gap") && entriesOf("Break").contains("normal force"));
        QVERIFY2(!entriesOf("Break").contains("gap"), qPrintable(entriesOf("Break").join('|')));
        menu->close();
    }

private:
    void placeAt(const char* place) {
        rig_->type(QString::fromLatin1(place));
        rig_->press(Qt::Key_Return);
        rig_->settle();
    }
    /// Picks a body at its origin and Ground behind it.
    void joinToGround(const char* body) {
        const Vec3 origin = pointOf(body, "origin");
        pickAmongThose(origin, QStringLiteral("origin of ") + QLatin1String(body));
        rig_->click(origin);
        rig_->settle();
    }
    void addMotor(const Vec3& place) {
        rig_->view().setFocus();
        rig_->choose(place, {"Add motor"});
        rig_->type("30 rpm");
        rig_->press(Qt::Key_Return);
        QCOMPARE(rig_->session->document().elementsOf("motion").size(), std::size_t(1));
    }
    Transform placeNow(const char* body) {
        return rig_->session->displayed().model()->calcBodyPose(rig_->named(body), rig_->session->displayed().state());
    }
    Real turnOf(const char* body) {
        const Mat33 R = placeNow(body).R().asMat33();
        return std::atan2(R(1, 0), R(0, 0));
    }
    void select(const char* name) {
        rig_->session->select(rig_->named(name));
        rig_->settle();
    }
    void enter(const char* key, const char* text) {
        typeInto(*rig_, key, text);
        rig_->press(Qt::Key_Return);
        rig_->settle();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyTouchTest> addJourneyTouchTest;

#include "journey_touch_test.moc"
