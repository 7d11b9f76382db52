// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J10: stage and cache debugging by mouse and keyboard, step by step.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QPushButton>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>

#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/panels/debugger/audit_panel.h"
#include "ui/panels/debugger/breakpoints_panel.h"
#include "ui/panels/debugger/cache_entries_model.h"
#include "ui/panels/debugger/cache_xray_panel.h"
#include "ui/panels/debugger/diff_panel.h"
#include "ui/panels/debugger/edit_cost_panel.h"
#include "ui/panels/debugger/profiler_panel.h"
#include "ui/panels/debugger/provenance_graph.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/debugger/stage_ladder.h"
#include "ui/panels/debugger/state_panel.h"
#include "ui/panels/debugger/value_model.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/properties/value_editor.h"
#include "ui/session/debugger.h"
#include "ui/session/edit_cost_log.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class DebuggingJourneyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        QVERIFY(rig_->window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig_->view().setFocus();
    }
    void cleanup() { rig_.reset(); }

    void J10_stageAndCacheDebugging() {
        JourneyRig& rig = *rig_;
        // 1. Open the debug perspective.
        rig.press(Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
        for (const char* dock : {"xrayDock", "stateDock", "ledgerDock", "traceDock", "breakpointsDock", "stagesDock"})
            QVERIFY2(!rig.window->findChild<QDockWidget*>(dock)->isHidden(), dock);
        QVERIFY(xray().isVisible());
        rig.screenshot("J10_1_perspective");

        // 2. Hovering over a field estimates the cost of an edit.
        raise("ledgerDock");
        rig.session->select(CrankBody);
        rig.settle();
        auto* const mass = rig.window->findChild<ValueEditor*>("mass");
        point(mass);
        auto& costLog = child<EditCostPanel>();
        QTRY_VERIFY_WITH_TIMEOUT(costLog.preview().has_value(), JourneyRig::Patience);
        const InvalidationSummary estimated = *costLog.preview();
        QCOMPARE(estimated.lowest, Stage(Stage::Instance));
        QVERIFY(estimated.entriesLost > 0);
        QVERIFY(estimated.variablesKept);
        for (const char* word : {"Instance", "cache entries", "s to restore", "q and u kept"})
            QVERIFY2(costLog.previewText().contains(word), qPrintable(costLog.previewText()));
        QCOMPARE(rig.window->findChild<QLabel*>("propertiesPreview")->text(), costLog.previewText());
        rig.screenshot("J10_2_preview");

        // 3. Committing: the row of the costLog matches the estimate; the ladder flashes.
        auto& ladder = child<StageLadder>();
        const QImage calm = ladder.grab().toImage();
        auto* const field = mass->findChild<QLineEdit*>();
        QTest::mouseClick(field, Qt::LeftButton);
        field->selectAll();
        QTest::keyClicks(field, "0.75");
        QTest::keyClick(field, Qt::Key_Return);
        const QImage flashing = ladder.grab().toImage();
        QVERIFY(flashing != calm);
        const auto measured = rig.window->workspace().costLog().invalidationOf(1);
        QVERIFY(measured.has_value());
        QCOMPARE(measured->lowest, estimated.lowest);
        QVERIFY(std::abs(measured->entriesLost - estimated.entriesLost) <= 1);
        QVERIFY(measured->variablesKept);
        QCOMPARE(costLog.table()->topLevelItemCount(), 2);
        QVERIFY(costLog.table()->topLevelItem(1)->text(1).contains("Instance"));
        rig.screenshot("J10_3_committed");

        // 4. Find stale entries and the reason.
        rig.session->demandStage(Stage::Acceleration);
        rig.session->demandStage(Stage::Position);
        rig.session->setValue("Mass", CrankBody, "mass", 0.8);
        raise("xrayDock");
        auto* const filter = xray().findChild<QComboBox*>("xrayFilter");
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_S);
        Q_EMIT filter->activated(filter->currentIndex());
        QCOMPARE(filter->currentText(), QStringLiteral("Stale"));
        QVERIFY(chooseEntry("body accelerations"));
        const CacheEntryKey entry = xray().chosen();
        const State& state = rig.session->displayed().state();
        const CacheEntryInfo& info = state.getCacheEntryInfo(entry);
        const QString why = xray().findChild<QLabel*>("xrayReason")->text();
        QVERIFY2(why.contains("requires stage Acceleration"), qPrintable(why));
        QVERIFY2(why.contains(QStringLiteral("at version %1")
                                  .arg(state.getSubsystemStageVersion(entry.subsystem, Stage::Acceleration))),
                 qPrintable(why));
        QVERIFY2(why.contains(QStringLiteral("computed at version %1").arg(info.getDependsOnVersionSeen())),
                 qPrintable(why));
        rig.screenshot("J10_4_stale");

        // 5. Realize only this.
        QTest::mouseClick(xray().findChild<QPushButton*>("xrayRealize"), Qt::LeftButton);
        QCOMPARE(state.getCacheValidity(entry), CacheValidity::Valid);
        QVERIFY(xray().findChild<QLabel*>("xrayReason")->text().contains("Valid"));
        QCOMPARE(rig.session->displayed().stage(), Stage(Stage::Acceleration));
        QCOMPARE(ladder.shownStage(0), Stage(Stage::Acceleration));
        rig.screenshot("J10_5_realized");

        // 6. A breakpoint on invalidation of Position pauses within one stage and names the cause.
        rig.view().setFocus();
        rig.press(Qt::Key_F9);
        rig.press(Qt::Key_F5);
        Debugger& debugger = rig.window->workspace().debugger();
        QTRY_VERIFY_WITH_TIMEOUT(debugger.stop() != nullptr, JourneyRig::Patience);
        auto& breakpoints = child<BreakpointsPanel>();
        QVERIFY2(breakpoints.causeShown().contains("Position was invalidated"), qPrintable(breakpoints.causeShown()));
        QVERIFY2(breakpoints.causeShown().contains("by the integrator"), qPrintable(breakpoints.causeShown()));
        QVERIFY(debugger.stop()->stage <= Stage(Stage::Position));
        // The first pauses may belong to the start; continue to one within a step.
        for (int i = 0; i < 20 && !(debugger.stop() && debugger.stop()->time > 0); ++i) {
            rig.press(Qt::Key_F5);
            QTRY_VERIFY_WITH_TIMEOUT(debugger.stop() != nullptr, JourneyRig::Patience);
        }
        QCOMPARE(debugger.stop()->stage, Stage(Stage::Time));
        const auto& buttons = rig.window->statusBar()->findChildren<QAbstractButton*>();
        QVERIFY(std::any_of(buttons.begin(), buttons.end(),
                            [](const auto* b) { return b->text().startsWith("Paused at 0.00"); }));
        rig.screenshot("J10_6_stopped");

        // 7. Step from stage to stage up to Report, with costs.
        rig.press(Qt::Key_F9);
        for (Stage stage = Stage::Position; stage <= Stage::Report; stage = stage.next()) {
            const long before = debugger.stop()->number;
            rig.press(Qt::Key_F10, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(debugger.stop() && debugger.stop()->number > before, JourneyRig::Patience);
            QCOMPARE(debugger.stop()->stage, stage);
            QVERIFY(debugger.stop()->seconds[std::size_t(int(stage))] > 0);
            const QString costs = rig.window->findChild<QLabel*>("stopStages")->text();
            QVERIFY2(costs.contains(QStringLiteral("<b>%1 ").arg(QString::fromStdString(stage.getName()))) &&
                         costs.contains("µs"),
                     qPrintable(costs));
            QCOMPARE(ladder.shownStage(0), stage);
        }
        rig.screenshot("J10_7_report");
        rig.press(Qt::Key_F10);
        QTRY_VERIFY_WITH_TIMEOUT(debugger.stop() && debugger.stop()->cause.find("step") != std::string::npos,
                                 JourneyRig::Patience);
        // Playing continues the run.
        Player& player = rig.session->player();
        rig.press(Qt::Key_F6);
        QVERIFY(player.isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), JourneyRig::Patience);
        QVERIFY(!debugger.stop());
        player.pause();

        // 8. A recorded frame is bitwise reproducible.
        rig.window->commands().action("debug.checksums")->trigger();
        rig.press(Qt::Key_F5);
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing() && player.frameCount() > 100, JourneyRig::Patience);
        rig.press(Qt::Key_L, Qt::ControlModifier);
        rig.type("0.5 s");
        rig.press(Qt::Key_Return);
        QVERIFY(std::abs(player.time() - 0.5) < 1e-9);
        QTest::mouseClick(rig.window->findChild<QPushButton*>("diffVerify"), Qt::LeftButton);
        auto& diff = child<DiffPanel>();
        QVERIFY2(diff.statusText().startsWith("Bitwise identical"), qPrintable(diff.statusText()));
        QCOMPARE(rig.session->displayed().stage(), Stage(Stage::Report));
        rig.screenshot("J10_8_verified");

        // 9. The audit finds no errors in the built-in types.
        rig.window->commands().action("debug.audit")->trigger();
        auto& audit = child<AuditPanel>();
        QTRY_VERIFY_WITH_TIMEOUT(!audit.isRunning(), JourneyRig::Patience);
        QVERIFY2(audit.summary().startsWith("0 violations"), qPrintable(audit.summary()));
        QVERIFY(audit.audit()->entriesCompared >= 8);
        rig.screenshot("J10_9_audited");
        Theme::instance().apply(ThemeChoice::Dark);
        raise("xrayDock");
        rig.screenshot("J10_dark");
        Theme::instance().apply(ThemeChoice::Light);
    }

    void J10_provenanceOfAValue() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
        // Right-click the arrow of gravity where it is drawn.
        const Vec3 onArrow = middleOfArrow(rig.named("Gravity"));
        rig.choose(onArrow, {"Show provenance", "potential energy"});
        auto& why = child<ProvenancePanel>();
        QVERIFY(why.isVisible());
        QVERIFY(!why.provenance().nodes.empty());
        QCOMPARE(why.provenance().nodes.front().name, std::string("Gravity.potential energy"));
        rig.screenshot("J10_why_arrow");
        // A joint, from the tree's menu or its reaction arrow.
        rig.session->select(rig.named("Crank pin"));
        QVERIFY(why.outputsOf(rig.named("Crank pin")).contains("Crank pin.reaction force"));
        Q_EMIT rig.window->workspace().provenanceRequested("Crank pin.reaction force");
        rig.screenshot("J10_why_reaction");
        // Clicking a node opens the entry.
        const auto& frames = why.graph()->frames();
        const auto inertias = std::find_if(frames.begin(), frames.end(), [](const ProvenanceGraph::Frame& f) {
            return f.drawn.name == "'body inertias in Ground' of subsystem 'matter'";
        });
        QVERIFY(inertias != frames.end());
        const QPoint at = why.graph()->frameRect(std::size_t(inertias - frames.begin())).center().toPoint();
        QTest::mouseClick(why.graph(), Qt::LeftButton, {}, at);
        QVERIFY(xray().isVisible());
        QCOMPARE(xray().entries()->entryAt(xray().entries()->rowOf(xray().chosen())).name,
                 std::string("body inertias in Ground"));
        // Clicking a parameter opens the variable.
        raise("whyDock");
        const auto mass = std::find_if(frames.begin(), frames.end(), [](const ProvenanceGraph::Frame& f) {
            return f.drawn.name.startsWith("'parameters of Gravity'");
        });
        QVERIFY(mass != frames.end());
        QTest::mouseClick(why.graph(), Qt::LeftButton, {},
                          why.graph()->frameRect(std::size_t(mass - frames.begin())).center().toPoint());
        QVERIFY(child<StatePanel>().isVisible());
        QCOMPARE(child<StatePanel>().findChild<QLineEdit*>("stateSearch")->text(),
                 QStringLiteral("parameters of Gravity"));
        rig.screenshot("J10_why_parameter");
    }

    void J10_stageLadderClicksAndStateEdits() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_D, Qt::ControlModifier | Qt::AltModifier);
        auto& ladder = child<StageLadder>();
        const auto click = [&](Stage stage, Qt::KeyboardModifiers with = {}) {
            QTest::mouseClick(&ladder, Qt::LeftButton, with, ladder.rungRect(stage).center());
        };
        click(Stage::Report);
        QCOMPARE(rig.session->displayed().stage(), Stage(Stage::Report));
        QCOMPARE(ladder.shownStage(0), Stage(Stage::Report));
        click(Stage::Velocity, Qt::ControlModifier);
        QCOMPARE(rig.session->displayed().stage(), Stage(Stage::Position));
        click(Stage::Acceleration);
        QCOMPARE(rig.session->displayed().stage(), Stage(Stage::Acceleration));

        // Edit a coordinate in another unit by mouse and keyboard.
        raise("stateDock");
        QTreeWidget* const tree = child<StatePanel>().tree();
        tree->collapseItem(tree->topLevelItem(0));
        const auto rows = tree->findItems("angle of Crank pin", Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(rows.size(), 1);
        tree->scrollToItem(rows[0]);
        const QPoint cell = tree->visualItemRect(rows[0]).center();
        const QPoint at(tree->columnViewportPosition(StatePanel::Value) + 20, cell.y());
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(tree->viewport(), Qt::LeftButton, {}, at);
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
        rig.press(Qt::Key_A, Qt::ControlModifier);
        rig.type("1.6 rad");
        rig.press(Qt::Key_Return);
        QTRY_COMPARE(rig.session->displayed().state().getQ()[0], 1.6);
        rig.screenshot("J10_state_edited");
        // The invalidated entries are highlighted and can be filtered.
        raise("xrayDock");
        auto* const filter = xray().findChild<QComboBox*>("xrayFilter");
        filter->setCurrentText("Invalidated by the last edit");
        Q_EMIT filter->activated(filter->currentIndex());
        const std::size_t dropped = rig.session->displayed().entriesDropped().size();
        QVERIFY(dropped >= 4);
        QCOMPARE(std::size_t(xray().table()->model()->rowCount()), dropped);
        QVERIFY(chooseEntry("position kinematics"));
        xray().findChild<QTabWidget*>()->setCurrentIndex(1);
        QVERIFY(xray().value()->rowCount() > 5);
        rig.screenshot("J10_heat_map");

        // Profile a run.
        rig.window->commands().action("debug.profile")->trigger();
        rig.view().setFocus();
        rig.press(Qt::Key_F5);
        rig.session->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!rig.session->player().isComputing(), JourneyRig::Patience);
        QTRY_VERIFY_WITH_TIMEOUT(child<ProfilerPanel>().table()->topLevelItemCount() > 4, JourneyRig::Patience);
        rig.screenshot("J10_profiler");

        // Compare before and after an edit that rebuilds the system.
        raise("diffDock");
        QTest::mouseClick(rig.window->findChild<QPushButton*>("diffKeepA"), Qt::LeftButton);
        rig.session->select(rig.named("Gravity"));
        rig.window->commands().action("edit.delete")->trigger();
        QTest::mouseClick(rig.window->findChild<QPushButton*>("diffKeepB"), Qt::LeftButton);
        QVERIFY2(child<DiffPanel>().statusText().contains("in only one state"),
                 qPrintable(child<DiffPanel>().statusText()));
        rig.screenshot("J10_compared");

        // Two runs of one system: find the step where they diverge.
        const auto runAndKeep = [&](const char* button) {
            rig.view().setFocus();
            rig.press(Qt::Key_F5);
            rig.session->player().pause();
            if (!QTest::qWaitFor([&] { return !rig.session->player().isComputing(); }, JourneyRig::Patience)) return;
            QTest::mouseClick(rig.window->findChild<QPushButton*>(button), Qt::LeftButton);
        };
        runAndKeep("diffKeepA");
        rig.session->setValue("Accuracy", rig.named("Simulation"), "accuracy", 1e-7);
        runAndKeep("diffKeepB");
        QTest::mouseClick(rig.window->findChild<QPushButton*>("diffBisect"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!child<DiffPanel>().isSearching(), JourneyRig::Patience);
        QVERIFY2(child<DiffPanel>().statusText().startsWith("Step "), qPrintable(child<DiffPanel>().statusText()));
        QVERIFY(child<DiffPanel>().table()->topLevelItemCount() > 0);
        rig.screenshot("J10_parted");
    }

    void J10_picturePanelsAndTimeFieldShowOneInstant() {
        JourneyRig& rig = *rig_;
        Player& player = rig.session->player();
        auto* const chip = rig.window->findChild<QToolButton*>("instantChip");
        auto* const timeField = rig.window->findChild<QLineEdit*>("timeField");
        QVERIFY(!chip->isVisible());
        PlotsPanel& plots = rig.window->panels().get<PlotsPanel>();
        plots.plot({"Crank pin.angle"});
        Debugger& debugger = rig.window->workspace().debugger();
        Breakpoint b;
        b.kind = "stage-realized";
        b.stage = Stage::Velocity;
        debugger.addBreakpoint(b);
        rig.view().setFocus();
        rig.press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(debugger.stop() != nullptr, JourneyRig::Patience);
        for (int i = 0; i < 10; ++i) {
            const long seen = debugger.stop()->number;
            QVERIFY(debugger.runOneStep());
            QTRY_VERIFY_WITH_TIMEOUT(debugger.stop() && debugger.stop()->number > seen, JourneyRig::Patience);
        }
        rig.settle();
        const Real time = debugger.stop()->time;
        QVERIFY(time > 0);
        QVERIFY(chip->isVisible());
        QVERIFY2(chip->text().startsWith("Paused in step at "), qPrintable(chip->text()));
        QCOMPARE(player.time(), time);
        QVERIFY2(std::abs(timeField->text().section(' ', 0, 0).toDouble() - time) < 1e-5,
                 qPrintable(timeField->text()));
        // Badge, panel and status line say it with the same digits.
        const QString told = " at " + timeField->text();
        QVERIFY2(chip->text().endsWith(told), qPrintable(chip->text()));
        const QString cause = rig.window->panels().get<BreakpointsPanel>().causeShown();
        QVERIFY2(cause.startsWith("Paused" + told), qPrintable(cause));
        const auto buttons = rig.window->statusBar()->findChildren<QAbstractButton*>();
        QVERIFY(std::ranges::any_of(buttons, [&](const auto* each) { return each->text() == "Paused" + told; }));
        QCOMPARE(plots.plots().front()->view().time(), time);
        QCOMPARE(rig.session->displayed().state().getTime(), time);
        rig.screenshot("J10_paused_in_step");
        // Edited by hand: announced, no line of the trace follows it, and a click closes the loop.
        debugger.inspectWorker(false);
        const Real angle = rig.session->displayed().state().getQ()[0] + 0.5;
        rig.session->inspect([&](DisplayedState& shown) { shown.setVariable(0, angle); });
        rig.settle();
        QVERIFY2(chip->text().startsWith("Edited state violates constraints"), qPrintable(chip->text()));
        const DisplayedState& shown = rig.session->displayed();
        const Vec3 here = shown.model()->calcTracePoint(0, shown.state());
        const auto isOnTrace = [&] {
            Scene scene;
            rig.session->traces().appendTo(scene, player.frame(), *shown.model(), shown.state(), shown.isEdited());
            for (const DecorativeGeometry& g : scene.geometry)
                if (const auto* const line = std::get_if<decor::Polyline>(&g.getShape()))
                    if (std::ranges::any_of(line->points, [&](const Vec3& p) { return (p - here).norm() < 1e-12; }))
                        return true;
            return false;
        };
        QVERIFY(!isOnTrace());
        rig.screenshot("J10_edited_state");
        QTest::mouseClick(chip, Qt::LeftButton);
        rig.settle();
        QVERIFY(!shown.violatesConstraints());
        QCOMPARE(chip->text(), QStringLiteral("Edited state"));
        rig.screenshot("J10_satisfied");
        debugger.setEnabled(0, false);
        QVERIFY(debugger.resume());
        rig.settle();
        QVERIFY(!chip->isVisible());
        QCOMPARE(rig.session->displayed().state().getTime(), player.time());
    }

