// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/application.h"

#include <exception>
#include <iostream>
#include <new>
#include <system_error>

#include "runtime/unreadable_frames.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {
void report(const QString& text) {
    // The active window may be one of its dialogs.
    for (QWidget* each = QApplication::activeWindow(); each; each = each->parentWidget())
        if (auto* const window = qobject_cast<MainWindow*>(each)) return Q_EMIT window->session().notice(text);
    std::cerr << "trammel: " << text.toStdString() << '\n';
}

/// Reports the exception being handled.
void reportException() {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        report(
            Application::tr("Memory ran out, and the last action was not completed. Save the model, and remove runs."));
    } catch (const UnreadableFrames& fault) {
        report(QString::fromUtf8(fault.what()));
    } catch (const std::exception& fault) {
        const auto* const lack = dynamic_cast<const std::system_error*>(&fault);
        if (lack && lack->code() == std::errc::resource_unavailable_try_again)
            return report(
                Application::tr("The system cannot start another thread, and the last action was not completed. Close "
                                "other programs."));
        std::cerr << "trammel: internal error, please report it: " << fault.what() << '\n';
        report(Application::tr("The last action failed inside the program. Save the model, and report what you did."));
    } catch (...) {
        // Thrown by a plugin.
        report(Application::tr("The last action failed inside an element. Save the model, and report what you did."));
    }
}
}  // namespace

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (...) {
        try {
            reportException();
        } catch (...) {
            // Memory may have run out for the notice as well.
            std::cerr << "trammel: The last action failed, and so did the notice of it. Save the model.\n";
        }
    }
    return false;
}

}  // namespace trammel::ui
