// SPDX-License-Identifier: GPL-3.0-or-later
// The stage and cache debugger: its docks, its commands and its perspective.
#include <QDockWidget>

#include "ui/panels/debugger/audit_panel.h"
#include "ui/panels/debugger/breakpoints_panel.h"
#include "ui/panels/debugger/cache_xray_panel.h"
#include "ui/panels/debugger/diff_panel.h"
#include "ui/panels/debugger/edit_cost_panel.h"
#include "ui/panels/debugger/profiler_panel.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/debugger/stage_ladder.h"
#include "ui/panels/debugger/state_panel.h"
#include "ui/panels/debugger/trace_panel.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/properties/properties_panel.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/status_line.h"

namespace trammel::ui {

namespace {

/// One dock of the debugger; `content` creates its widget.
struct DockRow {
    const char* name;
    const char* title;
    Qt::DockWidgetArea area;
    QWidget* (*content)(MainWindow&);
};

// Panels used while stepping are at the left; wide ones share the bottom.
const DockRow docks[] = {
    {"xrayDock", QT_TR_NOOP("Cache X-ray"), Qt::BottomDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new CacheXrayPanel(w.debugger()); }},
    {"stateDock", QT_TR_NOOP("State"), Qt::BottomDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new StatePanel(w.debugger(), w.units()); }},
    {"whyDock", QT_TR_NOOP("Provenance"), Qt::BottomDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new ProvenancePanel(w.debugger()); }},
    {"ledgerDock", QT_TR_NOOP("Edit cost"), Qt::BottomDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new EditCostPanel(w.session(), w.costLog()); }},
    {"traceDock", QT_TR_NOOP("Trace"), Qt::BottomDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new TracePanel(w.debugger()); }},
    {"profilerDock", QT_TR_NOOP("Profiler"), Qt::BottomDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new ProfilerPanel(w.debugger()); }},
    {"diffDock", QT_TR_NOOP("Compare"), Qt::BottomDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new DiffPanel(w.debugger()); }},
    {"auditDock", QT_TR_NOOP("Audit"), Qt::BottomDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new AuditPanel(w.debugger()); }},
    {"breakpointsDock", QT_TR_NOOP("Breakpoints"), Qt::LeftDockWidgetArea,
     [](MainWindow& w) -> QWidget* { return new BreakpointsPanel(w.debugger(), w.commands()); }},
};

constexpr int DebugHeight = 300;

QDockWidget* dockOf(MainWindow& window, const char* name) {
    return window.findChild<QDockWidget*>(QLatin1StringView(name));
}

void showDebugPerspective(MainWindow& window) {
    window.resetLayout();
    // Wide panels extend to the left edge.
    window.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    for (const DockRow& row : docks) dockOf(window, row.name)->show();
    QDockWidget* const xray = dockOf(window, "xrayDock");
    xray->raise();
    window.resizeDocks({xray}, {DebugHeight}, Qt::Vertical);
    QDockWidget* const breakpoints = dockOf(window, "breakpointsDock");
    window.resizeDocks({dockOf(window, "modelDock"), breakpoints}, {300, 400}, Qt::Vertical);
    window.resizeDocks({breakpoints}, {330}, Qt::Horizontal);
}

void addSwitch(MainWindow& window, const char* id, const QString& text, const QString& hint, const char* dock,
               bool (Debugger::*isOn)() const, void (Debugger::*set)(bool)) {
    Debugger& debugger = window.debugger();
    window.commands().add({id,
                           text,
                           hint,
                           "",
                           {},
                           KeyScope::Window,
                           [&window, &debugger, dock, isOn, set] {
                               (debugger.*set)(!(debugger.*isOn)());
                               if ((debugger.*isOn)()) window.raiseDock(QLatin1StringView(dock));
                           },
                           {},
                           [&debugger, isOn] { return (debugger.*isOn)(); }});
}

}  // namespace

