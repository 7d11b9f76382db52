// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/panels/plots/plot_data.h"
#include "ui/session/bookmarks.h"

class QLineEdit;

namespace trammel::ui {

/// Time from start to end of the run: what is computed is filled, the playhead can be dragged, at any moment and in
/// both directions. Dragging never starts or stops playing.
///
/// Above the line are bookmarks and the range that is played again and again, whose ends can be dragged. Along its lower
/// edge it is the redder the longer computing took, and below it stand the events of the run, and when it was pulled.
class TimelineBar : public QWidget {
    Q_OBJECT

public:
    TimelineBar(Session& session, PlotData& data, Bookmarks& bookmarks, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {400, 44}; }
    QSize minimumSizeHint() const override { return {120, 44}; }
    /// Where a time is drawn, in widget pixels from the left.
    double positionOf(Real time) const;
    /// Opens the name of a bookmark for editing.
    void editName(std::size_t bookmark);
    QLineEdit* nameEditor() const { return name_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Grip { None, Playhead, LoopFrom, LoopTo, NewLoop };

    QRectF groove() const;
    Real timeAt(double position) const;
    Grip gripAt(const QPointF& position) const;
    /// The bookmark under a point; -1: none.
    int bookmarkAt(const QPointF& position) const;
    void dragLoop(Real time);
    void paintTicks(QPainter& painter) const;
    void paintComputed(QPainter& painter) const;
    void paintHeat(QPainter& painter) const;
    void paintEvents(QPainter& painter) const;
    void paintPulls(QPainter& painter) const;
    void paintLoop(QPainter& painter) const;
    void paintBookmarks(QPainter& painter) const;
    void paintPlayhead(QPainter& painter) const;
    QString hint() const;
    QString tipAt(const QPointF& position) const;
    void followCost();
    void followPulls();
    Real endOf(const PullSpan& span) const;

    Session& session_;
    PlotData& data_;
    Bookmarks& bookmarks_;
    Grip grip_ = Grip::None;
    bool playAfterDrag_ = false;
    double hoverAt_ = -1;
    Real loopAnchor_ = 0;
    /// What the frames of the current run took to compute.
    std::optional<PlotData::Trail> cost_;
    RunId costOf_ = 0;
    /// When bodies of the current run were pulled; of so many entries of the track.
    std::vector<PullSpan> pulls_;
    RunId pullsOf_ = 0;
    std::size_t pullsRead_ = 0;
    QLineEdit* name_;
    std::size_t named_ = 0;
};

}  // namespace trammel::ui
