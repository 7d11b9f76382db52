// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>

#include "ui/plots/custom_plot.h"

namespace trammel::ui {

/// Gives the lines and labels of an axis the colors of a palette.
inline void styleAxis(QCPAxis* axis, const QPalette& palette) {
    const QPen pen(palette.color(QPalette::Mid));
    axis->setBasePen(pen);
    axis->setTickPen(pen);
    axis->setSubTickPen(pen);
    axis->setTickLabelColor(palette.color(QPalette::Text));
    axis->setLabelColor(palette.color(QPalette::Text));
}

}  // namespace trammel::ui
