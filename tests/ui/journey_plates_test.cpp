// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J13: a walking leg with ternary plates.
#include <QTableWidget>
#include <algorithm>
#include <cmath>

#include "compile/mass_properties.h"
#include "compile/place.h"
#include "tests/ui/images.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/ui/walking_leg.h"

namespace trammel::ui {

using namespace testing;

class JourneyPlatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J13_aLegWithTernaryPlates() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        drawLeg();
        rig.screenshot("J13_leg");
        // Topology of the Klann linkage: crank, two rockers, connecting plate and leg.
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(5));
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QCOMPARE(rig.mobility().redundantEquations, 0);
        // "New model", three links, two plates.
        QCOMPARE(rig.history().size(), 6);
        QCOMPARE(rig.history().last(), QStringLiteral("Plate"));

        // The foot returns after each turn of the crank.
        rig.choose(leg.crankPivot, {"Add motor"});
        QCOMPARE(rig.session->document().elementsOf("motion").size(), std::size_t(1));
        rig.type("60 rpm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        QVERIFY(std::abs(player.computedEnd() - 10) < 1e-9);
        player.pause();
        const ElementId plate = rig.named("Plate 2");
        const auto footAt = [&](Real time) {
            player.seekTime(time);
            const State& s = rig.session->displayed().state();
            return Vec3(rig.session->displayed().model()->calcBodyPose(plate, s) * (leg.foot - leg.shoulder));
        };
        const Vec3 start = footAt(0);
        Real way = 0;
        for (int i = 1; i <= 8; ++i) way = std::max(way, Vec3(footAt(turn * i / 8) - start).norm());
        QVERIFY2(way > 0.05, qPrintable(QString::number(way)));
        QVERIFY2(Vec3(footAt(turn) - start).norm() < 1e-4,
                 qPrintable(QString::number(Vec3(footAt(turn) - start).norm())));
        player.seekTime(turn / 3);
        rig.screenshot("J13_run");
    }

    void J13_undoRemovesAWholePlate() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        drawLeg();
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(4));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(3));
        QCOMPARE(rig.session->document().elementsOf("constraint").size(), std::size_t(0));
        rig.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        rig.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
    }

    void J13_aPlateIsShapedInItsTables() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.press(Qt::Key_P);
        rig.click(Vec3(0, 0, 0));
        rig.click(Vec3(0.3, 0, 0));
        rig.hover(Vec3(0.3, 0.2, 0), Qt::ShiftModifier);
        QVERIFY2(rig.chip().contains("corner without hole"), qPrintable(rig.chip()));
        rig.click(Vec3(0.3, 0.2, 0), Qt::ShiftModifier);
        // A click on the first point ends it.
        rig.click(Vec3(0, 0, 0));
        const ElementId plate = rig.named("Plate");
        QVERIFY(plate.isValid());
        QCOMPARE(rig.session->selectedElement(), plate);
        rig.press(Qt::Key_V);
        const QImage before = rig.view().grabImage();
        auto* holes = tableOf("holes");
        auto* const outline = tableOf("outline");
        QVERIFY(holes && outline);
        QCOMPARE(holes->rowCount(), 3);
        QCOMPARE(outline->rowCount(), 4);
        const auto text = [&](const char* key) {
            const Element& element = rig.session->document().get(plate);
            return QString::fromStdString(element.valueAs<std::string>(typeOf(element), key));
        };
        QCOMPARE(text("outline"), QStringLiteral("0 0; 0.3 0; 0.3 0.2"));
        // A slot in the row at the end, complete with its third number.
        holes->item(2, 0)->setText("100 mm");
        holes->item(2, 1)->setText("0.05");
        const Real mass = massOf(plate);
        holes->item(2, 2)->setText("10 mm");
        rig.settle();
        QVERIFY2(text("holes").endsWith("; 0.1 0.05 0.01"), qPrintable(text("holes")));
        QVERIFY(massOf(plate) < mass);
        holes = tableOf("holes");
        QCOMPARE(holes->rowCount(), 4);
        rig.settle();
        QVERIFY(differingPixels(before, rig.view().grabImage()) > 20);
        // An opening that reaches out is refused by name; the table shows the model.
        outline->item(2, 2)->setText("200 mm");
        rig.settle();
        QVERIFY(!rig.session->problems().empty());
        rig.screenshot("J13_tables");
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(text("outline"), QStringLiteral("0 0; 0.3 0; 0.3 0.2"));
        // Numbers deleted: the row is removed.
        for (int column = 0; column < 3; ++column) tableOf("holes")->item(2, column)->setText({});
        rig.settle();
        QCOMPARE(tableOf("holes")->rowCount(), 3);
    }

private:
    static constexpr Real turn = 1;

    QTableWidget* tableOf(const char* key) {
        auto* const editor = rig_->window->findChild<QWidget*>(QString::fromLatin1(key));
        return editor ? editor->findChild<QTableWidget*>() : nullptr;
    }
    Real massOf(ElementId body) { return calcBodyMass(rig_->session->document().get(body)).getMass(); }

    void drawLeg() {
        JourneyRig& rig = *rig_;
        leg.drawLinks(rig);
        rig.press(Qt::Key_P);
        rig.hover(leg.crankPin);
        QVERIFY2(rig.chip().contains("Pin to Link"), qPrintable(rig.chip()));
        leg.beginConnectingPlate(rig);
        rig.screenshot("J13_plate");
        rig.press(Qt::Key_Return);
        QVERIFY(rig.named("Plate").isValid());
        rig.hover(leg.shoulder);
        QVERIFY2(rig.chip().contains("Pin to Plate"), qPrintable(rig.chip()));
        leg.drawLeg(rig);
    }

    const WalkingLeg leg;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyPlatesTest> addJourneyPlatesTest;

#include "journey_plates_test.moc"
