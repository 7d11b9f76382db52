// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/graph_node.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>

#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
/// "'stiffness' of subsystem 'springs'" -> "stiffness"; the tooltip has the full name.
QString shortName(const QString& name) {
    const qsizetype end = name.indexOf(QStringLiteral("' of subsystem '"));
    return name.startsWith('\'') && end > 0 ? name.mid(1, end - 1) : name;
}
}  // namespace

double graphNodeHeight(const QFontMetrics& metrics) { return 2.6 * metrics.height(); }

void paintGraphLink(QPainter& painter, const QPointF& from, const QPointF& to, bool strong) {
    QPainterPath path(from);
    const double bend = (to.x() - from.x()) / 2;
    path.cubicTo(from + QPointF(bend, 0), to - QPointF(bend, 0), to);
    const ThemeColors& colors = Theme::instance().colors();
    painter.setPen(QPen(strong ? colors.caution : colors.line, strong ? 2 : 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
}

void paintGraphNode(QPainter& painter, const QRectF& rect, const GraphNode& node, const QPalette& palette,
                    bool strong) {
    painter.setPen(QPen(node.color.isValid() ? node.color : Theme::instance().colors().line, strong ? 2 : 1));
    painter.setBrush(palette.color(QPalette::Base));
    painter.drawRoundedRect(rect, 6, 6);
    QFont font = painter.font();
    const QFont usual = font;
    font.setBold(strong);
    painter.setFont(font);
    painter.setPen(palette.color(QPalette::Text));
    const QRectF inner = rect.adjusted(7, 2, -7, -2);
    const auto line = [&](const QString& text, const QRectF& place) {
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, place.width()));
    };
    line(shortName(node.name), QRectF(inner.left(), inner.top(), inner.width(), inner.height() / 2));
    font.setBold(false);
    font.setPointSizeF(usual.pointSizeF() * 0.85);
    painter.setFont(font);
    painter.setPen(palette.color(QPalette::PlaceholderText));
    line(node.note, QRectF(inner.left(), inner.center().y(), inner.width(), inner.height() / 2));
    painter.setFont(usual);
}

}  // namespace trammel::ui
