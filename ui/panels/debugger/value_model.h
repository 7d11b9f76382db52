// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "inspect/inspection.h"

namespace trammel::ui {

/// Heat map of one value: a row per vector or matrix row, colored by magnitude and sign.
class ValueModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<ValueRow> rows);
    const std::vector<ValueRow>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<ValueRow> rows_;
    std::size_t columns_ = 0;
    Real largest_ = 0;
};

}  // namespace trammel::ui
