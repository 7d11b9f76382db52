// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/column_fit.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <algorithm>
#include <numeric>

namespace trammel::ui {

ColumnFit::ColumnFit(QAbstractItemView& view, QHeaderView& header, std::vector<ColumnWidth> columns, int elastic)
    : QObject(&view), view_(view), header_(header), columns_(std::move(columns)), elastic_(elastic) {
    header_.setStretchLastSection(false);
    header_.setSectionResizeMode(QHeaderView::Interactive);
    view_.viewport()->installEventFilter(this);
    connect(&header_, &QHeaderView::sectionResized, this, [this] {
        if (!isFitting_ && QGuiApplication::mouseButtons() != Qt::NoButton) isChosen_ = true;
    });
    fit();
}

bool ColumnFit::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange) fit();
    return QObject::eventFilter(watched, event);
}

void ColumnFit::fit() {
    if (isChosen_) return;
    const QScopedValueRollback fitting(isFitting_, true);
    const int em = view_.fontMetrics().horizontalAdvance('m');
    std::vector<int> least, wanted;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        least.push_back(std::max(columns_[i].least * em, header_.sectionSizeHint(int(i))));
        wanted.push_back(std::max(columns_[i].wanted * em, least.back()));
    }
    const int available = view_.viewport()->width();
    const int most = std::accumulate(wanted.begin(), wanted.end(), 0);
    const int fewest = std::accumulate(least.begin(), least.end(), 0);
    if (available < most) {
        const double share = most > fewest ? std::clamp(double(available - fewest) / (most - fewest), 0., 1.) : 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = least[i] + int(share * (wanted[i] - least[i]));
    }
    const int used = std::accumulate(wanted.begin(), wanted.end(), 0);
    wanted[std::size_t(elastic_)] += std::max(0, available - used);
    for (std::size_t i = 0; i < wanted.size(); ++i) header_.resizeSection(int(i), wanted[i]);
}

}  // namespace trammel::ui
