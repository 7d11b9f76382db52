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

/// A node of a cache graph: a frame with two lines of text.
struct GraphNode {
    /// As in reports: "q", "'stiffness' of subsystem 'springs'".
    QString name;
    /// Second line: stage, validity, version.
    QString note;
    /// Frame color; invalid: the color of lines.
    QColor color;
    /// True if it changed after its dependent was computed.
    bool changed = false;
    bool canBeVisited = false;
};

/// Gaps between nodes of a column and between columns, and the outer margin.
constexpr double GraphGap = 6, GraphReach = 42, GraphMargin = 6;
double graphNodeHeight(const QFontMetrics& metrics);

void paintGraphNode(QPainter& painter, const QRectF& rect, const GraphNode& node, const QPalette& palette, bool strong);
/// A curve from the right edge of one node to the left edge of another.
void paintGraphLink(QPainter& painter, const QPointF& from, const QPointF& to, bool strong);

}  // namespace trammel::ui
