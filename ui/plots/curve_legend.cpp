// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve_legend.h"

#include <QHash>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>

#include "ui/plots/curve_form.h"
#include "ui/plots/curve_statistics.h"

namespace trammel::ui {

namespace {
/// Logical pixels.
constexpr int LeastNameWidth = 110, LeastTableColumn = 66;
constexpr int TableDigits = 4, TitleRole = Qt::UserRole, AroundTitle = 36;
constexpr double Roundoff = 1e-13;

QIcon swatchOf(const Curve& curve) {
    constexpr int Side = 32;
    QPixmap picture(Side, Side);
    picture.fill(Qt::transparent);
    picture.setDevicePixelRatio(2);
    QPainter painter(&picture);
    painter.setPen(QPen(curve.color, curve.subdued ? 1.4 : 2.6, curve.subdued ? Qt::DashLine : Qt::SolidLine));
    painter.drawLine(QPointF(1, Side / 4.), QPointF(Side / 2. - 1, Side / 4.));
    return picture;
}
QString numberText(double shown, int digits) {
    return std::isnan(shown) ? QStringLiteral("–") : QString::number(shown, 'g', digits).replace('-', QChar(0x2212));
}
}  // namespace

QString curveValueText(double shown, const QString& unit) {
    constexpr int digits = 5;
    const QString number = numberText(shown, digits);
    return unit.isEmpty() || std::isnan(shown) ? number : number + ' ' + unit;
}

CurveLegend::CurveLegend(QWidget* parent) : QTreeWidget(parent), table_(new QTableWidget(this)) {
    styleTable();
    setObjectName(QStringLiteral("plotLegend"));
    setAccessibleName(tr("Curve values"));
    setColumnCount(ColumnCount);
    setHeaderLabels({tr("Curve"), tr("Now"), tr("A"), tr("B"), tr("B − A"), tr("Min"), tr("Max"), tr("Mean"), tr("RMS"),
                     tr("Integral")});
    setRootIsDecorated(false);
    setIndentation(8);
    setItemsExpandable(false);
    setUniformRowHeights(true);
    setSelectionMode(ExtendedSelection);
    setTextElideMode(Qt::ElideMiddle);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(56);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    setToolTip(tr("Press Delete to remove the selection from the plot"));
    table_->setToolTip(toolTip());
    connect(this, &QTreeWidget::itemSelectionChanged, this, &CurveLegend::selectColumnsOfRows);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &CurveLegend::selectRowsOfTable);
}

