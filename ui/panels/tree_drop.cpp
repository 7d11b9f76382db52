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

namespace {
/// True for a drag from another window, whose elements are those of another document.
bool isFromElsewhere(const QDropEvent& drag, QWidget* tree) {
    // A floating panel is a window of its own, below the main window.
    const auto top = [](QWidget* widget) {
        while (widget->parentWidget()) widget = widget->parentWidget();
        return widget;
    };
    auto* const source = qobject_cast<QWidget*>(drag.source());
    return source && top(source) != top(tree);
}
}  // namespace

bool TreeDrop::eventFilter(QObject*, QEvent* event) {
    const bool isDrop = event->type() == QEvent::Drop;
    if (!isDrop && event->type() != QEvent::DragEnter && event->type() != QEvent::DragMove) return false;
    auto& drag = *static_cast<QDropEvent*>(event);
    const ElementId element = PlotDrag::fromMime(drag.mimeData()).element;
    const QModelIndex row = tree_.indexAt(drag.position().toPoint());
    // A drag that enters may continue to a row that accepts it.
    const bool isTaken = element.isValid() && !isFromElsewhere(drag, &tree_) &&
                         (event->type() == QEvent::DragEnter || takes_(element, row));
    drag.setAccepted(isTaken);
    if (!isTaken) return true;
    drag.setDropAction(Qt::CopyAction);
    if (isDrop) Q_EMIT dropped(element, row);
    return true;
}

}  // namespace trammel::ui
