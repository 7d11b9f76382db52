// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDockWidget>

#include "ui/theme/theme.h"
#include "ui/view/scene_view.h"
#include "ui/view/view_cube.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

namespace {

void addCameraCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Viewport& view = window.view().viewport();
    table.add({"view.frameAll",
               tr("Frame &all"),
               tr("Fit all elements and the whole motion of the run"),
               "frame-all",
               {QKeySequence(Qt::SHIFT | Qt::Key_F)},
               KeyScope::View,
               [&window] { window.view().overlays().frameMotion(); }});
    table.add({"view.frameSelection",
               tr("&Frame selection"),
               tr("Fit the selection in the view"),
               "frame-selection",
               {QKeySequence(Qt::Key_F)},
               KeyScope::View,
               [&view, &window] { view.frame(window.view().scene().drawnSelection()); }});
    struct Row {
        const char* id;
        const char* text;
        const char* icon;
        Qt::Key digit;
        StandardView view;
    };
    static constexpr Row rows[] = {
        {"view.front", QT_TR_NOOP("Fr&ont"), "view-front", Qt::Key_1, StandardView::Front},
        {"view.back", QT_TR_NOOP("&Back"), "", Qt::Key_2, StandardView::Back},
        {"view.left", QT_TR_NOOP("&Left"), "", Qt::Key_3, StandardView::Left},
        {"view.right", QT_TR_NOOP("&Right"), "view-right", Qt::Key_4, StandardView::Right},
        {"view.top", QT_TR_NOOP("&Top"), "view-top", Qt::Key_5, StandardView::Top},
        {"view.bottom", QT_TR_NOOP("Botto&m"), "", Qt::Key_6, StandardView::Bottom},
        {"view.iso", QT_TR_NOOP("&Isometric"), "view-iso", Qt::Key_7, StandardView::Iso},
    };
    for (const Row& row : rows)
        table.add({row.id,
                   tr(row.text),
                   tr("View everything from this direction"),
                   row.icon,
                   {QKeySequence(Qt::CTRL | row.digit)},
                   KeyScope::Window,
                   [&view, from = row.view] { view.setStandardView(from); }});
    ViewCube& cube = window.view().cube();
    table.add({"view.cube",
               tr("View &cube"),
               tr("Choose a view direction with arrow keys and Enter"),
               "",
               {},
               KeyScope::Window,
               [&cube] { cube.setFocus(); },
               [&cube] { return cube.isHidden() ? tr("The view is too small.") : QString(); }});
    table.add({"view.orthographic",
               tr("Ort&hographic"),
               tr("Use an orthographic projection"),
               "projection",
               {QKeySequence(Qt::Key_O)},
               KeyScope::View,
               [&view] { view.setOrthographic(!view.isOrthographic()); },
               {},
               [&view] { return view.isOrthographic(); }});
    table.add({"view.grid",
               tr("&Grid"),
               tr("Show the grid of the work plane"),
               "grid",
               {QKeySequence(Qt::SHIFT | Qt::Key_G)},
               KeyScope::View,
               [&view] { view.setGridVisible(!view.isGridVisible()); },
               {},
               [&view] { return view.isGridVisible(); }});
    SceneView& scene = window.view().scene();
    table.add({"view.drawing",
               tr("Technical drawing"),
               tr("Draw white bodies with edges on white, for print"),
               "",
               {},
               KeyScope::Window,
               [&scene] { scene.setDrawingLook(!scene.hasDrawingLook()); },
               {},
               [&scene] { return scene.hasDrawingLook(); }});
}

void addLookCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    struct ThemeRow {
        const char* id;
        const char* text;
        ThemeChoice choice;
    };
    static constexpr ThemeRow themes[] = {{"view.theme.system", QT_TR_NOOP("Follow &system"), ThemeChoice::System},
                                          {"view.theme.light", QT_TR_NOOP("&Light"), ThemeChoice::Light},
                                          {"view.theme.dark", QT_TR_NOOP("&Dark"), ThemeChoice::Dark}};
    for (const ThemeRow& row : themes)
        table.add({row.id,
                   tr(row.text),
                   tr("Select the color theme"),
                   "theme",
                   {},
                   KeyScope::Window,
                   [&window, choice = row.choice] {
                       Theme::instance().apply(choice);
                       window.saveSettings();
                   },
                   {},
                   [choice = row.choice] { return Theme::instance().choice() == choice; }});
    DisplayUnits& units = window.workspace().units();
    const std::pair<const char*, UnitSystem> systems[] = {{"view.units.meter", UnitSystem::MeterDegree},
                                                          {"view.units.millimeter", UnitSystem::MillimeterDegree},
                                                          {"view.units.radian", UnitSystem::MeterRadian},
                                                          {"view.units.inch", UnitSystem::InchDegree}};
    for (const auto& [id, system] : systems)
        table.add({id,
                   DisplayUnits::describe(system),
                   tr("Select units of numbers"),
                   "units",
                   {},
                   KeyScope::Window,
                   [&window, &units, system = system] {
                       units.setSystem(system);
                       window.saveSettings();
                   },
                   {},
                   [&units, system = system] { return units.system() == system; }});
}

}  // namespace

void addViewCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    addCameraCommands(window);
    addShowCommands(window);
    addLookCommands(window);
    PanelDocks& panels = window.panels();
    for (const PanelDocks::Panel& panel : panels.all())
        if (panel.dock)
            table.add({QStringLiteral("view.panel.") + panel.row.id,
                       panel.row.title,
                       panel.row.hint,
                       "",
                       {},
                       KeyScope::Window,
                       [&panels, id = panel.row.id] { panels.toggle(id); },
                       {},
                       [dock = panel.dock] { return !dock->isHidden(); }});
    table.add({"view.resetLayout",
               tr("Reset pa&nels"),
               tr("Restore the default panel layout"),
               "",
               {},
               KeyScope::Window,
               [&panels] { panels.reset(); }});
    table.add({"view.fullScreen",
               tr("Full scr&een"),
               tr("Use the full screen"),
               "",
               {QKeySequence(Qt::Key_F11)},
               KeyScope::Window,
               [&window] { window.setWindowState(window.windowState() ^ Qt::WindowFullScreen); },
               {},
               [&window] { return window.isFullScreen(); }});
}

}  // namespace trammel::ui
