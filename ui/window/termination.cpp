// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/termination.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <iostream>
#include <new>
#include <string>

#include "runtime/termination_signals.h"
#include "ui/session/autosave.h"
#include "ui/window/main_window.h"
#include "ui/window/window_list.h"

namespace trammel::ui {

namespace {
/// Returns a message for standard error, since there is no time for a question; empty if nothing is lost.
std::string keepWork(MainWindow& window) {
    Autosave& autosave = *window.findChild<Autosave*>();
    Diagnostics problems;
    try {
        problems = autosave.keepForNextStart();
    } catch (const std::bad_alloc&) {
        problems.error({}, "Memory ran out.");
    }
    if (!problems.hasErrors()) return {};
    Diagnostic lost = *problems.begin();
    lost.place = window.session().proposedFileName().toStdString();
    const std::string loss = autosave.keptAt().isValid()
                                 ? "Unsaved changes since the recovery copy of " +
                                       autosave.keptAt().toString("HH:mm:ss").toStdString() +
                                       " are lost: it cannot be replaced. "
                                 : "The last unsaved changes are lost: no recovery copy can be written. ";
    lost.message = loss + lost.message;
    return lost.toString();
}

/// As above, for all windows.
std::string keepWork(WindowList& windows) {
    std::string losses;
    bool isUntold = false;
    for (MainWindow* const window : windows.windows()) {
        try {
            if (const std::string lost = keepWork(*window); !lost.empty()) losses += lost + '\n';
        } catch (...) {
            // There may be no memory for the words; the work of the other windows can still be kept.
            isUntold = true;
        }
    }
    if (isUntold)
        std::cerr << "trammel: The last unsaved changes of a window may be lost: no recovery copy can be written.\n";
    return losses;
}
}  // namespace

void endOnSignals(WindowList& windows) {
    const int arrival = catchTerminationSignals();
    if (arrival < 0) return;
    auto* const notifier = new QSocketNotifier(arrival, QSocketNotifier::Read, &windows);
    QObject::connect(notifier, &QSocketNotifier::activated, &windows, [&windows] {
        const int signal = takeTerminationSignal();
        if (signal == 0) return;
        constexpr int bySignal = 128;
        QCoreApplication::exit(bySignal + signal);
        const std::string losses = keepWork(windows);
        // Last: where no one reads it, as after the end of a pipe, writing may end the program.
        std::cerr << losses;
    });
}

int keepWorkIfEnded(WindowList& windows, const std::function<int()>& loop) {
    try {
        return loop();
    } catch (...) {
        std::cerr << keepWork(windows);
        throw;
    }
}

}  // namespace trammel::ui
