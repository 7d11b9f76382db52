// SPDX-License-Identifier: GPL-3.0-or-later
// For how long events hold the window's thread, in processor time, where it is more than 20 ms: of opening a model, of its first panels, of
// a selection, an edit, a recovery copy, a run and a removal during the run, and of a recorded run, in the real window of
// 1920 x 1080. Needs a display, such as xvfb-run.
//
//     window_pauses MODEL.trammel [ACTION]...
#include <QEventLoop>
#include <QMetaEnum>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "compile/catalog.h"
#include "runtime/heap_pools.h"
#include "tests/benchmarks/window/window_benchmark.h"
#include "ui/panels/workspace.h"
#include "ui/session/autosave.h"
#include "ui/session/background_edit.h"
#include "ui/session/debugger.h"
#include "ui/window/main_window.h"
#include "ui/window/window_list.h"

namespace {

using namespace trammel;
using namespace trammel::ui;

/// Remembers the events that took long.
class TimingApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        // An event loop within an event delivers others: each counts for itself.
        const double start = millisecondsOf(CLOCK_THREAD_CPUTIME_ID), innerBefore = std::exchange(inner_, 0);
        const char* const type = QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type());
        const QString what = QStringLiteral("%1 to %2(%3)")
                                 .arg(QLatin1StringView(type ? type : "?"),
                                      QLatin1StringView(receiver->metaObject()->className()), receiver->objectName());
        const bool done = QApplication::notify(receiver, event);
        const double all = millisecondsOf(CLOCK_THREAD_CPUTIME_ID) - start, own = isWaiting_ ? all - inner_ : all;
        inner_ = innerBefore + all;
        if (own > Long) events_.emplace_back(own, what);
        return done;
    }
    /// Events longer than Long since the last call, longest first.
    std::vector<std::pair<double, QString>> takeLong() {
        std::sort(events_.begin(), events_.end(), std::greater<>());
        return std::exchange(events_, {});
    }
    /// The next action waits in an event loop of its own.
    void setWaiting(bool isWaiting) { isWaiting_ = isWaiting; }

private:
    static constexpr double Long = 20;
    double inner_ = 0;
    bool isWaiting_ = false;
    std::vector<std::pair<double, QString>> events_;
};

/// Delivers events until the window has rested for a while.
void settle(const Session& session) {
    constexpr int quiet = 1500;
    do {
        QEventLoop loop;
        QTimer::singleShot(quiet, &loop, &QEventLoop::quit);
        loop.exec();
    } while (session.isCompiling());
}

struct Action {
    const char* name;
    std::function<void()> act;
    bool isWaiting = false;
};

int measure(TimingApplication& application, const QString& model, const std::vector<std::string>& wanted) {
    WindowList windows(builtinCatalog());
    MainWindow& window = windows.add();
    window.resize(1920, 1060);
    window.show();
    Session& session = window.session();
    settle(session);
    const auto panel = [&window](const char* dock) {
        return [&window, dock] { Q_EMIT window.workspace().panelRequested(QLatin1String(dock)); };
    };
    const auto bodies = [&session] { return session.document().elementsOf("body"); };
    const std::vector<Action> actions{
        {"open", [&] { window.open(model); }, true},
        {"plots", panel("plotsDock")},
        {"state", panel("stateDock")},
        {"state again", [&] { Q_EMIT session.changed(SessionChange::DisplayedState); }},
        {"xray", panel("xrayDock")},
        {"xray again", [&] { Q_EMIT session.changed(SessionChange::DisplayedState); }},
        {"breakpoints", panel("breakpointsDock")},
        {"mobility", panel("mobilityDock")},
        {"plots again", panel("plotsDock")},
        {"select all", [&] { window.commands().action("edit.selectAll")->trigger(); }},
        {"select none", [&] { session.select(std::set<ElementId>{}); }},
        {"select", [&] { session.select(bodies()[bodies().size() / 2]); }},
        {"edit", [&] { session.setValue("Mass", bodies()[bodies().size() / 2], "mass", 0.7); }},
        {"copy", [&] { window.findChild<Autosave*>()->keepInBackground(); }},
        {"run", [&] { session.player().startNewRun(); }},
        {"remove in run", [&] { removeInBackground(session, "Remove", {bodies()[bodies().size() / 2]}, &window); },
         true},
        {"undo in run", [&] { session.undo(); }},
        {"run again", [&] { session.player().startNewRun(); }},
        {"stop", [&] { session.player().stop(); }},
        {"record",
         [&] {
             window.workspace().debugger().setProfiling(true);
             window.workspace().debugger().setTracing(true);
         }},
        {"recorded run", [&] { session.player().startNewRun(); }},
        {"recorded stop", [&] { session.player().stop(); }},
        {"profiler", panel("profilerDock")},
        {"profiler again", [&] { Q_EMIT window.workspace().debugger().recordsGrew(); }},
        {"trace", panel("traceDock")},
        {"provenance",
         [&] {
             panel("whyDock")();
             const auto owner = session.document().elementsOf("joint").back();
             Q_EMIT window.workspace().provenanceRequested(session.nameOf(owner) + QStringLiteral(".angle"));
         }},
        {"provenance again", [&] { Q_EMIT session.changed(SessionChange::DisplayedState); }}};
    for (const Action& action : actions) {
        const std::string name = action.name;
        if (!wanted.empty() && name != "open" && std::find(wanted.begin(), wanted.end(), name) == wanted.end())
            continue;
        application.takeLong();
        application.setWaiting(action.isWaiting);
        const double wall = millisecondsOf(CLOCK_MONOTONIC);
        double ended = wall;
        QTimer::singleShot(0, &window, [&] {
            action.act();
            ended = millisecondsOf(CLOCK_MONOTONIC);
        });
        settle(session);
        std::printf("%s: returns after %.0f ms, %.0f MB\n", action.name, ended - wall, residentMegabytes());
        for (const auto& [milliseconds, what] : application.takeLong())
            std::printf("    %7.1f ms, %s\n", milliseconds, qPrintable(what));
        std::fflush(stdout);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "window_pauses MODEL.trammel [ACTION]...\n");
        return 2;
    }
    configureHeap();
    const QTemporaryDir home;
    for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(variable, home.path().toUtf8());
    Viewport::prepareApplication();
    TimingApplication application(argc, argv);
    const std::vector<std::string> wanted(argv + 2, argv + argc);
    return measure(application, QString::fromLocal8Bit(argv[1]), wanted);
}
