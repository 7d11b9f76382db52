// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <memory>

#include "ui/plots/series.h"

namespace trammel::ui {

/// One curve of a plot, in SI; shown is SI / factor in a unit.
struct Curve {
    /// What tells it from the other curves of the plot.
    QString key;
    /// "Crank pin.angle", and the run that it is of: "A  base".
    QString name, run;
    QString unit;
    double factor = 1;
    QColor color;
    /// Drawn as the background of others: thinner and broken.
    bool subdued = false;
    /// Each value holds until the next: drawn in steps.
    bool inSteps = false;
    /// By frame; never null. What the curve goes along is time, or @ref along if that is there.
    std::shared_ptr<const Series> times, values;
    std::shared_ptr<const Series> along;
    double alongFactor = 1;

    /// Frames that all of it has.
    std::size_t size() const {
        const std::size_t both = times->size() < values->size() ? times->size() : values->size();
        return along && along->size() < both ? along->size() : both;
    }
    bool isPhase() const { return along != nullptr; }
    /// As shown, at a time within half a frame of what it has: between two frames on the line between them, or in
    /// steps. NaN elsewhere.
    double valueAt(double time) const { return read(*values, time) / factor; }
    /// Where that is along the axis.
    double alongAt(double time) const { return along ? read(*along, time) / alongFactor : time; }

private:
    double read(const Series& series, double time) const;
};

}  // namespace trammel::ui
