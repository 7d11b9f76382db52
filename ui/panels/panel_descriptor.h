// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <functional>
#include <vector>

class QWidget;

namespace trammel::ui {

class Workspace;

/// Where a panel is in the default layout.
enum class PanelArea {
    Left,
    Right,
    /// Tabs in the order of the rows, those of the debugger in a group of their own at the right.
    Bottom,
    /// No dock: always visible below the view.
    BelowView
};

/// A panel: one registry row, from which its dock, its command and its place in the default layout and in the debugger's
/// layout follow.
struct PanelDescriptor {
    /// Object name of the dock, such as "logDock"; stable, because settings refer to it.
    QString id;
    /// A changed windowTitle() of the content replaces it.
    QString title;
    /// Tooltip of the command that shows it.
    QString hint;
    PanelArea area;
    /// Creates the content and connects it with the workspace.
    std::function<QWidget*(Workspace&)> make;
    /// Visible in the default layout.
    bool isShown = true;
    /// In front of its tab group in the layout that shows it.
    bool isInFront = false;
    /// Visible in the debugger's layout.
    bool isOfDebugger = false;
    /// Size to which the content may be reduced on small screens, pixels; 0: its own minimum.
    QSize leastSize = {0, 0};
    /// Size in the default and in the debugger's layout, pixels; 0: any.
    QSize size = {0, 0};
    QSize sizeInDebugger = {0, 0};
};

/// All panels, in the order of menus and tabs.
std::vector<PanelDescriptor> panelDescriptors();

/// Usual values of PanelDescriptor::leastSize.
inline constexpr QSize LeastSidePanel{250, 0}, LeastBottomPanel{250, 60};

}  // namespace trammel::ui
