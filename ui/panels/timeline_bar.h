// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/panels/plots/plot_data.h"
#include "ui/session/bookmarks.h"

class QLineEdit;

namespace trammel::ui {

/// Timeline of the run: computed part filled, draggable playhead. Dragging never starts or pauses playback.
///
/// Bookmarks and the loop range are above the line; range ends can be dragged. The lower edge is redder where computing
/// took longer; events and pulls are below, then a bar for each contact.
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
    /// Number of contacts with a bar: where they touch, and where they stick.
    std::size_t contactBars() const { return contacts_.size(); }
    /// The bar of a contact, widget pixels.
    QRectF contactBar(std::size_t contact) const;

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
    void followPulls();
    /// Reads the bookmarks of the run's new events.
    void followEvents();
    /// The event's name with the bookmarks that it added.
    QString describe(const RunEvent& event) const;
    /// Follows what the bar shows of the current run, once its outputs are listed.
    void followOutputs();
    void followContacts(const RunEntry& run, const Outputs& outputs);
    void paintContacts(QPainter& painter) const;
    QString tipOfContact(std::size_t contact, Real time) const;
    int fullHeight() const;
    Real endOf(const PullSpan& span) const;

    Session& session_;
    PlotData& data_;
    Bookmarks& bookmarks_;
    Grip grip_ = Grip::None;
    bool playAfterDrag_ = false;
    double hoverAt_ = -1;
    Real loopAnchor_ = 0;
    /// Computing time of the current run's frames.
    std::optional<PlotData::Trail> cost_;
    /// Pulls on bodies in the current run, and the length of the track they were read from.
    std::vector<PullSpan> pulls_;
    RunId pullsOf_ = 0;
    std::size_t pullsRead_ = 0;
    /// Run and number of events whose bookmarks are known.
    RunId eventsOf_ = 0;
    std::size_t eventsRead_ = 0;
    /// How many places of a contact touch and stick, in the current run.
    struct ContactTrack {
        QString name;
        PlotData::Trail touching, sticking;
    };
    std::vector<ContactTrack> contacts_;
    /// The run that cost_ and contacts_ are of.
    RunId followed_ = 0;
    QLineEdit* name_;
    std::size_t named_ = 0;
};

}  // namespace trammel::ui
