// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/application.h"

#include <exception>
#include <iostream>
#include <new>

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
}  // namespace

bool Application::notify(QObject* receiver, QEvent* event) {
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        report(tr("Memory ran out, and the last action was not completed. Save the model, and remove runs."));
    } catch (const UnreadableFrames& fault) {
        report(QString::fromUtf8(fault.what()));
    } catch (const std::exception& fault) {
        std::cerr << "trammel: internal error, please report it: " << fault.what() << '\n';
        report(tr("The last action failed inside the program. Save the model, and report what you did."));
    } catch (...) {
        // Thrown by a plugin.
        report(tr("The last action failed inside an element. Save the model, and report what you did."));
    }
    return false;
}

}  // namespace trammel::ui
