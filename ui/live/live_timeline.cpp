// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_timeline.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

#include "ui/theme/icons.h"

namespace trammel::ui {

namespace {
constexpr int PlayInterval = 16;
}

LiveTimeline::LiveTimeline(const LiveFeed& feed, QWidget* parent)
    : QWidget(parent),
      feed_(feed),
      play_(new QToolButton),
      live_(new QToolButton),
      slider_(new QSlider(Qt::Horizontal)),
      label_(new QLabel),
      speed_(new QComboBox) {
    play_->setObjectName(QStringLiteral("play"));
    play_->setCheckable(true);
    play_->setIcon(icon(QStringLiteral("run")));
    play_->setToolTip(tr("Play back the received frames"));
    play_->setAccessibleName(tr("Play"));
    live_->setObjectName(QStringLiteral("live"));
    live_->setCheckable(true);
    live_->setChecked(true);
    live_->setText(tr("Live"));
    live_->setToolTip(tr("Follow the newest frame"));
    slider_->setObjectName(QStringLiteral("frames"));
    slider_->setAccessibleName(tr("Frame"));
    label_->setObjectName(QStringLiteral("frameLabel"));
    label_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("t = 8888.888   frame 88888 of 88888")));
    speed_->setAccessibleName(tr("Playback speed"));
    speed_->setToolTip(tr("Playback speed"));
    for (const double speed : {0.1, 0.25, 0.5, 1., 2., 5.}) speed_->addItem(QStringLiteral("×%1").arg(speed), speed);
    speed_->setCurrentIndex(3);
    auto* const layout = new QHBoxLayout(this);
    layout->addWidget(play_);
    layout->addWidget(live_);
    layout->addWidget(slider_, 1);
    layout->addWidget(label_);
    layout->addWidget(speed_);
    timer_.setInterval(PlayInterval);
    connect(&timer_, &QTimer::timeout, this, &LiveTimeline::tick);
    connect(play_, &QToolButton::toggled, this, &LiveTimeline::play);
    connect(live_, &QToolButton::toggled, this, &LiveTimeline::follow);
    connect(slider_, &QSlider::valueChanged, this, [this](int frame) {
        if (refreshing_) return;
        play(false);
        follow(false);
        showFrame(std::size_t(frame));
    });
    refresh();
}

void LiveTimeline::refresh() {
    const std::vector<LiveFrame>& frames = feed_.frames();
    refreshing_ = true;
    slider_->setRange(0, std::max(0, int(frames.size()) - 1));
    slider_->setValue(int(frame_));
    live_->setChecked(following_);
    play_->setChecked(timer_.isActive());
    play_->setIcon(icon(timer_.isActive() ? QStringLiteral("pause") : QStringLiteral("run")));
    play_->setEnabled(frames.size() > 1);
    label_->setText(
        frames.empty()
            ? tr("No frame yet")
            : tr("t = %1   frame %2 of %3").arg(frames[frame_].time, 0, 'f', 3).arg(frame_ + 1).arg(frames.size()));
    slider_->setToolTip(feed_.forgotten() == 0 ? QString()
                                               : tr("%1 of %2 frames were discarded to save memory")
                                                     .arg(feed_.forgotten())
                                                     .arg(feed_.forgotten() + frames.size()));
    refreshing_ = false;
}

void LiveTimeline::showFrame(std::size_t frame) {
    frame_ = std::min(frame, feed_.frames().empty() ? 0 : feed_.frames().size() - 1);
    refresh();
    if (!feed_.frames().empty()) Q_EMIT frameChosen();
}

void LiveTimeline::follow(bool following) {
    if (following == following_) return;
    following_ = following;
    if (following) {
        timer_.stop();
        showFrame(feed_.frames().size());
    }
    refresh();
}

void LiveTimeline::play(bool playing) {
    if (playing == timer_.isActive() || feed_.frames().empty()) return;
    if (playing) {
        following_ = false;
        if (frame_ + 1 >= feed_.frames().size()) showFrame(0);
        time_ = feed_.frames()[frame_].time;
        clock_.start();
        timer_.start();
    } else {
        timer_.stop();
    }
    refresh();
}

void LiveTimeline::tick() {
    const std::vector<LiveFrame>& frames = feed_.frames();
    time_ += double(clock_.restart()) * 1e-3 * scale_ * speed_->currentData().toDouble();
    std::size_t next = frame_;
    while (next + 1 < frames.size() && frames[next + 1].time <= time_) {
        ++next;
        // After a restart of the program, playback continues from its new time.
        if (frames[next].time < frames[next - 1].time) time_ = frames[next].time;
    }
    if (next + 1 >= frames.size()) timer_.stop();
    if (next != frame_ || !timer_.isActive()) showFrame(next);
}

void LiveTimeline::framesGrew() {
    if (following_)
        showFrame(feed_.frames().size());
    else if (frame_ >= feed_.frames().size())
        showFrame(frame_);
    else
        refresh();
}

void LiveTimeline::framesThinned(std::size_t first) {
    const bool stays = frame_ >= first && (frame_ - first) % 2 == 0;
    frame_ = LiveFeed::afterThinning(frame_, first);
    if (stays || following_)
        refresh();
    else
        showFrame(frame_);
}

void LiveTimeline::end() {
    live_->setEnabled(false);
    refresh();
}

}  // namespace trammel::ui
