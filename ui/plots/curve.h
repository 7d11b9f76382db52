// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <memory>
#include <span>

#include "ui/plots/series.h"

namespace trammel::ui {

/// Color of the curve number @p index of a plot: distinguishable ones on white, or on black where @p isDark.
QColor curveColor(std::size_t index, bool isDark);

/// One curve of a plot. Data are in SI; the shown value is SI / factor.
struct Curve {
    /// Identifies the curve within the plot.
    QString key;
    /// Name such as "Crank pin.angle", and title of its run: "A  base".
    QString name, run;
    QString unit;
    double factor = 1;
    QColor color;
    /// Drawn thinner and dashed, as background.
    bool subdued = false;
    /// Piecewise constant: drawn in steps.
    bool inSteps = false;
    /// Indexed by frame; never null. The abscissa is time, or @ref along if set.
    std::shared_ptr<const Series> times, values;
    std::shared_ptr<const Series> along;
    double alongFactor = 1;

    /// Number of frames available in all series.
    std::size_t size() const {
        const std::size_t both = times->size() < values->size() ? times->size() : values->size();
        return along && along->size() < both ? along->size() : both;
    }
    bool isPhase() const { return along != nullptr; }
    /// Shown value at a time within half a frame of the data: linear between frames, or in steps. NaN elsewhere.
    double valueAt(double time) const { return read(*values, time) / factor; }
    /// Abscissa at that time.
    double alongAt(double time) const { return along ? read(*along, time) / alongFactor : time; }

private:
    double read(const Series& series, double time) const;
};

/// A curve over time. @param factor SI value of one shown @p unit
Curve makeCurve(const QString& name, const QString& unit, double factor, std::span<const double> times,
                std::span<const double> values);

}  // namespace trammel::ui
