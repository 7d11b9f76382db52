// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/panels/contact_bars.h"
#include "ui/session/bookmarks.h"

class QLineEdit;

namespace trammel::ui {

/// Timeline of the run: computed part filled, draggable playhead. Dragging never starts or pauses playback.
///
/// Bookmarks and the loop range are above the line; range ends can be dragged. The lower edge is redder where computing
/// took longer; events and pulls are below, then the bars of contacts.
class TimelineBar : public QWidget {
    Q_OBJECT

public:
    TimelineBar(Session& session, PlotData& data, Bookmarks& bookmarks, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {400, fullHeight()}; }
    QSize minimumSizeHint() const override { return {120, fullHeight()}; }
    /// Position of a time, widget pixels from the left.
    double positionOf(Real time) const;
    /// Opens the name editor of a bookmark.
    void editName(std::size_t bookmark);
    QLineEdit* nameEditor() const { return name_; }
    /// Number of bars of contacts, see ContactBars.
    std::size_t contactBars() const { return contacts_.size(); }
    /// One of them, widget pixels.
    QRectF contactBar(std::size_t bar) const;

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
    /// Follows the computing time of the current run.
    void followCost();
    void followPulls();
    /// Reads the bookmarks of the run's new events.
    void followEvents();
    /// The event's name with the bookmarks that it added.
    QString describe(const RunEvent& event) const;
    void paintContacts(QPainter& painter) const;
    int fullHeight() const;
    Real endOf(const PullSpan& span) const;

    Session& session_;
    PlotData& data_;
    Bookmarks& bookmarks_;
    Grip grip_ = Grip::None;
    bool playAfterDrag_ = false;
    double hoverAt_ = -1;
    Real loopAnchor_ = 0;
    /// Computing time of the frames of the run costOf_.
    std::optional<PlotData::Cost> cost_;
    RunId costOf_ = 0;
    /// Pulls on bodies in the current run, and the length of the track they were read from.
    std::vector<PullSpan> pulls_;
    RunId pullsOf_ = 0;
    std::size_t pullsRead_ = 0;
    /// Run and number of events whose bookmarks are known.
    RunId eventsOf_ = 0;
    std::size_t eventsRead_ = 0;
    ContactBars contacts_;
    std::size_t contactBars_ = 0;
    QLineEdit* name_;
    std::size_t named_ = 0;
};

}  // namespace trammel::ui
