// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>
#include <QTreeWidget>
#include <optional>
#include <vector>

#include "ui/plots/curve.h"

namespace trammel::ui {

/// Curves of a plot by name, grouped by run if there are several, with values at the current time and at the markers A
/// and B.
class CurveLegend : public QTreeWidget {
    Q_OBJECT

public:
    enum Column { Name, Value, ValueA, ValueB, Difference, Lowest, Highest, Mean, Rms, Integral, ColumnCount };
    explicit CurveLegend(QWidget* parent = nullptr);

    void setCurves(const std::vector<Curve>& curves);
    /// @param now values at the current time, by curve
    /// @param ab times of the markers
    /// @param timeUnit unit of their numbers
    void showValues(const std::vector<Curve>& curves, const std::vector<double>& now,
                    const std::optional<std::pair<double, double>>& ab, const QString& timeUnit);
    /// Shows statistics between the markers in place of the values there.
    void setStatistics(bool on) { statistics_ = on; }
    bool hasStatistics() const { return statistics_; }

    QSize sizeHint() const override { return {230, 100}; }
    /// Width of all columns that are shown, or of the table where these do not fit into @p most; pixels.
    int neededWidth(int most) const;
    /// Values at the markers or statistics, with a column for each curve: shown where rows with their columns do not fit.
    /// Selects the same curves as the rows.
    const QTableWidget* markerTable() const { return table_; }
    /// The row of a curve.
    QTreeWidgetItem* rowOf(std::size_t curve) const { return rows_[curve]; }

Q_SIGNALS:
    void removalRequested(const QString& curveKey);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Keeps a minimum width for names next to the marker columns; the rest scrolls.
    void giveNamesRoom(bool beside);
    /// Width of a column, 0 if it is hidden; of all columns for markers.
    int widthOf(int column) const;
    int widthOfMarkers() const;

    void styleTable();
    void makeTable(const std::vector<Curve>& curves);
    void selectRowsOfTable();
    void selectColumnsOfRows();
    /// Writes a value into the row of a curve, and into the table.
    void put(std::size_t curve, Column column, double value, const QString& unit);
    /// Gives the table a row for each column of markers that is shown.
    void arrangeTable(const QString& timeUnit);
    /// True if the rows fit with all columns of markers.
    bool fitsRows() const;
    /// Shows the table in place of the rows if these do not fit.
    void showTable();
    int widthOfTable() const;
    void showStatistics(const std::vector<Curve>& curves, double a, double b, const QString& timeUnit);

    /// Indexed by curve.
    std::vector<QTreeWidgetItem*> rows_;
    bool statistics_ = false;
    QTableWidget* table_;
    /// True while rows and columns select each other.
    bool selects_ = false;
    /// Range and size of the displayed statistics, by curve: recalculated only when these change.
    struct Range {
        double a, b;
        std::size_t frames;
        bool operator==(const Range&) const = default;
    };
    std::vector<std::optional<Range>> shown_;
};

/// Five significant digits with unit: "34.1 deg".
QString curveValueText(double shown, const QString& unit);

}  // namespace trammel::ui
