// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

namespace trammel::ui {

/// Parallel coordinates: an axis for each column, and a line for each row, colored by the value in one column. A click chooses
/// the nearest line; dragging along an axis keeps only rows with values in that range, a click on the axis ends that.
///
/// Depends on no model and no study.
class ParallelPlot : public QWidget {
    Q_OBJECT

public:
    explicit ParallelPlot(QWidget* parent = nullptr);

    /// Replaces the data: columns of equal length. Rows with a missing value (NaN) are not drawn. Ranges stay where the titles
    /// do.
    void setColumns(const QStringList& titles, std::vector<std::vector<double>> columns);
    /// The column that gives the colors; the last one at first.
    void setColored(std::size_t column);
    void setChosen(std::optional<std::size_t> row);
    std::optional<std::size_t> chosen() const { return chosen_; }
    /// Number of rows in all ranges.
    std::size_t countKept() const;
    std::size_t size() const { return columns_.empty() ? 0 : columns_.front().size(); }
    /// Place of a row on an axis, pixels.
    QPointF pixelOf(std::size_t row, std::size_t column) const;

Q_SIGNALS:
    void rowChosen(std::size_t row);
    /// The ranges changed.
    void rangesChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// Range of a column's values, and the selected range; empty: all.
    struct Axis {
        double low = 0, high = 1;
        std::optional<std::pair<double, double>> kept;
    };

    bool isComplete(std::size_t row) const;
    bool isKept(std::size_t row) const;
    double xOf(std::size_t column) const;
    double valueAt(std::size_t column, double y) const;
    std::optional<std::size_t> axisAt(const QPointF& position) const;
    std::optional<std::size_t> rowAt(const QPointF& position) const;
    /// Selects the rows between the press on the axis and here.
    void keepTo(double y);
    void drawLines();
    void drawRow(QPainter& painter, std::size_t row) const;
    void drawAxes(QPainter& painter) const;
    void redraw();

    QStringList titles_;
    std::vector<std::vector<double>> columns_;
    std::vector<Axis> axes_;
    std::size_t colored_ = 0;
    std::optional<std::size_t> chosen_;
    /// All lines except the chosen one; null: to be drawn.
    QPixmap lines_;
    std::optional<std::size_t> pressedAxis_;
    QPointF pressedAt_;
};

}  // namespace trammel::ui
