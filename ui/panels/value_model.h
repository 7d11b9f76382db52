// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <string>
#include <vector>

#include "math/vec.h"

namespace trammel::ui {

/// The numbers of one value as a heat map: a row for each vector or row of a matrix in it, coloured by size and sign.
class ValueModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    /// @param text the value as state files write it: words and numbers, groups in brackets
    void setValue(const std::string& text);
    const std::vector<std::vector<Real>>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<std::vector<Real>> rows_;
    std::size_t columns_ = 0;
    Real largest_ = 0;
};

}  // namespace trammel::ui
