// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <memory>
#include <vector>

#include "compile/wiggles.h"

namespace trammel::ui {

/// Degrees of freedom by the joints that move most; each is calculated when its row is first shown.
class WiggleList : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    /// Null: none.
    void show(std::shared_ptr<const Wiggles> wiggles);
    WiggleReport report(int row) const { return wiggles_->report(row); }
    /// Number of rows calculated so far.
    int countCalculated() const { return calculated_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::shared_ptr<const Wiggles> wiggles_;
    /// Empty until shown.
    mutable std::vector<QString> texts_;
    mutable int calculated_ = 0;
};

}  // namespace trammel::ui
