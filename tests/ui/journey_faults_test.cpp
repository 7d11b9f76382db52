// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys with obstacles: assembly branches, invalid files, conflicting constraints, failing elements.
#include <QAbstractItemView>
#include <QDialog>
#include <QFile>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <atomic>
#include <cmath>
#include <memory>
#include <new>
#include <thread>

#include "authoring/fixes.h"
#include "document/document_file.h"
#include "inspect/realization.h"
#include "tests/faulty/waiting_damper.h"
#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/held_steps.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "tests/unit/integrate/every_failure.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/panels/debugger/audit_panel.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/plots/curve.h"
#include "ui/session/run_report.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

/// Effect of dampers that wait on threads other than that of the window.
struct DamperEffect {
    std::atomic<bool> waits{false}, lacksMemory{false};
    /// One for each test that waits: it stays open at the end.
    Gate gates[2];
    std::atomic<int> current{-1};

    Gate& waitAtNextGate() {
        Gate& next = gates[++current];
        waits = true;
        return next;
    }
};

class JourneyFaultsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        // Once: threads that are left may outlast a test.
        test::onDamperForce = [effect = effect_, window = std::this_thread::get_id()] {
            if (std::this_thread::get_id() == window) return;
            if (effect->waits) effect->gates[effect->current].pass();
            if (effect->lacksMemory) throw std::bad_alloc();
        };
    }
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() {
        effect_->waits = effect_->lacksMemory = false;
        rig_.reset();
        if (effect_->current >= 0) effect_->gates[effect_->current].open();
        QVERIFY(letLeftWorkEnd());
    }

    void J4_runExportsAsTable() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig.window->panels().raise("plotsDock");
        PlotFrame& plot = rig.window->panels().get<PlotsPanel>().active();
        plot.add({"Crank pin.angle", "Rocker pin.rate"});
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        const auto isGathered = [&] {
            for (const Curve& curve : plot.view().curves())
                if (curve.size() != player.frameCount()) return false;
            return plot.view().curves().size() == 2;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isGathered(), JourneyRig::Patience);
        const QString path = folder_.filePath("curves.csv");
        answerFileDialog(this, path);
        rig.answerMenu({"Export as CSV"});
        QWidget* const canvas = plot.view().canvas();
        const QPoint middle = canvas->rect().center();
        QTest::mouseClick(canvas, Qt::RightButton, {}, middle);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), JourneyRig::Patience);
        rig.screenshot("J4_exported");

        // Names and units, one row per frame, and values equal to the readouts.
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines[0].trimmed(), QByteArray("time [s],Crank pin.angle [deg],Rocker pin.rate [deg/s]"));
        QCOMPARE(lines.size(), qsizetype(player.frameCount()) + 1);
        const SimulationRun& run = *player.run();
        const auto& outputs = run.getModel()->getBasicOutputs();
        State state = run.getInitialState();
        for (std::size_t frame = 0; frame < player.frameCount(); frame += 7) {
            run.restoreFrame(frame, state);
            const QList<QByteArray> row = lines[qsizetype(frame) + 1].trimmed().split(',');
            QCOMPARE(row.size(), 3);
            const auto expect = [&](const QByteArray& written, const char* name, double factor) {
                const auto found = std::ranges::find_if(outputs, [&](const auto& each) { return each.name == name; });
                QVERIFY2(found != outputs.end(), name);
                const double value =
                    run.getModel()->calcBasicOutput(std::size_t(found - outputs.begin()), state) * factor;
                QVERIFY2(std::abs(written.toDouble() - value) <= 1e-12 * std::max(1., std::abs(value)), name);
            };
            QVERIFY(std::abs(row[0].toDouble() - state.getTime()) < 1e-12);
            expect(row[1], "Crank pin.angle", 180 / Pi);
            expect(row[2], "Rocker pin.rate", 180 / Pi);
        }
    }

    void J5_assemblyBranchFlipsOnlyOnRequest() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.view().setFocus();
        rig.press(Qt::Key_Q);
        const Document before = rig.session->document();
        // The coupler's end is above the line of the pivots; its mirror image below.
        const Vec3 end = pointOf("Link 2", "tip"), below(end[0], -end[1], end[2]);
        const Vec3 grip = pointOf("Link 2", "massCenter") + Vec3(0, 0, 0.006);
        const Vec3 mirrored(grip[0], -grip[1], grip[2]);
        for (const bool flips : {false, true}) {
            const bool sideBefore = isAbove();
            QVERIFY(sideBefore);
            rig.hover(grip);
            QTest::mousePress(rig.surface(), Qt::LeftButton, {}, rig.at(grip));
            moveTo((grip + mirrored) / 2);
            moveTo(mirrored);
            QTRY_COMPARE(rig.window->view().tools().host().tool()->preview().chip,
                         QStringLiteral("press F to flip to the other assembly branch"));
            QVERIFY(rig.window->view().tools().host().tool()->preview().marks.size() > 3);
            rig.screenshot(flips ? "J5_flip_taken" : "J5_flip_offered");
            // Until then the drag stays on its assembly branch, closed.
            State shown = *rig.window->view().tools().host().tool()->posed();
            realize(*rig.session->model(), shown, Stage::Position);
            QVERIFY(rig.session->model()->calcConstraintError(shown) < 1e-6);
            if (flips) rig.press(Qt::Key_F);
            QTest::mouseRelease(rig.surface(), Qt::LeftButton, {}, rig.at(mirrored));
            rig.settle();
            QCOMPARE(isAbove(), !flips);
            QVERIFY(rig.session->model()->getAssembly().assembled);
            if (flips) {
                const Vec3 now = pointOf("Link 2", "massCenter");
                QVERIFY2((now - mirrored).head<2>().norm() < 0.02,
                         qPrintable(QString::number((now - mirrored).norm())));
                rig.screenshot("J5_flipped");
            }
            rig.session->undo();
            QVERIFY(rig.session->document().sharesContentWith(before));
            rig.view().setFocus();
        }
    }

    void J6_fileProblemsAreFixedByButtons() {
        JourneyRig& rig = *rig_;
        const QString path = writeModel(folder_, "clash.trammel",
                                        R"({"trammel": 1, "name": "Clash", "nextId": 9, "elements": [
            {"id": 1, "family": "parameter", "type": "time", "name": "T", "properties": {"value": 2}},
            {"id": 2, "family": "body", "type": "bar", "name": "Arm",
             "formulas": {"length": "3*T", "width": "40", "mass": "2 kg"}},
            {"id": 3, "family": "body", "type": "bar", "name": "Arm"}]})");
        QVERIFY(rig.window->open(path));
        rig.window->panels().raise("problemsDock");
        auto* const list = rig.window->findChild<QAbstractItemView*>("problems");
        const auto rowSaying = [&](const QString& words) {
            for (int row = 0; row < list->model()->rowCount(); ++row)
                if (list->model()->index(row, 0).data().toString().contains(words)) return row;
            return -1;
        };
        const auto answer = [&](const QString& words, const QString& label) {
            QTRY_VERIFY2(rowSaying(words) >= 0, qPrintable(words));
            list->setCurrentIndex(list->model()->index(rowSaying(words), 0));
            QAbstractButton* wanted = nullptr;
            QTRY_VERIFY2((wanted = rig.button(label)) && wanted->isEnabled(), qPrintable(label));
            rig.screenshot("J6_file_problem");
            QTest::mouseClick(wanted, Qt::LeftButton);
            QTRY_COMPARE(rowSaying(words), -1);
        };
        // The valid formula is kept; each invalid one is a problem.
        QVERIFY(rig.session->document().findByName("Arm")->formula("mass"));
        const Document read = rig.session->document();
        answer("same name", "Rename to 'Arm 2'");
        QVERIFY(rig.session->document().sharesContentWith(read));
        answer("is time", "Read as mm");
        QCOMPARE(*rig.session->document().findByName("Arm")->formula("length"), std::string("(3*T) / (1 s) * 1 mm"));
        answer("is a dimensionless number", "Read as 40 mm");
        QCOMPARE(rig.history().size(), 3);
        const Element& arm = *rig.session->document().findByName("Arm");
        QCOMPARE(arm.valueAs<Real>(*rig.session->typeOf(arm), "width"), 0.04);
    }

    void J6_misspelledPropertyIsCorrectedByAButton() {
        JourneyRig& rig = *rig_;
        const QString path = writeModel(folder_, "typo.trammel",
                                        R"({"trammel": 1, "name": "Typo", "nextId": 9, "elements": [
            {"id": 2, "family": "body", "type": "bar", "name": "Arm", "properties": {"lenght": 0.3}},
            {"id": 3, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 2}}]})");
        QVERIFY(rig.window->open(path));
        rig.window->panels().raise("problemsDock");
        auto* const list = rig.window->findChild<QAbstractItemView*>("problems");
        const auto rowSaying = [&](const QString& words) {
            for (int row = 0; row < list->model()->rowCount(); ++row)
                if (list->model()->index(row, 0).data().toString().contains(words)) return row;
            return -1;
        };
        const QString words = "It has no property 'lenght'";
        QTRY_VERIFY(rowSaying(words) >= 0);
        list->setCurrentIndex(list->model()->index(rowSaying(words), 0));
        QAbstractButton* wanted = nullptr;
        QTRY_VERIFY((wanted = rig.button("Use 'lenght' as 'length'")) && wanted->isEnabled());
        rig.screenshot("J6_misspelled_property");
        QTest::mouseClick(wanted, Qt::LeftButton);
        QTRY_COMPARE(rowSaying("lenght"), -1);
        const Element& arm = *rig.session->document().findByName("Arm");
        QCOMPARE(arm.valueAs<Real>(*rig.session->typeOf(arm), "length"), 0.3);
        rig.session->undo();
        QTRY_VERIFY(rowSaying(words) >= 0);
    }

    void J6_parameterMessageClearsWithTheNextEdit() {
        JourneyRig& rig = *rig_;
        rig.window->panels().raise("parametersDock");
        auto* const line = rig.window->findChild<QLineEdit*>("newParameter");
        auto* const message = rig.window->findChild<QLabel*>("parameterMessage");
        line->setFocus();
        rig.type("L1 = 80 mm");
        rig.press(Qt::Key_Return);
        rig.type("L1 = 90 mm");
        rig.press(Qt::Key_Return);
        QVERIFY(message->isVisible());
        rig.session->undo();
        QVERIFY(!message->isVisible());
    }

    void J6_missingFileOffersNoFix() {
        JourneyRig& rig = *rig_;
        QVERIFY(!rig.session->open(folder_.filePath("none.trammel")));
        rig.window->panels().raise("problemsDock");
        QAbstractButton* off = nullptr;
        QTRY_VERIFY((off = rig.button("Dismiss")) && off->isEnabled());
        QVERIFY(!rig.button("Leave as read"));
        QTest::mouseClick(off, Qt::LeftButton);
        QTRY_VERIFY(rig.session->problems().empty());
    }

    void J6_conflictingConstraintIsDisabledWithOneClick() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        // A rod too short for its two ends: not redundant, but infeasible.
        rig.session->edit("Add rod", [&](const Document& document) {
            Element rod = Element::draft("constraint", "rod", "Rod");
            rod.plug("body1", rig.named("Link")).plug("body2", rig.named("Link 3"));
            rod.set("point1Anchor", std::string("tip")).set("length", 0.02);
            return addElement(document, rig.session->catalog(), rod);
        });
        QVERIFY(!rig.session->model()->getAssembly().assembled);
        rig.session->select(std::set<ElementId>{});
        rig.view().setFocus();
        // Clicking the mobility readout opens the panel.
        QTest::mouseClick(rig.window->findChild<QToolButton*>("statusMobility"), Qt::LeftButton);
        QAbstractButton* off = nullptr;
        const auto findOff = [&] {
            for (auto* each : rig.window->findChild<QWidget*>("mobility")->findChildren<QAbstractButton*>())
                if (each->isVisible() && each->isEnabled() && each->text() == "Disable 'Rod'") off = each;
            return off;
        };
        QTRY_VERIFY_WITH_TIMEOUT(findOff(), JourneyRig::Patience);
        rig.screenshot("J6_conflict");
        const std::size_t steps = rig.session->history().size();
        QTest::mouseClick(off, Qt::LeftButton);
        QTRY_VERIFY(rig.session->model()->getAssembly().assembled);
        QCOMPARE(rig.session->history().size(), steps + 1);
        rig.session->undo();
        QVERIFY(!rig.session->model()->getAssembly().assembled);
    }

    void J6_detachedPartIsReportedWithoutADialog() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        QString message;
        connect(rig.session, &Session::notice, this, [&message](const QString& text) { message += text; });
        rig.session->select(rig.named("Link 3"));
        rig.view().setFocus();
        rig.press(Qt::Key_Delete);
        QVERIFY(!QApplication::activeModalWidget());
        QVERIFY2(message.contains("Undo"), qPrintable(message));
        // Ctrl+Z in a text field undoes typing before model edits.
        const std::size_t steps = rig.session->history().index();
        rig.session->select(rig.named("Link 2"));
        rig.settle();
        auto* const length = rig.window->findChild<QWidget*>("length")->findChild<QLineEdit*>();
        length->setFocus();
        length->selectAll();
        rig.type("12");
        QCOMPARE(length->text(), QStringLiteral("12"));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(length->text() != QStringLiteral("12"));
        QCOMPARE(rig.session->history().index(), steps);
    }

    void J28_everyFailureOfARunHasASectionOfTheHelp() {
        QFile file(":/help/failures.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString page = QString::fromUtf8(file.readAll());
        for (const std::string& message : test::messageOfEveryFailure()) {
            const QString section = failureSectionOf(QString::fromStdString(message));
            QVERIFY2(!section.isEmpty() && page.contains("\n## " + section + "\n"), message.c_str());
        }
        QCOMPARE(failureSectionOf("Memory ran out."), QStringLiteral("Memory runs out"));
        QVERIFY(failureSectionOf("The mass is negative.").isEmpty());
    }

    void J28_runThatNeverReturnsHoldsUpNoWindow() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        const auto gate = holdRuns(rig.session->player(), 0.1);
        rig.press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(gate->held() > 0, JourneyRig::Patience);
        // Closing the window does not wait.
        rig_.reset();
        QCOMPARE(gate->held(), 1);
        QVERIFY(!gate->timedOut());
        gate->open();
    }

    void J28_backgroundWorkThatNeverReturnsHoldsUpNoWindow() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        computeWithWaitingDamper(CrankJoint, 1);
        Session& session = *rig.session;
        session.player().seekFrame(0);
        Gate& gate = effect_->waitAtNextGate();
        const RunEntry& run = *session.runs().current();
        session.runTasks().check(run.id);
        QTRY_VERIFY_WITH_TIMEOUT(gate.held() == 1, JourneyRig::Patience);
        QVERIFY(rig.window->workspace().plotData().follow(run, "Crank pin.reaction force"));
        QTRY_VERIFY_WITH_TIMEOUT(gate.held() == 2, JourneyRig::Patience);
        rig_.reset();
        QCOMPARE(gate.held(), 2);
        QVERIFY(!gate.timedOut());
    }

    void J28_searchThatRunsOutOfMemorySaysSoOnce() {
        JourneyRig& rig = *rig_;
        const QString path = folder_.filePath("cam.trammel");
        QVERIFY(QFile::copy(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/cam_by_touch.trammel"), path));
        QVERIFY(rig.window->open(path));
        Session& session = *rig.session;
        session.setValue("Duration", session.document().elementsOf("settings").front(), "duration", 0.2);
        computeWithWaitingDamper(session.document().elementsOf("joint").front(), 2);
        QStringList notices;
        connect(&session, &Session::notice, this, [&notices](const QString& text) { notices += text; });
        effect_->lacksMemory = true;
        const auto told = [&] { return notices.filter("Memory ran out: the timeline does not show all").size(); };
        session.runs().setCurrent(session.runs().entries().front()->id);
        QTRY_COMPARE_WITH_TIMEOUT(told(), 1, JourneyRig::Patience);
        rig.settleView();
        QCOMPARE(told(), 1);
    }

    void J28_curvesThatRunOutOfMemorySaySoOnce() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        computeWithWaitingDamper(CrankJoint, 1);
        Session& session = *rig.session;
        session.player().seekFrame(0);
        rig.settle();
        QStringList notices;
        connect(&session, &Session::notice, this, [&notices](const QString& text) { notices += text; });
        const auto told = [&] { return notices.filter("Memory ran out: curves end before").size(); };
        PlotData& data = rig.window->workspace().plotData();
        effect_->lacksMemory = true;
        const auto trail = data.follow(*session.runs().current(), "Crank pin.reaction force");
        QVERIFY(trail);
        QTRY_COMPARE_WITH_TIMEOUT(told(), 1, JourneyRig::Patience);
        QCOMPARE(trail->values->size(), std::size_t(0));
        rig.settleView();
        QCOMPARE(told(), 1);
        effect_->lacksMemory = false;
        const std::size_t frames = session.runs().current()->frames().size();
        QTRY_COMPARE_WITH_TIMEOUT(trail->values->size(), frames, JourneyRig::Patience);
        QCOMPARE(told(), 1);
    }

    void J28_exportAndAuditThatNeverReturnHoldUpNoWindow() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        computeWithWaitingDamper(CrankJoint, 1);
        rig.session->player().seekFrame(0);
        rig.settle();
        Gate& gate = effect_->waitAtNextGate();
        rig.window->commands().action("file.export")->trigger();
        auto* const exporting = rig.window->findChild<ExportDialog*>();
        QVERIFY(exporting);
        const QString path = folder_.filePath("held.csv");
        exporting->choose("csv");
        exporting->setPath(path);
        exporting->start();
        QTRY_COMPARE_WITH_TIMEOUT(gate.held(), 1, JourneyRig::Patience);
        exporting->cancel();
        QVERIFY(!exporting->isBusy());
        QCOMPARE(exporting->statusText(), QStringLiteral("Canceled."));

        rig.window->panels().raise("auditDock");
        auto* const audit = rig.window->findChild<AuditPanel*>();
        auto* const start = audit->findChild<QPushButton*>("auditStart");
        start->click();
        QTRY_COMPARE_WITH_TIMEOUT(gate.held(), 2, JourneyRig::Patience);
        QCOMPARE(start->text(), QStringLiteral("Cancel"));
        start->click();
        QVERIFY(!audit->isRunning());
        QCOMPARE(start->text(), QStringLiteral("Audit the model"));
        start->click();
        QTRY_COMPARE_WITH_TIMEOUT(gate.held(), 3, JourneyRig::Patience);
        rig_.reset();
        QCOMPARE(gate.held(), 3);
        QVERIFY(!gate.timedOut());
        QVERIFY(!QFile::exists(path));
    }

    void J28_modelTooLargeForMemoryIsReportedInItsWindow() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        QVERIFY(addWaitingDamper(CrankJoint));
        const QString path = folder_.filePath("large.trammel");
        QVERIFY(!saveDocumentFile(rig.session->document(), path.toStdString()).hasErrors());
        test::onDamperBuilt = [] { throw std::bad_alloc(); };
        QVERIFY(rig.window->open(path));
        test::onDamperBuilt = {};
        MainWindow& second = *rig.windows->windows().back();
        QVERIFY(!second.session().model());
        const auto* const box = second.findChild<QMessageBox*>();
        QVERIFY(box && box->isVisible());
        QVERIFY2(box->text().contains("large.trammel cannot be shown or run"), qPrintable(box->text()));
        QVERIFY2(box->informativeText().contains("does not fit into the memory"), qPrintable(box->informativeText()));
        second.grab().save("journey_J28_too_large.png");
    }

    void J11_failingElementIsUndoneAndRunsContinue() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        Session& session = *rig.session;
        rig.press(Qt::Key_F5);
        const RunEntry* const first = session.runs().current();
        QVERIFY(first);
        const Document before = session.document();
        const auto addDamper = [&](Real lasts) {
            return session.edit("Add damper", [&](const Document& document) {
                Element damper = Element::draft("force", "failingDamper", "Bad damper");
                damper.plug("joint", CrankJoint).set("damping", lasts);
                return addElement(document, session.catalog(), damper);
            });
        };
        QVERIFY(!addDamper(0));
        QVERIFY(session.document().sharesContentWith(before));
        QVERIFY(session.model() && session.runBlocker().isEmpty());
        QVERIFY(problemSaying("undone"));
        expectModelTerms();
        rig.window->panels().raise("problemsDock");
        rig.screenshot("J11_undone");
        // The run in progress is unaffected.
        QTRY_VERIFY_WITH_TIMEOUT(!session.player().isComputing(), JourneyRig::Patience);
        QCOMPARE(session.player().status().phase, RunPhase::Finished);
        // The next edit clears the message.
        session.setValue("Mass", CrankBody, "mass", 0.6);
        QVERIFY(!problemSaying("undone"));
        QCOMPARE(session.history().size(), 2u);

        // An element that fails later ends only its own run.
        QVERIFY(addDamper(0.5));
        rig.press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(session.runs().entries().size() == 2 && !session.player().isComputing(),
                                 JourneyRig::Patience);
        QCOMPARE(session.player().status().phase, RunPhase::Failed);
        QVERIFY(problemSaying("element threw"));
        expectModelTerms();
        QVERIFY(session.player().frameCount() > 3);
        QCOMPARE(first->run->getStatus().phase, RunPhase::Finished);
        rig.window->panels().raise("problemsDock");
        auto* const meaning = rig.window->findChild<QPushButton*>("failureMeaning");
        QVERIFY(meaning && meaning->isVisible());
        rig.screenshot("J11_run_failed");
        QTest::mouseClick(meaning, Qt::LeftButton);
        auto* const page = rig.window->findChild<QDialog*>("textWindow");
        QVERIFY(page && page->isVisible());
        page->close();
        session.undo();
        rig.press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(session.runs().entries().size() == 3 && !session.player().isComputing(),
                                 JourneyRig::Patience);
        QCOMPARE(session.player().status().phase, RunPhase::Finished);
    }

