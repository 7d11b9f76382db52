// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys of synthesis: a four-bar through three positions, coupler curves, and the transmission angle while dragging.
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"

namespace trammel::ui {

using namespace testing;

class JourneySynthesisTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J17_aFourBarThroughThreePositions() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        run("build.threePositions");
        const Vec3 a[] = {Vec3(0.05, 0.1, 0), Vec3(0.1, 0.16, 0), Vec3(0.19, 0.18, 0)};
        const Vec3 b[] = {Vec3(0.15, 0.15, 0), Vec3(0.2, 0.18, 0), Vec3(0.29, 0.16, 0)};
        for (int i = 0; i < 3; ++i) {
            rig.click(a[i]);
            if (i == 2) {
                rig.hover(b[i]);
                rig.screenshot("J17_three_positions");
            }
            rig.click(b[i]);
        }
        QVERIFY2(rig.chip().contains("links"), qPrintable(rig.chip()));
        const QString before = rig.chip();
        // The positions can still be moved, and the links follow.
        rig.drag({a[1], a[1] + Vec3(-0.01, 0.01, 0), a[1] + Vec3(-0.02, 0.01, 0)});
        QVERIFY(rig.chip() != before);
        rig.screenshot("J17_dragged");
        const qsizetype steps = rig.history().size();
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps + 1);
        expectMobility(1, 0, 1);
        const Vec3 origin = pointOf("Link 2", "origin"), tip = pointOf("Link 2", "tip");
        QVERIFY(Vec2(origin[0] - a[0][0], origin[1] - a[0][1]).norm() < 1e-6);
        QVERIFY(Vec2(tip[0] - b[0][0], tip[1] - b[0][1]).norm() < 1e-6);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(0));
    }

    void J17_positionsInOneLineAreRefused() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_N, Qt::ControlModifier);
        run("build.threePositions");
        for (int i = 0; i < 3; ++i) {
            rig.click(Vec3(0.1 * i, 0, 0));
            rig.click(Vec3(0.1 * i, 0.05, 0));
        }
        QVERIFY2(rig.chip().contains("in one line"), qPrintable(rig.chip()));
        const qsizetype steps = rig.history().size();
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps);
    }

    void J17_couplerCurvesFollowThePointer() {
        beginWithFourBar();
        JourneyRig& rig = *rig_;
        run("build.couplerCurve");
        const Vec3 point(0.2, 0.3, 0);
        rig.hover(point);
        QVERIFY2(rig.chip().contains("click traces this point of Link 2"), qPrintable(rig.chip()));
        rig.screenshot("J17_coupler_curve");
        const qsizetype steps = rig.history().size();
        rig.click(point);
        QCOMPARE(rig.history().size(), steps + 1);
        const auto traces = rig.session->document().elementsOf("trace");
        QCOMPARE(traces.size(), std::size_t(1));
        const CompiledModel& model = *rig.session->model();
        const Vec3 traced = model.calcTracePoint(0, model.getInitialState());
        QVERIFY(Vec2(traced[0] - point[0], traced[1] - point[1]).norm() < 1e-6);
        QVERIFY(std::abs(traced[2] - pointOf("Link 2", "origin")[2]) < 1e-9);
    }

    void J17_theTransmissionAngleIsShownWhileDragging() {
        beginWithFourBar();
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const Vec3 grip(0, 0.06, 0);
        rig.hover(grip);
        QTest::mousePress(rig.surface(), Qt::LeftButton, {}, rig.at(grip));
        QStringList chips;
        for (const Vec3& to : {Vec3(0.02, 0.06, 0), Vec3(0.05, 0.04, 0)}) {
            const QPoint place = rig.at(to);
            QMouseEvent move(QEvent::MouseMove, place, rig.surface()->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                             {});
            QApplication::sendEvent(rig.surface(), &move);
            rig.settleView();
            chips += rig.chip();
        }
        QVERIFY2(chips[0].contains("transmission angle") && chips[0].contains("at least"), qPrintable(chips[0]));
        QVERIFY(chips[0] != chips[1]);
        rig.screenshot("J17_transmission");
        QTest::mouseRelease(rig.surface(), Qt::LeftButton, {}, rig.at(Vec3(0.05, 0.04, 0)));
        rig.settle();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneySynthesisTest> addJourneySynthesisTest;

#include "journey_synthesis_test.moc"
