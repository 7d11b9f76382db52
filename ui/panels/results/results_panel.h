// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

namespace trammel::ui {

class EquilibriumPage;
class ForcesPage;
class ModesPage;
class Workspace;
struct PanelDescriptor;

/// Results of analyses of the model, a page each: static equilibrium, vibration modes, inverse dynamics.
class ResultsPanel : public QTabWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit ResultsPanel(Workspace& workspace, QWidget* parent = nullptr);

    EquilibriumPage& equilibrium() { return *equilibrium_; }
    ModesPage& modes() { return *modes_; }
    ForcesPage& forces() { return *forces_; }
    /// True while the modes wait for the equilibrium about which they are shown next.
    bool isRequestedByModes() const { return isRequestedByModes_; }

private:
    EquilibriumPage* equilibrium_;
    ModesPage* modes_;
    ForcesPage* forces_;
    bool isRequestedByModes_ = false;
};

}  // namespace trammel::ui
