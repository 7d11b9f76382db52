// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>

#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/plots/source_tree.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {}  // namespace

void addPlotCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    PlotsPanel& plots = window.plots();
    const auto show = [&window] { window.raiseDock(QStringLiteral("plotsDock")); };
    const auto unlessModel = [&session] {
        return session.model() ? QString() : MainWindow::tr("There is no model to plot anything of.");
    };
    const auto unlessCurves = [&plots] {
        return plots.active().view().curves().empty() ? MainWindow::tr("The plot is empty.") : QString();
    };
    table.add({"plots.selection",
               tr("&Plot…"),
               tr("Choose what to plot of the element selected, or of the whole model"),
               "plot",
               {QKeySequence(Qt::Key_F7)},
               KeyScope::Window,
               [&session, &plots, show] {
                   show();
                   plots.offer(session.selectedElement());
                   plots.sources().search()->setFocus();
                   plots.sources().search()->selectAll();
               },
               unlessModel});
    table.add({"plots.new",
               tr("&New plot"),
               tr("Another plot below the others"),
               "add",
               {QKeySequence(Qt::SHIFT | Qt::Key_F7)},
               KeyScope::Window,
               [&plots, show] {
                   show();
                   plots.addPlot();
               }});
    table.add({"plots.fit",
               tr("&Show all of the curves"),
               tr("Zoom so that the active plot shows all there is"),
               "frame-all",
               {},
               KeyScope::Window,
               [&plots] { plots.active().view().fit(); }});
    table.add({"plots.marks",
               tr("Cursors &A and B"),
               tr("Two cursors to drag, with the values there and the difference between them"),
               "marks",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)},
               KeyScope::Window,
               [&plots] { plots.active().toggleMarks(); },
               {},
               [&plots] { return plots.active().view().marks().has_value(); }});
    table.add({"plots.allRuns",
               tr("All &runs"),
               tr("Draw the other runs beside the current one"),
               "history",
               {},
               KeyScope::Window,
               [&plots] { plots.setAllRuns(!plots.showsAllRuns()); },
               {},
               [&plots] { return plots.showsAllRuns(); }});
    struct Row {
        const char *id, *text, *hint, *suffix;
    };
    static constexpr Row exports[] = {
        {"plots.export.csv", QT_TR_NOOP("Export as &CSV…"), QT_TR_NOOP("The numbers as a table, one row a frame"),
         "csv"},
        {"plots.export.png", QT_TR_NOOP("Export as P&NG…"), QT_TR_NOOP("The active plot as a picture of pixels"),
         "png"},
        {"plots.export.svg", QT_TR_NOOP("Export as S&VG…"), QT_TR_NOOP("The active plot as a drawing"), "svg"}};
    for (const Row& row : exports)
        table.add({row.id,
                   tr(row.text),
                   tr(row.hint),
                   "picture",
                   {},
                   KeyScope::Window,
                   [&plots, suffix = row.suffix] { plots.active().exportAs(QString::fromLatin1(suffix)); },
                   unlessCurves});
    // The keys of the view, arrows and Space, go on working where curves are looked at.
    const auto listen = [&table](PlotFrame* plot) { table.listenIn(plot->view().canvas(), KeyScope::View); };
    for (PlotFrame* plot : plots.plots()) listen(plot);
    QObject::connect(&plots, &PlotsPanel::plotAdded, &window, listen);
}

}  // namespace trammel::ui
