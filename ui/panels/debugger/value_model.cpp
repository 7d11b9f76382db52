// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/value_model.h"

#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

constexpr std::size_t MostColumns = 64;

}  // namespace

void ValueModel::setRows(std::vector<ValueRow> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    columns_ = 0;
    largest_ = 0;
    for (const ValueRow& row : rows_) {
        columns_ = std::max(columns_, std::min(row.numbers.size(), MostColumns));
        for (const Real x : row.numbers)
            if (std::isfinite(x)) largest_ = std::max(largest_, std::abs(x));
    }
    endResetModel();
}

int ValueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int ValueModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(columns_);
}

QVariant ValueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal) return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    return QString::fromStdString(rows_.at(static_cast<std::size_t>(section)).label);
}

QVariant ValueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const std::vector<Real>& row = rows_.at(static_cast<std::size_t>(index.row())).numbers;
    const auto column = static_cast<std::size_t>(index.column());
    if (column >= row.size()) return {};
    const Real x = row[column];
    switch (role) {
        case Qt::DisplayRole: return QString::number(x, 'g', 6);
        case Qt::ToolTipRole: return QString::number(x, 'g', 17);
        case Qt::TextAlignmentRole: return int(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::BackgroundRole: {
            if (!std::isfinite(x)) return Theme::instance().colors().bad;
            if (x == 0 || largest_ == 0) return {};
            QColor heat = x > 0 ? Theme::instance().colors().caution : Theme::instance().colors().accent;
            // Logarithmic scale: a sixth of the colors per decade.
            const double part = 1 + std::log10(std::abs(x) / largest_) / 6;
            heat.setAlphaF(static_cast<float>(std::clamp(part, 0.05, 1.) * 0.55));
            return heat;
        }
        default: return {};
    }
}

}  // namespace trammel::ui
