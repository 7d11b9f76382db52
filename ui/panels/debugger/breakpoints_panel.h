// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/session/debugger.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QToolButton;

namespace trammel::ui {

class CommandTable;

/// Where runs are to stop, and the worker that did: why, at what time and stage, what the stages cost; step, go on.
class BreakpointsPanel : public QWidget {
    Q_OBJECT

public:
    /// @param commands must have the commands named in the .cpp file
    BreakpointsPanel(Debugger& debugger, CommandTable& commands, QWidget* parent = nullptr);

    QString causeShown() const;
    QListWidget* list() const { return list_; }
    /// Asks up to which stage the worker that stands shall run.
    void chooseStage();

private:
    QWidget* makeAdder();
    void add();
    bool readLimit(Breakpoint& breakpoint);
    bool readCondition(Breakpoint& breakpoint);
    void populateTargets();
    void showBreakpoints();
    void showStop();

    Debugger& debugger_;
    QLabel* cause_;
    QLabel* stages_;
    QListWidget* list_;
    QComboBox* kind_ = nullptr;
    QComboBox* what_ = nullptr;
    QLineEdit* limit_ = nullptr;
    QLabel* wrong_ = nullptr;
    QToolButton* add_ = nullptr;
};

}  // namespace trammel::ui
