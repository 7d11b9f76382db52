// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/player.h"

#include <algorithm>
#include <cmath>

namespace trammel::ui {

namespace {
/// While paused, how often to ask what the worker has added.
constexpr int PollInterval = 100;
/// The playhead must not leap over what a hiccup of the window took.
constexpr double LongestTick = 0.25;
constexpr double FactorWindow = 0.5;
}  // namespace

Player::Player(QObject* parent) : QObject(parent) {
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Player::tick);
}

Player::~Player() = default;

void Player::setModel(CompiledModelPtr model) { model_ = std::move(model); }

void Player::markEdited() {
    outdated_ = run_ != nullptr;
    showsFrame_ = false;
    frame_ = 0;
    holdPlaying(false);
}

void Player::clear() {
    run_.reset();
    status_ = {};
    outdated_ = showsFrame_ = false;
    frame_ = 0;
    holdPlaying(false);
}

std::size_t Player::frameCount() const { return run_ ? run_->getTrajectory()->size() : 0; }

Real Player::time() const {
    if (showsFrame_) return run_->getTrajectory()->getTime(frame_);
    return model_ ? model_->getInitialState().getTime() : 0;
}

Real Player::startTime() const {
    if (frameCount() > 0) return run_->getTrajectory()->getStartTime();
    return model_ ? model_->getInitialState().getTime() : 0;
}

Real Player::computedEnd() const { return frameCount() > 0 ? run_->getTrajectory()->getEndTime() : startTime(); }

Real Player::plannedEnd() const {
    if (run_) return std::max(computedEnd(), startTime() + run_->getOptions().settings.duration);
    return startTime() + (model_ ? model_->getSettings().duration : 0);
}

void Player::play() {
    const bool playable = run_ && (!outdated_ || showsFrame_);
    if (!playable) return startNewRun();
    const bool atEnd = showsFrame_ && !isComputing() && frame_ + 1 >= frameCount();
    if (atEnd || !showsFrame_) moveTo(0);
    setPlaying(true);
}

void Player::pause() { setPlaying(false); }

void Player::startNewRun() {
    if (model_) begin(true);
}

void Player::begin(bool playing) {
    RunOptions options;
    options.settings = model_->getSettings();
    if (makeMonitor_) options.monitor = makeMonitor_(model_);
    run_ = std::make_unique<SimulationRun>(model_, model_->getInitialState(), options);
    run_->start();
    status_ = run_->getStatus();
    status_.phase = RunPhase::Running;
    outdated_ = false;
    showsFrame_ = false;
    frame_ = 0;
    setPlaying(playing);
    Q_EMIT playheadMoved();
}

void Player::stop() {
    if (run_) run_->cancel();
    setPlaying(false);
}

void Player::reset() {
    showsFrame_ = false;
    frame_ = 0;
    setPlaying(false);
    Q_EMIT playheadMoved();
}

void Player::stepFrames(int count) {
    setPlaying(false);
    const bool fresh = !run_ || (outdated_ && !showsFrame_);
    if (fresh && count > 0 && model_) {
        begin(false);
        stepWhenComputed_ = true;
        return;
    }
    if (frameCount() == 0) return;
    const auto last = static_cast<long>(frameCount()) - 1;
    moveTo(static_cast<std::size_t>(std::clamp(static_cast<long>(frame_) + count, 0L, last)));
}

void Player::toEnd() {
    setPlaying(false);
    if (frameCount() > 0) moveTo(frameCount() - 1);
}

void Player::seekFrame(std::size_t frame) {
    if (frameCount() > 0) moveTo(std::min(frame, frameCount() - 1));
}

void Player::seekTime(Real time) {
    if (frameCount() == 0) return;
    const auto& trajectory = *run_->getTrajectory();
    std::size_t nearest = trajectory.findFrame(time);
    if (nearest + 1 < trajectory.size() && trajectory.getTime(nearest + 1) - time < time - trajectory.getTime(nearest))
        ++nearest;
    moveTo(nearest);
}

void Player::moveTo(std::size_t frame) {
    if (frameCount() == 0) return;
    stepWhenComputed_ = false;
    frame_ = frame;
    showsFrame_ = true;
    clock_ = time();
    samples_.clear();
    Q_EMIT playheadMoved();
}

void Player::setPlaying(bool playing) {
    holdPlaying(playing);
    Q_EMIT runChanged();
}

void Player::holdPlaying(bool playing) {
    playing_ = playing;
    stepWhenComputed_ = false;
    samples_.clear();
    clock_ = time();
    wall_.start();
    scheduleTicks();
}

void Player::scheduleTicks() {
    if (playing_)
        timer_.start(tickInterval_);
    else if (isComputing())
        timer_.start(PollInterval);
    else
        timer_.stop();
}

void Player::tick() {
    const double wallSeconds = std::min(static_cast<double>(wall_.nsecsElapsed()) * 1e-9, LongestTick);
    wall_.start();
    poll();
    if (stepWhenComputed_ && frameCount() > 1) moveTo(1);
    if (playing_) advance(wallSeconds);
}

void Player::poll() {
    if (!isComputing()) return;
    status_ = run_->getStatus();
    scheduleTicks();
    Q_EMIT runChanged();
}

void Player::advance(double wallSeconds) {
    if (frameCount() == 0) {
        if (!isComputing()) setPlaying(false);
        return;
    }
    wallPlayed_ += wallSeconds;
    clock_ = std::min(clock_ + wallSeconds * speed_, computedEnd());
    samples_.push_back({wallPlayed_, clock_});
    while (samples_.size() > 2 && samples_.front().wall < wallPlayed_ - FactorWindow) samples_.pop_front();

    const std::size_t target = run_->getTrajectory()->findFrame(clock_);
    const bool moved = target != frame_ || !showsFrame_;
    frame_ = target;
    showsFrame_ = true;
    if (moved) Q_EMIT playheadMoved();
    if (!isComputing() && frame_ + 1 >= frameCount()) setPlaying(false);
}

Real Player::realTimeFactor() const {
    if (!playing_ || samples_.size() < 2) return -1;
    const double wall = samples_.back().wall - samples_.front().wall;
    return wall > 0 ? (samples_.back().clock - samples_.front().clock) / wall : -1;
}

}  // namespace trammel::ui
