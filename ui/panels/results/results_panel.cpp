// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/results_panel.h"

#include "ui/commands/command_table.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/results/equilibrium_page.h"
#include "ui/panels/results/forces_page.h"
#include "ui/panels/results/modes_page.h"
#include "ui/panels/workspace.h"

namespace trammel::ui {

PanelDescriptor ResultsPanel::descriptor() {
    return {.id = "resultsDock",
            .title = tr("Results"),
            .hint = tr("Show equilibrium, vibration modes and inverse dynamics"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new ResultsPanel(w); },
            .isShown = false};
}

ResultsPanel::ResultsPanel(Workspace& workspace, QWidget* parent)
    : QTabWidget(parent),
      equilibrium_(new EquilibriumPage(workspace.session(), workspace.units(), this)),
      modes_(new ModesPage(workspace.session(), this)),
      forces_(new ForcesPage(workspace.session(), workspace.units(), this)) {
    setObjectName(QStringLiteral("results"));
    setAccessibleName(tr("Results"));
    setDocumentMode(true);
    addTab(equilibrium_, tr("Equilibrium"));
    addTab(modes_, tr("Vibration modes"));
    addTab(forces_, tr("Inverse dynamics"));
    const auto trigger = [&workspace](const char* command) {
        return [&workspace, command] { workspace.commands().action(QLatin1StringView(command))->trigger(); };
    };
    connect(modes_, &ModesPage::poseShown, &workspace, &Workspace::poseRequested);
    connect(modes_, &ModesPage::equilibriumRequested, this, [this, search = trigger("simulate.equilibrium")] {
        isRequestedByModes_ = true;
        search();
        isRequestedByModes_ = false;
    });
    connect(equilibrium_, &EquilibriumPage::searchRequested, this, trigger("simulate.equilibrium"));
    connect(forces_, &ForcesPage::motionRequested, this, trigger("simulate.inverseDynamics"));
}

}  // namespace trammel::ui
