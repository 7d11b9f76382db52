// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/main_window.h"

namespace trammel::ui {

/// Texts of menus and commands are the window's.
inline QString tr(const char* text) { return MainWindow::tr(text); }

// The rows of the command table, by menu. Each is to be called once, before any menu is made.

void addFileCommands(MainWindow& window);
void addEditCommands(MainWindow& window);
/// Going from window to window.
void addWindowCommands(MainWindow& window);
/// One command per type that the catalog has.
void addElementCommands(MainWindow& window);
/// One tool for each way of drawing, and what they leave to be chosen.
void addBuildCommands(MainWindow& window);
void addViewCommands(MainWindow& window);
void addSimulateCommands(MainWindow& window);
/// The list of runs.
void addRunCommands(MainWindow& window);
/// What the picture shows, and the camera that follows.
void addShowCommands(MainWindow& window);
/// Playing backward and in a loop, bookmarks.
void addTimeCommands(MainWindow& window);
/// Plots, and what is drawn in them.
void addPlotCommands(MainWindow& window);
/// Equilibrium and vibration.
void addStudyCommands(MainWindow& window);
void addInspectCommands(MainWindow& window);
/// Those of the stage and cache debugger, and its docks.
void addDebugCommands(MainWindow& window);
void makeInspectDocks(MainWindow& window);
/// Shows what a reading of the model was made from, "Crank pin.reaction force", in the dock Why.
void showProvenance(MainWindow& window, const QString& reading);
void addHelpCommands(MainWindow& window);

}  // namespace trammel::ui
