// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/point_plot.h"

class QCPColorMap;
class QCPColorScale;

namespace trammel::ui {

/// A value over two axes as colors with contour-like steps, from points anywhere: on a grid its cells, otherwise interpolated
/// by the inverse square of the distance from the nearest points.
class HeatMap : public PointPlot {
    Q_OBJECT

public:
    explicit HeatMap(QWidget* parent = nullptr);

    void setTitles(const QString& x, const QString& y, const QString& value);
    /// Points with a missing number are left out.
    void setPoints(std::vector<double> x, std::vector<double> y, std::vector<double> values);
    /// The value shown at a place; NaN outside.
    double shownAt(double x, double y) const;

protected:
    void style(const QPalette& palette) override;
    bool isShown(std::size_t point) const override;
    void fitTitles() override;

private:
    double interpolate(double atX, double atY, double width, double height, const std::vector<std::size_t>& of) const;
    std::vector<double> cellsOf(const std::vector<double>& columns, const std::vector<double>& rows,
                                const std::vector<std::size_t>& of) const;
    void fill();

    QCPColorMap* map_;
    QCPColorScale* scale_;
    QString valueTitle_;
    std::vector<double> values_;
};

}  // namespace trammel::ui
