// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline_bar.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr double Inset = 10;
constexpr double GrooveTop = 19;
constexpr double GrooveHeight = 12;
/// Between the numbers of two ticks.
constexpr double TickDistance = 70;

/// 1, 2 or 5 times a power of ten, at least @p least.
Real roundStep(Real least) {
    const Real decade = std::pow(10., std::floor(std::log10(least)));
    for (const Real factor : {1., 2., 5.})
        if (decade * factor >= least) return decade * factor;
    return decade * 10;
}
}  // namespace

TimelineBar::TimelineBar(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    setObjectName(QStringLiteral("timelineBar"));
    setAccessibleName(tr("Time line"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&session_, &Session::changed, this, [this](Aspects aspects) {
        if (aspects & (Aspect::Run | Aspect::Playhead | Aspect::Model)) update();
    });
}

QRectF TimelineBar::groove() const { return {Inset, GrooveTop, width() - 2 * Inset, GrooveHeight}; }

double TimelineBar::positionOf(Real time) const {
    const Player& player = session_.player();
    const Real span = player.plannedEnd() - player.startTime();
    const double part = span > 0 ? std::clamp((time - player.startTime()) / span, 0., 1.) : 0;
    return groove().left() + part * groove().width();
}

Real TimelineBar::timeAt(double position) const {
    const Player& player = session_.player();
    const double part = std::clamp((position - groove().left()) / groove().width(), 0., 1.);
    return player.startTime() + part * (player.plannedEnd() - player.startTime());
}

QString TimelineBar::hint() const {
    if (session_.player().run()) return {};
    const QString obstacle = session_.whyNotRunnable();
    return obstacle.isEmpty() ? tr("Space runs the model") : obstacle;
}

void TimelineBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(groove(), 5, 5);
    paintComputed(painter);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(hasFocus() ? palette().color(QPalette::Highlight) : Theme::instance().colors().line);
    painter.drawRoundedRect(groove().adjusted(-0.5, -0.5, 0.5, 0.5), 5, 5);
    paintTicks(painter);
    if (const QString text = hint(); !text.isEmpty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        QFont small = painter.font();
        small.setPointSizeF(small.pointSizeF() * 0.85);
        painter.setFont(small);
        painter.drawText(groove().adjusted(0, -1, 0, 1), Qt::AlignCenter, text);
    }
    paintPlayhead(painter);
}

void TimelineBar::paintComputed(QPainter& painter) const {
    const Player& player = session_.player();
    if (player.frameCount() == 0) return;
    QColor fill = Theme::instance().colors().accent;
    if (player.isOutdated()) fill = Theme::instance().colors().faintText;
    QRectF part = groove();
    part.setRight(positionOf(player.computedEnd()));
    QColor ahead = fill;
    ahead.setAlpha(player.isOutdated() ? 90 : 85);
    painter.setPen(Qt::NoPen);
    painter.setBrush(player.isOutdated() ? QBrush(ahead, Qt::BDiagPattern) : QBrush(ahead));
    painter.drawRoundedRect(part, 5, 5);
    if (player.isOutdated()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        QFont small = painter.font();
        small.setPointSizeF(small.pointSizeF() * 0.8);
        painter.setFont(small);
        painter.drawText(part.adjusted(8, -2, -8, 2), Qt::AlignVCenter | Qt::AlignRight, tr("before edit"));
    }
    if (!player.showsFrame()) return;
    part.setRight(positionOf(player.time()));
    painter.setPen(Qt::NoPen);
    fill.setAlpha(210);
    painter.setBrush(fill);
    painter.drawRoundedRect(part, 5, 5);
}

void TimelineBar::paintTicks(QPainter& painter) const {
    const Player& player = session_.player();
    const Real span = player.plannedEnd() - player.startTime();
    if (!(span > 0)) return;
    const Real step = roundStep(span * TickDistance / groove().width());
    QFont small = painter.font();
    small.setPointSizeF(small.pointSizeF() * 0.8);
    painter.setFont(small);
    const auto count = static_cast<int>(std::floor(span / step + 1e-9));
    for (int i = 0; i <= count; ++i) {
        const Real time = player.startTime() + i * step;
        const double x = positionOf(time);
        painter.setPen(Theme::instance().colors().line);
        painter.drawLine(QPointF(x, GrooveTop - 4), QPointF(x, GrooveTop - 1));
        painter.setPen(palette().color(QPalette::PlaceholderText));
        const QString text = QString::number(time, 'g', 6) + (i == count ? QStringLiteral(" s") : QString());
        const double half = QFontMetricsF(small).horizontalAdvance(text) / 2;
        const double left = std::clamp(x - half, 0., width() - 2 * half);
        painter.drawText(QPointF(left, GrooveTop - 6), text);
    }
}

void TimelineBar::paintPlayhead(QPainter& painter) const {
    const double x = positionOf(session_.player().time());
    const QColor color = palette().color(QPalette::WindowText);
    painter.setPen(QPen(color, 2));
    painter.drawLine(QPointF(x, GrooveTop - 3), QPointF(x, GrooveTop + GrooveHeight + 3));
    QPainterPath grip;
    grip.moveTo(x, GrooveTop + GrooveHeight + 1);
    grip.lineTo(x + 6, GrooveTop + GrooveHeight + 8);
    grip.lineTo(x + 6, GrooveTop + GrooveHeight + 11);
    grip.lineTo(x - 6, GrooveTop + GrooveHeight + 11);
    grip.lineTo(x - 6, GrooveTop + GrooveHeight + 8);
    grip.closeSubpath();
    painter.setPen(Qt::NoPen);
    painter.setBrush(dragging_ ? Theme::instance().colors().accent : color);
    painter.drawPath(grip);
    if (hoverAt_ < 0 || dragging_) return;
    painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1, Qt::DotLine));
    painter.drawLine(QPointF(hoverAt_, GrooveTop - 2), QPointF(hoverAt_, GrooveTop + GrooveHeight + 2));
}

void TimelineBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    Player& player = session_.player();
    dragging_ = true;
    playAfterDrag_ = player.isPlaying();
    player.pause();
    player.seekTime(timeAt(event->position().x()));
    update();
}

void TimelineBar::mouseMoveEvent(QMouseEvent* event) {
    hoverAt_ = std::clamp(event->position().x(), groove().left(), groove().right());
    setToolTip(tr("%1 s").arg(timeAt(hoverAt_), 0, 'f', 3));
    if (dragging_)
        session_.player().seekTime(timeAt(hoverAt_));
    else
        update();
}

void TimelineBar::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !dragging_) return;
    dragging_ = false;
    if (playAfterDrag_) session_.player().play();
    update();
}

void TimelineBar::leaveEvent(QEvent*) {
    hoverAt_ = -1;
    update();
}

void TimelineBar::wheelEvent(QWheelEvent* event) {
    const int turned = event->angleDelta().y();
    if (turned != 0) session_.player().stepFrames(turned > 0 ? -1 : 1);
    event->accept();
}

void TimelineBar::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void TimelineBar::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

}  // namespace trammel::ui
