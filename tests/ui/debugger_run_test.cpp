// SPDX-License-Identifier: GPL-3.0-or-later
// The debugger's panels about runs: pauses, stepping, breakpoints, trace, profile and comparison.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>
#include <memory>

#include "tests/ui/debugger_rig.h"
#include "tests/ui/settle.h"
#include "ui/commands/command_table.h"
#include "ui/panels/debugger/breakpoints_panel.h"
#include "ui/panels/debugger/cache_entries_model.h"
#include "ui/panels/debugger/cache_xray_panel.h"
#include "ui/panels/debugger/diff_panel.h"
#include "ui/panels/debugger/profiler_panel.h"
#include "ui/panels/debugger/stage_ladder.h"
#include "ui/panels/debugger/state_panel.h"
#include "ui/panels/debugger/trace_panel.h"

namespace trammel::ui {

using namespace testing;

class DebuggerRunTest : public QObject, protected DebuggerRig {
    Q_OBJECT

    void breakAtVelocity() {
        Breakpoint b;
        b.kind = "stage-realized";
        b.stage = Stage::Velocity;
        debugger_->addBreakpoint(b);
    }

private Q_SLOTS:
    void init() { start(fourBarText()); }
    void cleanup() { stop(); }

    void theLadderFlashesForAStepAndRestsWhileScrubbing() {
        StageLadder ladder(*session_);
        ladder.resize(ladder.sizeHint());
        ladder.show();
        Player& player = session_->player();
        player.startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing() && player.frameCount() > 30, Patience);
        player.pause();
        const auto look = [&ladder] { return ladder.grab().toImage(); };
        player.seekFrame(0);
        settle({&ladder});
        player.seekFrame(1);
        const QImage flash = look();
        QTRY_VERIFY_WITH_TIMEOUT(look() != flash, Patience);
        // Faster than events are delivered, as when dragging.
        for (std::size_t frame = 2; frame < 30; ++frame) player.seekFrame(frame);
        QCOMPARE(ladder.shownStage(0), session_->displayed().stage());
        const QImage calm = look();
        settle({&ladder});
        QVERIFY(look() == calm);
    }

