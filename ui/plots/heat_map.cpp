// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/heat_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ui/plots/axis_style.h"
#include "ui/plots/value_colors.h"

namespace trammel::ui {

namespace {
/// Heat map cells along an axis if the points form no grid, and the maximum of a grid.
constexpr int HeatCells = 60, MostLevels = 400;
/// Points that a value is interpolated from, the maximum examined for one, and the maximum shown.
constexpr std::size_t Neighbors = 8, MostSearched = 4000, MostHeatPoints = 20000;
constexpr double HeatPointSize = 4, HeatChosenSize = 12, HeatReach = 15;

/// The different values, ascending; empty if there are too many for a grid.
std::vector<double> levelsOf(std::vector<double> values) {
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.size() > std::size_t(MostLevels)) values.clear();
    return values;
}

bool isEven(const std::vector<double>& levels) {
    if (levels.size() < 2) return false;
    const double step = (levels.back() - levels.front()) / double(levels.size() - 1);
    constexpr double close = 1e-6;
    for (std::size_t i = 1; i < levels.size(); ++i)
        if (std::abs(levels[i] - levels[i - 1] - step) > close * step) return false;
    return true;
}
}  // namespace

HeatMap::HeatMap(QWidget* parent)
    : PointPlot(QStringLiteral("heatCanvas"), tr("Heat map"), HeatReach, parent),
      map_(new QCPColorMap(plot().xAxis, plot().yAxis)),
      scale_(new QCPColorScale(&plot())) {
    plot().plotLayout()->addElement(0, 1, scale_);
    scale_->setType(QCPAxis::atRight);
    map_->setColorScale(scale_);
    QCPColorGradient gradient;
    constexpr int stops = 17;
    QMap<double, QColor> colors;
    for (int i = 0; i < stops; ++i) colors[double(i) / (stops - 1)] = valueColor(double(i) / (stops - 1));
    gradient.setColorStops(colors);
    map_->setGradient(gradient);
    auto* const margins = new QCPMarginGroup(&plot());
    plot().axisRect()->setMarginGroup(QCP::msBottom | QCP::msTop, margins);
    scale_->setMarginGroup(QCP::msBottom | QCP::msTop, margins);
    addPoints();
    HeatMap::style(palette());
}

void HeatMap::setTitles(const QString& x, const QString& y, const QString& value) {
    setAxisTitles(x, y);
    valueTitle_ = value;
    scale_->axis()->setLabel(value);
}

void HeatMap::fitTitles() {
    PointPlot::fitTitles();
    setFittingLabel(scale_->axis(), valueTitle_);
}

void HeatMap::setPoints(std::vector<double> x, std::vector<double> y, std::vector<double> values) {
    setPlaces(std::move(x), std::move(y));
    values_ = std::move(values);
    fill();
}

double HeatMap::shownAt(double x, double y) const {
    int i = 0, j = 0;
    QCPColorMapData* const data = map_->data();
    data->coordToCell(x, y, &i, &j);
    const bool isInside = i >= 0 && j >= 0 && i < data->keySize() && j < data->valueSize();
    return isInside ? data->cell(i, j) : std::numeric_limits<double>::quiet_NaN();
}

bool HeatMap::isShown(std::size_t point) const { return PointPlot::isShown(point) && std::isfinite(values_[point]); }

/// Distances are in units of the ranges of x and y.
double HeatMap::interpolate(double atX, double atY, double width, double height,
                            const std::vector<std::size_t>& of) const {
    std::array<std::pair<double, double>, Neighbors> nearest;
    nearest.fill({std::numeric_limits<double>::infinity(), 0});
    for (const std::size_t i : of) {
        const double dx = (x(i) - atX) / width, dy = (y(i) - atY) / height, squared = dx * dx + dy * dy;
        if (squared >= nearest.back().first) continue;
        nearest.back() = {squared, values_[i]};
        for (std::size_t k = Neighbors - 1; k > 0 && nearest[k].first < nearest[k - 1].first; --k)
            std::swap(nearest[k], nearest[k - 1]);
    }
    double sum = 0, weights = 0;
    for (const auto& [squared, value] : nearest) {
        if (!std::isfinite(squared)) continue;
        constexpr double smallest = 1e-12;
        const double weight = 1 / (squared + smallest);
        sum += weight * value;
        weights += weight;
    }
    return weights > 0 ? sum / weights : std::numeric_limits<double>::quiet_NaN();
}

