// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <cstddef>
#include <vector>

#include "base/element_id.h"

class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel {
class Outputs;
struct Output;
}  // namespace trammel

namespace trammel::ui {

class DisplayUnits;

/// Searchable tree of all outputs by group and element; rows are dragged onto plots or opened. The rows of a group or an
/// element are made when it is expanded or searched, and texts when they are shown: a large model has tens of thousands.
class SourceTree : public QWidget {
    Q_OBJECT

public:
    explicit SourceTree(const DisplayUnits& units, QWidget* parent = nullptr);

    /// Keeps its rows for another list with the same outputs; the same list is shown again, as in other units.
    /// @param all not owned; must last until the end of the next call
    void setOutputs(const Outputs* all);
    QTreeWidget* tree() const { return tree_; }
    QLineEdit* search() const { return search_; }
    /// Filters by all words of @p words in name or group.
    void find(const QString& words);

Q_SIGNALS:
    /// Double click or Enter.
    void chosen(const QStringList& outputs);

private:
    class Row;
    void filter(const QString& words);
    void addGroups();
    /// Makes the rows of a group or an element.
    void fill(QTreeWidgetItem* item);
    void fillGroup(QTreeWidgetItem* group);
    QString unitOf(const Output& output) const;
    QStringList selectedOutputs() const;

    const DisplayUnits& units_;
    QLineEdit* search_;
    /// Shown while no output matches.
    QLabel* note_;
    QTreeWidget* tree_;
    const Outputs* all_ = nullptr;
    /// Places of outputs in the list, those of an element together; of groups that have rows.
    std::vector<std::size_t> byOwner_;
    bool isFiltered_ = false;
};

}  // namespace trammel::ui
