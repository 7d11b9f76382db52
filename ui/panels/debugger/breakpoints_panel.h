// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/properties/units.h"
#include "ui/session/debugger.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QToolButton;

namespace trammel::ui {

class CommandTable;
struct PanelDescriptor;

/// Breakpoints, and the paused worker: cause, time, stage and cost of stages, with commands to step and continue.
class BreakpointsPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    /// @param commands must contain the commands named in the .cpp file
    /// @param units of limits; not owned, must outlive the panel
    BreakpointsPanel(Debugger& debugger, CommandTable& commands, const DisplayUnits& units, QWidget* parent = nullptr);

    QString causeShown() const;
    QListWidget* list() const { return list_; }
    /// Asks for the stage up to which the paused worker runs.
    void chooseStage();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeAdder();
    /// The kind chosen for the next breakpoint.
    const BreakpointKind& kind() const;
    void add();
    bool readLimit(Breakpoint& breakpoint);
    /// Quantity of the limit to enter.
    Quantity limitQuantity() const;
    /// Its text in the list, with the limit in display units too.
    QString describeShown(const Breakpoint& breakpoint, const CompiledModel& model) const;
    void showUnit();
    bool readCondition(Breakpoint& breakpoint);
    void populateTargets();
    void showBreakpoints();
    void showStop();
    /// Keeps the height of the longest reason and costs, so that what is below stays in place from stop to stop.
    void keepHeights();

    Debugger& debugger_;
    const DisplayUnits& units_;
    QLabel* cause_;
    QLabel* stages_;
    QListWidget* list_;
    QComboBox* kind_ = nullptr;
    QComboBox* what_ = nullptr;
    QWidget* limitRow_ = nullptr;
    QLineEdit* limit_ = nullptr;
    QLabel* unit_ = nullptr;
    QLabel* wrong_ = nullptr;
    QToolButton* add_ = nullptr;
};

}  // namespace trammel::ui