/// Mean value of the points in each cell of a grid, column by column; NaN where none exists.
std::vector<double> HeatMap::cellsOf(const std::vector<double>& columns, const std::vector<double>& rows,
                                     const std::vector<std::size_t>& of) const {
    std::vector<double> cells(columns.size() * rows.size(), 0), counts(cells.size(), 0);
    for (const std::size_t i : of) {
        const auto column = std::size_t(std::ranges::lower_bound(columns, x(i)) - columns.begin());
        const auto row = std::size_t(std::ranges::lower_bound(rows, y(i)) - rows.begin());
        cells[column * rows.size() + row] += values_[i];
        counts[column * rows.size() + row] += 1;
    }
    for (std::size_t k = 0; k < cells.size(); ++k)
        cells[k] = counts[k] > 0 ? cells[k] / counts[k] : std::numeric_limits<double>::quiet_NaN();
    return cells;
}

void HeatMap::fill() {
    std::vector<std::size_t> complete;
    std::vector<double> xs, ys;
    for (std::size_t i = 0; i < size() && complete.size() < MostHeatPoints; ++i)
        if (isShown(i)) complete.push_back(i), xs.push_back(x(i)), ys.push_back(y(i));
    points().data()->clear();
    for (const std::size_t i : complete) points().addData(x(i), y(i));
    QCPColorMapData* const data = map_->data();
    map_->setVisible(complete.size() > 2);
    if (complete.size() > 2) {
        const std::vector<double> columns = levelsOf(xs), rows = levelsOf(ys);
        const bool isGrid = isEven(columns) && isEven(rows) && columns.size() * rows.size() <= 2 * complete.size();
        const auto [left, right] = std::ranges::minmax(xs);
        const auto [low, high] = std::ranges::minmax(ys);
        const double width = std::max(right - left, 1e-300), height = std::max(high - low, 1e-300);
        const int nx = isGrid ? int(columns.size()) : HeatCells, ny = isGrid ? int(rows.size()) : HeatCells;
        const std::vector<double> cells = isGrid ? cellsOf(columns, rows, complete) : std::vector<double>();
        std::vector<std::size_t> searched;
        const std::size_t every = (complete.size() + MostSearched - 1) / MostSearched;
        for (std::size_t k = 0; k < complete.size(); k += every) searched.push_back(complete[k]);
        data->setSize(nx, ny);
        data->setRange(QCPRange(left, right), QCPRange(low, high));
        for (int i = 0; i < nx; ++i)
            for (int j = 0; j < ny; ++j) {
                const double atX = left + width * i / (nx - 1), atY = low + height * j / (ny - 1);
                const std::size_t cell = std::size_t(i) * std::size_t(ny) + std::size_t(j);
                const bool isKnown = isGrid && !std::isnan(cells[cell]);
                data->setCell(i, j, isKnown ? cells[cell] : interpolate(atX, atY, width, height, searched));
            }
        map_->setInterpolate(!isGrid);
        map_->rescaleDataRange(true);
        // Rounding errors of equal values do not count as differences.
        constexpr double rounding = 1e-9;
        const QCPRange range = map_->dataRange();
        if (range.size() <= rounding * std::max(std::abs(range.lower), std::abs(range.upper)))
            map_->setDataRange(QCPRange(range.center() - 0.5, range.center() + 0.5));
    }
    showMark();
    plot().rescaleAxes();
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void HeatMap::style(const QPalette& palette) {
    PointPlot::style(palette);
    styleAxis(scale_->axis(), palette);
    for (QCPAxis* const axis : {plot().xAxis, plot().yAxis, plot().xAxis2, plot().yAxis2, scale_->axis()})
        axis->grid()->setVisible(false);
    points().setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(QColor(255, 255, 255, 150), 1),
                                             QBrush(QColor(0, 0, 0, 90)), HeatPointSize));
    mark().setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(Qt::white, 2.5), QBrush(Qt::black), HeatChosenSize));
}

}  // namespace trammel::ui
