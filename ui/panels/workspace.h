// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <QString>
#include <QStringList>
#include <optional>

#include "ui/commands/command_table.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

namespace trammel::ui {

class Bookmarks;
class Debugger;
class DocumentMemory;
class EditCostLog;
class PlotData;

/// Interface of a window for its panels: the objects of its document, and requests to the view, the window and other
/// panels. Panels know each other and the window only through it.
class Workspace : public QObject {
    Q_OBJECT

public:
    /// @param session not owned; must outlive the workspace
    explicit Workspace(Session& session, QObject* parent = nullptr);

    Session& session() { return session_; }
    CommandTable& commands() { return commands_; }
    DisplayUnits& units() { return units_; }
    Debugger& debugger() { return *debugger_; }
    EditCostLog& costLog() { return *costLog_; }
    DocumentMemory& memory() { return *memory_; }
    Bookmarks& bookmarks() { return *bookmarks_; }
    PlotData& plotData() { return *plotData_; }

Q_SIGNALS:
    /// The window is complete.
    void opened();

    // --- Requests to the window ---
    /// Show the panel with this PanelDescriptor::id in front of the others in its tab group, or hide it.
    void panelRequested(const QString& id);
    void panelDismissed(const QString& id);
    /// Menu for the selection; if @p family is not empty, of its types.
    void contextMenuRequested(const QString& family, const QPoint& globalPosition);
    void typeReferenceRequested(const QString& family, const QString& type);
    /// Import the file again with other choices.
    void importAgainRequested(const QString& file);

    // --- Requests to the view ---
    /// A pose to display instead of the initial pose; empty to end it.
    void poseRequested(std::optional<trammel::State> pose);
    /// A click on an element outside the view, for the active tool.
    void elementClicked(trammel::ElementId element);

    // --- Requests to panels ---
    /// Select an element and edit its name; no effect if invalid.
    void nameEditRequested(trammel::ElementId element);
    void plotRequested(const QStringList& outputs);
    /// Provenance of an output by name, of variable @p index of y, or of the multiplier of an equation.
    void provenanceRequested(const QString& output);
    void variableProvenanceRequested(int index);
    void multiplierProvenanceRequested(const QString& equation);
    void cacheEntryRequested(trammel::CacheEntryKey entry);
    /// A variable by its name in the State panel; empty: any.
    void variableRequested(const QString& name);

private:
    Session& session_;
    CommandTable commands_{this};
    DisplayUnits units_;
    Debugger* debugger_;
    EditCostLog* costLog_;
    DocumentMemory* memory_;
    Bookmarks* bookmarks_;
    PlotData* plotData_;
};

}  // namespace trammel::ui
