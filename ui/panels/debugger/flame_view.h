// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "ui/session/debugger.h"

namespace trammel::ui {

/// Flame graph of a trace over wall time: steps, stages of the system, subsystems, entries; below them invalidations.
/// The wheel zooms, drags pan, a click selects an event.
class FlameView : public QWidget {
    Q_OBJECT

public:
    /// Lanes, top to bottom.
    enum Lane { Steps, Stages, Subsystems, Entries, Losses, LaneCount };
    explicit FlameView(QWidget* parent = nullptr);

    /// @param report names of subsystems and entries; not null
    void setTrace(RunMonitor::Trace trace, std::shared_ptr<const StateReport> report);
    const std::vector<TraceEvent>& events() const { return trace_.events; }
    /// One-line description of an event: what, duration, actor.
    QString describe(const TraceEvent& event) const;
    /// Shows the last few steps.
    void fit();
    /// Centers an event.
    void goTo(std::size_t event);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, sizeHint().height()}; }

Q_SIGNALS:
    /// -1: none.
    void clicked(int event);

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    static Lane laneOf(const TraceEvent& event);
    QRectF rectOf(const TraceEvent& event) const;
    int eventAt(const QPointF& position) const;
    QString shortName(const TraceEvent& event) const;
    QColor colorOf(const TraceEvent& event) const;
    double positionOf(double seconds) const { return (seconds - begin_) / (end_ - begin_) * width(); }

    RunMonitor::Trace trace_;
    std::shared_ptr<const StateReport> report_ = std::make_shared<const StateReport>();
    double begin_ = 0, end_ = 1;
    int chosen_ = -1;
    QPointF dragFrom_;
};

}  // namespace trammel::ui
