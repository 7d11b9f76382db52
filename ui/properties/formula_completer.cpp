// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/formula_completer.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStringListModel>
#include <QTimer>
#include <utility>

namespace trammel::ui {

FormulaCompleter::FormulaCompleter(QLineEdit* line, std::function<QStringList(const QString& start)> names)
    : QObject(line),
      line_(line),
      names_(std::move(names)),
      offered_(new QStringListModel(this)),
      completer_(new QCompleter(offered_, this)) {
    completer_->setWidget(line_);
    // The list holds only names that fit.
    completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    // After the completer's own filter, and so called before it.
    completer_->popup()->installEventFilter(this);
    connect(line_, &QLineEdit::textEdited, this, &FormulaCompleter::offer);
    connect(line_, &QLineEdit::editingFinished, this, [this] { completer_->popup()->hide(); });
    connect(completer_, qOverload<const QString&>(&QCompleter::activated), this, &FormulaCompleter::take);
}

int FormulaCompleter::startOfName(const QString& textToCursor) {
    static const QRegularExpression name(QStringLiteral("(?:'[^']*'?|[A-Za-z_][A-Za-z_0-9]*)(?:\\.[A-Za-z_0-9.]*)?$"));
    const QRegularExpressionMatch match = name.match(textToCursor);
    if (!match.hasMatch()) return -1;
    const auto start = match.capturedStart();
    const QString before = textToCursor.left(start).trimmed();
    return !before.isEmpty() && (before.back().isDigit() || before.back() == '.') ? -1 : int(start);
}

void FormulaCompleter::offer() {
    const QString text = line_->text().left(line_->cursorPosition());
    const int start = startOfName(text);
    const QString typed = start < 0 ? QString() : text.mid(start);
    const QStringList names = start < 0 ? QStringList() : names_(typed);
    if (names.isEmpty() || (names.size() == 1 && names.front() == typed)) return completer_->popup()->hide();
    offered_->setStringList(names);
    completer_->complete();
}

void FormulaCompleter::take(const QString& name) {
    const int end = line_->cursorPosition(), start = startOfName(line_->text().left(end));
    if (start < 0) return;
    line_->setSelection(start, end - start);
    line_->insert(name);
    // Checks and previews follow, and a name that is not complete is continued; later, since a click hides the list afterward.
    QTimer::singleShot(0, line_, [line = line_] { Q_EMIT line->textEdited(line->text()); });
}

bool FormulaCompleter::eventFilter(QObject* popup, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QObject::eventFilter(popup, event);
    // The line would commit or revert the formula first.
    const int key = static_cast<QKeyEvent*>(event)->key();
    const QModelIndex chosen = completer_->popup()->currentIndex();
    const bool takes = (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab) && chosen.isValid();
    if (!takes && key != Qt::Key_Escape) return false;
    completer_->popup()->hide();
    if (takes) take(chosen.data().toString());
    return true;
}

}  // namespace trammel::ui
