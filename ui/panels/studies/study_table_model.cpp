// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/studies/study_table_model.h"

#include <cmath>

#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr int Digits = 7;
}

StudyTableModel::StudyTableModel(const StudyRunner& runner, const DisplayUnits& units, QObject* parent)
    : QAbstractTableModel(parent), runner_(runner), units_(units) {
    connect(&units_, &DisplayUnits::changed, this, [this] {
        beginResetModel();
        endResetModel();
    });
}

void StudyTableModel::update() {
    const int now = int(runner_.rows().size());
    if (runner_.study() != study_ || now < rows_) {
        beginResetModel();
        study_ = runner_.study();
        rows_ = now;
        endResetModel();
    } else if (now > rows_) {
        beginInsertRows({}, rows_, now - 1);
        rows_ = now;
        endInsertRows();
    }
}

int StudyTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }

int StudyTableModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid() || !study_) return 0;
    return FirstValue + int(study_->factors.size() + study_->responses.size());
}

std::pair<Quantity, QString> StudyTableModel::quantityOf(int column) const {
    const auto value = std::size_t(column - FirstValue);
    if (value < study_->factors.size()) return {study_->factors[value].quantity, text(study_->factors[value].unit)};
    const StudyResponse& response = study_->responses[value - study_->factors.size()];
    return {response.quantity, text(response.unit)};
}

QString StudyTableModel::titleOf(int column) const {
    if (column == Number) return tr("Run");
    if (column == Outcome) return tr("Outcome");
    const auto value = std::size_t(column - FirstValue);
    const std::string& name = value < study_->factors.size() ? study_->factors[value].number
                                                             : study_->responses[value - study_->factors.size()].name;
    const auto& [quantity, si] = quantityOf(column);
    const QString unit = quantity == Quantity::None ? si : units_.unitFor(quantity).symbol;
    return unit.isEmpty() ? text(name) : QStringLiteral("%1 [%2]").arg(text(name), unit);
}

double StudyTableModel::valueAt(int row, int column) const {
    const StudyRow& result = runner_.rows()[std::size_t(row)];
    if (column == Number) return double(result.run);
    if (column < FirstValue) return NaN;
    const auto value = std::size_t(column - FirstValue);
    const Real si =
        value < result.factors.size() ? result.factors[value] : result.responses[value - result.factors.size()];
    const Quantity quantity = quantityOf(column).first;
    return quantity == Quantity::None ? si : si / units_.unitFor(quantity).factor;
}

QVariant StudyTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rows_) return {};
    const StudyRow& row = runner_.rows()[std::size_t(index.row())];
    const bool failed = row.outcome != RunOutcome::Ok;
    switch (role) {
        case Qt::DisplayRole:
            if (index.column() == Number) return qulonglong(row.run);
            if (index.column() == Outcome) return QString::fromLatin1(keyOf(row.outcome));
            if (const double value = valueAt(index.row(), index.column()); !std::isnan(value))
                return QString::number(value, 'g', Digits);
            return QStringLiteral("–");
        case SortRole:
            if (index.column() == Outcome) return QString::fromLatin1(keyOf(row.outcome));
            // NaN has no order; missing values are last.
            if (const double value = valueAt(index.row(), index.column()); !std::isnan(value)) return value;
            return Infinity;
        case Qt::ToolTipRole: return failed ? text(row.message) : QString();
        case Qt::ForegroundRole: return failed ? QVariant(Theme::instance().colors().bad) : QVariant();
        case Qt::TextAlignmentRole:
            return int((index.column() == Outcome ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        default: return {};
    }
}

QVariant StudyTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole) || !study_) return {};
    return titleOf(section);
}

}  // namespace trammel::ui
