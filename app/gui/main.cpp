// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPointer>
#include <QScopeGuard>
#include <QSettings>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "app/gui/render_command.h"
#include "app/gui/start_options.h"
#include "compile/catalog.h"
#include "runtime/crash_record.h"
#include "runtime/equal_functions.h"
#include "runtime/heap_pools.h"
#include "runtime/termination_signals.h"
#include "ui/live/live_window.h"
#include "ui/session/crash_report.h"
#include "ui/theme/theme.h"
#include "ui/viewport/viewport.h"
#include "ui/window/application.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/termination.h"
#include "ui/window/text_undo_filter.h"
#include "ui/window/window_list.h"

namespace {

constexpr const char* NoDisplay =
    "trammel: no display is available.\nSet DISPLAY or WAYLAND_DISPLAY, or work without a window:\n  trammel render "
    "FILE --at T -o PNG   writes an image\n  trammel-cli run FILE --until T      runs a model\n";

bool hasDisplay() {
    const auto isSet = [](const char* name) { return !qEnvironmentVariableIsEmpty(name); };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

/// Without a reachable display Qt aborts; print a message and exit instead.
void endOnFatal(QtMsgType type, const QMessageLogContext&, const QString& text) {
    std::cerr << text.toStdString() << '\n';
    if (type != QtFatalMsg) return;
    std::cerr << NoDisplay;
    std::_Exit(1);
}

/// Standard error carries the report; a missing runtime folder does not matter for an image.
void printWarnings(QtMsgType, const QMessageLogContext&, const QString& text) {
    if (!text.contains(QStringLiteral("XDG_RUNTIME_DIR"))) std::cerr << text.toStdString() << '\n';
}

void nameApplication() {
    QCoreApplication::setOrganizationName(QStringLiteral("Trammel"));
    QCoreApplication::setApplicationName(QStringLiteral("Trammel"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TRAMMEL_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.trammel.Trammel"));
}

int render(int argc, char** argv, const trammel::app::RenderOrder& order) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(printWarnings);
    const QGuiApplication application(argc, argv);
    return trammel::app::renderImage(order);
}

/// Shows a program or a recording of one.
int attach(const std::string& place) {
    QString problem;
    const auto window = trammel::ui::LiveWindow::open(QString::fromStdString(place), problem);
    if (!window) {
        std::cerr << "trammel: " << problem.toStdString() << '\n';
        return 1;
    }
    window->show();
    return QApplication::exec();
}

/// Opens @p files in the event loop, which reports lack of memory: one after the other, since reading delivers events.
void openInTurn(trammel::ui::MainWindow& window, const std::vector<std::string>& files) {
    if (files.empty()) return;
    const auto openFirst = [there = QPointer<trammel::ui::MainWindow>(&window), files] {
        const auto openRest = qScopeGuard([&] {
            if (there) openInTurn(*there, std::vector<std::string>(files.begin() + 1, files.end()));
        });
        there->open(QString::fromStdString(files.front()));
    };
    QMetaObject::invokeMethod(&window, openFirst, Qt::QueuedConnection);
}

/// The exit code, once the windows are closed and the runs being saved are in their files, however long that takes.
int useWindows(const std::vector<std::string>& files) {
    using namespace trammel::ui;
    WindowList windows(trammel::builtinCatalog());
    endOnSignals(windows);
    MainWindow& first = windows.add();
    first.show();
    askAboutCrash(&first);
    openInTurn(first, files);
    return keepWorkIfEnded(windows, QApplication::exec);
}

int openWindows(int argc, char** argv, const trammel::app::StartOptions& options) {
    using namespace trammel::ui;
    if (!hasDisplay()) {
        std::cerr << NoDisplay;
        return 1;
    }
    Viewport::prepareApplication();
    const QtMessageHandler usual = qInstallMessageHandler(endOnFatal);
    Application application(argc, argv);
    qInstallMessageHandler(usual);
    nameApplication();
    installCrashReports();
    Theme::instance().apply(static_cast<ThemeChoice>(std::clamp(QSettings().value("theme", 0).toInt(), 0, 2)));
    if (!options.program.empty()) {
        const int code = attach(options.program);
        trammel::expectEndOfProgram();
        return code;
    }
    TextUndoFilter undoFilter;
    application.installEventFilter(&undoFilter);

    const int code = useWindows(options.files);
    trammel::expectEndOfProgram();
    // The work that is left has no result that is required.
    constexpr unsigned patience = 10;
    trammel::endProcessWithin(patience, code);
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    trammel::useEqualFunctions(argv);
    trammel::configureHeap();
    try {
        const trammel::app::StartOptions options = trammel::app::readCommandLine(argc, argv);
        if (options.exitCode) return *options.exitCode;
        if (options.render) return render(argc, argv, *options.render);
        return openWindows(argc, argv, options);
    } catch (const std::exception& fault) {
        std::cerr << "trammel: internal error, the program ended: " << fault.what() << '\n';
        return 1;
    }
}
