// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "authoring/driving_dimensions.h"
#include "ui/tools/tool.h"

namespace trammel::ui {

/// A dimension as drawn beside what it measures: extension lines, dimension line or arc, and its text.
struct DimensionMark {
    /// A possible place of the text.
    struct Spot {
        /// Point of the line or arc.
        Vec3 at_G;
        /// A step of about one pixel away from it.
        Vec3 away_G;
    };
    /// The best first; empty for a text that has no line.
    std::vector<Spot> spots;
    Vec3 text_G = Vec3(0.);
    QString text;
    bool isLit = false;
    /// Lines that should not cross a text.
    std::vector<std::pair<Vec3, Vec3>> obstacles;
    /// Segments that can be clicked.
    std::vector<std::pair<Vec3, Vec3>> lines;
    /// All but the text.
    std::vector<DecorativeGeometry> marks;
    /// False for a length seen end on.
    bool isVisible = false;
};

/// Its text is at the best spot; see placeTexts().
/// @param rank number of angles drawn before at the same vertex, whose arcs are smaller
DimensionMark drawDimension(const DrivingDimension& dimension, const ViewGeometry& view, const QString& text, bool lit,
                            int rank);

/// The rank of the angle @p index among all.
int rankOfAngle(const std::vector<DrivingDimension>& all, std::size_t index);

/// Moves the texts so that they cover each other and the lines as little as possible; earlier ones keep the better places.
void placeTexts(std::vector<DimensionMark>& all, const ViewGeometry& view);
/// Appends what is drawn of a visible mark.
void appendMark(const DimensionMark& mark, std::vector<DecorativeGeometry>& out);

/// True if the text of @p mark is drawn at that pixel.
bool isOnText(const DimensionMark& mark, const ViewGeometry& view, const QPointF& position);
/// Distance of a pixel from the lines of @p mark; infinite if none is seen.
qreal distanceToMark(const DimensionMark& mark, const ViewGeometry& view, const QPointF& position);

}  // namespace trammel::ui
