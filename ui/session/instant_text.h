// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <algorithm>
#include <cmath>

#include "math/scalar.h"

namespace trammel::ui {

/// The time of a run that is paused in a step, s: the same text in time field, badge, status line and panels.
inline QString pausedTimeText(Real seconds) {
    constexpr Real shortest = 1e-5;
    constexpr int digits = 8, fewest = 3, most = 6, ofShortest = 4;
    if (seconds != 0 && std::abs(seconds) < shortest) return QString::number(seconds, 'g', ofShortest);
    const int whole = int(QString::number(seconds, 'f', 0).size());
    QString number = QString::number(seconds, 'f', std::clamp(digits - whole, fewest, most));
    while (number.endsWith('0') && number.size() - number.indexOf('.') > fewest + 1) number.chop(1);
    return number;
}

}  // namespace trammel::ui
