// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QFile>
#include <QKeyEvent>

#include "ui/dialogs/keyboard_map.h"
#include "ui/dialogs/text_window.h"
#include "ui/dialogs/type_reference_window.h"
#include "ui/panels/timeline_panel.h"
#include "ui/session/debugger.h"
#include "ui/start/first_build.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {
/// Handles Space when no widget consumes it.
class SpaceKeyFilter : public QObject {
public:
    explicit SpaceKeyFilter(MainWindow& window) : QObject(&window), window_(window) { window.installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::KeyPress) return false;
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (key.key() != Qt::Key_Space || key.modifiers() != Qt::NoModifier || key.isAutoRepeat()) return false;
        window_.commands().action("simulate.toggle")->trigger();
        return true;
    }

private:
    MainWindow& window_;
};
}  // namespace

void addSimulateCommands(MainWindow& window) {
    new SpaceKeyFilter(window);
    CommandTable& table = window.commands();
    Session& session = window.session();
    Player& player = session.player();
    Debugger& debugger = window.debugger();
    const auto unlessRunnable = [&session] { return session.runBlocker(); };
    const auto unlessPlayable = [&session, &player] { return player.showsFrame() ? QString() : session.runBlocker(); };
    const auto unlessRun = [&player] { return player.frameCount() > 0 ? QString() : tr("Run the model first."); };

    table.add({"simulate.toggle",
               tr("&Run / pause"),
               tr("Run the model, or pause playback"),
               "run",
               {QKeySequence(Qt::Key_Space)},
               KeyScope::View,
               [&player] { player.toggle(); },
               unlessPlayable});
    table.add({"simulate.continue",
               tr("Pause / &continue"),
               tr("Pause or continue the run"),
               "pause",
               {QKeySequence(Qt::Key_F6)},
               KeyScope::Window,
               [&player] { player.toggle(); },
               unlessPlayable});
    table.add({"simulate.newRun",
               tr("&New run"),
               tr("Run from the initial pose, or resume at a breakpoint"),
               "restart",
               {QKeySequence(Qt::Key_F5)},
               KeyScope::Window,
               [&player, &debugger] {
                   if (!debugger.resume()) player.startNewRun();
               },
               unlessRunnable});
    table.add({"simulate.stop",
               tr("S&top"),
               tr("Cancel the run; computed frames are kept"),
               "stop",
               {QKeySequence(Qt::SHIFT | Qt::Key_F5)},
               KeyScope::Window,
               [&player] { player.stop(); },
               [&player] {
                   const bool anything = player.isComputing() || player.isPlaying() || player.isLive();
                   return anything ? QString() : tr("Nothing is running.");
               }});
    table.add({"simulate.step",
               tr("&Step"),
               tr("Go to the next frame, or step a paused run"),
               "step",
               {QKeySequence(Qt::Key_F10)},
               KeyScope::Window,
               [&player, &debugger] {
                   if (!debugger.goOneStep()) player.stepFrames(1);
               },
               unlessPlayable});
    table.add({"simulate.stepKey",
               tr("Next frame (in the view)"),
               tr("Go to the next frame"),
               "step",
               {QKeySequence(Qt::Key_S), QKeySequence(Qt::Key_Right)},
               KeyScope::View,
               [&player] { player.stepFrames(1); },
               unlessPlayable});
    table.add({"simulate.stepBack",
               tr("Step &back"),
               tr("Go to the previous frame"),
               "step-back",
               {QKeySequence(Qt::Key_Left)},
               KeyScope::View,
               [&player] { player.stepFrames(-1); },
               unlessRun});
    table.add({"simulate.leap",
               tr("Ten frames forward"),
               tr("Go ten frames forward"),
               "",
               {QKeySequence(Qt::SHIFT | Qt::Key_Right)},
               KeyScope::View,
               [&player] { player.stepFrames(10); },
               unlessRun});
    table.add({"simulate.leapBack",
               tr("Ten frames back"),
               tr("Go ten frames back"),
               "",
               {QKeySequence(Qt::SHIFT | Qt::Key_Left)},
               KeyScope::View,
               [&player] { player.stepFrames(-10); },
               unlessRun});
    table.add({"simulate.reset",
               tr("R&eset"),
               tr("Return to the initial pose; the run is kept"),
               "home",
               {QKeySequence(Qt::Key_Home)},
               KeyScope::View,
               [&player] { player.reset(); }});
    table.add({"simulate.end",
               tr("Go to the &end"),
               tr("Go to the last computed frame"),
               "end",
               {QKeySequence(Qt::Key_End)},
               KeyScope::View,
               [&player] { player.toEnd(); },
               unlessRun});
    table.add({"simulate.goTo",
               tr("&Go to time…"),
               tr("Enter the time to show"),
               "clock",
               {QKeySequence(Qt::CTRL | Qt::Key_L)},
               KeyScope::Window,
               [&window] { window.timeline().editTime(); },
               unlessRun});
}

void addInspectCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    const auto unlessModel = [&session] {
        return session.displayed().model() ? QString() : tr("There is no model to inspect.");
    };
    table.add({"inspect.ladder",
               tr("Stage &ladder"),
               tr("Show the realized stages of the displayed state"),
               "ladder",
               {},
               KeyScope::Window,
               [&window] { window.raiseDock(QStringLiteral("stagesDock")); }});
    table.add({"inspect.problems",
               tr("&Problems"),
               tr("List errors and warnings of the model"),
               "warning",
               {},
               KeyScope::Window,
               [&window] { window.raiseDock(QStringLiteral("problemsDock")); }});
    for (int level = Stage::Position; level <= Stage::Report; ++level) {
        const QString name = QString::fromStdString(Stage(level).getName());
        table.add({QStringLiteral("inspect.realize.") + name.toLower(),
                   tr("Realize to %1").arg(name),
                   tr("Realize this stage for every frame shown"),
                   "",
                   {},
                   KeyScope::Window,
                   [&session, level] { session.demandStage(Stage(level)); },
                   unlessModel,
                   [&session, level] { return session.displayed().demanded() == Stage(level); }});
    }
}

void addHelpCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    table.add({"help.palette",
               tr("&Search commands…"),
               tr("Find a command by name"),
               "search",
               {QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
               KeyScope::Window,
               [&window] { window.openPalette(); }});
    table.add({"help.keyboard",
               tr("&Keyboard and mouse"),
               tr("List all shortcuts and gestures"),
               "keyboard",
               {QKeySequence(Qt::Key_F1)},
               KeyScope::Window,
               [&window, &table] { showKeyboardMap(table, &window); }});
    table.add({"help.firstBuild",
               tr("&Build your first four-bar"),
               tr("Build and run a mechanism in six steps"),
               "link",
               {},
               KeyScope::Window,
               [&window] {
                   MainWindow* const place = window.files().newDocument();
                   if (!place) return;
                   place->firstBuild().start();
                   place->commands().action("build.link")->trigger();
               }});
    table.add({"help.types",
               tr("&Type reference"),
               tr("Describe every element type, with drawing, equations and properties"),
               "book",
               {},
               KeyScope::Window,
               [&window, &session] {
                   const Element* const selected = session.document().find(session.selectedElement());
                   showTypeReference(&window, session.catalog(), selected ? selected->family : "",
                                     selected ? selected->type : "");
               }});
    table.add({"help.runs",
               tr("&Runs"),
               tr("Compute, branch, check and save runs"),
               "history",
               {},
               KeyScope::Window,
               [&window] {
                   QFile page(QStringLiteral(":/help/runs.md"));
                   if (page.open(QIODevice::ReadOnly))
                       showMarkdown(&window, tr("Runs"), QString::fromUtf8(page.readAll()));
               }});
    table.add({"help.plots",
               tr("Plots and the &timeline"),
               tr("Plot, compare and measure runs, and navigate in time"),
               "plot",
               {},
               KeyScope::Window,
               [&window] {
                   QFile page(QStringLiteral(":/help/plots.md"));
                   if (page.open(QIODevice::ReadOnly))
                       showMarkdown(&window, tr("Plots and the timeline"), QString::fromUtf8(page.readAll()));
               }});
    table.add({"help.programming",
               tr("&Programming the engine"),
               tr("Write custom forces, constraints, joints and subsystems in C++"),
               "book",
               {},
               KeyScope::Window,
               [&window] {
                   QFile page(QStringLiteral(":/help/programming.md"));
                   if (page.open(QIODevice::ReadOnly))
                       showMarkdown(&window, tr("Programming the engine"), QString::fromUtf8(page.readAll()));
               }});
    table.add({"help.validation",
               tr("&Validation"),
               tr("Compare published benchmarks by integrator and accuracy"),
               "ok",
               {},
               KeyScope::Window,
               [&window] {
                   QFile page(QStringLiteral(":/help/validation.md"));
                   if (page.open(QIODevice::ReadOnly))
                       showMarkdown(&window, tr("Validation"), QString::fromUtf8(page.readAll()));
               }});
    table.add({"help.about",
               tr("&About Trammel"),
               tr("Show version and license"),
               "trammel",
               {},
               KeyScope::Window,
               [&window] {
                   showText(&window, tr("About Trammel"),
                            tr("<h2>Trammel %1</h2><p>Design, simulate and understand mechanisms.</p><p>The engine is "
                               "licensed under Apache-2.0, this application under GPL-3.0-or-later. It comes without "
                               "any warranty.</p><p>Built with Qt %2 and OpenSceneGraph.</p>")
                                .arg(QApplication::applicationVersion(), QString::fromLatin1(qVersion())));
               }});
}

}  // namespace trammel::ui
