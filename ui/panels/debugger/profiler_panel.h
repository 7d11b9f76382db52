// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/session/debugger.h"

class QCheckBox;
class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel::ui {

class ProfileStrip;
struct PanelDescriptor;

/// Profile of a run: cost by stage, subsystem and cache entry, over time and in total; cache hits, values recomputed
/// from equal inputs, and values invalidated unread.
class ProfilerPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit ProfilerPanel(Debugger& debugger, QWidget* parent = nullptr);

    enum Column { What, Share, Total, Each, Count, PerStep, Found, Same, Unread, Lost, ColumnCount };
    QTreeWidget* table() const { return table_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void fill(const RunProfile& profile, const StateReport& report);
    QTreeWidgetItem* addCost(QTreeWidgetItem* parent, const QString& name, const CostCount& cost, double whole,
                             long steps);
    static void addUse(QTreeWidgetItem* row, const RunProfile::Entry& entries);

    Debugger& debugger_;
    QCheckBox* on_;
    QLabel* summary_;
    ProfileStrip* strip_;
    QTreeWidget* table_;
};

}  // namespace trammel::ui
