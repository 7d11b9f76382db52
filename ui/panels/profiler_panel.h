// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/session/debugger.h"

class QCheckBox;
class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel::ui {

/// Where the time of a run goes: by stage, by subsystem within, and by cache entry, with what was computed more often
/// than its stage was realized.
class ProfilerPanel : public QWidget {
    Q_OBJECT

public:
    explicit ProfilerPanel(Debugger& debugger, QWidget* parent = nullptr);

    QTreeWidget* table() const { return table_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    QTreeWidgetItem* addCost(QTreeWidgetItem* parent, const QString& name, const CostCount& cost, double whole,
                             long steps);

    Debugger& debugger_;
    QCheckBox* on_;
    QLabel* summary_;
    QTreeWidget* table_;
};

}  // namespace trammel::ui
