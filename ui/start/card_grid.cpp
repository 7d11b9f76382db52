// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/card_grid.h"

#include <QKeyEvent>
#include <algorithm>

#include "ui/start/model_card.h"

namespace trammel::ui {

namespace {
constexpr int Spacing = 12;
}

void CardGrid::add(ModelCard* card) {
    card->setParent(this);
    cards_.push_back(card);
    connect(card, &QAbstractButton::clicked, this, [this, card] { Q_EMIT chosen(card); });
    card->show();
    place();
    updateGeometry();
}

void CardGrid::setCompact(bool compact) {
    for (ModelCard* const card : cards_) card->setCompact(compact);
    place();
    updateGeometry();
}

int CardGrid::widthOf(int columns) const {
    const int width = cards_.empty() ? 0 : cards_.front()->sizeHint().width();
    return columns * (width + Spacing) - Spacing;
}

int CardGrid::columnsFor(int width) const {
    int columns = 1;
    while (columns < int(cards_.size()) && widthOf(columns + 1) <= width) ++columns;
    return columns;
}

int CardGrid::heightForWidth(int width) const {
    if (cards_.empty()) return 0;
    const int columns = columnsFor(width);
    const int rows = (int(cards_.size()) + columns - 1) / columns;
    return heightOf(rows);
}

int CardGrid::heightOf(int rows) const {
    const int height = cards_.empty() ? 0 : cards_.front()->sizeHint().height();
    return rows * (height + Spacing) - Spacing;
}

QSize CardGrid::sizeHint() const {
    const int width = std::max(this->width(), widthOf(1));
    return {width, heightForWidth(width)};
}

QSize CardGrid::minimumSizeHint() const { return {widthOf(1), heightForWidth(width())}; }

void CardGrid::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
    if (event->size().width() != event->oldSize().width()) updateGeometry();
}

void CardGrid::place() {
    if (cards_.empty()) return;
    const int columns = columnsFor(width());
    const QSize size = cards_.front()->sizeHint();
    for (int i = 0; i < int(cards_.size()); ++i)
        cards_[std::size_t(i)]->setGeometry(
            QRect(QPoint(i % columns * (size.width() + Spacing), i / columns * (size.height() + Spacing)), size));
}

void CardGrid::keyPressEvent(QKeyEvent* event) {
    const auto here = std::find_if(cards_.begin(), cards_.end(), [](const ModelCard* c) { return c->hasFocus(); });
    int step = 0;
    switch (event->key()) {
        case Qt::Key_Left: step = -1; break;
        case Qt::Key_Right: step = 1; break;
        case Qt::Key_Up: step = -columnsFor(width()); break;
        case Qt::Key_Down: step = columnsFor(width()); break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (here != cards_.end()) (*here)->click();
            return;
        default: break;
    }
    if (step == 0 || here == cards_.end()) return QWidget::keyPressEvent(event);
    const auto there = here - cards_.begin() + step;
    if (there < 0 || there >= std::ptrdiff_t(cards_.size())) return;
    cards_[std::size_t(there)]->setFocus(Qt::OtherFocusReason);
    Q_EMIT visited(cards_[std::size_t(there)]);
}

}  // namespace trammel::ui
