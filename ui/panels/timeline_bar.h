// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/session/session.h"

namespace trammel::ui {

/// Time from start to end of the run: what is computed is filled, the playhead can be dragged, at any moment and in
/// both directions. Dragging never starts or stops playing.
class TimelineBar : public QWidget {
    Q_OBJECT

public:
    explicit TimelineBar(Session& session, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {400, 44}; }
    QSize minimumSizeHint() const override { return {120, 44}; }
    /// Where a time is drawn, in widget pixels from the left.
    double positionOf(Real time) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QRectF groove() const;
    Real timeAt(double position) const;
    void paintTicks(QPainter& painter) const;
    void paintComputed(QPainter& painter) const;
    void paintPlayhead(QPainter& painter) const;
    QString hint() const;

    Session& session_;
    bool dragging_ = false;
    bool playAfterDrag_ = false;
    double hoverAt_ = -1;
};

}  // namespace trammel::ui