private:
    /// Halfway along the first arrow drawn for an element.
    Vec3 middleOfArrow(ElementId element) {
        const DisplayedState& shown = rig_->session->displayed();
        Scene scene;
        shown.model()->calcScene(shown.state(), scene);
        for (const DecorativeGeometry& g : scene.geometry)
            if (const auto* const arrow = std::get_if<decor::Arrow>(&g.getShape()); arrow && g.getElement() == element)
                return scene.bodyPoses[std::size_t(g.getBodyId())] * g.getTransform() *
                       Vec3((arrow->from + arrow->to) / 2);
        return Vec3(0.);
    }
    template <class Panel>
    Panel& child() {
        return *rig_->window->findChild<Panel*>();
    }
    CacheXrayPanel& xray() { return child<CacheXrayPanel>(); }
    void raise(const char* dock) {
        rig_->window->panels().raise(QLatin1StringView(dock));
        rig_->settle();
    }
    /// Moves the pointer onto a widget with real events.
    void point(QWidget* widget) {
        movePointer(widget, widget->rect().center());
        QEnterEvent enter(widget->rect().center(), widget->rect().center(),
                          widget->mapToGlobal(widget->rect().center()));
        QApplication::sendEvent(widget, &enter);
        rig_->settle();
    }
    bool chooseEntry(const QString& name) {
        QTableView* const table = xray().table();
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex cell = table->model()->index(row, CacheEntriesModel::Name);
            if (cell.data().toString() != name) continue;
            table->scrollTo(cell);
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
            return xray().chosen().entry.isValid();
        }
        return false;
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::DebuggingJourneyTest> addDebuggingJourneyTest;

#include "debugging_journey_test.moc"
