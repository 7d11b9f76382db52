// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/flow_layout.h"

#include <algorithm>

namespace trammel::ui {

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {}

FlowLayout::~FlowLayout() { qDeleteAll(items_); }

void FlowLayout::addItem(QLayoutItem* item) { items_.append(item); }

QLayoutItem* FlowLayout::takeAt(int index) {
    return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : items_) size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool really) const {
    const QRect inside = rect.marginsRemoved(contentsMargins());
    QPoint at = inside.topLeft();
    int lineHeight = 0;
    for (QLayoutItem* item : items_) {
        const QSize size(std::min(item->sizeHint().width(), inside.width()), item->sizeHint().height());
        if (at.x() + size.width() > inside.x() + inside.width() && lineHeight > 0) {
            at = QPoint(inside.x(), at.y() + lineHeight + spacing());
            lineHeight = 0;
        }
        if (really) item->setGeometry(QRect(at, size));
        at.rx() += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    return at.y() + lineHeight - rect.y() + contentsMargins().bottom();
}

}  // namespace trammel::ui
