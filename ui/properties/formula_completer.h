// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

class QCompleter;
class QLineEdit;
class QStringListModel;

namespace trammel::ui {

/// Lists the names that begin like the one before the cursor while a formula is typed; a chosen one takes its place.
class FormulaCompleter : public QObject {
    Q_OBJECT

public:
    /// @param names the names that begin with a part of one; one that ends with a point is continued
    FormulaCompleter(QLineEdit* line, std::function<QStringList(const QString& start)> names);
    /// Where the name before the cursor begins; -1 without one, and after a number, where a unit is typed.
    static int startOfName(const QString& textToCursor);

protected:
    bool eventFilter(QObject* popup, QEvent* event) override;

private:
    void offer();
    void take(const QString& name);

    QLineEdit* line_;
    std::function<QStringList(const QString& start)> names_;
    QStringListModel* offered_;
    QCompleter* completer_;
};

}  // namespace trammel::ui
