// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

class QLineEdit;
class QListView;
class QStringListModel;

namespace trammel::ui {

/// Completes names while a formula is typed: lists those that begin like the one before the cursor; a chosen one
/// replaces it. The line keeps the keyboard focus.
class FormulaCompleter : public QObject {
    Q_OBJECT

public:
    /// @param names completes part of a name; results that end with a point are continued
    FormulaCompleter(QLineEdit* line, std::function<QStringList(const QString& start)> names);
    /// Where the name before the cursor begins; -1 without one, and after a number, where a unit is typed.
    static int startOfName(const QString& textToCursor);

protected:
    bool eventFilter(QObject* line, QEvent* event) override;

private:
    void offer();
    void showList();
    void take(const QString& name);
    /// True if the list handles the key.
    bool press(int key);

    QLineEdit* line_;
    std::function<QStringList(const QString& start)> names_;
    QStringListModel* offered_;
    QListView* list_;
};

}  // namespace trammel::ui
