// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J37: a leg, a wishbone suspension, a scissor lift and a traced clamp, built by mouse and keyboard, counting
// gestures.
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <cmath>
#include <tuple>

#include "compile/background_type.h"
#include "compile/coordinates.h"
#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/properties/number_field.h"
#include "ui/tools/background_data.h"

namespace trammel::ui {

using namespace testing;

class JourneyAssembliesTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        gestures_ = 0;
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        rig_->view().setFocus();
    }
    void cleanup() { rig_.reset(); }

    void J37_aKlannLegFromItsPlates() {
        JourneyRig& rig = *rig_;
        // The plates first, free in space, then the links to their holes.
        tool(Qt::Key_P);
        for (const Vec3& corner : {Vec3(0.3, 0.14, 0), Vec3(0.13, 0.08, 0), Vec3(-0.05, 0.16, 0)}) pick(corner);
        key(Qt::Key_Return);
        for (const Vec3& corner : {Vec3(-0.05, 0.16, 0), Vec3(-0.16, 0.3, 0), Vec3(-0.19, -0.16, 0)}) pick(corner);
        key(Qt::Key_Return);
        rig.screenshot("J37_klann_plates");
        tool(Qt::Key_L);
        for (const auto& [pivot, pin] :
             {std::pair(Vec3(0.25, 0.1, 0), Vec3(0.3, 0.14, 0)), std::pair(Vec3(0.15, -0.02, 0), Vec3(0.13, 0.08, 0)),
              std::pair(Vec3(0.11, 0.26, 0), Vec3(-0.16, 0.3, 0))}) {
            pick(pivot);
            pick(pin);
        }
        tool(Qt::Key_V);
        rig.screenshot("J37_klann");
        expectGestures(17);
        expectMobility(1, 0, 2);
        QVERIFY(rig.session->model()->getAssembly().assembled);
    }

    void J37_aScissorLiftFromOneStage() {
        JourneyRig& rig = *rig_;
        tool(Qt::Key_L);
        pick(Vec3(0.));
        typed("200 mm, 100 mm");
        tool(Qt::Key_V);
        // Its mirror image across the middle.
        select(Vec3(0.05, 0.025, 0));
        command("edit.mirror");
        QDialog* const mirror = form("mirrorDialog");
        QVERIFY(mirror);
        field(*mirror, "patternOffset", "100 mm");
        check(*mirror, "patternLinked");
        rig.screenshot("J37_scissor_mirror");
        click(*mirror, "addPattern");
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(2));
        rig.screenshot("J37_scissor_mirrored");
        // The second foot slides: right click, Change type, Slot.
        rig.choose(Vec3(0.2, 0, 0), {"Change type", "Slot"});
        gestures_ += 3;
        rig.screenshot("J37_scissor_slot");
        command("build.joint.pin");
        pickAmongThose(Vec3(0.1, 0.05, 0), "center of mass of Link 2");
        pickAmongThose(Vec3(0.1, 0.05, 0), "center of mass of Link");
        gestures_ += 2;
        key(Qt::Key_Return);
        tool(Qt::Key_V);
        rig.screenshot("J37_scissor_stage");
        expectMobility(1, 0, 1);
        // Both bars in a chain.
        rig.session->select({rig.named("Link"), rig.named("Link 2")});
        gestures_ += 2;
        command("edit.linearPattern");
        QDialog* const line = form("linearPatternDialog");
        QVERIFY(line);
        field(*line, "patternDistance", "100 mm");
        line->findChild<QComboBox*>(QStringLiteral("patternAxis"))->setCurrentIndex(1);
        check(*line, "patternLinked");
        check(*line, "patternChained");
        // Without links there is no chain; the preview follows.
        const QLabel* const said = line->findChild<QLabel*>(QStringLiteral("patternMessage"));
        auto* const linked = line->findChild<QCheckBox*>(QStringLiteral("patternLinked"));
        QVERIFY2(said->text().contains("became pivots"), qPrintable(said->text()));
        for (const bool isChain : {false, true}) {
            linked->click();
            QCOMPARE(said->text().contains("became pivots"), isChain);
        }
        rig.screenshot("J37_scissor_pattern");
        click(*line, "addPattern");
        rig.screenshot("J37_scissor_patterned");
        // Only the foot slides: upper stages are pinned to the ends below.
        const auto joints = rig.session->document().elementsOf("joint");
        QCOMPARE(std::ranges::count_if(
                     joints, [&](ElementId joint) { return rig.session->document().get(joint).type == "slot"; }),
                 1);
        expectGestures(27);
        rig.screenshot("J37_scissor");
        expectMobility(1, 0, 3);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        // Each mirrored bar lies in a layer of its own, beside the one it crosses.
        QVERIFY((pointOf("Link 6", "tip") - Vec3(0, 0.3, 0)).head<2>().norm() < 1e-6);
        for (const auto& [bar, crossing] : {std::pair("Link", "Link 2"), {"Link 3", "Link 4"}, {"Link 5", "Link 6"}}) {
            const Real thickness = number(rig.named(bar), "thickness");
            QVERIFY(std::abs(pointOf(crossing, "origin")[2] - pointOf(bar, "origin")[2]) > thickness);
        }

        // Driven by its first bar, the lift rises by three times the height of one stage.
        rig.choose(Vec3(0.), {"Add motor"});
        rig.type("2 deg/s");
        rig.press(Qt::Key_Return);
        runToTheEnd();
        rig.screenshot("J37_scissor_run");
        const DisplayedState& shown = rig.session->displayed();
        const Real top = calcPosition(*shown.model(), shown.state(), Place{rig.named("Link 6"), "tip", Vec3(0.)})[1];
        const Real expected = 3 * std::hypot(0.2, 0.1) * std::sin(std::atan2(0.1, 0.2) + 10 * Pi / 180);
        QVERIFY2(std::abs(top - expected) < 1e-4, qPrintable(QString::number(top - expected)));

        // Driven by its foot instead, whose slot has two coordinates.
        rig.session->select(rig.named("Steady motor"));
        command("edit.delete");
        key(Qt::Key_Home);
        rig.choose(Vec3(0.15, 0.025, 0.01), {"Pin A 2", "Add motor", "Speed"});
        rig.type("4 mm/s");
        rig.press(Qt::Key_Return);
        QVERIFY2(rig.session->runBlocker().isEmpty(), qPrintable(rig.session->runBlocker()));
        runToTheEnd();
        rig.screenshot("J37_scissor_foot");
        const Real foot =
            calcPosition(*shown.model(), shown.state(), Place{rig.named("Link 2"), "origin", Vec3(0.)})[0];
        const Real way = rig.session->player().time() * 0.004;
        QVERIFY2(way > 0.01 && std::abs(std::abs(foot - 0.2) - way) < 1e-5, qPrintable(QString::number(foot)));
    }

    void J37_aDoubleWishboneWithStrut() {
        JourneyRig& rig = *rig_;
        // Seen from above, two plates on the axes of the chassis.
        command("view.top");
        tool(Qt::Key_P);
        for (const char* const corner : {"0, 0, -150 mm", "0, 0, 150 mm", "300 mm, 0, 0", "0, 200 mm, -150 mm",
                                         "0, 200 mm, 150 mm", "250 mm, 200 mm, 0"}) {
            typed(QString::fromLatin1(corner));
            if (corner[0] != '0') key(Qt::Key_Return);
        }
        tool(Qt::Key_V);
        command("view.iso");
        command("view.frameAll");
        rig.screenshot("J37_wishbone_plates");
        // Each turns about the line through its two bushings.
        for (const auto& [plate, height] : {std::pair("Plate", 0.), std::pair("Plate 2", 0.2)}) {
            command("build.joint.pin");
            pick(Vec3(0.45, -0.1, 0.2));
            pickAmongThose(Vec3(0, height, -0.15), plate);
            ++gestures_;
            key(Qt::Key_Z);
            key(Qt::Key_Return);
        }
        tool(Qt::Key_V);
        expectMobility(2, 0, 0);
        // The upright, drawn from the front between the outer holes.
        command("view.front");
        tool(Qt::Key_L);
        pick(Vec3(0.3, 0, 0));
        rig.screenshot("J37_wishbone_upright");
        pick(Vec3(0.25, 0.2, 0));
        tool(Qt::Key_V);
        expectMobility(1, 0, 1);
        command("build.force.twoPointSpring");
        pick(Vec3(0.08, 0.35, 0));
        pick(Vec3(0.2, 0, 0));
        tool(Qt::Key_V);
        command("view.iso");
        rig.screenshot("J37_wishbone");
        expectGestures(42);
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        QVERIFY2(player.status().phase != RunPhase::Failed, player.status().message.c_str());
    }

    void J37_aDoubleWishboneWithSteering() {
        JourneyRig& rig = *rig_;
        command("view.iso");
        // Three plates in space: the upright with its steering arm first, then the arms, each joined to it.
        tool(Qt::Key_P);
        for (const char* const corner :
             {"300 mm, 0, 0", "250 mm, 200 mm, 0", "270 mm, 80 mm, 100 mm", "", "0, 0, -150 mm", "0, 0, 150 mm",
              "300 mm, 0, 0", "", "50 mm, 200 mm, -100 mm", "50 mm, 200 mm, 100 mm", "250 mm, 200 mm, 0", ""})
            typed(QString::fromLatin1(corner));
        tool(Qt::Key_V);
        command("view.frameAll");
        toBalls("Pin", "Pin 2");
        const Vec3 empty(-0.25, -0.1, 0.2), steering(0.27, 0.08, 0.1), rack(0.02, 0.08, 0.1);
        command("build.joint.pin");
        for (const Vec3& bushing : {Vec3(0, 0, -0.15), Vec3(0.05, 0.2, -0.1)}) {
            pick(bushing);
            pick(empty);
            key(Qt::Key_Z);
            key(Qt::Key_Return);
        }
        expectMobility(2, 0, 2);
        // The rack, the tie rod between balls, and the strut.
        command("build.body.box");
        typed("20 mm, 80 mm, 100 mm");
        command("build.joint.slider");
        pick(rack);
        pick(empty);
        key(Qt::Key_X);
        key(Qt::Key_Return);
        tool(Qt::Key_L);
        pick(rack);
        pick(steering);
        tool(Qt::Key_V);
        toBalls("Pin A", "Pin 5");
        command("build.force.twoPointSpring");
        pick(Vec3(0.15, 0, 0));
        pick(Vec3(0.1, 0.15, 0));
        tool(Qt::Key_V);
        rig.screenshot("J37_steering");
        // Travel, steering, and the tie rod about its own axis.
        expectMobility(3, 0, 2);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        for (const auto& [body, end, at] : {std::tuple("Link", "origin", rack), std::tuple("Link", "tip", steering),
                                            std::tuple("Plate", "origin", Vec3(0.3, 0, 0))})
            QVERIFY2((pointOf(body, end) - at).norm() < 1e-9, body);
        QCOMPARE(rig.session->document().elementsOf("force").size(), std::size_t(2));
        expectGestures(78);
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        QVERIFY2(player.status().phase != RunPhase::Failed, player.status().message.c_str());
    }

    void J37_floatingGearsArePinnedByAButton() {
        JourneyRig& rig = *rig_;
        for (const char* place : {"0, 0", "72 mm, 0"}) {
            command("build.body.gear");
            typed(QString::fromLatin1(place));
        }
        command("build.constraint.gear");
        pick(Vec3(-0.02, 0.015, 0.005));
        pick(Vec3(0.092, 0.015, 0.005));
        tool(Qt::Key_V);
        QVERIFY(!rig.session->problems().empty());
        QAbstractButton* fix = nullptr;
        const auto findFix = [&] {
            for (auto* each : rig.window->findChildren<QAbstractButton*>())
                if (each->isVisible() && each->text() == QLatin1String("Pin 'Gear' and 'Gear 2'")) fix = each;
            return fix;
        };
        QTRY_VERIFY(findFix());
        rig.screenshot("J37_floating_gears");
        QTest::mouseClick(fix, Qt::LeftButton);
        rig.settle();
        rig.screenshot("J37_pinned_gears");
        QVERIFY(rig.session->problems().empty());
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QCOMPARE(rig.session->document().elementsOf("joint").size(), std::size_t(2));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.mobility().degreesOfFreedom, 12);
    }

    void J37_aRunInWhichNothingCanMoveSaysSo() {
        JourneyRig& rig = *rig_;
        tool(Qt::Key_L);
        for (const auto& [start, end] : {std::pair("0, 0", "200 mm, 150 mm"), std::pair("200 mm, 0", "0, 150 mm")}) {
            typed(QString::fromLatin1(start));
            typed(QString::fromLatin1(end));
            key(Qt::Key_Escape);
        }
        tool(Qt::Key_V);
        command("build.joint.pin");
        pick(Vec3(0.1, 0.075, 0));
        pick(Vec3(0.1, 0.075, 0));
        key(Qt::Key_Return);
        tool(Qt::Key_V);
        QCOMPARE(rig.mobility().degreesOfFreedom, 0);
        QSignalSpy notices(rig.session, &Session::notice);
        const auto said = [&notices] {
            QString all;
            for (const auto& notice : notices) all += notice[0].toString();
            return all;
        };
        const auto currentRun = [&rig] {
            const RunEntry* const run = rig.session->runs().current();
            return run ? run->id : 0;
        };
        rig.press(Qt::Key_F5);
        QVERIFY2(said().contains("Nothing can move"), qPrintable(said()));
        const RunId held = currentRun();
        rig.screenshot("J37_nothing_moves");
        rig.choose(Vec3(0.2, 0, 0), {"Change type", "Slot"});
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        notices.clear();
        rig.view().setFocus();
        rig.press(Qt::Key_F5);
        QVERIFY(currentRun() > held);
        QVERIFY2(!said().contains("Nothing can move"), qPrintable(said()));
    }

    void J37_anEpicyclicGearFromItsRing() {
        JourneyRig& rig = *rig_;
        // Ring, sun and planet; a carrier from the middle to the planet; ring and sun on Ground.
        for (const auto& [type, place] :
             {std::pair("ringGear", "0, 0"), std::pair("gear", "0, 0"), std::pair("gear", "72 mm, 0")}) {
            command((std::string("build.body.") + type).c_str());
            typed(QString::fromLatin1(place));
        }
        tool(Qt::Key_L);
        pick(Vec3(0.));
        pick(Vec3(0.072, 0, 0));
        tool(Qt::Key_V);
        pick(Vec3(0, 0.118, 0.005));
        key(Qt::Key_G);
        command("build.joint.pin");
        pick(Vec3(-0.25, -0.2, 0));
        // The ring and the carrier are there too, but the sun still floats.
        pick(Vec3(0.));
        key(Qt::Key_Return);
        command("build.constraint.gear");
        pick(Vec3(0, 0.03, 0.005));
        pick(Vec3(0.072, 0.025, 0.005));
        pick(Vec3(0, 0.118, 0.005));
        pick(Vec3(0.072, 0.025, 0.005));
        tool(Qt::Key_V);
        expectMobility(1, 0, 0);
        rig.screenshot("J37_epicyclic");
        select(Vec3(0.072, 0.025, 0.005));
        command("edit.circularPattern");
        QDialog* const circle = form("circularPatternDialog");
        QVERIFY(circle);
        check(*circle, "patternLinked");
        rig.screenshot("J37_epicyclic_pattern");
        click(*circle, "addPattern");
        expectGestures(37);
        rig.screenshot("J37_epicyclic_planets");
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        // The sun turns four times as fast as the carrier, whose pin is the first.
        const auto turn = [&](const char* joint) {
            for (const CoordinateValues& each :
                 readCoordinates(*rig.session->model(), rig.session->displayed().state()))
                if (each.joint == rig.named(joint)) return std::get<Real>(each.values.front().second);
            return NaN;
        };
        rig.session->setValue("Speed", rig.named("Pin A"), "rate", 0.5);
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        player.seekTime(1);
        const Real carrier = turn("Pin A"), sun = turn("Pin 2");
        player.seekTime(2);
        QVERIFY2(std::abs((turn("Pin 2") - sun) / (turn("Pin A") - carrier) - 4) < 1e-6, "ratio");
        rig.screenshot("J37_epicyclic_run");
    }

    void J37_aToggleClampTracedFromAnImage() {
        JourneyRig& rig = *rig_;
        tool(Qt::Key_L);
        key(Qt::Key_Escape);
        QImage photo(800, 500, QImage::Format_RGB32);
        photo.fill(QColor(225, 222, 210));
        QPainter painter(&photo);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(QColor(90, 90, 95), 26, Qt::SolidLine, Qt::RoundCap));
        const auto at = [](Real x, Real y) { return QPointF(100 + 2000 * x, 400 - 2000 * y); };
        painter.drawPolyline(QList<QPointF>{at(-0.02, 0.14), at(0.08, 0.12), at(0.1, 0.04)});
        painter.drawPolyline(QList<QPointF>{at(0.18, 0.03), at(0.16, 0.1), at(0.3, 0.18)});
        painter.drawLine(at(0.08, 0.12), at(0.16, 0.1));
        painter.setBrush(Qt::black);
        painter.setPen(Qt::NoPen);
        for (const QPointF& hole : {at(0.08, 0.12), at(0.1, 0.04), at(0.18, 0.03), at(0.16, 0.1)})
            painter.drawEllipse(hole, 6, 6);
        painter.end();
        const QString path = folder_.filePath("clamp.png");
        QVERIFY(photo.save(path));
        answerFileDialog(rig.window, path);
        command("add.background.image");
        rig.screenshot("J37_clamp_image");
        // The pins of the base are 80.6 mm apart.
        pick(onPhoto(0.1, 0.04));
        pick(onPhoto(0.18, 0.03));
        typed("80.6 mm");
        key(Qt::Key_Escape);
        rig.screenshot("J37_clamp_scaled");
        tool(Qt::Key_P);
        for (const auto& [base, joint, end] :
             {std::tuple(onPhoto(0.1, 0.04), onPhoto(0.08, 0.12), onPhoto(-0.02, 0.14)),
              std::tuple(onPhoto(0.18, 0.03), onPhoto(0.16, 0.1), onPhoto(0.3, 0.18))}) {
            rig.hover(base, Qt::ControlModifier);
            key(Qt::Key_G);
            rig.click(joint, Qt::ControlModifier);
            rig.click(end, Qt::ControlModifier);
            gestures_ += 2;
            key(Qt::Key_Return);
        }
        tool(Qt::Key_L);
        pick(onPhoto(0.08, 0.12));
        pick(onPhoto(0.16, 0.1));
        tool(Qt::Key_V);
        rig.screenshot("J37_clamp");
        expectGestures(21);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(3));
        expectMobility(1, 0, 1);
    }

