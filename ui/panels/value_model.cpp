// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/value_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

constexpr std::size_t MostColumns = 64;
constexpr std::size_t MostRows = 5000;

/// Rows of a matrix whose text begins with how many rows and columns it has; otherwise one row.
void addGroup(std::vector<Real>& group, std::vector<std::vector<Real>>& rows) {
    if (group.size() > 2) {
        const double r = group[0], c = group[1];
        const auto count = static_cast<double>(group.size() - 2);
        const bool isMatrix = r == std::floor(r) && c == std::floor(c) && r >= 1 && c >= 1 && r * c == count;
        if (isMatrix) {
            const auto width = static_cast<std::ptrdiff_t>(c);
            if (width == 1)  // a column reads better lying down
                rows.emplace_back(group.begin() + 2, group.end());
            else
                for (auto at = group.begin() + 2; at != group.end(); at += width) rows.emplace_back(at, at + width);
            return group.clear();
        }
    }
    if (!group.empty()) rows.push_back(std::move(group));
    group.clear();
}

std::vector<std::vector<Real>> parse(std::string_view text) {
    std::vector<std::vector<Real>> rows;
    std::vector<Real> group;
    bool quoted = false;
    for (std::size_t at = 0; at < text.size() && rows.size() < MostRows;) {
        const char c = text[at];
        if (c == '"') quoted = !quoted;
        if (quoted || c == ' ' || c == '"') {
            at += c == '\\' ? 2 : 1;
            continue;
        }
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        Real x = NaN;
        const auto [stopped, error] = std::from_chars(word.data(), word.data() + word.size(), x);
        if (word == "[" || word == "]")
            addGroup(group, rows);
        else if (error == std::errc() && stopped == word.data() + word.size())
            group.push_back(x);
        else if (word.substr(0, 4) == "nan:")
            group.push_back(NaN);
        at = end;
    }
    addGroup(group, rows);
    return rows;
}

}  // namespace

void ValueModel::setValue(const std::string& text) {
    beginResetModel();
    rows_ = parse(text);
    columns_ = 0;
    largest_ = 0;
    for (const auto& row : rows_) {
        columns_ = std::max(columns_, std::min(row.size(), MostColumns));
        for (const Real x : row)
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

QVariant ValueModel::headerData(int section, Qt::Orientation, int role) const {
    return role == Qt::DisplayRole ? QVariant(section) : QVariant();
}

QVariant ValueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto& row = rows_.at(static_cast<std::size_t>(index.row()));
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
            // Over many powers of ten: a sixth of the scale each.
            const double part = 1 + std::log10(std::abs(x) / largest_) / 6;
            heat.setAlphaF(static_cast<float>(std::clamp(part, 0.05, 1.) * 0.55));
            return heat;
        }
        default: return {};
    }
}

}  // namespace trammel::ui
