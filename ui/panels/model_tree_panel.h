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

/// The model as a tree with a filter above; its selection is the session's.
class ModelTreePanel : public QWidget {
    Q_OBJECT

public:
    explicit ModelTreePanel(Session& session, QWidget* parent = nullptr);

    QTreeView* view() const { return view_; }
    ModelTreeModel* model() const { return model_; }
    void focusFilter();
    /// Opens the name of the element selected for editing.
    void renameSelected();

Q_SIGNALS:
    /// The right button; @p family is the key of the family whose group it was on, else empty.
    void contextMenuRequested(const QString& family, const QPoint& globalPosition);
    /// A click on an element, which is selected then.
    void elementClicked(trammel::ElementId element);
    /// A double click on an element.
    void elementActivated(trammel::ElementId element);

private:
    void showSelection();
    void takeSelection();
    void filterChanged(const QString& text);
    void restoreExpansion();
    QModelIndex rowOf(ElementId element) const;
    ElementId elementOf(const QModelIndex& row) const;

    Session& session_;
    ModelTreeModel* model_;
    QSortFilterProxyModel* filtered_;
    QLineEdit* filter_;
    QTreeView* view_;
    /// Families whose group the user closed.
    std::set<QString> collapsed_;
    std::set<ElementId> expanded_;
    bool synchronizing_ = false;
};

}  // namespace trammel::ui
