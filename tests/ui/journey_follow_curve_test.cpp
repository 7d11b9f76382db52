// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J20: a four-bar whose point follows a curve drawn by hand.
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QPushButton>
#include <QTableWidget>
#include <cmath>

#include "exploration/plan.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/dialogs/follow_curve_dialog.h"

namespace trammel::ui {

using namespace testing;

class JourneyFollowCurveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        rig_->window->commands().action(QStringLiteral("simulate.followCurve"))->trigger();
        QTRY_VERIFY(dialog());
    }
    void cleanup() { rig_.reset(); }

    void J20_aLinkageForACurveDrawnByHand() {
        JourneyRig& rig = *rig_;
        QVERIFY(!button("searchLinkages")->isEnabled());
        // While the curve is drawn, the dialog leaves the view free; it returns where the tool is left.
        button("drawCurve")->click();
        QVERIFY(!dialog()->isVisible());
        rig.press(Qt::Key_V);
        QVERIFY(dialog()->isVisible());
        button("drawCurve")->click();
        rig.workIn(*rig.window);
        rig.settle();
        rig.drag(curve());
        rig.settle();
        QVERIFY(dialog()->isVisible());
        // The tool is left, and the curve is taken as closed.
        QVERIFY(!rig.window->view().tools().host().tool());
        QVERIFY(dialog()->findChild<QAbstractButton*>(QStringLiteral("closedCurve"))->isChecked());
        button("searchLinkages")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog()->solutions().empty(), 4 * JourneyRig::Patience);
        dialog()->grab().save(QStringLiteral("journey_J20_dialog.png"));
        const PathSolution best = dialog()->solutions().front();
        QVERIFY2(best.rms() < 0.01, qPrintable(QString::number(best.rms())));
        button("addLinkage")->click();
        QCOMPARE(rig.history().last(), QStringLiteral("Add linkage that follows a curve"));
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        QVERIFY(rig.session->model()->getAssembly().assembled);
        rig.window->commands().action(QStringLiteral("view.frameAll"))->trigger();
        rig.window->commands().action(QStringLiteral("simulate.toggle"))->trigger();
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        rig.settle();
        rig.screenshot("J20_linkage");
        // Every point of the drawing is near the path of the run.
        const CompiledModel& model = *rig.session->displayed().model();
        QCOMPARE(model.getTraces().size(), std::size_t(1));
        std::vector<Vec3> path;
        for (int i = 0; i <= 200; ++i) {
            player.seekTime(2. * i / 200);
            path.push_back(model.calcTracePoint(0, rig.session->displayed().state()));
        }
        for (const Vec3& drawn : curve()) {
            Real nearest = Infinity;
            for (const Vec3& p : path) nearest = std::min(nearest, std::hypot(p[0] - drawn[0], p[1] - drawn[1]));
            QVERIFY2(nearest < 0.03, qPrintable(QString::number(nearest)));
        }
        rig.session->undo();
        QCOMPARE(rig.session->document().size(), std::size_t(0));
    }

    void J20_aStudyForTheCurrentMechanismAndACurveFromAFile() {
        JourneyRig& rig = *rig_;
        dialog()->close();
        QVERIFY(rig.window->open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/four_bar_study.trammel")));
        rig.window->commands().action(QStringLiteral("simulate.followCurve"))->trigger();
        QTRY_VERIFY(dialog());
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("curve.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x,y\n0.12,0.25\n0.07,0.23\n0.02,0.18\n0.01,0.10\n");
        file.close();
        dialog()->readFile(folder.filePath(QStringLiteral("missing.csv")));
        QVERIFY(message().contains("missing.csv"));
        dialog()->readFile(file.fileName());
        QVERIFY(message().isEmpty());
        auto* const mechanism = dialog()->findChild<QComboBox*>(QStringLiteral("curveMechanism"));
        QCOMPARE(mechanism->count(), 2);
        mechanism->setCurrentIndex(1);
        Q_EMIT mechanism->activated(1);
        QVERIFY(!button("searchLinkages")->isEnabled());
        const std::size_t studies = rig.session->document().elementsOf(studyFamily).size();
        button("addLinkage")->click();
        QCOMPARE(rig.session->document().elementsOf(studyFamily).size(), studies + 1);
        QCOMPARE(rig.session->problems().size(), std::size_t(0));
        QVERIFY(message().contains("Studies"));
    }

private:
    FollowCurveDialog* dialog() { return rig_->window->findChild<FollowCurveDialog*>(); }
    QPushButton* button(const char* name) { return dialog()->findChild<QPushButton*>(QLatin1String(name)); }
    QString message() { return dialog()->findChild<QLabel*>(QStringLiteral("curveMessage"))->text(); }
    /// A bean, as a hand draws it: unevenly, and not quite closed.
    static std::vector<Vec3> curve() {
        std::vector<Vec3> points;
        constexpr int count = 30;
        for (int i = 0; i < count; ++i) {
            const Real t = 2 * Pi * i / count + 0.15 * std::sin(2 * Pi * i / count);
            points.emplace_back(0.2 * std::cos(t) - 0.05 * std::cos(2 * t),
                                0.13 * std::sin(t) + 0.004 * std::sin(7 * t), 0);
        }
        return points;
    }

    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyFollowCurveTest> addJourneyFollowCurveTest;

#include "journey_follow_curve_test.moc"