private:
    bool addWaitingDamper(ElementId joint) {
        Session& session = *rig_->session;
        return bool(session.edit("Add damper", [&](const Document& document) {
            Element damper = Element::draft("force", "waitingDamper", "Damper");
            return addElement(document, session.catalog(), damper.plug("joint", joint).set("damping", 0.0));
        }));
    }
    /// Adds a damper that waits, which it does not yet, and computes @p runs runs.
    void computeWithWaitingDamper(ElementId joint, int runs) {
        QVERIFY(addWaitingDamper(joint));
        Player& player = rig_->session->player();
        for (int i = 0; i < runs; ++i) {
            player.startNewRun();
            QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
            player.pause();
        }
        QCOMPARE(int(rig_->session->runs().entries().size()), runs);
    }
    bool problemSaying(const std::string& words) {
        return std::ranges::any_of(rig_->session->problems(),
                                   [&](const Diagnostic& d) { return d.message.find(words) != std::string::npos; });
    }
    /// Problems are stated in model terms, never in those of the program.
    void expectModelTerms() {
        for (const Diagnostic& problem : rig_->session->problems()) {
            const QString words = QString::fromStdString(problem.message + ' ' + problem.remedy);
            for (const char* code : {"::", ".cpp", ".h ", "std", "_M_", "Exception", "0x"})
                QVERIFY2(!words.contains(code), qPrintable(words));
        }
    }
    void moveTo(const Vec3& p_G) {
        const QPoint place = rig_->at(p_G);
        QMouseEvent move(QEvent::MouseMove, place, rig_->surface()->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                         {});
        QApplication::sendEvent(rig_->surface(), &move);
        rig_->settle();
    }
    /// True if the coupler's end is above the line from crank end to rocker pivot.
    bool isAbove() {
        const Vec3 a = pointOf("Link", "tip"), c = pointOf("Link 2", "tip"), d(0.4, 0, 0);
        const Vec3 along = d - a, to = c - a;
        return along[0] * to[1] - along[1] * to[0] > 0;
    }
    void drawFourBar() {
        JourneyRig& rig = *rig_;
        rig.view().setFocus();
        rig.press(Qt::Key_L);
        rig.click(Vec3(0.));
        for (const auto& [toward, length] :
             {std::pair(Vec3(0, 0.08, 0), "100 mm"), std::pair(Vec3(0.25, 0.22, 0), "350 mm")}) {
            rig.hover(toward);
            rig.type(length);
            rig.press(Qt::Key_Return);
        }
        rig.hover(Vec3(0.4, 0, 0));
        rig.type("250 mm");
        rig.click(Vec3(0.4, 0, 0));
        rig.press(Qt::Key_V);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(3));
    }
    Vec3 pointOf(const char* body, const char* anchor) {
        const CompiledModel& model = *rig_->session->model();
        return calcPosition(model, model.getInitialState(), Place{rig_->named(body), anchor, Vec3(0.)});
    }

    QTemporaryDir folder_;
    const std::shared_ptr<DamperEffect> effect_ = std::make_shared<DamperEffect>();
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyFaultsTest> addJourneyFaultsTest;

#include "journey_faults_test.moc"
