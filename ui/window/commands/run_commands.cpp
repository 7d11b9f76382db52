// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileDialog>
#include <QTimer>

#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/load_dialog.h"
#include "ui/panels/runs_panel.h"
#include "ui/session/run_report.h"
#include "ui/view/image_studio.h"
#include "ui/view/scene_view.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"
#include "ui/window/window_list.h"

namespace trammel::ui {

namespace {
void showExport(MainWindow& window) {
    auto* dialog = window.findChild<ExportDialog*>();
    if (!dialog) {
        const auto makeStudio = [&window] {
            return makeImageStudio(window.view().viewport(), window.view().scene(), window.view().overlays());
        };
        dialog = new ExportDialog(window.session(), makeStudio, &window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}
void showLoads(MainWindow& window) {
    auto* dialog = window.findChild<LoadDialog*>();
    // Kept, with its entries, as long as the window.
    if (!dialog) dialog = new LoadDialog(window.session(), window.workspace().units(), &window);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

}  // namespace

void addRunCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    RunList& runs = session.runs();
    const auto unlessCurrent = [&runs] { return runs.current() ? QString() : tr("Run the model first."); };
    const auto unlessChecking = [&session] {
        const RunEntry* const entry = session.runs().current();
        if (!entry) return tr("Run the model first.");
        if (entry->run->getOptions().isRecorded) return tr("A recorded motion cannot be recomputed.");
        return session.runTasks().isChecking(entry->id) ? tr("The run is being recomputed.") : QString();
    };
    const auto withCurrent = [&runs](const auto& work) {
        return [&runs, work] {
            if (const RunEntry* const entry = runs.current()) work(entry->id);
        };
    };

    table.add({"file.export",
               tr("&Export…"),
               tr("Export the run as table or video, the model, or the view as an image"),
               "picture",
               {QKeySequence(Qt::CTRL | Qt::Key_P)},
               KeyScope::Window,
               [&window] { showExport(window); },
               [&session] {
                   return session.displayed().model() ? QString()
                                                      : tr("Nothing is displayed. Open or build a model first.");
               }});
    table.add({"simulate.live",
               tr("Run &live"),
               tr("Run from the initial pose in real time; Ctrl-drag pulls bodies"),
               "run",
               {QKeySequence(Qt::CTRL | Qt::Key_F5)},
               KeyScope::Window,
               [&session] { session.player().startLive(); },
               [&session] { return session.runBlocker(); }});
    table.add({"simulate.loads",
               tr("Lo&ads on bodies…"),
               tr("Apply forces and torques to bodies in the next run"),
               "force",
               {},
               KeyScope::Window,
               [&window] { showLoads(window); },
               [&session] { return session.runBlocker(); }});
    table.add({"runs.show",
               tr("&Runs"),
               tr("Show all runs with options, outcome and cost"),
               "history",
               {},
               KeyScope::Window,
               [&window] { window.panels().raise<RunsPanel>(); }});
    table.add(
        {"runs.branch",
         tr("&Branch here"),
         tr("Branch a new run from the current frame"),
         "run",
         {QKeySequence(Qt::SHIFT | Qt::Key_Space)},
         KeyScope::View,
         [&session] {
             const QString refusal = session.player().branch();
             if (!refusal.isEmpty()) Q_EMIT session.notice(refusal);
         },
         [&session] { return session.player().showsFrame() ? QString() : tr("Select a frame of a run first."); }});
    table.add(
        {"runs.stop",
         tr("&Cancel"),
         tr("Cancel this run; computed frames are kept"),
         "stop",
         {},
         KeyScope::Window,
         withCurrent([&runs](RunId id) { runs.cancel(id); }),
         [&runs] { return runs.current() && runs.current()->isUnderWay() ? QString() : tr("This run has ended."); }});
    table.add({"runs.rename",
               tr("Re&name run"),
               tr("Describe the current run"),
               "rename",
               {},
               KeyScope::Window,
               [&window] { window.panels().raise<RunsPanel>().editName(); },
               unlessCurrent});
    table.add({"runs.ghost",
               tr("Show as &ghost"),
               tr("Draw the current run translucent beside others"),
               "show",
               {},
               KeyScope::Window,
               withCurrent([&runs](RunId id) { runs.setGhost(id, !runs.find(id)->ghost); }),
               unlessCurrent,
               [&runs] { return runs.current() && runs.current()->ghost; }});
    table.add({"runs.remove",
               tr("Re&move run"),
               tr("Remove the current run from the list; Restore reverts this"),
               "delete",
               {},
               KeyScope::Window,
               withCurrent([&runs](RunId id) { runs.remove(id); }),
               unlessCurrent});
    table.add({"runs.check",
               tr("Recompute and com&pare"),
               tr("Recompute the run from its start and compare all frames bitwise"),
               "ok",
               {},
               KeyScope::Window,
               withCurrent([&session](RunId id) { session.runTasks().check(id); }),
               unlessChecking});
    table.add({"runs.checkFromHere",
               tr("Recompute from &here"),
               tr("Recompute the run from the current frame and compare bitwise"),
               "ok",
               {},
               KeyScope::Window,
               withCurrent([&session](RunId id) { session.runTasks().check(id, session.player().frame()); }),
               [&session, unlessChecking] {
                   QString obstacle = unlessChecking();
                   if (!obstacle.isEmpty()) return obstacle;
                   return session.player().showsFrame() ? QString() : tr("Select a frame of a run first.");
               }});
    table.add({"runs.save",
               tr("&Save run…"),
               tr("Save the current run with its model at full precision"),
               "save",
               {},
               KeyScope::Window,
               withCurrent([&window, &session](RunId id) {
                   const QString path = QFileDialog::getSaveFileName(
                       &window, tr("Save run"), session.runs().find(id)->letter + QLatin1StringView(RunFileSuffix),
                       tr("Runs (*.trun)"));
                   if (!path.isEmpty()) session.runTasks().save(id, path);
               }),
               unlessCurrent});
    table.add({"runs.note",
               tr("&Add report to notes"),
               tr("Keep outcome and settings of the run with the model"),
               "history",
               {},
               KeyScope::Window,
               withCurrent([&session](RunId id) {
                   const QString report = makeRunReport(*session.runs().find(id));
                   const std::string before = session.document().notes();
                   session.setValue(tr("Add report of run"), {}, "notes",
                                    before + (before.empty() ? "" : "\n\n") + report.toStdString());
               }),
               [&runs, unlessCurrent] {
                   QString obstacle = unlessCurrent();
                   if (!obstacle.isEmpty()) return obstacle;
                   return runs.current()->isUnderWay() ? tr("Wait for the end of the run.") : QString();
               }});
    table.add({"runs.saveAll",
               tr("Save runs &with the model"),
               tr("Save all runs next to the model and open them with it"),
               "save",
               {},
               KeyScope::Window,
               [&session] { session.saveRuns(); },
               [&session] {
                   if (session.path().isEmpty()) return tr("Save the model first.");
                   return session.runs().isEmpty() ? tr("Run the model first.") : QString();
               }});
    table.add({"runs.open",
               tr("&Open runs…"),
               tr("Add runs from files to the list"),
               "open",
               {},
               KeyScope::Window,
               [&window, &session] {
                   session.runTasks().open(
                       QFileDialog::getOpenFileNames(&window, tr("Open runs"), {}, tr("Runs (*.trun)")));
               }});
    table.add({"runs.recoverable",
               tr("Reco&ver runs"),
               tr("Open runs that were computing when the program exited early"),
               "history",
               {},
               KeyScope::Window,
               [&session] { session.runTasks().openRecoverable(); },
               [] { return RunTasks::recoverable().isEmpty() ? tr("There is no run to recover.") : QString(); }});
    // Once all receivers are connected.
    QTimer::singleShot(0, &window, [&window, &session] {
        // The first window alone reports it.
        if (window.windows() && window.windows()->windows().front() != &window) return;
        if (!RunTasks::recoverable().isEmpty())
            Q_EMIT session.notice(tr("The program exited early last time. Choose Simulate ▸ Runs ▸ Recover runs."));
    });
    table.add({"runs.restore",
               tr("Res&tore"),
               tr("Restore the run removed last"),
               "undo",
               {},
               KeyScope::Window,
               [&runs] { runs.restore(); },
               [&runs] { return runs.canRestore() ? QString() : tr("No run was removed."); }});
}

}  // namespace trammel::ui
