// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "authoring/driving_dimensions.h"
#include "ui/tools/tool.h"

namespace trammel::ui {

/// A dimension as drawn beside what it measures: extension lines, dimension line or arc, and its text.
struct DimensionMark {
    Vec3 text_G = Vec3(0.);
    QString text;
    /// Segments that can be clicked.
    std::vector<std::pair<Vec3, Vec3>> lines;
    std::vector<DecorativeGeometry> marks;
    /// False for a length seen end on.
    bool isVisible = false;
};

/// @param rank number of angles drawn before at the same vertex, whose arcs are smaller
DimensionMark drawDimension(const DrivingDimension& dimension, const ViewGeometry& view, const QString& text, bool lit,
                            int rank);

/// True if the text of @p mark is drawn at that pixel.
bool isOnText(const DimensionMark& mark, const ViewGeometry& view, const QPointF& position);
/// Distance of a pixel from the lines of @p mark; infinite if none is seen.
qreal distanceToMark(const DimensionMark& mark, const ViewGeometry& view, const QPointF& position);

}  // namespace trammel::ui
