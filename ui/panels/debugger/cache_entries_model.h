// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <memory>
#include <vector>

#include "ui/session/debugger.h"

namespace trammel::ui {

/// Validity in one word: "valid", "stale", "not realized".
QString wordFor(const CacheEntryReport& entry);
/// Why an entry is valid or not, one sentence with its stage and both stage versions.
QString explainEntry(const CacheEntryReport& entry);

/// All cache entries of the inspected State, one row each.
class CacheEntriesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Validity, Subsystem, Stages, Version, Cost, Size, Reason, Type, ColumnCount };
    explicit CacheEntriesModel(Debugger& debugger, QObject* parent = nullptr);

    /// Rereads the inspected State.
    void refresh();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    const CacheEntryReport& entryAt(int row) const { return *rows_.at(static_cast<std::size_t>(row)).entry; }
    const SubsystemReport& subsystemAt(int row) const { return *rows_.at(static_cast<std::size_t>(row)).subsystem; }
    /// -1 if none.
    int rowOf(CacheEntryKey key) const;
    /// Row of "'name' of subsystem 'other'"; -1 if there is no such entry.
    int rowOf(const std::string& quotedName) const;
    /// Audit findings about it; empty if none, or not audited.
    QString faultOf(int row) const;
    /// True if the last edit invalidated it.
    bool wasDropped(int row) const;

private:
    struct Row {
        const CacheEntryReport* entry;
        const SubsystemReport* subsystem;
    };

    Debugger& debugger_;
    std::shared_ptr<const StateReport> report_ = std::make_shared<StateReport>();
    std::vector<Row> rows_;
    std::vector<CacheEntryKey> dropped_;
};

/// Rows that match a category and a search text.
class CacheEntriesFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    enum Kind { All, Valid, Stale, NotReached, NeverComputed, Dropped, Wrong };
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setKind(Kind kind);
    void setText(const QString& text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    Kind kind_ = All;
    QString text_;
};

}  // namespace trammel::ui
