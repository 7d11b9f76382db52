// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/point_plot.h"

namespace trammel::ui {

/// Points over two axes, and a line, such as the best value so far. Drag pans, the wheel zooms, a double click fits.
class ScatterPlot : public PointPlot {
    Q_OBJECT

public:
    explicit ScatterPlot(QWidget* parent = nullptr);

    void setTitles(const QString& x, const QString& y);
    /// Replaces the points; those with a coordinate that is not finite are not drawn.
    void setPoints(std::vector<double> x, std::vector<double> y);
    void setLine(const std::vector<double>& x, const std::vector<double>& y);
    void fit();

protected:
    void style(const QPalette& palette) override;

private:
    void refresh();

    QCPGraph* line_;
    /// Until it is panned or zoomed.
    bool fitted_ = true;
};

}  // namespace trammel::ui
