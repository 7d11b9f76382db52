// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>

class QFontMetrics;
class QPainter;
class QPalette;

namespace trammel::ui {

/// What graphs of cache entries draw: a frame with two lines in it.
struct GraphNode {
    /// As reports name it: "q", "'stiffness' of subsystem 'springs'".
    QString name;
    /// A second line: stage, state, version.
    QString note;
    /// Color of its frame; invalid: that of lines.
    QColor color;
    /// It changed since what was made from it was computed.
    bool changed = false;
    bool canBeVisited = false;
};

/// Room between nodes of a column, and between columns for the curves that connect them.
constexpr double GraphGap = 6, GraphReach = 42, GraphMargin = 6;
double graphNodeHeight(const QFontMetrics& metrics);

void paintGraphNode(QPainter& painter, const QRectF& rect, const GraphNode& node, const QPalette& palette, bool strong);
/// A curve from the right edge of one node to the left edge of another.
void paintGraphLink(QPainter& painter, const QPointF& from, const QPointF& to, bool strong);

}  // namespace trammel::ui