void CurveLegend::styleTable() {
    table_->setObjectName(QStringLiteral("plotStatistics"));
    table_->setAccessibleName(tr("Values at the markers"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setSelectionBehavior(QAbstractItemView::SelectColumns);
    table_->setCornerButtonEnabled(false);
    table_->installEventFilter(this);
    table_->verticalHeader()->setSectionsClickable(false);
    table_->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    table_->horizontalHeader()->setMinimumSectionSize(LeastTableColumn);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->hide();
}

void CurveLegend::setCurves(const std::vector<Curve>& curves) {
    rows_.clear();
    clear();
    shown_.assign(curves.size(), {});
    makeTable(curves);
    QHash<QString, QTreeWidgetItem*> runs;
    for (const Curve& curve : curves) {
        QTreeWidgetItem* place = invisibleRootItem();
        if (!curve.run.isEmpty()) {
            QTreeWidgetItem*& run = runs[curve.run];
            if (!run) {
                run = new QTreeWidgetItem(this, {curve.run});
                run->setFlags(Qt::ItemIsEnabled);
                run->setFirstColumnSpanned(true);
                run->setExpanded(true);
                run->setToolTip(Name, curve.run);
                run->setForeground(Name, palette().color(QPalette::PlaceholderText));
            }
            place = run;
        }
        auto* const row = new QTreeWidgetItem(place, {curve.name});
        row->setData(Name, Qt::UserRole, curve.key);
        row->setIcon(Name, swatchOf(curve));
        row->setToolTip(Name, curve.name);
        for (int column = Value; column < ColumnCount; ++column)
            row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        rows_.push_back(row);
    }
}

void CurveLegend::showValues(const std::vector<Curve>& curves, const std::vector<double>& now,
                             const std::optional<std::pair<double, double>>& ab, const QString& timeUnit) {
    for (const Column column : {ValueA, ValueB, Difference}) setColumnHidden(column, !ab || statistics_);
    for (const Column column : {Lowest, Highest, Mean, Rms, Integral}) setColumnHidden(column, !ab || !statistics_);
    // Two columns need no headers.
    setHeaderHidden(!ab);
    if (ab) {
        const auto seconds = [](double time) { return QString::number(time, 'g', 4).replace('-', QChar(0x2212)); };
        headerItem()->setText(Name, statistics_ ? tr("%1 to %2 %3")
                                                      .arg(seconds(std::min(ab->first, ab->second)),
                                                           seconds(std::max(ab->first, ab->second)), timeUnit)
                                                : tr("Curve"));
        // In two lines, as narrow as the values.
        headerItem()->setText(ValueA, tr("A\n%1 %2").arg(seconds(ab->first), timeUnit));
        headerItem()->setText(ValueB, tr("B\n%1 %2").arg(seconds(ab->second), timeUnit));
        const QChar symbol = timeUnit == QLatin1String("s") ? 't' : 'f';
        headerItem()->setText(Difference,
                              tr("B − A\nΔ%1 %2 %3").arg(symbol).arg(seconds(ab->second - ab->first), timeUnit));
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Curve& curve = curves[i];
        put(i, Value, now[i], curve.unit);
        if (!ab || statistics_) continue;
        const double a = curve.valueAt(ab->first), b = curve.valueAt(ab->second);
        put(i, ValueA, a, curve.unit);
        put(i, ValueB, b, curve.unit);
        // The difference of equal numbers is roundoff.
        const bool same = std::abs(b - a) < Roundoff * std::max(std::abs(a), std::abs(b));
        put(i, Difference, same ? 0 : b - a, curve.unit);
    }
    // In narrow legends names take precedence; the plot's markers show the values.
    const int wide = LeastNameWidth + widthOfMarkers() + sizeHintForColumn(Value);
    setColumnHidden(Value, ab && (statistics_ || width() < wide));
    if (ab && statistics_) showStatistics(curves, ab->first, ab->second, timeUnit);
    giveNamesRoom(ab.has_value());
    if (!rows_.empty()) arrangeTable(timeUnit);
    showTable();
}

void CurveLegend::selectRowsOfTable() {
    if (selects_) return;
    const QScopedValueRollback selecting(selects_, true);
    for (std::size_t i = 0; i < rows_.size(); ++i)
        rows_[i]->setSelected(table_->selectionModel()->columnIntersectsSelection(int(i), {}));
}

void CurveLegend::selectColumnsOfRows() {
    if (selects_) return;
    const QScopedValueRollback selecting(selects_, true);
    QItemSelection columns;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        if (rows_[i]->isSelected())
            columns.select(table_->model()->index(0, int(i)), table_->model()->index(0, int(i)));
    table_->selectionModel()->select(columns, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Columns);
}

void CurveLegend::makeTable(const std::vector<Curve>& curves) {
    const QScopedValueRollback selecting(selects_, true);
    table_->clearSelection();
    table_->clear();
    table_->setRowCount(ColumnCount - ValueA);
    table_->setColumnCount(int(curves.size()));
    for (int row = 0; row < table_->rowCount(); ++row) table_->setVerticalHeaderItem(row, new QTableWidgetItem);
    for (int c = 0; c < int(curves.size()); ++c) {
        const Curve& curve = curves[std::size_t(c)];
        auto* const header = new QTableWidgetItem(swatchOf(curve), QString());
        header->setData(TitleRole, curve.name);
        header->setData(TitleRole + 1, curve.unit.isEmpty() ? QString() : QStringLiteral("\n[%1]").arg(curve.unit));
        header->setToolTip(curve.run.isEmpty() ? curve.name : curve.run + QStringLiteral(": ") + curve.name);
        table_->setHorizontalHeaderItem(c, header);
        for (int row = 0; row < table_->rowCount(); ++row) {
            auto* const cell = new QTableWidgetItem;
            cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table_->setItem(row, c, cell);
        }
    }
}

void CurveLegend::put(std::size_t curve, Column column, double value, const QString& unit) {
    const QString whole = curveValueText(value, unit);
    if (rows_[curve]->text(column) == whole) return;
    rows_[curve]->setText(column, whole);
    if (column < ValueA) return;
    QTableWidgetItem& cell = *table_->item(column - ValueA, int(curve));
    cell.setText(numberText(value, TableDigits));
    cell.setToolTip(whole);
}

void CurveLegend::arrangeTable(const QString& timeUnit) {
    for (int column = ValueA; column < ColumnCount; ++column) {
        table_->setRowHidden(column - ValueA, isColumnHidden(column));
        // The distance of the markers would widen all titles.
        const QString whole = headerItem()->text(column);
        const QString title = column == Difference ? whole.section('\n', 0, 0) : QString(whole).replace('\n', ' ');
        table_->verticalHeaderItem(column - ValueA)
            ->setText(column == Integral ? QStringLiteral("%1 [·%2]").arg(title, timeUnit) : title);
    }
}

bool CurveLegend::fitsRows() const {
    return rows_.empty() || LeastNameWidth + widthOfMarkers() + 2 * frameWidth() <= width();
}

void CurveLegend::showTable() {
    const bool isTable = widthOfMarkers() > 0 && !fitsRows();
    table_->setVisible(isTable);
    if (!isTable) return;
    table_->setGeometry(rect());
    table_->raise();
    // Headers do not cut texts beside icons.
    const int wide = table_->viewport()->width() / table_->columnCount();
    for (int c = 0; c < table_->columnCount(); ++c) {
        QTableWidgetItem& header = *table_->horizontalHeaderItem(c);
        const QString name = header.data(TitleRole).toString();
        header.setText(
            table_->fontMetrics().elidedText(name, Qt::ElideMiddle, std::max(wide, LeastTableColumn) - AroundTitle) +
            header.data(TitleRole + 1).toString());
    }
}

void CurveLegend::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    showTable();
}

void CurveLegend::showStatistics(const std::vector<Curve>& curves, double a, double b, const QString& timeUnit) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Curve& curve = curves[i];
        const Range range{a, b, curve.size()};
        if (shown_[i] == range) continue;
        shown_[i] = range;
        const CurveStatistics found = calcStatistics(curve, a, b);
        const QString ofIntegral = timeUnit == QStringLiteral("s") ? unitOf(CurveForm::Integral, curve.unit)
                                                                   : curve.unit + QStringLiteral("·") + timeUnit;
        put(i, Lowest, found.lowest, curve.unit);
        put(i, Highest, found.highest, curve.unit);
        put(i, Mean, found.mean, curve.unit);
        put(i, Rms, found.rms, curve.unit);
        put(i, Integral, found.integral, ofIntegral);
    }
}

