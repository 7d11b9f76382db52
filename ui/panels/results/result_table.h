// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

class QPushButton;

namespace trammel::ui {

class Session;

/// A read-only table of results: text cells, numbers at the right, saved as CSV.
class ResultTable : public QTableWidget {
    Q_OBJECT

public:
    /// @param name object name, and accessible name @p label
    ResultTable(const QString& name, const QString& label, const QStringList& columns, QWidget* parent = nullptr);

    void clearRows();
    /// Appends a row; cells from column @p firstNumber on are aligned as numbers.
    void addRow(const QStringList& cells, int firstNumber, const QString& tip = {});
    /// The table as CSV with its header, fields quoted where needed. Units of numbers have columns of their own.
    QByteArray csv() const;
    /// A button "Export…" that asks for a file and writes csv().
    QPushButton* makeExportButton(Session& session, const QString& proposal, QWidget* parent);
};

}  // namespace trammel::ui
