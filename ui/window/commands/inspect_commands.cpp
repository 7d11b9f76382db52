// SPDX-License-Identifier: GPL-3.0-or-later
// The stage and cache debugger.
#include "ui/panels/debugger/audit_panel.h"
#include "ui/panels/debugger/breakpoints_panel.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/session/debugger.h"
#include "ui/session/edit_cost_log.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

namespace {

void addSwitch(MainWindow& window, const char* id, const QString& text, const QString& hint, const char* dock,
               bool (Debugger::*isOn)() const, void (Debugger::*set)(bool)) {
    Debugger& debugger = window.workspace().debugger();
    window.commands().add({id,
                           text,
                           hint,
                           "",
                           {},
                           KeyScope::Window,
                           [&window, &debugger, dock, isOn, set] {
                               (debugger.*set)(!(debugger.*isOn)());
                               if ((debugger.*isOn)()) window.panels().raise(QLatin1StringView(dock));
                           },
                           {},
                           [&debugger, isOn] { return (debugger.*isOn)(); }});
}

}  // namespace

void addDebugCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Debugger& debugger = window.workspace().debugger();
    const auto unlessStanding = [&debugger] {
        return debugger.stop() ? QString() : tr("No run is paused at a breakpoint.");
    };
    const auto unlessComputing = [&debugger] {
        return debugger.session().player().isComputing() && !debugger.stop() ? QString() : tr("No run is in progress.");
    };
    const auto unlessModel = [&debugger] {
        return debugger.session().lastModel() ? QString() : tr("There is no model to inspect.");
    };
    table.add({"debug.perspective",
               tr("&Debug perspective"),
               tr("Show debugger panels around the view; View ▸ Reset panels restores the layout"),
               "ladder",
               {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_D)},
               KeyScope::Window,
               [&window] { window.panels().showDebugger(); }});
    table.add({"debug.why",
               tr("Show pro&venance"),
               tr("Show the cache entries, variables and parameters an output depends on"),
               "help",
               {},
               KeyScope::Window,
               [&window] { window.panels().raise<ProvenancePanel>(); },
               unlessModel});
    table.add({"debug.breakOnPosition",
               tr("&Break on Position invalidated"),
               tr("Toggle a breakpoint on invalidation of Position"),
               "stop",
               {QKeySequence(Qt::Key_F9)},
               KeyScope::Window,
               [&window, &debugger] {
                   debugger.toggleBreakpoint({});
                   window.panels().raise<BreakpointsPanel>();
               }});
    table.add({"debug.stopSoon",
               tr("Pa&use the run"),
               tr("Pause after the current stage; F5 resumes"),
               "pause",
               {QKeySequence(Qt::CTRL | Qt::Key_F6)},
               KeyScope::Window,
               [&debugger] { debugger.requestPause(); },
               unlessComputing});
    table.add({"debug.oneStage",
               tr("Step &one stage"),
               tr("Realize the next stage, then pause"),
               "step",
               {QKeySequence(Qt::CTRL | Qt::Key_F10)},
               KeyScope::Window,
               [&debugger] { debugger.runOneStage(); },
               unlessStanding});
    table.add({"debug.toStage",
               tr("&Run to stage"),
               tr("Resume the paused run until it realizes the selected stage"),
               "ladder",
               {},
               KeyScope::Window,
               [&window] { window.panels().get<BreakpointsPanel>().chooseStage(); },
               unlessStanding});
    addSwitch(window, "debug.trace", tr("Record a &trace"),
              tr("Record realizations, computations and invalidations of runs"), "traceDock", &Debugger::isTracing,
              &Debugger::setTracing);
    addSwitch(window, "debug.profile", tr("Sample &costs"), tr("Profile the computing time of runs"), "profilerDock",
              &Debugger::isProfiling, &Debugger::setProfiling);
    addSwitch(window, "debug.checksums", tr("Record c&hecksums"),
              tr("Record cache checksums per frame, for verification"), "diffDock", &Debugger::isRecordingDigests,
              &Debugger::setRecordingDigests);
    table.add({"debug.teach",
               tr("Summarize &each edit"),
               tr("Report what every edit invalidates and keeps"),
               "",
               {},
               KeyScope::Window,
               [&window] { window.workspace().costLog().setTeaching(!window.workspace().costLog().isTeaching()); },
               {},
               [&window] { return window.workspace().costLog().isTeaching(); }});
    table.add({"debug.audit",
               tr("&Audit the cache"),
               tr("Perturb each variable and check for stale cache entries"),
               "ok",
               {},
               KeyScope::Window,
               [&window] { window.panels().raise<AuditPanel>().start(); },
               unlessModel});
}

}  // namespace trammel::ui
