// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/formula_completer.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QScreen>
#include <QStringListModel>
#include <algorithm>
#include <utility>

namespace trammel::ui {

FormulaCompleter::FormulaCompleter(QLineEdit* line, std::function<QStringList(const QString& start)> names)
    : QObject(line),
      line_(line),
      names_(std::move(names)),
      offered_(new QStringListModel(this)),
      list_(new QListView(line)) {
    // A popup would grab the keyboard and the first click beside it.
    list_->setWindowFlags(Qt::ToolTip);
    list_->setAttribute(Qt::WA_ShowWithoutActivating);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setAccessibleName(tr("Matching names"));
    list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list_->setUniformItemSizes(true);
    list_->setModel(offered_);
    line_->installEventFilter(this);
    connect(line_, &QLineEdit::textEdited, this, &FormulaCompleter::offer);
    connect(line_, &QLineEdit::editingFinished, list_, &QWidget::hide);
    connect(list_, &QListView::clicked, this, [this](const QModelIndex& name) { take(name.data().toString()); });
}

int FormulaCompleter::startOfName(const QString& textToCursor) {
    // Quotes before the name are in pairs.
    static const QRegularExpression name(
        QStringLiteral("^(?:[^']|'[^']*')*?((?:'[^']*'?|[\\p{L}_][\\p{L}\\p{Nd}_]*)(?:\\.[\\p{L}\\p{Nd}_.]*)?)$"));
    const QRegularExpressionMatch match = name.match(textToCursor);
    if (!match.hasMatch()) return -1;
    const auto start = match.capturedStart(1);
    const QString before = textToCursor.left(start).trimmed();
    return !before.isEmpty() && (before.back().isDigit() || before.back() == '.') ? -1 : int(start);
}

void FormulaCompleter::offer() {
    const QString text = line_->text().left(line_->cursorPosition());
    const int start = startOfName(text);
    const QString typed = start < 0 ? QString() : text.mid(start);
    const QStringList names = start < 0 ? QStringList() : names_(typed);
    if (names.isEmpty() || (names.size() == 1 && names.front() == typed)) return list_->hide();
    offered_->setStringList(names);
    showList();
}

void FormulaCompleter::showList() {
    constexpr int mostRows = 10;
    const int rows = std::min(mostRows, offered_->rowCount()), frame = 2 * list_->frameWidth();
    list_->resize(line_->width(), rows * list_->sizeHintForRow(0) + frame);
    QPoint place = line_->mapToGlobal(QPoint(0, line_->height()));
    if (place.y() + list_->height() > line_->screen()->availableGeometry().bottom())
        place = line_->mapToGlobal(QPoint(0, -list_->height()));
    list_->move(place);
    list_->show();
}

void FormulaCompleter::take(const QString& name) {
    list_->hide();
    const int end = line_->cursorPosition(), start = startOfName(line_->text().left(end));
    if (start < 0) return;
    line_->setSelection(start, end - start);
    line_->insert(name);
    // Triggers checks and previews; an incomplete name is continued.
    Q_EMIT line_->textEdited(line_->text());
}

bool FormulaCompleter::press(int key) {
    const int row = list_->currentIndex().row(), count = offered_->rowCount();
    switch (key) {
        case Qt::Key_Down:
        case Qt::Key_Up:
            list_->setCurrentIndex(offered_->index(std::clamp(row + (key == Qt::Key_Down ? 1 : -1), 0, count - 1), 0));
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Tab:
            if (row < 0) return false;
            take(list_->currentIndex().data().toString());
            return true;
        case Qt::Key_Escape: list_->hide(); return true;
        default: return false;
    }
}

bool FormulaCompleter::eventFilter(QObject* line, QEvent* event) {
    if (!list_->isVisible()) return QObject::eventFilter(line, event);
    if (event->type() == QEvent::FocusOut || event->type() == QEvent::Hide) list_->hide();
    // A shortcut of the window, such as Esc, comes after the list.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress) return press(static_cast<QKeyEvent*>(event)->key());
    return QObject::eventFilter(line, event);
}

}  // namespace trammel::ui
