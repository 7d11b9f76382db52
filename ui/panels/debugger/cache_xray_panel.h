// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/session/debugger.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;
class QTableView;

namespace trammel::ui {

class CacheEntriesFilter;
class CacheEntriesModel;
class EntryGraph;
class ValueModel;
struct PanelDescriptor;

/// Cache entries of the inspected State with validity and reason; for the selected entry its dependency graph, its
/// value, and commands to realize it or break when it is computed.
///
/// Updates only while visible.
class CacheXrayPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit CacheXrayPanel(Debugger& debugger, QWidget* parent = nullptr);

    QTableView* table() const { return table_; }
    CacheEntriesModel* entries() const { return entries_; }
    EntryGraph* graph() const { return graph_; }
    ValueModel* value() const { return value_; }
    /// Selects an entry, resetting the filter if needed.
    void choose(CacheEntryKey entry);
    /// The selected entry; invalid if none.
    CacheEntryKey chosen() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHeader();
    QWidget* makeTable();
    QWidget* makeDetails();
    void refresh();
    void refreshSoon();
    void showChosen();
    void showGraph(int row);
    void goTo(const QString& quotedName);
    void realizeOnly();
    void toggleBreakpoint();

    Debugger& debugger_;
    CacheEntriesModel* entries_;
    CacheEntriesFilter* filter_;
    QTableView* table_ = nullptr;
    QComboBox* kind_ = nullptr;
    QComboBox* source_ = nullptr;
    QLineEdit* search_ = nullptr;
    QLabel* count_ = nullptr;
    QLabel* reason_ = nullptr;
    QPushButton* realize_ = nullptr;
    QPushButton* break_ = nullptr;
    EntryGraph* graph_ = nullptr;
    ValueModel* value_;
    QTabWidget* tabs_ = nullptr;
    QTimer throttle_{this};
    QString said_;
};

}  // namespace trammel::ui