void makeInspectDocks(MainWindow& window) {
    for (const DockRow& row : docks) {
        auto* const dock = new QDockWidget(tr(row.title), &window);
        dock->setObjectName(QLatin1StringView(row.name));
        dock->setWidget(row.content(window));
        window.addDockWidget(row.area, dock);
        if (row.area == Qt::BottomDockWidgetArea) {
            // The tab already shows the title.
            dock->setTitleBarWidget(new QWidget(dock));
            dock->setFeatures(QDockWidget::DockWidgetClosable);
            window.tabifyDockWidget(dockOf(window, "logDock"), dock);
        }
        dock->hide();
    }
    dockOf(window, "problemsDock")->raise();
    window.findChild<StageLadder*>()->follow(window.debugger());
    window.properties().setEditCostLog(window.costLog());
    QObject::connect(&window.debugger(), &Debugger::stopChanged, &window, [&window] {
        const auto& stop = window.debugger().stop();
        window.findChild<StatusLine*>()->setStanding(stop ? tr("Paused at %1 s").arg(stop->time, 0, 'g', 4) : QString(),
                                                     stop ? QString::fromStdString(stop->cause) : QString());
        window.commands().refresh();
    });
    auto* const why = window.findChild<ProvenancePanel*>();
    QObject::connect(why, &ProvenancePanel::entryVisited, &window, [&window](CacheEntryKey entry) {
        window.raiseDock(QStringLiteral("xrayDock"));
        window.findChild<CacheXrayPanel*>()->choose(entry);
    });
    auto* const state = window.findChild<StatePanel*>();
    QObject::connect(why, &ProvenancePanel::variableVisited, &window, [&window, state](const QString& name) {
        window.raiseDock(QStringLiteral("stateDock"));
        state->search(name);
    });
    QObject::connect(state, &StatePanel::whyOfVariableAsked, &window, [&window, why](int index) {
        window.raiseDock(QStringLiteral("whyDock"));
        why->explainVariable(index);
    });
    QObject::connect(state, &StatePanel::whyOfMultiplierAsked, &window, [&window, why](const QString& equation) {
        window.raiseDock(QStringLiteral("whyDock"));
        why->explainMultiplier(equation);
    });
    QObject::connect(&window.plots(), &PlotsPanel::provenanceRequested, &window,
                     [&window](const QString& reading) { showProvenance(window, reading); });
    QObject::connect(&window.properties(), &PropertiesPanel::provenanceRequested, &window,
                     [&window](const QString& reading) { showProvenance(window, reading); });
}

void showProvenance(MainWindow& window, const QString& reading) {
    window.raiseDock(QStringLiteral("whyDock"));
    window.findChild<ProvenancePanel*>()->explain(reading);
}

void addDebugCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Debugger& debugger = window.debugger();
    const auto unlessStanding = [&debugger] {
        return debugger.stop() ? QString() : tr("No run is paused at a breakpoint.");
    };
    const auto unlessComputing = [&debugger] {
        return debugger.session().player().isComputing() && !debugger.stop() ? QString() : tr("No run is in progress.");
    };
    const auto unlessModel = [&debugger] {
        return debugger.session().model() ? QString() : tr("There is no model to inspect.");
    };
    table.add({"debug.perspective",
               tr("&Debug perspective"),
               tr("Show debugger panels around the view; View ▸ Reset panels restores the layout"),
               "ladder",
               {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_D)},
               KeyScope::Window,
               [&window] { showDebugPerspective(window); }});
    table.add({"debug.why",
               tr("S&how provenance"),
               tr("Show the cache entries, variables and parameters an output depends on"),
               "help",
               {},
               KeyScope::Window,
               [&window] { window.raiseDock(QStringLiteral("whyDock")); },
               unlessModel});
    table.add({"debug.breakOnPosition",
               tr("&Break on Position invalidated"),
               tr("Toggle a breakpoint on invalidation of Position"),
               "stop",
               {QKeySequence(Qt::Key_F9)},
               KeyScope::Window,
               [&window, &debugger] {
                   debugger.toggleBreakpoint({});
                   window.raiseDock(QStringLiteral("breakpointsDock"));
               }});
    table.add({"debug.stopSoon",
               tr("Pause the &run"),
               tr("Pause after the current stage; F5 resumes"),
               "pause",
               {QKeySequence(Qt::CTRL | Qt::Key_F6)},
               KeyScope::Window,
               [&debugger] { debugger.askToStop(); },
               unlessComputing});
    table.add({"debug.oneStage",
               tr("Step &one stage"),
               tr("Realize the next stage, then pause"),
               "step",
               {QKeySequence(Qt::CTRL | Qt::Key_F10)},
               KeyScope::Window,
               [&debugger] { debugger.goOneStage(); },
               unlessStanding});
    table.add({"debug.toStage",
               tr("&Run to stage"),
               tr("Resume the paused run until it realizes the selected stage"),
               "ladder",
               {},
               KeyScope::Window,
               [&window] { window.findChild<BreakpointsPanel*>()->chooseStage(); },
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
               [&window] { window.costLog().setTeaching(!window.costLog().isTeaching()); },
               {},
               [&window] { return window.costLog().isTeaching(); }});
    table.add({"debug.audit",
               tr("&Audit the cache"),
               tr("Perturb each variable and check for stale cache entries"),
               "ok",
               {},
               KeyScope::Window,
               [&window] {
                   window.raiseDock(QStringLiteral("auditDock"));
                   window.findChild<AuditPanel*>()->start();
               },
               unlessModel});
}

}  // namespace trammel::ui
