// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/session/session.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace trammel::ui {

class CommandTable;
struct PanelDescriptor;

/// All runs with options, outcome and cost; branches below their parents. A click makes a run current, a check box
/// shows it as ghost, names are edited in place.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    /// @param commands must contain the commands named in the .cpp file
    RunsPanel(Session& session, CommandTable& commands, QWidget* parent = nullptr);

    /// Opens the name editor of the current run.
    void editName();

private:
    enum Column { Name, Ghost, Outcome, Message, Cost, Frames, Events, Options, ColumnCount };

    void rebuild();
    void show(RunId id);
    void fill(QTreeWidgetItem* item, const RunEntry& entry);
    void showCurrent();
    QTreeWidgetItem* itemOf(RunId id) const;

    Session& session_;
    QTreeWidget* table_;
    /// True while the program fills the table.
    bool filling_ = false;
};

/// "Finished", "Computing, 42 %"
QString outcomeOf(const RunEntry& entry);
/// "Floor: impact × 12", one line per kind, in order of first occurrence.
QString eventsOf(const RunEntry& entry);

}  // namespace trammel::ui
