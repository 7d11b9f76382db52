// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QFile>
#include <QTimer>

#include "export/exporter.h"
#include "import/importer.h"
#include "runtime/breakpoint_kind.h"
#include "ui/dialogs/keyboard_map.h"
#include "ui/dialogs/text_window.h"
#include "ui/dialogs/type_reference_window.h"
#include "ui/session/crash_report.h"
#include "ui/session/run_report.h"
#include "ui/session/text.h"
#include "ui/start/first_build.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {

/// A page of the Help menu: resources/help/NAME.md. Its window has the text of the menu as its title unless it has another.
struct HelpPage {
    const char *name, *text, *hint, *icon;
    const char* title = nullptr;
    /// Makes the Markdown that replaces the line "<!-- table -->" of the page; null without one.
    std::string (*makeTable)() = nullptr;
};

const HelpPage helpPages[] = {
    {"building", QT_TR_NOOP("Building &mechanisms"), QT_TR_NOOP("Draw links, close loops, and edit a mechanism"),
     "link"},
    {"formulas", QT_TR_NOOP("&Formulas"), QT_TR_NOOP("Elements by formula: names, units, errors"), "force"},
    {"events", QT_TR_NOOP("&Events"), QT_TR_NOOP("Switch, lock, set and stop when something happens"), "event"},
    {"contacts", QT_TR_NOOP("&Contact"), QT_TR_NOOP("Let bodies touch: materials, friction, outputs"), "force"},
    {"runs", QT_TR_NOOP("&Runs"), QT_TR_NOOP("Compute, branch, check and save runs"), "history"},
    {"failures", QT_TR_NOOP("&When a run fails"), QT_TR_NOOP("Failures of runs: meaning, location, remedies"),
     "warning"},
    {"studies", QT_TR_NOOP("St&udies"), QT_TR_NOOP("Sweep, optimize and compare designs in many runs"), "study"},
    {"motion", QT_TR_NOOP("Recorded motio&n"),
     QT_TR_NOOP("Drive a model by a recording, track markers, compute forces"), "motion"},
    {"plots", QT_TR_NOOP("Plots and the t&imeline"), QT_TR_NOOP("Plot, compare and measure runs, and navigate in time"),
     "plot"},
    {"debugging", QT_TR_NOOP("The &debugger"), QT_TR_NOOP("Inspect stages, cache entries, and the cost of edits"),
     "help", nullptr, &describeBreakpointKinds},
    {"plugins", QT_TR_NOOP("Elements in C++"),
     QT_TR_NOOP("Write element types; load and reload them while the model is open"), "book"},
    {"guide", QT_TR_NOOP("&Page of all examples"), QT_TR_NOOP("Walk through the guide's worked examples in the window"),
     "book", QT_TR_NOOP("Examples of the guide")},
    {"programming", QT_TR_NOOP("&Programming the engine"),
     QT_TR_NOOP("Write custom forces, constraints, joints and subsystems in C++"), "book"},
    {"python", QT_TR_NOOP("P&ython"), QT_TR_NOOP("Load, edit, run and study models from Python"), "book"},
    {"coming_from_simbody", QT_TR_NOOP("Comin&g from Simbody"),
     QT_TR_NOOP("What is the same, better, different and missing"), "book"},
    {"safety", QT_TR_NOOP("Files from &others"),
     QT_TR_NOOP("Permissions of files, limits of readers, protection of your work"), "lock"},
    {"validation", QT_TR_NOOP("&Validation"), QT_TR_NOOP("Compare published benchmarks by integrator and accuracy"),
     "ok"},
};

void showHelpPage(MainWindow& window, const HelpPage& page, const QString& section) {
    QFile file(QStringLiteral(":/help/%1.md").arg(page.name));
    if (!file.open(QIODevice::ReadOnly)) return;
    QString markdown = QString::fromUtf8(file.readAll());
    if (page.makeTable) markdown.replace(QStringLiteral("<!-- table -->"), text(page.makeTable()));
    showMarkdown(&window, tr(page.title ? page.title : page.text).remove(u'&'), markdown, section);
}

void showLastCrash(MainWindow& window) {
    const QStringList reports = crashReports();
    if (reports.isEmpty()) return;
    const QString& file = reports.front();
    showText(&window, tr("Crash report"),
             tr("<p>This is all that was recorded when the program ended early. It was sent nowhere. To report "
                "the crash, copy this text, and add what you did.</p><pre>%1</pre><p>File: %2</p>")
                 .arg(readCrashReport(file).toHtmlEscaped(), file.toHtmlEscaped()));
}

}  // namespace

void showHelpPage(MainWindow& window, const QString& name, const QString& section) {
    for (const HelpPage& page : helpPages)
        if (name == QLatin1String(page.name)) showHelpPage(window, page, section);
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
    for (const HelpPage& page : helpPages)
        table.add({QStringLiteral("help.") + page.name,
                   tr(page.text),
                   tr(page.hint),
                   page.icon,
                   {},
                   KeyScope::Window,
                   [&window, &page] {
                       // Opens at the message of a failed run.
                       const RunStatus& run = window.session().player().status();
                       const bool isFailure =
                           page.name == std::string_view("failures") && run.phase == RunPhase::Failed;
                       showHelpPage(window, page, isFailure ? failureSectionOf(text(run.message)) : QString());
                   }});
    for (const ImportFormat& format : importFormats()) {
        const QString label = QString::fromStdString(format.label);
        table.add({QStringLiteral("help.format.%1").arg(QString::fromStdString(format.key)),
                   tr("%1 files").arg(label),
                   tr("Describe which parts of this format are imported"),
                   "open",
                   {},
                   KeyScope::Window,
                   [&window, &format, label] {
                       showMarkdown(&window, label, QString::fromStdString(makeImportPage(format)));
                   }});
    }
    table.add({"help.formats",
               tr("&Export formats"),
               tr("List the formats that models and runs are written in"),
               "open",
               {},
               KeyScope::Window,
               [&window] {
                   QString page = tr("# Export formats\n\nFile > Export, or `trammel-cli export FILE -o OUT`:\n\n");
                   for (const ExportFormat& format : exportFormats())
                       page += QStringLiteral("- ") + QString::fromStdString(describe(format)) + QLatin1Char('\n');
                   showMarkdown(&window, tr("Export formats"), page);
               }});
    table.add({"help.crash",
               tr("Cras&h report"),
               tr("Show the report of the last crash; nothing is sent"),
               "warning",
               {},
               KeyScope::Window,
               [&window] { showLastCrash(window); },
               [] { return crashReports().isEmpty() ? tr("The program did not crash.") : QString(); }});
    // Once all receivers are connected.
    QTimer::singleShot(0, &window, [&session] {
        if (!newCrashReport().isEmpty())
            Q_EMIT session.notice(tr("The program crashed last time. Choose Help ▸ Crash report; nothing was sent."));
    });
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