    void pausedWorkerIsShownInLadderAndXray() {
        CacheXrayPanel xray(*debugger_);
        xray.show();
        StageLadder ladder(*session_);
        ladder.follow(*debugger_);
        breakAtVelocity();
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() != nullptr, Patience);
        const PauseInfo& stop = *debugger_->stop();
        QCOMPARE(stop.stage, Stage(Stage::Velocity));
        QCOMPARE(ladder.shownStage(0), stop.stage);
        QCOMPARE(xray.entries()->rowCount(), stop.report.countEntries());
        const int row = xray.entries()->rowOf("'body accelerations' of subsystem 'matter'");
        QVERIFY(xray.entries()->index(row, CacheEntriesModel::Validity).data().toString() != "valid");
        debugger_->inspectWorker(false);
        QTRY_COMPARE(ladder.shownStage(0), session_->displayed().stage());
        session_->player().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing() && !debugger_->stop(), Patience);
    }

    void discreteVariablesOfAPausedRunHaveTheVersionsOfItsWorker() {
        StatePanel panel(*debugger_, units_);
        panel.show();
        breakAtVelocity();
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() != nullptr, Patience);
        settle({&panel});
        int compared = 0;
        for (const SubsystemReport& subsystem : debugger_->stop()->report.subsystems)
            for (const VariableReport& variable : subsystem.variables) {
                const QString name = QString::fromStdString(variable.name);
                const auto rows = panel.tree()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
                if (!variable.key.variable.isValid() || rows.size() != 1) continue;
                QCOMPARE(rows.front()->text(StatePanel::Version), QString::number(variable.version));
                QCOMPARE(rows.front()->text(StatePanel::Type), QString::fromStdString(variable.type));
                ++compared;
            }
        QVERIFY(compared > 5);
    }

    void aVariableOfAPausedRunIsEditedInTheDisplayedState() {
        StatePanel panel(*debugger_, units_);
        panel.resize(1200, 500);
        panel.show();
        breakAtVelocity();
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() != nullptr, Patience);
        settle({&panel});
        QVERIFY(debugger_->inspectsWorker());
        const QString name = QString::fromStdString(debugger_->stop()->variables[1].name);
        const auto rows = panel.tree()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(rows.size(), 1);
        Q_EMIT panel.tree()->itemDoubleClicked(rows.front(), StatePanel::Value);
        auto* const line = panel.tree()->viewport()->findChild<QLineEdit*>();
        QVERIFY(line);
        QVERIFY(!debugger_->inspectsWorker());
        line->selectAll();
        QTest::keyClicks(line, "0.5 rad");
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(session_->displayed().state().getY()[1], 0.5, Patience);
        QVERIFY(session_->displayed().isEdited());
        QVERIFY(debugger_->stop()->state.getY()[1] != 0.5);
    }

    void aPauseWithinAStepIsOneInstant() {
        breakAtVelocity();
        Player& player = session_->player();
        player.startNewRun();
        long seen = 0;
        const auto nextStop = [&] {
            return QTest::qWaitFor([&] { return debugger_->stop() && debugger_->stop()->number > seen; }, Patience);
        };
        for (int i = 0; i < 60; ++i) {
            QVERIFY(nextStop());
            const PauseInfo& stop = *debugger_->stop();
            seen = stop.number;
            QVERIFY(player.isPausedInStep() && !player.isPlaying());
            QCOMPARE(player.time(), stop.time);
            QCOMPARE(session_->displayed().state().getTime(), stop.time);
            QVERIFY(session_->displayed().state().getY() == stop.state.getY());
            // Also where the worker reaches the next breakpoint before resume() returns.
            QVERIFY(i % 3 == 0 ? debugger_->runOneStep() : i % 3 == 1 ? debugger_->runOneStage() : debugger_->resume());
        }
        QVERIFY(nextStop());
        QVERIFY(player.time() > 0);
        // A frame of the run, while the worker stays paused.
        player.seekFrame(0);
        QVERIFY(!player.isPausedInStep());
        QCOMPARE(session_->displayed().state().getTime(), player.time());
        // The run continues: frames are shown again.
        debugger_->runOneStep();
        seen = debugger_->stop() ? debugger_->stop()->number : seen;
        debugger_->setEnabled(0, false);
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() || !player.isComputing(), Patience);
        debugger_->resume();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), Patience);
        QVERIFY(!player.isPausedInStep());
        QCOMPARE(session_->displayed().state().getTime(), player.time());
    }

    void aPausedRunIsInspectedWithItsModelUntilAnotherDocumentComes() {
        StatePanel panel(*debugger_, units_);
        panel.show();
        breakAtVelocity();
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() != nullptr, Patience);
        int withoutModel = 0;
        connect(debugger_.get(), &Debugger::inspectedChanged, &panel, [&] {
            const InspectionTarget& inspected = debugger_->inspected();
            withoutModel += inspected.stop && !inspected.model;
        });
        session_->newDocument();
        settle({&panel});
        QVERIFY(!debugger_->stop() && !debugger_->inspected().stop);
        QCOMPARE(withoutModel, 0);
    }

    void aPausedRunIsInspectedWithItsModelUntilAnotherRunComes() {
        breakAtVelocity();
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() != nullptr, Patience);
        const CompiledModelPtr model = debugger_->inspected().model;
        const std::shared_ptr<const PauseInfo> first = debugger_->stop();
        QVERIFY(model);
        session_->setValue("Length", CouplerBody, "length", 0.23);
        int withItsModel = 0, withAnother = 0;
        QObject untilTheEnd;
        connect(debugger_.get(), &Debugger::inspectedChanged, &untilTheEnd, [&] {
            const InspectionTarget& inspected = debugger_->inspected();
            if (inspected.stop == first) ++(inspected.model == model ? withItsModel : withAnother);
        });
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() && debugger_->stop() != first, Patience);
        QCOMPARE(withAnother, 0);
        QVERIFY(withItsModel > 0);
        QVERIFY(debugger_->inspected().model != model);
    }

    void aPauseReachedAtOnceIsShown() {
        breakAtVelocity();
        // The worker pauses while the run is still being announced.
        connect(&session_->runs(), &RunList::currentChanged, debugger_.get(),
                [&] { QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() != nullptr, Patience); });
        session_->player().startNewRun();
        QVERIFY(debugger_->stop() != nullptr);
        QVERIFY(session_->player().isPausedInStep() && !session_->player().isPlaying());
    }

    void monitorIsThatOfTheDisplayedRunAndNotKeptAfterIt() {
        RunList& runs = session_->runs();
        QVERIFY(!debugger_->monitor());
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        const RunId first = runs.current()->id;
        const std::weak_ptr<const RunMonitor> ofFirst = debugger_->monitor();
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        const std::weak_ptr<const RunMonitor> ofSecond = debugger_->monitor();
        QVERIFY(ofSecond.lock() && ofSecond.lock() != ofFirst.lock());
        // Costs and checksums of another run would be attributed to the displayed one.
        runs.setCurrent(first);
        QVERIFY(debugger_->monitor() == ofFirst.lock());
        // Only runs hold monitors, and thus models.
        QCOMPARE(ofSecond.use_count(), 1L);
    }

    void traceAndProfilerMatchTheMonitor() {
        TracePanel trace(*debugger_);
        ProfilerPanel profiler(*debugger_);
        trace.resize(900, 400);
        trace.show();
        profiler.show();
        const QAbstractItemModelTester tester(trace.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        debugger_->setTracing(true);
        debugger_->setProfiling(true);
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        QTRY_VERIFY_WITH_TIMEOUT(trace.model()->rowCount() > 100, Patience);
        QCOMPARE(std::size_t(trace.model()->rowCount()), debugger_->monitor()->copyTrace().events.size());
        bool message = false;
        for (int i = 0; i < 300; ++i)
            message = message || trace.model()->index(i, 0).data().toString().contains(
                                     "invalidated: time written, by the integrator");
        QVERIFY(message);
        const RunProfile profile = debugger_->monitor()->copyProfile();
        QTreeWidgetItem* const position = find(profiler.table(), "Position");
        QVERIFY(position);
        QCOMPARE(position->text(ProfilerPanel::Count).toLong(),
                 profile.system[std::size_t(int(Stage::Position))].count);
        const auto percent = [](double part) { return QStringLiteral("%1 %").arg(100 * part, 0, 'f', 1); };
        const StateReport& report = *debugger_->inspected().report();
        int compared = 0;
        for (std::size_t s = 0; s < report.subsystems.size(); ++s)
            for (std::size_t e = 0; e < report.subsystems[s].entries.size(); ++e) {
                const RunProfile::Entry& entry = profile.entries[s][e];
                if (entry.computed.count == 0) continue;
                QTreeWidgetItem* const row =
                    find(profiler.table(), QString::fromStdString(report.subsystems[s].entries[e].name));
                QVERIFY(row);
                const auto computed = static_cast<double>(entry.computed.count);
                QCOMPARE(row->text(ProfilerPanel::Count).toLong(), entry.computed.count);
                QCOMPARE(row->text(ProfilerPanel::Found), percent(entry.hitRate()));
                QCOMPARE(row->text(ProfilerPanel::Same), percent(double(entry.computed.sameInputs) / computed));
                QCOMPARE(row->text(ProfilerPanel::Unread), percent(double(entry.unread) / computed));
                QCOMPARE(row->text(ProfilerPanel::Lost).toLong(), entry.invalidated);
                ++compared;
            }
        QVERIFY(compared >= 8);
    }

    void invalidBreakpointConditionIsRefusedWithAMessage() {
        CommandTable commands;
        for (const char* id : {"simulate.newRun", "debug.stopSoon", "simulate.step", "debug.oneStage", "debug.toStage"})
            commands.add({id, id, {}, "", {}, KeyScope::Window, [] {}});
        BreakpointsPanel panel(*debugger_, commands, units_);
        panel.show();
        auto* const kind = panel.findChild<QComboBox*>("breakpointKind");
        kind->setCurrentText("Condition is true");
        auto* const text = panel.findChild<QLineEdit*>("breakpointLimit");
        QVERIFY(text->isVisible());
        QTest::keyClicks(text, "Crnk.q > 1");
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(debugger_->breakpoints().empty());
        QVERIFY(panel.findChild<QLabel*>("breakpointWrong")->text().contains("Unknown output 'Crnk.q'"));
        text->clear();
        QTest::keyClicks(text, "abs(Crank pin.angle - 90 deg) > 10 deg && KE < 2");
        QTest::keyClick(text, Qt::Key_Return);
        QCOMPARE(debugger_->breakpoints().size(), std::size_t(1));
        QVERIFY(!panel.findChild<QLabel*>("breakpointWrong")->isVisible());
        QTRY_COMPARE(panel.list()->count(), 1);
        QCOMPARE(panel.list()->item(0)->text(), QStringLiteral("abs(Crank pin.angle - 90 deg) > 10 deg && KE < 2"));
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() != nullptr, Patience);
        QVERIFY2(panel.causeShown().contains("became true"), qPrintable(panel.causeShown()));
        QVERIFY(debugger_->runToStage(Stage::Velocity));
        QTRY_VERIFY_WITH_TIMEOUT(debugger_->stop() && debugger_->stop()->stage == Stage(Stage::Velocity), Patience);
        session_->player().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing() && !debugger_->stop(), Patience);
    }

    void comparisonNamesTheFirstDifference() {
        DiffPanel panel(*debugger_, units_);
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        session_->player().seekTime(1);
        panel.keep(0);
        panel.keep(1);
        QVERIFY2(panel.statusText().startsWith("A and B are bitwise identical"), qPrintable(panel.statusText()));
        session_->setValue("Mass", CouplerBody, "mass", 1.5);
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        session_->player().seekTime(1);
        panel.keep(1);
        QVERIFY(find(panel.table(), "'mass properties of Coupler' of subsystem 'matter'"));
        QVERIFY(!find(panel.table(), "time"));
        panel.findDivergence();
        QTRY_VERIFY_WITH_TIMEOUT(!panel.isSearching(), Patience);
        QVERIFY2(panel.statusText().contains("of stage Instance") &&
                     panel.statusText().contains("mass properties of Coupler"),
                 qPrintable(panel.statusText()));
    }
};

}  // namespace trammel::ui

QTEST_MAIN(trammel::ui::DebuggerRunTest)
#include "debugger_run_test.moc"
