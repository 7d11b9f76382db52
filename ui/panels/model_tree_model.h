// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <map>
#include <set>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

/// Elements of the document: one group row per non-empty family, elements below their parents.
class ModelTreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    explicit ModelTreeModel(Session& session, QObject* parent = nullptr);

    /// The element of a row; invalid for a group row.
    ElementId elementAt(const QModelIndex& index) const;
    /// The family of a group or element row.
    QString familyAt(const QModelIndex& index) const;
    /// The row of an element; invalid if none.
    QModelIndex indexOf(ElementId element) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Group {
        const FamilyDescriptor* family = nullptr;
        std::vector<ElementId> elements;
    };
    struct Place {
        /// Row within the group or parent.
        int row = 0;
        std::size_t group = 0;
    };

    void update(SessionChanges changes);
    void rebuild();
    /// Signals new texts, icons and colors for all rows.
    void notifyAllChanged();
    void collectProblems();
    void collectLocks();
    std::vector<Group> groupsOf(const Document& document) const;
    const std::vector<ElementId>* childrenOf(const QModelIndex& parent) const;
    QVariant groupData(const Group& group, int role) const;

    Session& session_;
    Document document_;
    std::vector<Group> groups_;
    std::map<ElementId, Place> places_;
    std::map<ElementId, Diagnostic> worstProblem_;
    std::set<ElementId> locked_;
};

}  // namespace trammel::ui