private:
    void pick(const Vec3& p_G) {
        rig_->click(p_G);
        ++gestures_;
    }
    void key(Qt::Key which) {
        rig_->press(which);
        ++gestures_;
    }
    void tool(Qt::Key which) { key(which); }
    void typed(const QString& text) {
        rig_->type(text);
        key(Qt::Key_Return);
    }
    /// Two clicks: one opens the menu, one chooses.
    void command(const char* id) {
        run(id);
        gestures_ += 2;
    }
    void toBalls(const char* first, const char* second) {
        rig_->session->select({rig_->named(first), rig_->named(second)});
        gestures_ += 2;
        command("edit.type.ball");
    }
    void select(const Vec3& p_G) {
        pick(p_G);
        rig_->settle();
    }
    QDialog* form(const char* name) { return rig_->window->findChild<QDialog*>(QLatin1StringView(name)); }
    void field(QDialog& dialog, const char* name, const char* text) {
        auto* const edit = dialog.findChild<QLineEdit*>(QLatin1StringView(name));
        edit->selectAll();
        QTest::keyClicks(edit, text);
        // As on leaving the field.
        if (auto* const number = qobject_cast<NumberField*>(edit)) number->commit();
        ++gestures_;
    }
    void check(QDialog& dialog, const char* name) {
        dialog.findChild<QCheckBox*>(QLatin1StringView(name))->click();
        ++gestures_;
    }
    void click(QDialog& dialog, const char* name) {
        QTest::mouseClick(dialog.findChild<QPushButton*>(QLatin1StringView(name)), Qt::LeftButton);
        rig_->settle();
        ++gestures_;
    }
    /// A point of the clamp, in m as drawn, on the image.
    Vec3 onPhoto(Real x, Real y) const {
        const Element& image =
            rig_->session->document().get(rig_->session->document().elementsOf(backgroundFamily).front());
        const BackgroundPlace place = placeOfBackground(image, *rig_->session->typeOf(image), QSize(800, 500));
        return place.X_GI * Vec3((100 + 2000 * x) / 800 * place.width, (100 + 2000 * y) / 800 * place.width, 0);
    }
    /// Clicks, typed values and keys so far: an upper bound.
    void expectGestures(int count) { QVERIFY2(gestures_ <= count, qPrintable(QString::number(gestures_))); }

    int gestures_ = 0;
    QTemporaryDir folder_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyAssembliesTest> addJourneyAssembliesTest;

#include "journey_assemblies_test.moc"
