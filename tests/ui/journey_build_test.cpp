// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys J2 and J3: mechanisms from nothing, with the mouse and typed lengths.
#include <cmath>

#include "tests/ui/journey_rig.h"

namespace trammel::ui {

using namespace testing;

class JourneyBuildTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J2_aDoublePendulumFromNothing() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        QVERIFY(rig.window->tools().host().tool());
        rig.hover(Vec3(0.));
        QVERIFY2(rig.chip().startsWith("Pin to Ground"), qPrintable(rig.chip()));
        rig.click(Vec3(0.));
        rig.hover(Vec3(0.2, 0, 0));
        rig.picture("J2_first_link");
        rig.type("300 mm");
        rig.picture("J2_typing");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(1));
        rig.hover(Vec3(0.45, 0, 0));
        rig.type("300 mm");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        QVERIFY(!rig.window->tools().host().tool());
        rig.picture("J2_done");

        const Document& document = rig.session->document();
        QCOMPARE(document.elementsOf("body").size(), std::size_t(2));
        QCOMPARE(document.elementsOf("joint").size(), std::size_t(2));
        QCOMPARE(document.elementsOf("force").size(), std::size_t(1));
        QCOMPARE(rig.mobility().degreesOfFreedom, 2);
        for (ElementId id : document.elementsOf("body")) {
            QVERIFY(std::get<Real>(*document.get(id).findExplicit("mass")) > 0.01);
            QVERIFY(std::abs(std::get<Real>(*document.get(id).findExplicit("length")) - 0.3) < 1e-12);
        }
        // "New model" and one step for each link.
        QCOMPARE(rig.history().size(), 3);

        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        QVERIFY(std::abs(player.computedEnd() - 10) < 1e-9);
        player.seekTime(7);
        rig.picture("J2_run");
    }

    void J3_aFourBarFromNothing() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        rig.hover(Vec3(0, 0.08, 0));
        rig.type("100 mm");
        rig.press(Qt::Key_Return);
        rig.hover(Vec3(0.25, 0.22, 0));
        rig.type("350 mm");
        rig.press(Qt::Key_Return);
        rig.hover(Vec3(0.4, 0, 0));
        rig.type("250 mm");
        QTest::qWait(60);
        // The loop is shown assembled before anything is committed.
        QVERIFY2(rig.chip().contains("closed with Point on line (2 equations)"), qPrintable(rig.chip()));
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(2));
        rig.picture("J3_ghost");
        rig.click(Vec3(0.4, 0, 0));
        rig.picture("J3_closed");
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(3));
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QCOMPARE(rig.mobility().redundantEquations, 0);
        QCOMPARE(rig.mobility().loops, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        QCOMPARE(rig.history().size(), 4);
        for (int i = 0; i < 3; ++i) rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().size(), std::size_t(0));
    }

private:
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    trammel::ui::Viewport::prepareApplication();
    QApplication application(argc, argv);
    trammel::ui::TextUndoFilter undoFilter;
    application.installEventFilter(&undoFilter);
    trammel::ui::JourneyBuildTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "journey_build_test.moc"
