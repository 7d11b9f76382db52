// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>
#include <optional>

#include "ui/commands/command_table.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QDockWidget;

namespace trammel::ui {

class Debugger;
class ViewOverlays;
class DocumentMemory;
class EditCostLog;
class Autosave;
class Bookmarks;
class FileActions;
class FirstBuild;
class ModelTreePanel;
class PlotData;
class PlotsPanel;
class PropertiesPanel;
class SceneView;
class SectionBar;
class StartPage;
class StatusLine;
class TimelinePanel;
class ToolView;
class Viewport;
class WindowList;

/// Main window: the view and timeline in the center, panels in docks.
///
/// Owns the command table and the panels; all data are the session's.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// @param session not owned; must outlive the window
    /// @param windows opens further documents; null: this is the only window and opens all documents itself
    explicit MainWindow(Session& session, WindowList* windows = nullptr);
    ~MainWindow() override;

    Session& session() { return session_; }
    CommandTable& commands() { return commands_; }
    DisplayUnits& units() { return units_; }
    Viewport& viewport() { return *viewport_; }
    FileActions& files() { return *files_; }
    TimelinePanel& timeline() { return *timeline_; }
    ModelTreePanel& tree() { return *tree_; }
    PropertiesPanel& properties() { return *properties_; }
    ToolView& tools() { return *tools_; }
    Autosave& autosave() { return *autosave_; }
    Debugger& debugger() { return *debugger_; }
    EditCostLog& costLog() { return *costLog_; }
    ViewOverlays& overlays() { return *overlays_; }
    SectionBar& section() { return *section_; }
    PlotsPanel& plots() { return *plots_; }
    Bookmarks& bookmarks() { return *bookmarks_; }
    FirstBuild& firstBuild() { return *firstBuild_; }
    /// Null if this is the only window.
    WindowList* windows() { return windows_; }

    /// Opens a file without asking, as at startup.
    bool open(const QString& path);
    /// Shows a dock in front of the others in its tab group.
    void raiseDock(const QString& objectName);
    QList<QDockWidget*> docks() const;
    void openPalette();
    /// Restores the default dock layout.
    void resetLayout();
    /// Closes the window even if its document has unsaved changes.
    void closeWithoutAsking();
    /// Saves geometry, layout, units and view settings.
    void saveSettings() const;

Q_SIGNALS:
    /// Emitted when the window was closed and can be deleted.
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    /// Enter in a number field gives the keys back to the view.
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QDockWidget* addDock(const char* name, const QString& title, QWidget* content, Qt::DockWidgetArea area);
    void makeCenter();
    void makeDocks();
    void connectPanels();
    void restoreSettings();
    void showTitle();
    void sessionChanged(SessionChanges changes);
    void placeStartPage();
    void hideStartPage();

    Session& session_;
    WindowList* windows_;
    CommandTable commands_;
    DisplayUnits units_;
    FileActions* files_;
    Debugger* debugger_;
    EditCostLog* costLog_;
    DocumentMemory* memory_;
    Bookmarks* bookmarks_;
    PlotData* plotData_;
    Viewport* viewport_ = nullptr;
    SceneView* sceneView_ = nullptr;
    ViewOverlays* overlays_ = nullptr;
    SectionBar* section_ = nullptr;
    ToolView* tools_ = nullptr;
    Autosave* autosave_ = nullptr;
    TimelinePanel* timeline_ = nullptr;
    ModelTreePanel* tree_ = nullptr;
    PropertiesPanel* properties_ = nullptr;
    PlotsPanel* plots_ = nullptr;
    StatusLine* status_ = nullptr;
    StartPage* startPage_ = nullptr;
    FirstBuild* firstBuild_ = nullptr;
    bool leaving_ = false;
    /// State of the current run that the toolbar and the commands depend on.
    struct RunUiState {
        bool playing, showsFrame, hasFrames, anyComputing;
        RunPhase phase;
        std::size_t runs;
        RunId current;
        bool operator==(const RunUiState&) const = default;
    };
    /// The last state shown; empty before the first.
    std::optional<RunUiState> runUiState_;
    QByteArray originalLayout_;
    std::size_t problemsSeen_ = 0;
};

}  // namespace trammel::ui
