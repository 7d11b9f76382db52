// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <memory>
#include <optional>

#include "ui/panels/workspace.h"
#include "ui/view/model_view.h"

namespace trammel::ui {

class Autosave;
class FileActions;
class FirstBuild;
class PanelDocks;
class RecordedMotionDialog;
class StartPage;
class StatusLine;
class WindowList;

/// Main window: the view and timeline in the center, panels in docks.
///
/// Joins the workspace, the view and the panels, and knows no single panel; all data are the session's.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// @param session not owned; must outlive the window
    /// @param windows opens further documents; null: this is the only window and opens all documents itself
    explicit MainWindow(Session& session, WindowList* windows = nullptr);
    ~MainWindow() override;

    Session& session() { return session_; }
    Workspace& workspace() { return *workspace_; }
    CommandTable& commands() { return workspace_->commands(); }
    ModelView& view() { return *view_; }
    PanelDocks& panels() { return *panels_; }
    FileActions& files() { return *files_; }
    /// The dialog of recorded motion; opens it if needed.
    RecordedMotionDialog& showRecordedMotion();
    FirstBuild& firstBuild() { return *firstBuild_; }
    /// Null if this is the only window.
    WindowList* windows() { return windows_; }

    /// Opens a file without asking, as at startup.
    bool open(const QString& path);
    void openPalette();
    /// Shows the start page over the view, or hides it.
    void showStartPage();
    void hideStartPage();
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
    /// Enter in a number field returns the focus to the view.
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void makeCenter();
    void connectView();
    void connectRequests();
    void restoreSettings();
    void showTitle();
    void sessionChanged(SessionChanges changes);
    void placeStartPage();
    void coverView();

    Session& session_;
    WindowList* windows_;
    Workspace* workspace_;
    FileActions* files_;
    std::unique_ptr<ModelView> view_;
    PanelDocks* panels_ = nullptr;
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
};

}  // namespace trammel::ui
