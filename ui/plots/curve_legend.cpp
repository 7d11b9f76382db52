// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve_legend.h"

#include <QHash>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/curve_form.h"
#include "ui/plots/curve_statistics.h"

namespace trammel::ui {

namespace {
/// Logical pixels.
constexpr int WidthOfAll = 480, LeastNameWidth = 110;
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
}  // namespace

QString curveValueText(double shown, const QString& unit) {
    if (std::isnan(shown)) return QStringLiteral("–");
    const QString number = QString::number(shown, 'g', 5).replace('-', QChar(0x2212));
    return unit.isEmpty() ? number : number + ' ' + unit;
}

CurveLegend::CurveLegend(QWidget* parent) : QTreeWidget(parent) {
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
}

void CurveLegend::setCurves(const std::vector<Curve>& curves) {
    clear();
    rows_.clear();
    shown_.assign(curves.size(), {});
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
    // In narrow legends names take precedence; the plot's markers show the values.
    setColumnHidden(Value, ab && (statistics_ || width() < WidthOfAll));
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
        QTreeWidgetItem* const row = rows_[i];
        const auto put = [&](Column column, double value, const QString& unit) {
            const QString text = curveValueText(value, unit);
            if (row->text(column) != text) row->setText(column, text);
        };
        put(Value, now[i], curve.unit);
        if (!ab || statistics_) continue;
        const double a = curve.valueAt(ab->first), b = curve.valueAt(ab->second);
        put(ValueA, a, curve.unit);
        put(ValueB, b, curve.unit);
        // The difference of equal numbers is roundoff.
        const bool same = std::abs(b - a) < Roundoff * std::max(std::abs(a), std::abs(b));
        put(Difference, same ? 0 : b - a, curve.unit);
    }
    if (ab && statistics_) showStatistics(curves, ab->first, ab->second, timeUnit);
    giveNamesRoom(ab.has_value());
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
        rows_[i]->setText(Lowest, curveValueText(found.lowest, curve.unit));
        rows_[i]->setText(Highest, curveValueText(found.highest, curve.unit));
        rows_[i]->setText(Mean, curveValueText(found.mean, curve.unit));
        rows_[i]->setText(Rms, curveValueText(found.rms, curve.unit));
        rows_[i]->setText(Integral, curveValueText(found.integral, ofIntegral));
    }
}

void CurveLegend::giveNamesRoom(bool beside) {
    setHorizontalScrollBarPolicy(beside ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    header()->setSectionResizeMode(Name, beside ? QHeaderView::Interactive : QHeaderView::Stretch);
    if (!beside) return;
    setColumnWidth(Name, std::max(LeastNameWidth, viewport()->width() - widthOfValues()));
}

int CurveLegend::widthOfValues() const {
    int width = 0;
    for (int column = Value; column < ColumnCount; ++column)
        if (!isColumnHidden(column)) width += std::max(header()->sectionSizeHint(column), sizeHintForColumn(column));
    return width;
}

int CurveLegend::neededWidth() const {
    return std::max(LeastNameWidth, sizeHintForColumn(Name)) + widthOfValues() + 2 * frameWidth();
}

void CurveLegend::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Delete && event->key() != Qt::Key_Backspace) return QTreeWidget::keyPressEvent(event);
    QStringList keys;
    for (const QTreeWidgetItem* row : selectedItems()) keys += row->data(Name, Qt::UserRole).toString();
    for (const QString& key : keys) Q_EMIT removalRequested(key);
}

}  // namespace trammel::ui
