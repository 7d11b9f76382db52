// SPDX-License-Identifier: GPL-3.0-or-later
// Studies in the real window: made by menus, computed while editing continues, their runs opened and applied.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QScopeGuard>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <memory>
#include <numbers>

#include "compile/catalog.h"
#include "exploration/plan.h"
#include "study/study_units.h"
#include "tests/faulty/waiting_damper.h"
#include "tests/system/faults/system_calls.h"
#include "tests/ui/held_steps.h"
#include "tests/ui/settle.h"
#include "tests/ui/test_models.h"
#include "tests/ui/window_rig.h"
#include "ui/panels/studies/studies_panel.h"
#include "ui/panels/studies/study_plots.h"
#include "ui/plots/custom_plot.h"
#include "ui/plots/heat_map.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/theme/theme.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

using namespace testing;

class StudyPanelTest : public QObject, protected WindowRig {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(); }

    void init() {
        openWindow({1500, 950});
        QVERIFY(models_.isValid());
        // A study continues the results that it finds.
        const QDir folder(models_.path());
        for (const QString& left : folder.entryList({"*.tstudy*"}, QDir::Files)) QFile::remove(folder.filePath(left));
        model_ = models_.filePath("pendulum.trammel");
        QFile::remove(model_);
        QVERIFY(QFile::copy(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/pendulum.trammel"), model_));
        QVERIFY(window_->open(model_));
        panel_ = window_->findChild<StudiesPanel*>();
        QVERIFY(panel_);
        window_->commands().action("view.panel.studiesDock")->trigger();
        QTRY_VERIFY(panel_->isVisible());
    }

    void cleanup() {
        if (gate_) gate_->open();
        closeWindow();
        QVERIFY(letLeftWorkEnd());
        gate_.reset();
    }

    void studyIsMadeByMenusAndUndoneStepByStep() {
        const Document before = session_->document();
        makeSweep();
        QCOMPARE(parts()->topLevelItemCount(), 2);
        QCOMPARE(parts()->topLevelItem(0)->text(0), QStringLiteral("Rod length"));
        QVERIFY(parts()->topLevelItem(0)->text(1).contains(" … "));
        QCOMPARE(session_->problems().size(), std::size_t(0));
        // A click selects the factor for the Properties panel.
        session_->select(std::set<ElementId>{});
        QTest::mouseClick(parts()->viewport(), Qt::LeftButton, {},
                          parts()->visualItemRect(parts()->topLevelItem(0)).center());
        QCOMPARE(session_->nameOf(session_->selectedElement()), QStringLiteral("Rod length"));
        while (session_->history().canUndo()) session_->undo();
        QVERIFY(identical(session_->document(), before));
        QCOMPARE(parts()->topLevelItemCount(), 0);
    }

    void runsAreComputedStoredOpenedAndApplied() {
        makeSweep();
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        QCOMPARE(panel_->table()->model()->rowCount(), 5);
        QVERIFY(status().contains("5 run"));
        QVERIFY(QFile::exists(panel_->runner().file()));
        QVERIFY(panel_->runner().file().startsWith(models_.path()));

        // Sorted by length, the last row.
        panel_->table()->sortByColumn(2, Qt::AscendingOrder);
        panel_->table()->selectRow(4);
        // Rows are in the order in which runs ended.
        const std::vector<StudyRow> rows = panel_->runner().rows();
        const auto last = std::find_if(rows.begin(), rows.end(), [](const StudyRow& each) { return each.run == 4; });
        QVERIFY(last != rows.end());
        const StudyRow row = *last;
        click("openStudyRun");
        QCOMPARE(session_->runs().entries().size(), std::size_t(1));
        QTRY_VERIFY_WITH_TIMEOUT(!session_->runs().isAnyComputing(), Patience);
        const RunEntry& run = *session_->runs().current();
        QVERIFY(run.name.contains("run 4"));
        QCOMPARE(rodLength(run.run->getModel()->getDocument()), row.factors[0]);

        const Real before = rodLength(session_->document());
        click("applyStudyRun");
        QCOMPARE(rodLength(session_->document()), row.factors[0]);
        QVERIFY(status().contains("before the last edit"));
        session_->undo();
        QCOMPARE(rodLength(session_->document()), before);
        QVERIFY(!status().contains("before the last edit"));
    }

    void valuesAtEventsAreMeasured() {
        makeSweep();
        set("Simulation", "duration", 2);
        // Without any, a menu says what is missing.
        choose("addResponse", {"Value at an event", "Add an event"});
        QVERIFY(session_->edit("Add event", [this](const Document& document) {
            Element draft = Element::draft("event", "crossing", "Lowest");
            return addElement(document, session_->catalog(), draft.set("formula", std::string("Pivot.q + 90 deg")));
        }));
        choose("addResponse", {"Value at an event", "Lowest", "Joints", "Pivot", "angle"});
        QCOMPARE(session_->nameOf(session_->selectedElement()), QStringLiteral("Pivot.angle at Lowest"));
        choose("addResponse", {"Value at a crossing", "Joints", "Pivot", "angle"});
        QCOMPARE(parts()->topLevelItemCount(), 4);
        const ElementId crossing = session_->selectedElement();
        QVERIFY(session_->setValue("Where", crossing, responseCrossingKey, std::string("Pivot.u")));
        panel_->grab().save(QStringLiteral("study_events.png"));
        window_->grab().save(QStringLiteral("study_events_window.png"));
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        for (const StudyRow& row : panel_->runner().rows()) {
            QVERIFY2(row.responses.size() == 3, row.message.c_str());
            QVERIFY(std::abs(row.responses[1] + std::numbers::pi / 2) < 1e-7);
            // Half a swing from rest ends as far on the other side.
            QVERIFY(std::abs(row.responses[2] + std::numbers::pi * 5 / 6) < 1e-5);
        }
    }

    void pointOfThePlotChoosesItsRow() {
        makeSweep();
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        window_->findChild<QTabWidget*>("studyTabs")->setCurrentIndex(1);
        QCOMPARE(panel_->plots()->scatter()->size(), std::size_t(5));
        QTRY_VERIFY(panel_->plots()->scatter()->isVisible());
        settle({window_.get()});
        QWidget* const canvas = panel_->plots()->scatter()->findChild<QWidget*>("scatterCanvas");
        QTest::mouseClick(
            canvas, Qt::LeftButton, {},
            canvas->mapFrom(panel_->plots()->scatter(), panel_->plots()->scatter()->pixelOf(2).toPoint()));
        QCOMPARE(panel_->plots()->scatter()->chosen(), std::optional<std::size_t>(2));
        const QModelIndex current = panel_->table()->currentIndex();
        QCOMPARE(panel_->table()->model()->index(current.row(), 0).data().toInt(), int(panel_->runner().rows()[2].run));
        window_->findChild<QTabWidget*>("studyTabs")->setCurrentIndex(2);
        const QTextBrowser* const analysis = window_->findChild<QTextBrowser*>("studyAnalysis");
        QTRY_VERIFY_WITH_TIMEOUT(analysis->toPlainText().contains("median"), Patience);
        // In the units of the table.
        QVERIFY(analysis->toPlainText().contains("[deg]"));
        const QAbstractItemModel& runs = *panel_->table()->model();
        const int angle = runs.columnCount() - 1;
        double largest = -HUGE_VAL;
        for (int i = 0; i < runs.rowCount(); ++i) largest = std::max(largest, runs.index(i, angle).data().toDouble());
        const QString number = analysis->toPlainText().section("largest", 1).trimmed().section('\n', 0, 0);
        QVERIFY2(std::abs(number.toDouble() - largest) < 1e-3 * std::abs(largest), qPrintable(number));
    }

    void theRunThatMeetsTheGoalBestIsNamedAndChosen() {
        makeSweep();
        const Document& document = session_->document();
        QVERIFY(session_->setValue("Goal", document.elementsOf("response").front(), "goal", std::string("maximize")));
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        const std::vector<StudyRow>& rows = panel_->runner().rows();
        const auto best = std::ranges::max_element(rows, {}, [](const StudyRow& row) { return row.responses[0]; });
        QTRY_COMPARE(chosenRun(), int(best->run));
        QVERIFY2(status().endsWith(QStringLiteral("best: run %1").arg(best->run)), qPrintable(status()));
        click("applyStudyRun");
        QCOMPARE(rodLength(session_->document()), best->factors[0]);
        // A row that the person chooses stays.
        const int other = best->run == 0 ? 1 : 0;
        panel_->table()->selectRow(other);
        const int chosen = chosenRun();
        session_->undo();
        QCOMPARE(chosenRun(), chosen);
    }

    void parallelCoordinatesChooseAndFilterRows() {
        makeSweep();
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        showPlot(1);
        ParallelPlot* const plot = panel_->plots()->parallel();
        QTRY_VERIFY(plot->isVisible());
        settle({window_.get()});
        QCOMPARE(plot->size(), std::size_t(5));
        QCOMPARE(plot->countKept(), std::size_t(5));
        const QPointF from = plot->pixelOf(2, 0), to = plot->pixelOf(2, 1);
        QTest::mouseClick(plot, Qt::LeftButton, {}, ((from + to) / 2).toPoint());
        QCOMPARE(plot->chosen(), std::optional<std::size_t>(2));
        QCOMPARE(chosenRun(), int(panel_->runner().rows()[2].run));
        // The three rows with the smallest lengths.
        const auto rowOf = [this](std::size_t run) {
            const std::vector<StudyRow>& rows = panel_->runner().rows();
            return std::size_t(std::ranges::find(rows, run, &StudyRow::run) - rows.begin());
        };
        const QPoint lowest = plot->pixelOf(rowOf(0), 0).toPoint(), third = plot->pixelOf(rowOf(2), 0).toPoint();
        QTest::mousePress(plot, Qt::LeftButton, {}, lowest + QPoint(0, 3));
        QTest::mouseMove(plot, third - QPoint(0, 3));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, third - QPoint(0, 3));
        QCOMPARE(plot->countKept(), std::size_t(3));
        panel_->grab().save(QStringLiteral("study_parallel.png"));
        QTest::mouseClick(plot, Qt::LeftButton, {}, lowest);
        QCOMPARE(plot->countKept(), std::size_t(5));
    }

    void heatMapShowsAGridAndChoosesItsPoints() {
        makeSweep();
        choose("addFactor", {"Bodies", "Bob", "Mass"});
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        const int before = panel_->height();
        window_->findChild<QTabWidget*>("studyTabs")->setCurrentIndex(1);
        QCOMPARE(window_->findChild<QComboBox*>("studyPlotKind")->currentText(), QStringLiteral("Heat map"));
        // A plot is not squeezed into the height of a table.
        QTRY_VERIFY(panel_->height() > before + 50);
        HeatMap* const map = panel_->plots()->heatMap();
        QTRY_VERIFY(map->isVisible());
        settle({window_.get()});
        const StudyRow& row = panel_->runner().rows()[7];
        const DisplayUnits& units = window_->workspace().units();
        const double shown = map->shownAt(row.factors[0] / units.unitFor(Quantity::Length).factor,
                                          row.factors[1] / units.unitFor(Quantity::Mass).factor);
        const double expected = row.responses[0] / units.unitFor(Quantity::Angle).factor;
        QVERIFY2(std::abs(shown - expected) < 1e-6 * std::abs(expected), qPrintable(QString::number(shown)));
        QWidget* const canvas = map->findChild<QWidget*>("heatCanvas");
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->mapFrom(map, map->pixelOf(7).toPoint()));
        QCOMPARE(map->chosen(), std::optional<std::size_t>(7));
        panel_->grab().save(QStringLiteral("study_heat_map.png"));
        QCOMPARE(chosenRun(), int(row.run));
    }

    void titlesOfAxesAreCutToTheirAxesBeforeTheUnit() {
        makeSweep();
        choose("addFactor", {"Bodies", "Bob", "Mass"});
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        showPlot(2);
        HeatMap* const map = panel_->plots()->heatMap();
        QTRY_VERIFY(map->isVisible());
        auto* const canvas = map->findChild<QCustomPlot*>("heatCanvas");
        canvas->resize(canvas->width(), 130);
        canvas->replot();
        for (const QCPAxis* const axis : {canvas->xAxis, canvas->yAxis}) {
            const bool isHorizontal = axis->orientation() == Qt::Horizontal;
            const int length = isHorizontal ? axis->axisRect()->width() : axis->axisRect()->height();
            QVERIFY(QFontMetrics(axis->labelFont()).horizontalAdvance(axis->label()) <= length);
            QVERIFY2(axis->label().endsWith(']'), qPrintable(axis->label()));
        }
        QVERIFY(canvas->yAxis->label().contains(QChar(0x2026)));
    }

    void severalRunsOpenAsGhosts() {
        makeSweep();
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        panel_->table()->selectAll();
        click("openStudyRun");
        QCOMPARE(session_->runs().entries().size(), std::size_t(5));
        for (const auto& run : session_->runs().entries()) QVERIFY(run->ghost);
    }

    void resultsOfAClusterAppearAsItsUnitsAreFinished() {
        makeSweep();
        const Result<StudyDefinitionPtr> study =
            defineStudy(session_->document(), session_->document().elementsOf(studyFamily).front());
        QVERIFY(study);
        const std::filesystem::path folder = (models_.path() + "/cluster.plan").toStdString();
        const Result<UnitPlan> plan = UnitPlan::create(folder, **study, 3);
        QVERIFY(plan);
        QVERIFY(!plan->compute(1).hasErrors());
        panel_->runner().watch(QString::fromStdString(folder.string()));
        const StudyProgress& progress = panel_->runner().progress();
        QTRY_VERIFY_WITH_TIMEOUT(progress.done > 0, Patience);
        QCOMPARE(progress.phase, StudyPhase::Computing);
        QCOMPARE(progress.done, plan->read(1)->size());
        QVERIFY(status().contains("cluster"));
        for (const int unit : plan->missing()) QVERIFY(!plan->compute(unit).hasErrors());
        QTRY_COMPARE_WITH_TIMEOUT(progress.phase, StudyPhase::Complete, Patience);
        QCOMPARE(progress.done, std::size_t(5));
        panel_->table()->selectRow(0);
        click("openStudyRun");
        QCOMPARE(session_->runs().entries().size(), std::size_t(1));
    }

    void folderWithoutAPlanIsReported() {
        panel_->runner().watch(models_.path());
        const QLabel* const message = window_->findChild<QLabel*>("studyMessage");
        QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), Patience);
        QCOMPARE(panel_->runner().progress().phase, StudyPhase::Failed);
    }

    void editingContinuesWhileAStudyIsComputedAndPauseKeepsItsRows() {
        makeSweep();
        holdRuns();
        click("startStudy");
        QTRY_VERIFY_WITH_TIMEOUT(gate_->held() > 0, Patience);
        QVERIFY(session_->setValue("Edit", session_->document().findByName("Bob")->id, "mass", 3.5));
        QVERIFY(panel_->runner().isComputing());
        click("startStudy");
        gate_->open();
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Paused, Patience);
        QVERIFY(!gate_->timedOut());
        QVERIFY(status().contains("paused"));
        session_->undo();
        QCOMPARE(findChild("startStudy")->text(), QStringLiteral("Continue"));
    }

    void studyDeletedWhileItIsComputedCanBePaused() {
        QVERIFY(!findChild("startStudy")->isEnabled());
        QCOMPARE(findChild("startStudy")->toolTip(), QStringLiteral("Add a study first."));
        makeSweep();
        holdRuns();
        click("startStudy");
        QTRY_VERIFY_WITH_TIMEOUT(gate_->held() > 0, Patience);
        while (session_->history().canUndo()) session_->undo();
        QVERIFY(findChild("startStudy")->isEnabled());
        click("startStudy");
        gate_->open();
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Paused, Patience);
        QVERIFY(!gate_->timedOut());
        QVERIFY(!findChild("startStudy")->isEnabled());
    }

    void studyWithoutFactorSaysWhatIsMissing() {
        choose("addStudy", {"Grid"});
        click("startStudy");
        const QLabel* const message = window_->findChild<QLabel*>("studyMessage");
        QVERIFY(message->isVisible());
        QVERIFY2(message->text().contains("no factor"), qPrintable(message->text()));
    }

    void studyThatNeverReturnsHoldsUpNoWindow() {
        makeSweep();
        holdRuns();
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(gate_->held(), workers(), Patience);
        const QString file = panel_->runner().file();
        panel_->runner().discard();
        QCOMPARE(panel_->runner().progress().phase, StudyPhase::Ready);
        QCOMPARE(gate_->held(), workers());
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(gate_->held(), 2 * workers(), Patience);
        // The file is not kept by the study that was left.
        QCOMPARE(panel_->runner().file(), file);
        closeWindow();
        QCOMPARE(gate_->held(), 2 * workers());
        QVERIFY(!gate_->timedOut());
    }

    void studyOnADiskThatDoesNotAnswerHoldsUpNoWindow() {
        // One worker cannot wait beside another.
        if (usableProcessors() < 2) return;
        makeSweep();
        holdRuns();
        test::onDamperForce = [gate = gate_, isFirst = std::make_shared<std::atomic<bool>>(true)] {
            if (isFirst->exchange(false)) gate->pass();
        };
        click("startStudy");
        // The results of all other runs are not written yet.
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().done, std::size_t(4), Patience);
        QCOMPARE(gate_->held(), 1);
        const auto disk = std::make_shared<Gate>();
        const test::HeldFlushes held(models_.path().toStdString(), [disk] { disk->pass(); });
        const auto release = qScopeGuard([&] { disk->open(); });
        panel_->runner().discard();
        QCOMPARE(panel_->runner().progress().phase, StudyPhase::Ready);
        QTRY_COMPARE(disk->held(), 1);
        closeWindow();
        QCOMPARE(disk->held(), 1);
        QVERIFY(!disk->timedOut());
        disk->open();
        gate_->open();
        QVERIFY(letLeftWorkEnd());
    }

    void studyWhoseFileIsInUseOrDamagedIsNotStartedOver() {
        makeSweep();
        click("startStudy");
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        const QString file = panel_->runner().file();
        const StudyDefinitionPtr study = *defineStudy(session_->document(), panel_->runner().study()->study);
        panel_->runner().discard();
        {
            const auto other = StudyStore::resume(file.toStdString(), *study);
            QVERIFY(other);
            QVERIFY2(panel_->runner().start(study->study).contains("Another program computes this study"), "in use");
        }
        const auto countFiles = [this] { return QDir(models_.path()).entryList({"*.tstudy"}).size(); };
        const auto files = countFiles();
        const qint64 size = QFileInfo(file).size();
        QVERIFY(QFile::resize(file, size / 2));
        const QString why = panel_->runner().start(study->study);
        QVERIFY2(why.contains("damaged") && why.contains("Move it away"), qPrintable(why));
        QCOMPARE(countFiles(), files);
        // A file of another state of the model is left alone.
        QVERIFY(QFile::remove(file));
        QVERIFY(panel_->runner().start(study->study).isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        set("Simulation", "duration", 0.25);
        QVERIFY(panel_->runner().start(study->study).isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
        QVERIFY(panel_->runner().file() != file);
    }

    void pausedStudyContinuesBesideARunThatNeverReturns() {
        for (const bool isSaved : {true, false}) {
            QVERIFY(session_->open(model_, !isSaved));
            makeSweep();
            holdRuns();
            click("startStudy");
            QTRY_COMPARE_WITH_TIMEOUT(gate_->held(), workers(), Patience);
            const QString file = panel_->runner().file();
            click("startStudy");
            QVERIFY(panel_->runner().isPausing());
            QVERIFY2(status().contains("pausing: waiting for an element in run 0"), qPrintable(status()));
            QCOMPARE(findChild("startStudy")->text(), QStringLiteral("Continue"));
            click("startStudy");
            QTRY_COMPARE_WITH_TIMEOUT(gate_->held(), 2 * workers(), Patience);
            QCOMPARE(panel_->runner().file(), file);
            QVERIFY(!panel_->runner().isPausing());
            gate_->open();
            QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Complete, Patience);
            QVERIFY(!gate_->timedOut());
            QCOMPARE(panel_->runner().rows().size(), std::size_t(5));
            QVERIFY(letLeftWorkEnd());
        }
    }

    void failedStudyDoesNotWaitForARunThatNeverReturns() {
        // One worker cannot fail beside another.
        if (usableProcessors() < 2) return;
        makeSweep();
        // Rows are written to the file some tens at a time.
        const ElementId factor = session_->document().findByName("Rod length")->id;
        QVERIFY(session_->setValue("Levels", factor, "levels", std::int64_t{200}));
        set("Simulation", "duration", 0.01);
        holdRuns();
        const auto stuck = std::make_shared<Gate>();
        test::onDamperForce = [gate = gate_, stuck, isFirst = std::make_shared<std::atomic<bool>>(true)] {
            gate->pass();
            if (isFirst->exchange(false)) stuck->pass();
        };
        const auto release = qScopeGuard([&] { stuck->open(); });
        click("startStudy");
        // More runs than processors.
        QTRY_COMPARE_WITH_TIMEOUT(gate_->held(), usableProcessors(), Patience);
        const test::FailingCall failing(models_.path().toStdString(), {EIO, "EIO", true}, 1);
        gate_->open();
        QTRY_COMPARE_WITH_TIMEOUT(panel_->runner().progress().phase, StudyPhase::Failed, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(stuck->held(), 1, Patience);
        const QLabel* const message = window_->findChild<QLabel*>("studyMessage");
        QTRY_VERIFY_WITH_TIMEOUT(message->text().contains("Cannot write"), Patience);
        closeWindow();
        QCOMPARE(stuck->held(), 1);
        QVERIFY(!stuck->timedOut());
    }

private:
    QToolButton* findChild(const char* name) { return window_->findChild<QToolButton*>(name); }
    QTreeWidget* parts() { return window_->findChild<QTreeWidget*>("studyParts"); }
    QString status() { return window_->findChild<QLabel*>("studyStatus")->text(); }
    void showPlot(int kind) {
        window_->findChild<QTabWidget*>("studyTabs")->setCurrentIndex(1);
        window_->findChild<QComboBox*>("studyPlotKind")->setCurrentIndex(kind);
    }
    int chosenRun() {
        const QModelIndex current = panel_->table()->currentIndex();
        return panel_->table()->model()->index(current.row(), 0).data().toInt();
    }
    /// Workers of a study with five runs that compute at once.
    static int workers() { return std::min(usableProcessors(), 5); }
    void click(const char* name) { QTest::mouseClick(findChild(name), Qt::LeftButton); }

    /// Opens the menus of a button as a pointer would, and triggers the last entry; entries by the start of their text.
    void choose(const char* button, const QStringList& path) {
        QMenu* menu = findChild(button)->menu();
        for (const QString& title : path) {
            Q_EMIT menu->aboutToShow();
            const auto actions = menu->actions();
            const auto found = std::ranges::find_if(actions, [&](QAction* a) { return a->text().startsWith(title); });
            QVERIFY2(found != actions.end(), qPrintable("no entry " + title));
            if ((*found)->menu())
                menu = (*found)->menu();
            else
                (*found)->trigger();
        }
    }
    void makeSweep() {
        set("Simulation", "duration", 0.5);
        choose("addStudy", {"Grid"});
        choose("addFactor", {"Bodies", "Rod", "Length"});
        choose("addResponse", {"Value at the end", "Joints", "Pivot", "angle"});
    }
    /// Holds the runs of the model from here on, until the gate opens.
    void holdRuns() {
        gate_ = std::make_shared<Gate>();
        test::onDamperForce = [gate = gate_] { gate->pass(); };
        QVERIFY(session_->edit("Hold", [this](const Document& document) {
            Element damper = Element::draft("force", "waitingDamper", "Hold");
            return addElement(document, session_->catalog(),
                              damper.plug("joint", document.findByName("Pivot")->id).set("damping", 0.0));
        }));
    }
    void set(const char* element, const char* key, Real value) {
        QVERIFY(session_->setValue("Set", session_->document().findByName(element)->id, key, value));
    }
    static Real rodLength(const Document& document) {
        const Element& rod = *document.findByName("Rod");
        return rod.valueAs<Real>(*findTypeOf(rod), "length");
    }

    QTemporaryDir models_;
    QString model_;
    StudiesPanel* panel_ = nullptr;
    std::shared_ptr<Gate> gate_;
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runWindowTests<trammel::ui::StudyPanelTest>(argc, argv);
}

#include "study_panel_test.moc"
