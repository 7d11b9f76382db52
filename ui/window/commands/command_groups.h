// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/main_window.h"

class QMenu;

namespace trammel::ui {

/// Translates in the context of the main window.
inline QString tr(const char* text) { return MainWindow::tr(text); }

// Adds the rows of the command table, menu by menu. Call each function once, before menus are created.

void addFileCommands(MainWindow& window);
void addEditCommands(MainWindow& window);
/// Changing selected joints to each type that has no command yet.
void addTypeChangeCommands(MainWindow& window);
/// Groups, and parts of models in files of their own.
void addGroupCommands(MainWindow& window);
/// Switching between windows.
void addWindowCommands(MainWindow& window);
/// One command per type of the catalog.
void addElementCommands(MainWindow& window);
/// One tool per way of drawing, and its options.
void addBuildCommands(MainWindow& window);
/// Images to trace over.
void addBackgroundCommands(MainWindow& window);
void addViewCommands(MainWindow& window);
void addSimulateCommands(MainWindow& window);
/// Commands of the run list.
void addRunCommands(MainWindow& window);
/// View contents and the follow camera.
void addShowCommands(MainWindow& window);
/// Reverse and loop playback, bookmarks.
void addTimeCommands(MainWindow& window);
/// Plots and their contents.
void addPlotCommands(MainWindow& window);
/// Equilibrium and vibration.
void addStudyCommands(MainWindow& window);
void addInspectCommands(MainWindow& window);
/// The stage and cache debugger.
void addDebugCommands(MainWindow& window);
void addHelpCommands(MainWindow& window);
/// Shows resources/help/NAME.md, from the heading @p section on.
void showHelpPage(MainWindow& window, const QString& name, const QString& section = {});
/// The worked examples of the Advanced Programming Guide.
void addGuideCommands(MainWindow& window);
/// Types of elements in C++, and commands for those that are loaded.
void addPluginCommands(MainWindow& window);
/// Adds the types of plugins, now and whenever they change, to menus and toolbar, which must exist.
void followPlugins(MainWindow& window);
/// Fills a menu with the types of loaded plugins.
void fillPluginTypes(MainWindow& window, QMenu* menu);
/// Asks whether to load the plugins that a document needs, if they are found.
void offerPlugins(QWidget* parent, Session& session);
/// If a process ended unexpectedly while plugins were loaded: asks whether to continue without them.
void askAboutCrash(QWidget* parent);

}  // namespace trammel::ui
