// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QObject>
#include <functional>

#include "base/element_id.h"

class QTreeView;

namespace trammel::ui {

/// Lets elements be dropped on the rows of a tree, from any panel of the same window.
class TreeDrop : public QObject {
    Q_OBJECT

public:
    /// @param tree owns this object
    /// @param takes whether @p element may be dropped on a row; an invalid row is the space below
    TreeDrop(QTreeView& tree, std::function<bool(ElementId element, const QModelIndex& row)> takes);

Q_SIGNALS:
    void dropped(trammel::ElementId element, const QModelIndex& row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QTreeView& tree_;
    std::function<bool(ElementId, const QModelIndex&)> takes_;
};

}  // namespace trammel::ui
