// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

class QLineEdit;
class QListView;
class QStringListModel;

namespace trammel::ui {

/// Lists the names that begin like the one before the cursor while a formula is typed; a chosen one takes its place. The line
/// keeps the keyboard.
class FormulaCompleter : public QObject {
    Q_OBJECT

public:
    /// @param names the names that begin with a part of one; one that ends with a point is continued
    FormulaCompleter(QLineEdit* line, std::function<QStringList(const QString& start)> names);
    /// Where the name before the cursor begins; -1 without one, and after a number, where a unit is typed.
    static int startOfName(const QString& textToCursor);

protected:
    bool eventFilter(QObject* line, QEvent* event) override;

private:
    void offer();
    void showList();
    void take(const QString& name);
    /// True if the list takes the key.
    bool press(int key);

    QLineEdit* line_;
    std::function<QStringList(const QString& start)> names_;
    QStringListModel* offered_;
    QListView* list_;
};

}  // namespace trammel::ui
