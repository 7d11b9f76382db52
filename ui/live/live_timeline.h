// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "ui/live/live_feed.h"

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace trammel::ui {

/// Timeline over the received frames: follows the program, plays them back, or stays at one.
class LiveTimeline : public QWidget {
    Q_OBJECT

public:
    /// @param feed must outlive the timeline
    explicit LiveTimeline(const LiveFeed& feed, QWidget* parent = nullptr);

    std::size_t frame() const { return frame_; }
    /// True if the newest frame is shown as it comes.
    bool isFollowing() const { return following_; }
    void follow(bool following);
    void showFrame(std::size_t frame);
    void play(bool playing);
    /// Simulated time per second of playback, for a speed of 1.
    void setTimeScale(Real scale) { scale_ = scale; }
    void framesGrew();
    /// The displayed frame stays; if it was discarded, the next one is displayed. See LiveFeed::framesThinned().
    void framesThinned(std::size_t first);
    /// To be called when no more frames will arrive.
    void end();

Q_SIGNALS:
    void frameChosen();

private:
    void tick();
    void refresh();

    const LiveFeed& feed_;
    QToolButton *play_, *live_;
    QSlider* slider_;
    QLabel* label_;
    QComboBox* speed_;
    std::size_t frame_ = 0;
    bool following_ = true, refreshing_ = false;
    Real scale_ = 1, time_ = 0;
    QTimer timer_{this};
    QElapsedTimer clock_;
};

}  // namespace trammel::ui
