// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "base/element_id.h"

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel {
class Outputs;
}

namespace trammel::ui {

class DisplayUnits;

/// Searchable tree of all outputs by group and element; rows are dragged onto plots or opened.
class SourceTree : public QWidget {
    Q_OBJECT

public:
    explicit SourceTree(const DisplayUnits& units, QWidget* parent = nullptr);

    void setOutputs(const Outputs* all);
    QTreeWidget* tree() const { return tree_; }
    QLineEdit* search() const { return search_; }
    /// Filters by all words of @p words in name or group.
    void find(const QString& words);

Q_SIGNALS:
    /// Double click or Enter.
    void chosen(const QStringList& readings);

private:
    void filter(const QString& words);
    QStringList selectedReadings() const;

    const DisplayUnits& units_;
    QLineEdit* search_;
    QTreeWidget* tree_;
    /// Names in the tree; it is rebuilt only for a different list.
    QStringList names_;
};

}  // namespace trammel::ui
