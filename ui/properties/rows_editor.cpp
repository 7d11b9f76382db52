// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/rows_editor.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableWidget>

#include "meta/number_rows.h"

namespace trammel::ui {

namespace {
constexpr int MostRowsInView = 8;
/// Tables of more columns are scrolled sideways: their titles would not fit.
constexpr int MostColumnsInView = 5;
}  // namespace

RowsEditor::RowsEditor(const PropertyDescriptor& property, const DisplayUnits& units, QWidget* parent)
    : ValueEditor(parent),
      columns_(property.columns),
      units_(units),
      table_(new QTableWidget(0, int(property.columns.size()), this)) {
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(table_);
    table_->setAccessibleName(QString::fromStdString(property.label));
    table_->setWordWrap(false);
    table_->verticalHeader()->hide();
    const bool isWide = table_->columnCount() > MostColumnsInView;
    table_->horizontalHeader()->setSectionResizeMode(isWide ? QHeaderView::ResizeToContents : QHeaderView::Stretch);
    table_->setEditTriggers(QAbstractItemView::AllEditTriggers);
    setFocusProxy(table_);
    connect(table_, &QTableWidget::cellChanged, this, [this] {
        if (!isShowing_) read();
    });
    connect(&units_, &DisplayUnits::changed, this, &RowsEditor::show);
}

void RowsEditor::setValue(const PropertyValue& value) {
    rows_ = readRows(std::get<std::string>(value)).value_or(std::vector<std::vector<Real>>{});
    show();
}

void RowsEditor::showMixed(const std::function<bool(const QString& part)>& isMixed) {
    if (!isMixed({})) return;
    rows_.clear();
    show();
}

void RowsEditor::show() {
    const QScopedValueRollback guard(isShowing_, true);
    table_->setRowCount(int(rows_.size()) + 1);
    for (int column = 0; column < table_->columnCount(); ++column) {
        const PropertyDescriptor::Column& known = columns_[std::size_t(column)];
        const Unit& unit = units_.unitFor(known.quantity);
        // The form shows the unit of the first column.
        QString label = QString::fromStdString(known.label);
        if (known.quantity != columns_.front().quantity && !unit.symbol.isEmpty())
            label = tr("%1, %2").arg(label, unit.symbol);
        table_->setHorizontalHeaderItem(column, new QTableWidgetItem(label));
        for (int row = 0; row < table_->rowCount(); ++row) {
            const bool isHeld = std::size_t(row) < rows_.size() && std::size_t(column) < rows_[std::size_t(row)].size();
            const QString text =
                isHeld ? formatNumber(rows_[std::size_t(row)][std::size_t(column)] / unit.factor) : QString();
            if (QTableWidgetItem* const item = table_->item(row, column))
                item->setText(text);
            else
                table_->setItem(row, column, new QTableWidgetItem(text));
        }
    }
    const bool isWide = table_->columnCount() > MostColumnsInView;
    const int scrollBar = isWide ? table_->horizontalScrollBar()->sizeHint().height() : 0;
    const int shown = std::min(table_->rowCount(), MostRowsInView);
    table_->setFixedHeight(table_->horizontalHeader()->sizeHint().height() +
                           shown * table_->verticalHeader()->defaultSectionSize() + 2 * table_->frameWidth() + 2 +
                           scrollBar);
}

QString RowsEditor::textAt(int row, int column) const {
    const QTableWidgetItem* const item = table_->item(row, column);
    return item ? item->text().trimmed() : QString();
}

void RowsEditor::read() {
    Q_EMIT typing();
    std::vector<std::vector<Real>> rows;
    for (int row = 0; row < table_->rowCount(); ++row) {
        int count = table_->columnCount();
        while (count > 0 && textAt(row, count - 1).isEmpty()) --count;
        if (count == 0) continue;
        std::vector<Real> numbers;
        for (int column = 0; column < table_->columnCount(); ++column) {
            const PropertyDescriptor::Column& known = columns_[std::size_t(column)];
            const QString text = textAt(row, column);
            // A row that is being filled in is not a value yet.
            if (text.isEmpty() && !known.optional) return;
            if (column >= count) break;
            const ParsedQuantity parsed = text.isEmpty()
                                              ? ParsedQuantity(0.)
                                              : parseQuantity(text, known.quantity, units_.unitFor(known.quantity));
            if (const auto* const why = std::get_if<QString>(&parsed)) {
                Q_EMIT refused(tr("Row %1: %2").arg(row + 1).arg(*why));
                return;
            }
            numbers.push_back(std::get<Real>(parsed));
        }
        rows.push_back(std::move(numbers));
    }
    Q_EMIT entered(writeRows(rows), false);
}

}  // namespace trammel::ui
