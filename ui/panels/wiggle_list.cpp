// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/wiggle_list.h"

#include <QStringList>

namespace trammel::ui {

namespace {
constexpr qsizetype MoversNamed = 3;
constexpr Real ShareNamed = 0.02;
}  // namespace

void WiggleList::show(std::shared_ptr<const Wiggles> wiggles) {
    beginResetModel();
    wiggles_ = std::move(wiggles);
    calculated_ = 0;
    texts_.assign(wiggles_ ? static_cast<std::size_t>(wiggles_->count()) : 0, {});
    endResetModel();
}

int WiggleList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(texts_.size());
}

QVariant WiggleList::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    QString& text = texts_[static_cast<std::size_t>(index.row())];
    if (!text.isEmpty()) return text;
    ++calculated_;
    QStringList names;
    for (const WiggleReport::Mover& mover : wiggles_->report(index.row()).movers)
        if (names.size() < MoversNamed && mover.share > ShareNamed)
            names += tr("%1 (%2 %)").arg(QString::fromStdString(mover.name)).arg(100 * mover.share, 0, 'f', 0);
    return text = tr("%1  %2").arg(index.row() + 1).arg(names.join(QStringLiteral(", ")));
}

}  // namespace trammel::ui
