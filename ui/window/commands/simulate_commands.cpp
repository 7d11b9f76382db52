// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>
#include <QMessageBox>
#include <QPushButton>
#include <functional>

#include "compile/skew_pin.h"
#include "ui/panels/timeline_panel.h"
#include "ui/session/debugger.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

namespace {
/// Handles Space when no widget consumes it, and in lists and tables, whose search and editors take it otherwise.
class SpaceKeyFilter : public QObject {
public:
    explicit SpaceKeyFilter(MainWindow& window) : QObject(&window), window_(window) { qApp->installEventFilter(this); }
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::KeyPress || (watched != &window_ && !isListOfWindow(watched))) return false;
        const auto& key = static_cast<const QKeyEvent&>(*event);
        if (key.key() != Qt::Key_Space || key.modifiers() != Qt::NoModifier || key.isAutoRepeat()) return false;
        window_.commands().action("simulate.toggle")->trigger();
        return true;
    }

private:
    /// Unless Space is to check the current item.
    bool isListOfWindow(QObject* watched) const {
        const auto* const list = qobject_cast<const QAbstractItemView*>(watched);
        return list && list->window() == &window_ && !(list->currentIndex().flags() & Qt::ItemIsUserCheckable);
    }

    MainWindow& window_;
};

/// Asks before a run of so many steps or frames; true to start it.
bool mayStart(const RunEstimate& estimate, QWidget* parent) {
    QMessageBox question(QMessageBox::Warning, tr("Long run"),
                         tr("This run takes %1.").arg(QString::fromStdString(estimate.describe())), QMessageBox::Cancel,
                         parent);
    question.setInformativeText(tr("A longer fixed step or frame interval, or a shorter duration, needs less."));
    QPushButton* const run = question.addButton(tr("&Run anyway"), QMessageBox::AcceptRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    return question.clickedButton() == run;
}

/// Runs @p action; if it starts a run in which nothing can move, says so.
void startNoting(Session& session, const std::function<void()>& action) {
    const auto current = [&session] {
        const RunEntry* const run = session.runs().current();
        return run ? run->id : 0;
    };
    const auto before = current();
    action();
    if (current() != before && isHeldByLoops(*session.model()))
        Q_EMIT session.notice(
            tr("Nothing can move: the loops leave no degree of freedom. If a mechanism is meant, change "
               "the type of a pin to a slot, or delete a link."));
}
}  // namespace

void addSimulateCommands(MainWindow& window) {
    new SpaceKeyFilter(window);
    window.session().player().setConsent([&window](const RunEstimate& e) { return mayStart(e, &window); });
    CommandTable& table = window.commands();
    Session& session = window.session();
    Player& player = session.player();
    Debugger& debugger = window.workspace().debugger();
    const auto unlessRunnable = [&session] { return session.runBlocker(); };
    const auto unlessPlayable = [&session, &player] { return player.showsFrame() ? QString() : session.runBlocker(); };
    // At a breakpoint, playing continues the run from there.
    const auto toggle = [&session, &player, &debugger] {
        const bool waits = player.isPausedInStep() && !player.isPlaying();
        if (!waits || !debugger.resume()) return startNoting(session, [&player] { player.toggle(); });
        // Unless it is paused at the next one already.
        if (!player.isPausedInStep()) player.play();
    };
    const auto unlessRun = [&player] { return player.frameCount() > 0 ? QString() : tr("Run the model first."); };

    table.add({"simulate.toggle",
               tr("&Run / pause"),
               tr("Run the model, or pause playback"),
               "run",
               {QKeySequence(Qt::Key_Space)},
               KeyScope::Elements,
               toggle,
               unlessPlayable});
    table.add({"simulate.continue",
               tr("Pause / &continue"),
               tr("Pause or continue the run"),
               "pause",
               {QKeySequence(Qt::Key_F6)},
               KeyScope::Window,
               toggle,
               unlessPlayable});
    table.add({"simulate.newRun",
               tr("&New run"),
               tr("Run from the initial pose, or resume at a breakpoint"),
               "restart",
               {QKeySequence(Qt::Key_F5)},
               KeyScope::Window,
               [&session, &player, &debugger] {
                   if (!debugger.resume()) startNoting(session, [&player] { player.startNewRun(); });
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
                   if (!debugger.runOneStep()) player.stepFrames(1);
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
               tr("Step bac&k"),
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
               tr("Go to t&he end"),
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
               [&window] { window.panels().get<TimelinePanel>().editTime(); },
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
               [&window] { window.panels().raise(QStringLiteral("stagesDock")); }});
    table.add({"inspect.problems",
               tr("&Problems"),
               tr("List errors and warnings of the model"),
               "warning",
               {},
               KeyScope::Window,
               [&window] { window.panels().raise(QStringLiteral("problemsDock")); }});
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

}  // namespace trammel::ui
