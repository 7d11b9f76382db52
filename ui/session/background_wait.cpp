// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/background_wait.h"

#include <QApplication>
#include <QEventLoop>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <QTimer>

namespace trammel::ui {

namespace {
/// Shorter than a frame of the view, ms.
constexpr int LookMilliseconds = 5;
}  // namespace

bool waitInBackground(const std::function<bool()>& isFinished, const WaitTexts& texts, QWidget* parent, int patience) {
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (isFinished()) loop.quit();
    });
    poll.start(LookMilliseconds);
    // Input is deferred, so that the window is not closed.
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    if (isFinished()) return true;

    const QPointer<QWidget> before = QApplication::activeWindow();
    const QPointer<QProgressDialog> dialog =
        new QProgressDialog(texts.activity(), QCoreApplication::translate("BackgroundWait", "Cancel"), 0, 0, parent);
    dialog->setObjectName(QStringLiteral("backgroundWait"));
    dialog->setWindowTitle(texts.title);
    dialog->setWindowModality(Qt::ApplicationModal);
    dialog->setAutoReset(false);
    // Space and Enter, typed for the awaited model, must not cancel it; Esc, Tab and the pointer may.
    if (auto* const cancel = dialog->findChild<QPushButton*>()) cancel->setAutoDefault(false);
    dialog->setFocusPolicy(Qt::StrongFocus);
    dialog->setFocus();
    QObject::connect(dialog.data(), &QProgressDialog::canceled, &loop, &QEventLoop::quit);
    QObject::connect(&poll, &QTimer::timeout, dialog.data(), [&] { dialog->setLabelText(texts.activity()); });
    dialog->show();
    loop.exec();
    const bool isCanceled = !dialog || dialog->wasCanceled();
    // Without a window manager nothing else returns the focus. A user who left for another program keeps that.
    const bool returnsFocus = before && dialog && (dialog->isActiveWindow() || dialog->wasCanceled());
    delete dialog.data();
    if (returnsFocus) before->activateWindow();
    return isFinished() && !isCanceled;
}

}  // namespace trammel::ui
