// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that ask the model about its pose: where it rests, and how it vibrates.
#include <QGuiApplication>
#include <exception>

#include "compile/pose_edit.h"
#include "compile/pose_study.h"
#include "ui/dialogs/vibration_modes_window.h"
#include "ui/window/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/scene_view.h"

namespace trammel::ui {

namespace {

/// One undo step that puts the model where it rests; says how firmly it rests there, or why it cannot.
void restAtEquilibrium(MainWindow& window) {
    Session& session = window.session();
    const CompiledModelPtr model = session.model();
    if (!model) return;
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    QString text;
    try {
        State pose = model->getInitialState();
        const Equilibrium found = findEquilibrium(*model, pose);
        text = QString::fromStdString(found.message);
        if (found.found())
            session.edit(tr("Find equilibrium"), [&](const Document& document) {
                return setInitialPose(document, session.catalog(), *model, pose);
            });
    } catch (const std::exception& fault) {
        text = QString::fromUtf8(fault.what());
    }
    QGuiApplication::restoreOverrideCursor();
    // What has come to rest may hang far below where it was held.
    if (session.model() != model) window.commands().action(QStringLiteral("view.frameAll"))->trigger();
    Q_EMIT session.notice(text);
}

void showModes(MainWindow& window) {
    if (auto* const open = window.findChild<VibrationModesWindow*>()) {
        open->raise();
        open->activateWindow();
        return;
    }
    auto* const dialog = new VibrationModesWindow(window.session(), &window);
    QObject::connect(dialog, &VibrationModesWindow::poseShown, window.findChild<SceneView*>(), &SceneView::showPose);
    QObject::connect(dialog, &VibrationModesWindow::equilibriumWanted, &window,
                     [&window] { restAtEquilibrium(window); });
    dialog->show();
}

}  // namespace

void addStudyCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    const auto unlessRunnable = [&session] { return session.whyNotRunnable(); };
    table.add({"simulate.equilibrium",
               tr("Find e&quilibrium"),
               tr("Move the model to the pose in which it comes to rest; Ctrl+Z brings it back"),
               "",
               {},
               KeyScope::Window,
               [&window] { restAtEquilibrium(window); },
               unlessRunnable});
    table.add({"simulate.modes",
               tr("&Vibration modes…"),
               tr("Frequencies, damping and shapes of small vibration about the start pose"),
               "",
               {},
               KeyScope::Window,
               [&window] { showModes(window); },
               unlessRunnable});
}

}  // namespace trammel::ui
