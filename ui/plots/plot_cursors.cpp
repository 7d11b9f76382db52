// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "ui/plots/plot_parts.h"

namespace trammel::ui {

void PlotView::Cursors::draw(QCPPainter* painter) {
    applyDefaultAntialiasingHint(painter);
    const QCustomPlot& plot = *mParentPlot;
    const QRect area = plot.axisRect()->rect();
    const QPalette palette = plot.palette();
    const bool anything =
        std::any_of(parts_.curves.begin(), parts_.curves.end(), [](const Curve& c) { return c.size() > 0; });
    painter->save();
    painter->setClipRect(area.adjusted(-8, -12, 8, 1));
    if (!parts_.isPhase()) {
        if (parts_.marks) {
            const QColor color = palette.color(QPalette::Text);
            const QColor band = blend(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.5F);
            QColor clear = band;
            clear.setAlpha(28);
            const double a = parts_.along()->coordToPixel(parts_.marks->a);
            const double b = parts_.along()->coordToPixel(parts_.marks->b);
            painter->fillRect(QRectF(QPointF(std::min(a, b), area.top()), QPointF(std::max(a, b), area.bottom())),
                              clear);
            drawLine(*painter, parts_.marks->a, color, Qt::DashLine, QStringLiteral("A"));
            drawLine(*painter, parts_.marks->b, color, Qt::DashLine, QStringLiteral("B"));
        }
        if (!std::isnan(parts_.time))
            drawLine(*painter, parts_.time, palette.color(QPalette::Highlight), Qt::SolidLine, {});
    }
    painter->setClipRect(area);
    for (const CurveLayer* layer : parts_.layers) {
        const Curve& curve = layer->curve();
        if (curve.size() == 0) continue;
        const double now = parts_.valueNow(curve);
        if (std::isnan(now)) continue;
        painter->setPen(QPen(palette.color(QPalette::Base), 1.5));
        painter->setBrush(curve.color);
        painter->drawEllipse(layer->pixelAt(parts_.time, now), 4, 4);
        if (parts_.isPhase() && parts_.marks) {
            drawLetter(*painter, *layer, parts_.marks->a, QStringLiteral("A"));
            drawLetter(*painter, *layer, parts_.marks->b, QStringLiteral("B"));
        }
    }
    painter->restore();
    if (!anything && !parts_.hint.isEmpty()) drawHint(*painter);
    drawPointedAt(*painter);
}

void PlotView::Cursors::drawHint(QCPPainter& painter) {
    const QPalette palette = mParentPlot->palette();
    constexpr int flags = Qt::AlignCenter | Qt::TextWordWrap | Qt::TextDontClip, margin = 12;
    painter.setFont(mParentPlot->font());
    const QRect area = mParentPlot->axisRect()->rect().adjusted(margin, 0, -margin, 0);
    // Neither grid nor playhead crosses the text.
    painter.fillRect(painter.boundingRect(area, flags, parts_.hint).adjusted(-6, -3, 6, 3),
                     palette.color(QPalette::Base));
    painter.setPen(palette.color(QPalette::PlaceholderText));
    painter.drawText(area, flags, parts_.hint);
}

void PlotView::Cursors::drawLine(QCPPainter& painter, double time, const QColor& color, Qt::PenStyle style,
                                 const QString& letter) {
    const QRect area = mParentPlot->axisRect()->rect();
    const double x = parts_.along()->coordToPixel(time);
    if (x < area.left() - 1 || x > area.right() + 1) return;
    painter.setPen(QPen(color, 1.2, style));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    if (letter.isEmpty()) {
        painter.drawPolygon(QPolygonF({{x - 5, area.top() - 7.}, {x + 5, area.top() - 7.}, {x, area.top() + 1.}}));
        return;
    }
    const QRectF flag(x - 7, area.top() - 11, 14, 13);
    painter.drawRoundedRect(flag, 3, 3);
    painter.setPen(mParentPlot->palette().color(QPalette::Base));
    painter.setFont(smallFont(mParentPlot->font(), 0.8));
    painter.drawText(flag, Qt::AlignCenter, letter);
}

void PlotView::Cursors::drawLetter(QCPPainter& painter, const CurveLayer& layer, double time, const QString& letter) {
    const Curve& curve = layer.curve();
    const double value = curve.valueAt(time);
    if (std::isnan(value)) return;
    const QPointF at = layer.pixelAt(time, value);
    const QPalette palette = mParentPlot->palette();
    painter.setPen(QPen(palette.color(QPalette::Text), 1.2));
    painter.setBrush(palette.color(QPalette::Base));
    painter.drawEllipse(at, 7, 7);
    painter.setFont(smallFont(mParentPlot->font(), 0.8));
    painter.drawText(QRectF(at - QPointF(7, 7), QSizeF(14, 14)), Qt::AlignCenter, letter);
}

void PlotView::Cursors::drawPointedAt(QCPPainter& painter) {
    if (parts_.pointed < 0 || static_cast<std::size_t>(parts_.pointed) >= parts_.layers.size()) return;
    const CurveLayer& layer = *parts_.layers[static_cast<std::size_t>(parts_.pointed)];
    const Curve& curve = layer.curve();
    if (parts_.pointedFrame >= curve.size()) return;
    const QPointF at = layer.pixelOf(parts_.pointedFrame);
    const QPalette palette = mParentPlot->palette();
    const QString text =
        QStringLiteral("%1   %2   at %3 %4")
            .arg(layer.name(), curveValueText((*curve.values)[parts_.pointedFrame] / curve.factor, curve.unit))
            .arg((*curve.times)[parts_.pointedFrame], 0, 'g', 6)
            .arg(parts_.timeUnit);
    painter.setFont(smallFont(mParentPlot->font(), 0.9));
    const QFontMetricsF metrics(painter.font());
    const QRect area = mParentPlot->axisRect()->rect();
    QRectF label(0, 0, metrics.horizontalAdvance(text) + 14, metrics.height() + 6);
    label.moveBottomLeft(at + QPointF(10, -8));
    if (label.right() > area.right()) label.moveRight(at.x() - 10);
    if (label.left() < area.left()) label.moveLeft(area.left() + 2);
    if (label.top() < area.top()) label.moveTop(at.y() + 10);
    painter.setPen(QPen(palette.color(QPalette::Mid), 1));
    painter.setBrush(palette.color(QPalette::ToolTipBase));
    painter.drawRoundedRect(label, 4, 4);
    painter.setPen(palette.color(QPalette::ToolTipText));
    painter.drawText(label, Qt::AlignCenter, text);
    painter.setPen(QPen(curve.color, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, 5, 5);
}

}  // namespace trammel::ui
