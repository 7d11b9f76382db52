// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <set>

#include "base/element_id.h"
#include "ui/session/session_change.h"

class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace trammel::ui {

class ModelTreeModel;
class Session;
struct PanelDescriptor;

/// The model tree with a filter; its selection is the session's.
class ModelTreePanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit ModelTreePanel(Session& session, QWidget* parent = nullptr);

    QTreeView* view() const { return view_; }
    ModelTreeModel* model() const { return model_; }
    void focusFilter();
    /// Opens the name editor of the selected element.
    void renameSelected();

Q_SIGNALS:
    /// Right click; @p family is the key of the clicked group, else empty.
    void contextMenuRequested(const QString& family, const QPoint& globalPosition);
    /// A click selected an element.
    void elementClicked(trammel::ElementId element);
    /// Double click on an element.
    void elementActivated(trammel::ElementId element);

private:
    void showSelection();
    void takeSelection();
    void filterChanged(const QString& text);
    void restoreExpansion();
    /// The group of a row: itself, or the one that holds it; invalid at the top level.
    ElementId groupAt(const QModelIndex& row) const;
    /// Moves a dragged element, with the selection if it belongs to it, into the group of a row.
    void moveToRow(ElementId element, const QModelIndex& row);
    QModelIndex rowOf(ElementId element) const;
    ElementId elementOf(const QModelIndex& row) const;

    Session& session_;
    ModelTreeModel* model_;
    QSortFilterProxyModel* filtered_;
    QLineEdit* filter_;
    QTreeView* view_;
    /// Families whose group is collapsed.
    std::set<QString> collapsed_;
    std::set<ElementId> expanded_;
    bool synchronizing_ = false;
};

}  // namespace trammel::ui
