// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/session/session.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace trammel::ui {

class CommandTable;

/// All runs with options, outcome and cost; those that go on from another stand below it. A click makes a run the
/// current one, a box shows it as a ghost, and its name can be typed over.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    /// @param commands must have the commands named in the .cpp file
    RunsPanel(Session& session, CommandTable& commands, QWidget* parent = nullptr);

    /// Lets the name of the current run be typed over.
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
    /// What is written into the table is no input of the user.
    bool filling_ = false;
};

/// "Finished", "Computing, 42 %"
QString outcomeOf(const RunEntry& entry);
/// "Floor: impact × 12", a line for each that happened, the first first.
QString eventsOf(const RunEntry& entry);

}  // namespace trammel::ui
