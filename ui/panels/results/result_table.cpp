// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/result_table.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QPushButton>
#include <ostream>
#include <utility>
#include <vector>

#include "document/file_access.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

QString quoted(QString field) {
    if (!field.contains(',') && !field.contains('"') && !field.contains('\n')) return field;
    return '"' + field.replace('"', QStringLiteral("\"\"")) + '"';
}

/// "12.5 mm" as "12.5" and "mm"; a text without a number stays whole.
std::pair<QString, QString> numberAndUnit(const QString& cell) {
    const qsizetype space = cell.indexOf(' ');
    bool isNumber = false;
    cell.left(space).toDouble(&isNumber);
    if (space < 0 || !isNumber) return {cell, {}};
    return {cell.left(space), cell.mid(space + 1)};
}

}  // namespace

ResultTable::ResultTable(const QString& name, const QString& label, const QStringList& columns, QWidget* parent)
    : QTableWidget(0, int(columns.size()), parent) {
    setObjectName(name);
    setAccessibleName(label);
    setHorizontalHeaderLabels(columns);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setHighlightSections(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
}

void ResultTable::clearRows() { setRowCount(0); }

void ResultTable::addRow(const QStringList& cells, int firstNumber, const QString& tip) {
    const int row = rowCount();
    insertRow(row);
    for (int column = 0; column < columnCount(); ++column) {
        auto* const item = new QTableWidgetItem(cells.value(column));
        if (column >= firstNumber)
            for (QTableWidgetItem* const each : {item, horizontalHeaderItem(column)})
                each->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(tip.isEmpty() ? item->text() : tip);
        setItem(row, column, item);
    }
}

QByteArray ResultTable::csv() const {
    std::vector<QStringList> rows(std::size_t(rowCount()) + 1);
    for (int column = 0; column < columnCount(); ++column) {
        const QString title = horizontalHeaderItem(column)->text();
        QStringList numbers{title}, units{tr("%1, unit").arg(title)};
        bool hasUnits = false;
        for (int row = 0; row < rowCount(); ++row) {
            const QTableWidgetItem& cell = *item(row, column);
            const bool isText = !(cell.textAlignment() & Qt::AlignRight);
            const auto [number, unit] = isText ? std::pair(cell.text(), QString()) : numberAndUnit(cell.text());
            numbers += number;
            units += unit;
            hasUnits |= !unit.isEmpty();
        }
        for (std::size_t line = 0; line < rows.size(); ++line) {
            rows[line] += quoted(numbers[qsizetype(line)]);
            if (hasUnits) rows[line] += quoted(units[qsizetype(line)]);
        }
    }
    QString all;
    for (const QStringList& row : rows) all += row.join(',') + '\n';
    return all.toUtf8();
}

QPushButton* ResultTable::makeExportButton(Session& session, const QString& proposal, QWidget* parent) {
    auto* const button = new QPushButton(tr("E&xport…"), parent);
    button->setObjectName(objectName() + QStringLiteral("Export"));
    button->setToolTip(tr("Write the table to a CSV file"));
    connect(button, &QPushButton::clicked, this, [this, &session, proposal] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Export table"), proposal, tr("CSV (*.csv)"),
                                                          nullptr, QFileDialog::DontUseNativeDialog);
        if (path.isEmpty()) return;
        const Diagnostics problems = writeFile(path.toStdString(), [data = csv()](std::ostream& out) {
            return bool(out.write(data.constData(), data.size()));
        });
        Q_EMIT session.notice(problems.hasErrors() ? reasonsOf(problems) : tr("Wrote %1").arg(path));
    });
    return button;
}

}  // namespace trammel::ui