void CurveLegend::giveNamesRoom(bool beside) {
    setHorizontalScrollBarPolicy(beside && fitsRows() ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    header()->setSectionResizeMode(Name, beside ? QHeaderView::Interactive : QHeaderView::Stretch);
    if (!beside) return;
    setColumnWidth(Name, std::max(LeastNameWidth, viewport()->width() - widthOf(Value) - widthOfMarkers()));
}

int CurveLegend::widthOf(int column) const {
    return isColumnHidden(column) ? 0 : std::max(header()->sectionSizeHint(column), sizeHintForColumn(column));
}

int CurveLegend::widthOfMarkers() const {
    int width = 0;
    for (int column = ValueA; column < ColumnCount; ++column) width += widthOf(column);
    return width;
}

int CurveLegend::widthOfTable() const {
    const QFontMetrics metrics = table_->fontMetrics();
    int width = table_->verticalHeader()->sizeHint().width() + 2 * table_->frameWidth();
    for (int c = 0; c < table_->columnCount(); ++c) {
        const QString name = table_->horizontalHeaderItem(c)->data(TitleRole).toString();
        int widest = std::max(LeastTableColumn, metrics.horizontalAdvance(name) + AroundTitle);
        for (int row = 0; row < table_->rowCount(); ++row)
            if (!table_->isRowHidden(row))
                widest = std::max(widest, metrics.horizontalAdvance(table_->item(row, c)->text()) + AroundTitle);
        width += widest;
    }
    return width;
}

int CurveLegend::neededWidth(int most) const {
    const int markers = widthOfMarkers();
    if (markers > 0 && LeastNameWidth + markers + 2 * frameWidth() > most) return std::min(widthOfTable(), most);
    // The current value shows beside markers only where it fits.
    const int width =
        std::max(LeastNameWidth, sizeHintForColumn(Name)) + (markers > 0 ? markers : widthOf(Value)) + 2 * frameWidth();
    return std::min(width, most);
}

bool CurveLegend::eventFilter(QObject* watched, QEvent* event) {
    if (watched != table_ || event->type() != QEvent::KeyPress) return QTreeWidget::eventFilter(watched, event);
    auto& key = *static_cast<QKeyEvent*>(event);
    if (key.key() != Qt::Key_Delete && key.key() != Qt::Key_Backspace) return false;
    keyPressEvent(&key);
    return true;
}

void CurveLegend::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Delete && event->key() != Qt::Key_Backspace) return QTreeWidget::keyPressEvent(event);
    QStringList keys;
    for (const QTreeWidgetItem* row : selectedItems()) keys += row->data(Name, Qt::UserRole).toString();
    for (const QString& key : keys) Q_EMIT removalRequested(key);
}

}  // namespace trammel::ui
