// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "base/element_id.h"

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel {
class Observables;
}

namespace trammel::ui {

class DisplayUnits;

/// All readings of the model by group and element with a search field above; to be dragged onto plots, or opened.
class SourceTree : public QWidget {
    Q_OBJECT

public:
    explicit SourceTree(const DisplayUnits& units, QWidget* parent = nullptr);

    void setObservables(const Observables* all);
    QTreeWidget* tree() const { return tree_; }
    QLineEdit* search() const { return search_; }
    /// Shows only what has all words of @p words in its name or group.
    void find(const QString& words);

Q_SIGNALS:
    /// A double click or Enter.
    void chosen(const QStringList& readings);

private:
    void filter(const QString& words);
    QStringList selectedReadings() const;

    const DisplayUnits& units_;
    QLineEdit* search_;
    QTreeWidget* tree_;
    /// Of what is in the tree, so that it is made anew only for another list.
    QStringList names_;
};

}  // namespace trammel::ui
