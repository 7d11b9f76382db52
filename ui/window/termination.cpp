// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/termination.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <iostream>

#include "runtime/termination_signals.h"
#include "ui/session/autosave.h"
#include "ui/window/main_window.h"
#include "ui/window/window_list.h"

namespace trammel::ui {

namespace {
/// There is no time for a question: standard error says what is lost.
void keepWork(MainWindow& window) {
    const Diagnostics problems = window.findChild<Autosave*>()->keepForNextStart();
    if (!problems.hasErrors()) return;
    Diagnostic lost = *problems.begin();
    lost.place = window.session().proposedFileName().toStdString();
    lost.message = "The last unsaved changes are lost: no recovery copy can be written. " + lost.message;
    std::cerr << lost.toString() << '\n';
}
}  // namespace

void endOnSignals(WindowList& windows) {
    const int arrival = catchTerminationSignals();
    if (arrival < 0) return;
    auto* const notifier = new QSocketNotifier(arrival, QSocketNotifier::Read, &windows);
    QObject::connect(notifier, &QSocketNotifier::activated, &windows, [&windows] {
        const int signal = takeTerminationSignal();
        if (signal == 0) return;
        for (MainWindow* const window : windows.windows()) keepWork(*window);
        constexpr int bySignal = 128;
        QCoreApplication::exit(bySignal + signal);
    });
}

}  // namespace trammel::ui
