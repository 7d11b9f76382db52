// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
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

/// Gives an axis the part of a title that fits along it, with its end, where the unit is. For QCustomPlot::afterLayout.
inline void setFittingLabel(QCPAxis* axis, const QString& title) {
    const QRect area = axis->axisRect()->rect();
    const int length = axis->orientation() == Qt::Horizontal ? area.width() : area.height();
    axis->setLabel(QFontMetrics(axis->labelFont()).elidedText(title, Qt::ElideMiddle, length));
}

}  // namespace trammel::ui
