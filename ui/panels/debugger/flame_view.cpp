// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/flame_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr int LaneHeight = 20;
constexpr int Gap = 2;
/// Least width of an event with text, pixels.
constexpr double Readable = 26;
constexpr double Narrowest = 1.5;
constexpr std::size_t StepsToFit = 4;

}  // namespace

FlameView::FlameView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("flameView"));
    setAccessibleName(tr("Trace over wall time"));
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize FlameView::sizeHint() const { return {500, LaneCount * (LaneHeight + Gap) + 4}; }

void FlameView::setTrace(RunMonitor::Trace trace, std::shared_ptr<const StateReport> report) {
    trace_ = std::move(trace);
    report_ = std::move(report);
    chosen_ = -1;
    fit();
}

void FlameView::fit() {
    const auto& events = trace_.events;
    if (events.empty()) return update();
    end_ = events.back().end;
    begin_ = events.front().begin;
    std::size_t steps = 0;
    for (auto e = events.rbegin(); e != events.rend() && steps < StepsToFit; ++e)
        if (e->kind == TraceEvent::Kind::StepTaken) {
            begin_ = e->begin;
            ++steps;
        }
    end_ = std::max(end_, begin_ + 1e-6);
    update();
}

void FlameView::goTo(std::size_t event) {
    if (event >= trace_.events.size()) return;
    chosen_ = static_cast<int>(event);
    const TraceEvent& e = trace_.events[event];
    const double half = std::max((end_ - begin_) / 2, (e.end - e.begin) * 0.6);
    const double middle = (e.begin + e.end) / 2;
    begin_ = middle - half;
    end_ = middle + half;
    update();
}

FlameView::Lane FlameView::laneOf(const TraceEvent& e) {
    switch (e.kind) {
        case TraceEvent::Kind::StepTaken: return Steps;
        case TraceEvent::Kind::StageRealized: return e.subsystem.isValid() ? Subsystems : Stages;
        case TraceEvent::Kind::EntryComputed: return Entries;
        default: return Losses;
    }
}

QRectF FlameView::rectOf(const TraceEvent& e) const {
    const double left = positionOf(e.begin), right = std::max(positionOf(e.end), left + Narrowest);
    return {left, 2. + laneOf(e) * (LaneHeight + Gap), right - left, LaneHeight};
}

QString FlameView::shortName(const TraceEvent& e) const {
    const auto s = static_cast<std::size_t>(int(e.subsystem));
    const bool known = e.subsystem.isValid() && s < report_->subsystems.size();
    if (laneOf(e) == Steps) return tr("step to %1 s").arg(e.time, 0, 'g', 5);
    if (laneOf(e) == Stages) return text(e.stage.getName());
    if (laneOf(e) == Subsystems) return known ? text(report_->subsystems[s].name) : QString();
    if (e.kind == TraceEvent::Kind::StagesInvalidated) return text(e.stage.getName());
    const auto k = static_cast<std::size_t>(int(e.entry));
    return known && k < report_->subsystems[s].entries.size() ? text(report_->subsystems[s].entries[k].name)
                                                              : QString();
}

QString FlameView::describe(const TraceEvent& e) const {
    const QString activity = text(trace_.texts.textOf(e.activity));
    const QString cause = text(trace_.texts.textOf(e.cause));
    const QString by = activity.isEmpty() ? QString() : tr(", by the %1").arg(activity);
    const QString took = e.end > e.begin ? tr(" in %1").arg(formatDuration(e.end - e.begin)) : QString();
    const QString at = tr("t = %1 s: ").arg(e.time, 0, 'g', 8);
    switch (e.kind) {
        case TraceEvent::Kind::StepTaken: return at + tr("step completed") + took;
        case TraceEvent::Kind::StageRealized:
            return at +
                   (e.subsystem.isValid() ? tr("%1 realized %2").arg(shortName(e), text(e.stage.getName()))
                                          : tr("system realized %1").arg(text(e.stage.getName()))) +
                   took + by;
        case TraceEvent::Kind::StagesInvalidated:
            return at + tr("%1 and above invalidated: %2 written").arg(text(e.stage.getName()), cause) + by;
        case TraceEvent::Kind::EntryComputed: return at + tr("'%1' computed").arg(shortName(e)) + took + by;
        case TraceEvent::Kind::EntryInvalidated:
            return at + tr("'%1' invalidated: %2 written").arg(shortName(e), cause) + by;
        case TraceEvent::Kind::EntryReadWhileInvalid: return at + tr("'%1' read while invalid").arg(shortName(e)) + by;
    }
    return {};
}

QColor FlameView::colorOf(const TraceEvent& e) const {
    const ThemeColors& colors = Theme::instance().colors();
    switch (e.kind) {
        case TraceEvent::Kind::StepTaken: return colors.accent;
        case TraceEvent::Kind::StageRealized: return Theme::instance().stageColor(e.stage);
        case TraceEvent::Kind::EntryComputed: return colors.good;
        case TraceEvent::Kind::EntryReadWhileInvalid: return colors.bad;
        default: return colors.caution;
    }
}

void FlameView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (trace_.events.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter, tr("Enable recording and run or step to see a trace"));
        return;
    }
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < trace_.events.size(); ++i) {
        const TraceEvent& e = trace_.events[i];
        const QRectF bar = rectOf(e);
        if (bar.right() < 0 || bar.left() > width()) continue;
        QColor color = colorOf(e);
        color.setAlpha(static_cast<int>(i) == chosen_ ? 255 : 165);
        painter.fillRect(bar.adjusted(0, 0, bar.width() > 3 ? -0.7 : 0, 0), color);
        if (bar.width() < Readable) continue;
        painter.setPen(palette().color(QPalette::Text));
        const QRectF inner = bar.intersected(QRectF(rect())).adjusted(3, 0, -2, 0);
        painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(shortName(e), Qt::ElideRight, static_cast<int>(inner.width())));
        painter.setPen(Qt::NoPen);
    }
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rect().adjusted(0, 0, -4, 0), Qt::AlignRight | Qt::AlignBottom, formatDuration(end_ - begin_));
}

int FlameView::eventAt(const QPointF& position) const {
    for (std::size_t i = trace_.events.size(); i-- > 0;)
        if (rectOf(trace_.events[i]).adjusted(-1, 0, 1, 0).contains(position)) return static_cast<int>(i);
    return -1;
}

void FlameView::wheelEvent(QWheelEvent* event) {
    const double factor = std::pow(1.2, -event->angleDelta().y() / 120.);
    const double part = event->position().x() / std::max(1, width());
    const double at = begin_ + (end_ - begin_) * part, span = (end_ - begin_) * factor;
    begin_ = at - span * part;
    end_ = begin_ + span;
    update();
    event->accept();
}

void FlameView::mousePressEvent(QMouseEvent* event) {
    dragFrom_ = event->position();
    chosen_ = eventAt(event->position());
    Q_EMIT clicked(chosen_);
    update();
}

void FlameView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) {
        const double shift = (dragFrom_.x() - event->position().x()) / std::max(1, width()) * (end_ - begin_);
        begin_ += shift;
        end_ += shift;
        dragFrom_ = event->position();
        return update();
    }
    const int under = eventAt(event->position());
    if (under < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(), describe(trace_.events[static_cast<std::size_t>(under)]),
                           this);
}

}  // namespace trammel::ui
