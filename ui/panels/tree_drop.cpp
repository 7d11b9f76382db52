// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/tree_drop.h"

#include <QDropEvent>
#include <QTreeView>

#include "ui/session/plot_drag.h"

namespace trammel::ui {

TreeDrop::TreeDrop(QTreeView& tree, std::function<bool(ElementId, const QModelIndex&)> takes)
    : QObject(&tree), tree_(tree), takes_(std::move(takes)) {
    tree.viewport()->setAcceptDrops(true);
    tree.viewport()->installEventFilter(this);
}

bool TreeDrop::eventFilter(QObject*, QEvent* event) {
    const bool isDrop = event->type() == QEvent::Drop;
    if (!isDrop && event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove) return false;
    auto& drag = *static_cast<QDropEvent*>(event);
    const ElementId element = PlotDrag::fromMime(drag.mimeData()).element;
    const QModelIndex row = tree_.indexAt(drag.position().toPoint());
    // A drag that enters may continue to a row that takes it.
    const bool isTaken = element.isValid() && (event->type() == QEvent::DragEnter || takes_(element, row));
    drag.setAccepted(isTaken);
    if (!isTaken) return true;
    drag.setDropAction(Qt::CopyAction);
    if (isDrop) Q_EMIT dropped(element, row);
    return true;
}

}  // namespace trammel::ui
