// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>

#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/plots/source_tree.h"
#include "ui/plots/plot_export.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

void addPlotCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    PlotsPanel& plots = window.panels().get<PlotsPanel>();
    const auto show = [&window] { window.panels().raise<PlotsPanel>(); };
    const auto unlessModel = [&session] {
        return session.lastModel() ? QString() : MainWindow::tr("There is no model to plot.");
    };
    const auto unlessCurves = [&plots] {
        return plots.active().view().curves().empty() ? MainWindow::tr("The plot is empty.") : QString();
    };
    table.add({"plots.selection",
               tr("&Plot…"),
               tr("Choose outputs of the selected element or the whole model to plot"),
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
               tr("Add a plot below the others"),
               "add",
               {QKeySequence(Qt::SHIFT | Qt::Key_F7)},
               KeyScope::Window,
               [&plots, show] {
                   show();
                   plots.addPlot();
               }});
    table.add({"plots.fit",
               tr("&Fit all data"),
               tr("Zoom the active plot to all data"),
               "frame-all",
               {},
               KeyScope::Window,
               [&plots] { plots.active().view().fit(); }});
    table.add({"plots.marks",
               tr("Markers &A and B"),
               tr("Show two draggable markers with values and differences"),
               "marks",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M)},
               KeyScope::Window,
               [&plots] { plots.active().toggleMarks(); },
               {},
               [&plots] { return plots.active().view().marks().has_value(); }});
    table.add({"plots.allRuns",
               tr("All &runs"),
               tr("Plot all runs, not only the current one"),
               "history",
               {},
               KeyScope::Window,
               [&plots] { plots.setAllRuns(!plots.showsAllRuns()); },
               {},
               [&plots] { return plots.showsAllRuns(); }});
    for (const PlotFormat& format : plotFormats())
        table.add({QStringLiteral("plots.export.") + format.ending,
                   format.text,
                   format.hint,
                   "picture",
                   {},
                   KeyScope::Window,
                   [&plots, &format] { plots.active().exportAs(format.ending); },
                   unlessCurves});
    // Arrow keys work in plots as in the view; Space reaches the window.
    const auto listen = [&table](PlotFrame* plot) { table.listenIn(plot->view().canvas(), KeyScope::View); };
    for (PlotFrame* plot : plots.plots()) listen(plot);
    QObject::connect(&plots, &PlotsPanel::plotAdded, &window, listen);
}

}  // namespace trammel::ui
