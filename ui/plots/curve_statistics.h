// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/curve.h"

namespace trammel::ui {

/// A curve between two times, weighted by time: exact for the line drawn, from point to point or in steps.
struct CurveStatistics {
    /// Shown values; NaN without data. The integral is over time, in the unit times s.
    double lowest, highest, mean, rms, integral;
};

/// @param a,b in either order; cut to the data. The sign of the integral does not depend on the order. Frames without a
/// value are left out.
CurveStatistics calcStatistics(const Curve& curve, double a, double b);

}  // namespace trammel::ui
