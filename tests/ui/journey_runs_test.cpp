// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J8: runs are listed, compute concurrently, branch, are saved, and never block the window.
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTreeView>
#include <QTreeWidget>
#include <algorithm>
#include <map>

#include "compile/compiler.h"
#include "tests/ui/held_steps.h"
#include "tests/ui/journeys.h"
#include "tests/ui/run_journey.h"
#include "tests/ui/work_count.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/panels/debugger/diff_panel.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/plots/curve_legend.h"
#include "ui/properties/number_field.h"
#include "ui/properties/value_editor.h"
#include "ui/view/run_poses.h"
#include "ui/view/view_overlays.h"
#include "ui/window/file_actions.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class JourneyRunsTest : public RunJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J8_branchCompareAndSaveRuns() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        RunList& runs = session.runs();
        QStringList notices;
        connect(&session, &Session::notice, this, [&](const QString& text) { notices += text; });
        open("spring_mass_damper.trammel");
        rig.window->panels().raise("runsDock");

        // Run A, and return to 0.8 s.
        rig.press(Qt::Key_F5);
        player.pause();
        waitForAll();
        QCOMPARE(runs.entries().size(), std::size_t(1));
        const RunEntry& a = *runs.entries().front();
        QCOMPARE(a.letter, QStringLiteral("A"));
        QCOMPARE(a.status.phase, RunPhase::Finished);
        const std::vector<Real> numbersOfA = numbersOf(a.frames());
        rig.press(Qt::Key_L, Qt::ControlModifier);
        rig.type("0.8 s");
        rig.press(Qt::Key_Return);
        QCOMPARE(player.time(), 0.8);

        // Halve the damper: the frame stays displayed, with the edit.
        const ElementId damper = rig.named("Damper");
        QVERIFY(damper.isValid());
        const Real damping = valueOf(damper, "damping");
        session.select(damper);
        rig.settle();
        auto* const editor = rig.window->findChild<ValueEditor*>("damping");
        QVERIFY(editor);
        // The chip names the stage; its tooltip says whether a run can continue.
        QStringList chips;
        for (const QLabel* label : editor->parentWidget()->findChildren<QLabel*>())
            if (label->text() == "Instance" && label->toolTip().contains("a run can continue with it"))
                chips += label->text();
        QVERIFY(!chips.isEmpty());
        auto* const field = editor->findChild<NumberField*>();
        field->setFocus();
        field->selectAll();
        notices.clear();
        rig.type(QString::number(damping) + "*0.5");
        rig.press(Qt::Key_Return);
        QCOMPARE(valueOf(damper, "damping"), damping / 2);
        QVERIFY(player.isBranching());
        QCOMPARE(player.time(), 0.8);
        QCOMPARE(session.displayed().state().getTime(), 0.8);
        QVERIFY2(notices.join(' ').contains("branch at 0.8 s"), qPrintable(notices.join(' ')));

        // Enter returned to the view. Space in the number field: B branches there.
        QVERIFY(!field->hasFocus());
        field->setFocus();
        QVERIFY(field->hasFocus());
        field->selectAll();
        const QString typed = field->text();
        rig.press(Qt::Key_Space);
        QCOMPARE(field->text(), typed);
        QCOMPARE(runs.entries().size(), std::size_t(2));
        const RunEntry& b = *runs.entries().back();
        QCOMPARE(runs.current(), &b);
        QVERIFY(player.isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > 1, JourneyRig::Patience);
        player.pause();
        waitForAll();
        QCOMPARE(b.parent, a.id);
        QCOMPARE(b.branchTime, 0.8);
        QVERIFY2(b.name.contains("Damper") && b.name.contains(QChar(0x2192)), qPrintable(b.name));
        const std::size_t frame = a.frames().findFrame(0.8);
        Vector ya(a.frames().getNY()), yb(b.frames().getNY());
        a.frames().copyY(frame, ya);
        b.frames().copyY(0, yb);
        QCOMPARE(b.frames().getTime(0), a.frames().getTime(frame));
        QVERIFY(std::memcmp(ya.data(), yb.data(), sizeof(Real) * static_cast<std::size_t>(ya.size())) == 0);
        QVERIFY(std::abs(b.frames().getEndTime() - a.frames().getEndTime()) < 1e-9);
        QVERIFY(sameBits(numbersOf(a.frames()), numbersOfA));

        // The table lists B below A; both share one clock.
        auto* const table = rig.window->findChild<QTreeWidget*>("runsTable");
        QCOMPARE(table->topLevelItemCount(), 1);
        QTreeWidgetItem* const rowA = table->topLevelItem(0);
        QCOMPARE(rowA->childCount(), 1);
        QCOMPARE(rowA->child(0)->text(2), QStringLiteral("Finished"));
        const Real now = player.time();
        table->setCurrentItem(rowA);
        QCOMPARE(runs.current(), &a);
        QCOMPARE(player.time(), now);
        rowA->child(0)->setCheckState(1, Qt::Checked);
        QVERIFY(b.ghost);
        table->setCurrentItem(rowA->child(0));
        rig.screenshot("J8_branch");

        // Recomputed, both are bitwise identical.
        for (const RunId id : {a.id, b.id}) {
            runs.setCurrent(id);
            rig.window->commands().action("runs.check")->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(runs.find(id)->check.contains("bitwise identical"), JourneyRig::Patience);
        }
        rig.screenshot("J8_checked");
        // Also from a later frame.
        runs.setCurrent(a.id);
        player.seekTime(1.2);
        rig.window->commands().action("runs.checkFromHere")->trigger();
        QVERIFY(session.runTasks().isChecking(a.id));
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isChecking(a.id), JourneyRig::Patience);
        QVERIFY2(a.check.contains("bitwise identical") && a.check.contains("✓"), qPrintable(a.check));

        // A plot of both: the legend names the edit; markers show every difference.
        rig.window->panels().raise("plotsDock");
        rig.window->commands().action("plots.selection")->trigger();
        PlotFrame& plot = *rig.window->panels().get<PlotsPanel>().plots().back();
        plot.add(QStringList{QStringLiteral("kinetic energy")});
        rig.window->commands().action("plots.marks")->trigger();
        PlotView& curves = plot.view();
        QTRY_COMPARE_WITH_TIMEOUT(curves.curves().size(), std::size_t(2), JourneyRig::Patience);
        QTRY_VERIFY_WITH_TIMEOUT(curves.curves()[0].size() > 50 && curves.curves()[1].size() > 50,
                                 JourneyRig::Patience);
        curves.setMarks(PlotView::Marks{1.0, 1.4});
        CurveLegend& legend = *curves.legend();
        QStringList names;
        for (int i = 0; i < legend.topLevelItemCount(); ++i) names += legend.topLevelItem(i)->text(0);
        QVERIFY2(names.join(' ').contains("Damper") && names.join(' ').contains("@0.8 s"), qPrintable(names.join(' ')));
        QCOMPARE(legend.headerItem()->text(CurveLegend::Difference), QString::fromUtf8("B − A\nΔt 0.4 s"));
        for (std::size_t i = 0; i < 2; ++i) {
            const QString text = legend.rowOf(i)->text(CurveLegend::Difference);
            const double difference = curves.curves()[i].valueAt(1.4) - curves.curves()[i].valueAt(1.0);
            QVERIFY2(!text.isEmpty() && text != "–" && std::abs(difference) > 0, qPrintable(text));
        }
        rig.screenshot("J8_marks");

        // Compare both states at one time: differences, largest relative change first.
        rig.window->panels().raise("diffDock");
        const std::pair<RunId, const char*> sides[] = {{a.id, "diffKeepA"}, {b.id, "diffKeepB"}};
        for (const auto& [id, button] : sides) {
            runs.setCurrent(id);
            player.seekTime(1.2);
            QTest::mouseClick(rig.window->findChild<QPushButton*>(button), Qt::LeftButton);
        }
        const QTreeWidget& differences = *rig.window->findChild<DiffPanel*>()->table();
        QVERIFY(differences.topLevelItemCount() > 3);
        double larger = Infinity;
        for (int i = 0; i < differences.topLevelItemCount(); ++i) {
            bool isNumber = false;
            const double change = differences.topLevelItem(i)->text(2).toDouble(&isNumber);
            if (!isNumber) continue;
            QVERIFY2(change <= larger * (1 + 1e-9), qPrintable(differences.topLevelItem(i)->text(0)));
            larger = change;
        }
        QVERIFY(larger < Infinity);
        rig.screenshot("J8_diff");
        runs.setCurrent(b.id);

        // Remove and restore.
        const std::vector<Real> numbersOfB = numbersOf(b.frames());
        const RunId idOfB = b.id;
        rig.window->commands().action("runs.remove")->trigger();
        QCOMPARE(runs.entries().size(), std::size_t(1));
        QCOMPARE(runs.current(), &a);
        rig.window->commands().action("runs.restore")->trigger();
        QCOMPARE(runs.entries().size(), std::size_t(2));
        QCOMPARE(runs.current()->id, idOfB);

        // Saved with the model, both are reopened and can be played.
        QVERIFY(session.save(session.path()).empty());
        rig.window->commands().action("runs.saveAll")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        QVERIFY(rig.window->open(session.path()));
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        QCOMPARE(runs.entries().size(), std::size_t(2));
        QVERIFY(sameBits(numbersOf(runs.entries()[0]->frames()), numbersOfA));
        QVERIFY(sameBits(numbersOf(runs.entries()[1]->frames()), numbersOfB));
        QCOMPARE(runs.entries()[1]->letter, QStringLiteral("B"));
        QCOMPARE(runs.entries()[1]->parent, runs.entries()[0]->id);
        player.seekTime(1);
        QVERIFY(player.showsFrame());
        QCOMPARE(session.displayed().state().getTime(), player.time());
        rig.screenshot("J8_reopened");
        // A run read from a file can be continued.
        QCOMPARE(player.branch(), QString());
        QCOMPARE(runs.entries().size(), std::size_t(3));
    }

    void J8_runRestartsAfterElementsChange() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QStringList notices;
        connect(&session, &Session::notice, this, [&](const QString& text) { notices += text; });
        open("spring_mass_damper.trammel");
        session.player().startNewRun();
        session.player().pause();
        waitForAll();
        session.player().seekTime(0.5);
        session.edit("Delete damper", [&](const Document& document) {
            return removeElement(document, session.catalog(), rig.named("Damper"));
        });
        QVERIFY(!session.player().isBranching());
        QVERIFY(!session.player().showsFrame());
        QVERIFY2(notices.join(' ').contains("starts from the beginning"), qPrintable(notices.join(' ')));
        session.player().seekTime(0.5);
        QVERIFY(session.player().branch().contains("elements were added, removed"));
        QCOMPARE(session.runs().entries().size(), std::size_t(1));
    }

    void J8_removedRunDeletesItsFile() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        openShort();
        session.player().startNewRun();
        session.player().pause();
        waitForAll();
        const RunId first = session.runs().entries()[0]->id, second = session.runs().entries()[1]->id;
        session.saveRuns();
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        const QString fileA = session.runs().find(first)->file, fileB = session.runs().find(second)->file;
        QVERIFY(QFile::exists(fileA) && QFile::exists(fileB));
        session.runs().remove(second);
        QVERIFY2(QFile::exists(fileB), "it can still be restored");
        session.runs().restore();
        QVERIFY(QFile::exists(fileB));
        session.runs().remove(second);
        session.runs().remove(first);
        QVERIFY(!QFile::exists(fileB));
        QVERIFY(QFile::exists(fileA));
        session.newDocument();
        QVERIFY(!QFile::exists(fileA));
    }

    void J8_severalRunsComputeWhileTheModelIsEdited() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        RunList& runs = session.runs();
        open("spring_mass_damper.trammel");
        const auto gate = holdRuns(session.player(), 2);
        const auto opening = qScopeGuard([&gate] { gate->open(); });
        for (int k = 0; k < 3; ++k) {
            session.player().startNewRun();
            session.player().pause();
            session.setValue("Mass", rig.named("Mass"), "mass", 3. + k);
        }
        QCOMPARE(runs.entries().size(), std::size_t(3));
        for (const auto& entry : runs.entries()) {
            QVERIFY(entry->isComputing());
            QVERIFY(entry->outdated);
        }
        QTRY_VERIFY_WITH_TIMEOUT(std::all_of(runs.entries().begin(), runs.entries().end(),
                                             [](const auto& entry) { return entry->frames().size() > 100; }),
                                 JourneyRig::Patience);
        rig.window->panels().raise("runsDock");
        rig.screenshot("J8_several");
        // A waiting run can be canceled too. It is not held before it waits.
        holdRuns(session.player(), Infinity);
        session.player().startLive();
        QTRY_VERIFY_WITH_TIMEOUT(runs.current()->frames().size() > 2, JourneyRig::Patience);
        session.player().pause();
        QTRY_COMPARE_WITH_TIMEOUT(runs.current()->status.phase, RunPhase::Paused, JourneyRig::Patience);
        QVERIFY(rig.window->commands().action("runs.stop")->isEnabled());
        rig.window->commands().action("runs.stop")->trigger();
        QCOMPARE(runs.current()->status.phase, RunPhase::Canceled);
        QVERIFY(!rig.window->commands().action("runs.stop")->isEnabled());
        for (const auto& entry : runs.entries()) runs.cancel(entry->id);
        gate->open();
        waitForAll();
        for (const auto& entry : runs.entries()) QCOMPARE(entry->status.phase, RunPhase::Canceled);
    }

    /// No run command of the window waits for a worker.
    void J8_runsDoNotBlockTheWindow() {
        rig_.reset();
        Session session(builtinCatalog());
        QVERIFY(session.open(modelPath("chain_100.trammel"), true));
        Player& player = session.player();
        RunList& runs = session.runs();
        const auto gate = holdRuns(player);
        // Always opened before the session is destroyed.
        const auto opening = qScopeGuard([&gate] { gate->open(); });
        for (int run = 0; run < 3; ++run) player.startNewRun();
        QTRY_COMPARE_WITH_TIMEOUT(gate->held(), 3, JourneyRig::Patience);
        runs.poll();
        runs.cancel(runs.entries()[0]->id);
        runs.remove(runs.entries()[1]->id);
        // Removing a second run discards the first for good.
        runs.remove(runs.entries()[1]->id);
        player.startNewRun();
        QTRY_COMPARE_WITH_TIMEOUT(gate->held(), 4, JourneyRig::Patience);
        runs.clear();
        for (int run = 0; run < 5; ++run) player.startNewRun();
        QTRY_COMPARE_WITH_TIMEOUT(gate->held(), 9, JourneyRig::Patience);
        // Every timer of the window fires while five runs compute and one plays.
        QVERIFY(runs.isAnyComputing() && player.isPlaying());
        settle({&session}, [] { return true; });
        QCOMPARE(gate->held(), 9);
        QVERIFY2(!gate->timedOut(), "the window waits for a run");
        gate->open();
        runs.clear();
        settle({&session});
    }

    /// Another instant draws the view once and repaints no list of the model.
    void J8_anInstantDrawsTheViewOnce() {
        constexpr int instants = 8;
        JourneyRig& rig = *rig_;
        Player& player = rig.session->player();
        for (const char* name : {"four_bar.trammel", "jansen_leg.trammel", "chain_of_balls.trammel",
                                 "cable_hoist.trammel", "gear_train.trammel", "chain_100.trammel"}) {
            open(name);
            rig.session->setValue("Duration", rig.named("Simulation"), "duration", 0.5);
            player.startNewRun();
            player.pause();
            waitForAll();
            player.seekFrame(0);
            rig.settle();
            PaintCount paints(rig.window->panels().get<ModelTreePanel>().view()->viewport());
            for (int k = 0; k < instants; ++k) {
                const int drawn = rig.view().framesDrawn();
                player.seekFrame(static_cast<std::size_t>(k + 1) * (player.frameCount() - 1) / instants);
                rig.settleView();
                QCOMPARE(rig.view().framesDrawn(), drawn + 1);
            }
            rig.settle();
            QVERIFY2(paints.count() == 0, name);
        }
    }

    /// Background work is not done by the thread of the window: thumbnails, runs, files, images and videos.
    void J8_backgroundWorkDoesNotBlockTheWindow() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        TimelineBar& bar = *rig.window->panels().get<TimelinePanel>().bar();
        const auto scrub = [&](int times) {
            const auto place = [&](double part) {
                const Real t = player.startTime() + part * (player.computedEnd() - player.startTime());
                return QPoint(int(bar.positionOf(t)), 26);
            };
            QTest::mousePress(&bar, Qt::LeftButton, {}, place(0.1));
            for (int i = 0; i < times; ++i) {
                QTest::mouseMove(&bar, place(0.1 + 0.8 * ((7 * i) % 23) / 23.));
                rig.settleView();
            }
            QTest::mouseRelease(&bar, Qt::LeftButton, {}, place(0.5));
        };
        std::map<QString, CountingApplication::Work> most;
        const auto watch = [&](const char* what, const auto& work) {
            CountingApplication::instance().startCounting();
            work();
            const auto counted = CountingApplication::instance().stopCounting();
            QVERIFY(!counted.empty());
            for (std::size_t i = 0; i < std::min<std::size_t>(3, counted.size()); ++i)
                qInfo("%s: %ld allocations, %s", what, counted[i].allocations, qPrintable(counted[i].what));
            most[what] = counted.front();
        };
        // Thumbnails: alone, and while scrubbing.
        watch("gallery", [&] { rig.settle(); });
        openShort();
        watch("gallery and view", [&] { scrub(60); });
        // A long run in a file.
        open("four_bar.trammel");
        session.setValue("Duration", rig.named("Simulation"), "duration", 60.);
        player.startNewRun();
        player.pause();
        waitForAll();
        const QString longRun = folder_.filePath("long.trun");
        watch("save a long run", [&] {
            // Queued, so that it is counted.
            QTimer::singleShot(0, &session, [&] { session.runTasks().save(session.runs().current()->id, longRun); });
            rig.settle();
            QVERIFY(QFile::exists(longRun) && !session.runTasks().isBusy());
        });
        openShort();
        player.seekTime(0.2);
        rig.settle();
        watch("scrub", [&] { scrub(60); });
        watch("branch", [&] {
            for (int i = 0; i < 3; ++i) {
                rig.window->commands().action("runs.branch")->trigger();
                rig.settleView();
                scrub(10);
            }
        });
        watch("compute", [&] {
            session.player().startNewRun();
            session.player().startNewRun();
            for (const auto& entry : session.runs().entries()) session.runTasks().check(entry->id);
            rig.settleView();
            scrub(20);
        });
        player.pause();
        waitForAll();
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        watch("open a long run", [&] {
            const std::size_t before = session.runs().entries().size();
            QTimer::singleShot(0, &session, [&] { session.runTasks().open({longRun}); });
            rig.settle();
            QVERIFY(session.runs().entries().size() > before && !session.runTasks().isBusy());
            scrub(40);
        });
        rig.window->commands().action("file.export")->trigger();
        auto* const dialog = rig.window->findChild<ExportDialog*>();
        QVERIFY(dialog);
        for (const QString kind : {"images", "mp4"}) {
            const bool isVideo = kind == "mp4";
            dialog->setImageSize({1920, 1080});
            dialog->setTimes(0, 0.5);
            dialog->setRate(30, 0.5);
            dialog->choose(kind);
            dialog->setPath(folder_.filePath(isVideo ? "watched.mp4" : "watched.png"));
            watch(isVideo ? "video" : "pictures", [&] {
                dialog->start();
                scrub(60);
                dialog->cancel();
                rig.settle();
            });
        }
        dialog->close();
        rig.screenshot("J8_watched");
        // An event updates the panels; saving, reading or computing a run allocates far more.
        const long limit = 10 * allocationsToCompile();
        for (const auto& [what, work] : most)
            QVERIFY2(work.allocations < limit,
                     qPrintable(QStringLiteral("%1: %2 by %3").arg(what).arg(work.allocations).arg(work.what)));
    }

    /// A long run has frames that a shorter run replacing it lacks.
    void J8_shorterRunReplacesTheCurrentRun() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        RunList& runs = session.runs();
        open("spring_mass_damper.trammel");
        rig.window->panels().raise("runsDock");
        player.startNewRun();
        player.pause();
        waitForAll();
        const RunId a = runs.current()->id;
        const Real branchTime = player.computedEnd() * 0.75;
        player.seekTime(branchTime);
        QCOMPARE(player.branch(), QString());
        player.pause();
        waitForAll();
        const RunId b = runs.current()->id;
        QVERIFY(b != a);
        const QString file = folder_.filePath("short.trun");
        session.runTasks().save(b, file);
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        // Removed while its last frame is displayed.
        runs.setCurrent(a);
        player.toEnd();
        const Real end = player.time();
        QVERIFY(player.frame() >= runs.find(b)->frames().size());
        rig.window->commands().action("runs.remove")->trigger();
        QCOMPARE(runs.current()->id, b);
        QCOMPARE(player.time(), end);
        rig.settle();
        // Restored, and replaced by one from a file.
        runs.restore();
        QCOMPARE(runs.current()->id, a);
        player.toEnd();
        session.runTasks().open({file});
        QTRY_COMPARE_WITH_TIMEOUT(runs.entries().size(), std::size_t(3), JourneyRig::Patience);
        QCOMPARE(player.time(), end);
        auto* const table = rig.window->findChild<QTreeWidget*>("runsTable");
        QCOMPARE(table->currentItem()->data(0, Qt::UserRole).toInt(), runs.current()->id);
    }

    /// Poses of a long run of many bodies are collected for shadows, ghosts and visibility, also from a file.
    void J8_collectingPosesDoesNotBlockTheWindow() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        QVERIFY(rig.window->files().open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/chain_100.trammel"), true));
        session.setValue("Duration", rig.named("Simulation"), "duration", 6.);
        player.startNewRun();
        player.pause();
        waitForAll();
        const RunId first = session.runs().current()->id;
        const QString file = folder_.filePath("chain.trun");
        session.runTasks().save(first, file);
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), 3 * JourneyRig::Patience);
        session.runTasks().open({file});
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), 3 * JourneyRig::Patience);
        const RunId second = session.runs().current()->id;
        QVERIFY(second != first);
        RunPoses& poses = rig.window->view().overlays().runPoses();
        QTRY_VERIFY_WITH_TIMEOUT(!poses.isGathering(), JourneyRig::Patience);
        rig.view().setShadows(true);
        rig.window->view().overlays().setInstantsShown(true);
        QTRY_VERIFY_WITH_TIMEOUT(!poses.isGathering(), JourneyRig::Patience);
        const QSignalSpy gathered(&poses, &RunPoses::gathered);
        CountingApplication::instance().startCounting();
        // Do not wait for poses of the previous run.
        for (const RunId id : {first, second, first, first, second}) {
            // Queued, so that it is counted.
            QTimer::singleShot(0, &session, [&session, id] { session.runs().setCurrent(id); });
            QTRY_COMPARE_WITH_TIMEOUT(session.runs().current()->id, id, JourneyRig::Patience);
            if (id == second) QTRY_VERIFY_WITH_TIMEOUT(!poses.isGathering(), JourneyRig::Patience);
            player.seekTime(5);
            rig.settleView();
            player.seekTime(0.1);
        }
        // And a growing run.
        const auto before = gathered.size();
        player.startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(gathered.size() > before + 1, JourneyRig::Patience);
        player.pause();
        const auto counted = CountingApplication::instance().stopCounting();
        session.runs().cancel(session.runs().current()->id);
        waitForAll();
        for (std::size_t i = 0; i < std::min<std::size_t>(3, counted.size()); ++i)
            qInfo("%ld allocations, %s", counted[i].allocations, qPrintable(counted[i].what));
        QVERIFY2(gathered.size() >= 4, qPrintable(QString::number(gathered.size())));
        rig.screenshot("J8_way_of_a_run");
        QVERIFY2(counted.front().allocations < 2 * allocationsToCompile(),
                 qPrintable(QStringLiteral("%1 by %2").arg(counted.front().allocations).arg(counted.front().what)));
    }

private:
    /// Limit of allocations in one event: those of compiling the displayed model.
    long allocationsToCompile() {
        const long before = test::allocationCountOfThread();
        if (!compileDocument(rig_->session->document())) qWarning("the model does not compile");
        const long made = test::allocationCountOfThread() - before;
        qInfo("compiling: %ld allocations", made);
        return made;
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyRunsTest> addJourneyRunsTest;

#include "journey_runs_test.moc"
