// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/player.h"

#include <algorithm>
#include <cmath>

#include "runtime/run_branch.h"
#include "ui/session/run_tasks.h"

namespace trammel::ui {

namespace {
/// The playhead must not leap over what a hiccup of the window took.
constexpr double LongestTick = 0.25;
constexpr double FactorWindow = 0.5;
}  // namespace

Player::Player(RunList& runs, QObject* parent) : QObject(parent), runs_(runs) {
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Player::tick);
    connect(&runs_, &RunList::currentChanged, this, &Player::currentRunChanged);
    connect(&runs_, &RunList::runChanged, this, [this](RunId id) {
        if (runs_.current() && id == runs_.current()->id && stepWhenComputed_ && frameCount() > 1) moveTo(1);
    });
}

Player::~Player() = default;

void Player::setModel(CompiledModelPtr model) { model_ = std::move(model); }

void Player::markEdited(bool mayGoOn) {
    runs_.markOutdated();
    const bool atFrame = showsFrame_ && !playing_ && frame_ > 0;
    branching_ = mayGoOn && atFrame && model_ && time() < startTime() + model_->getSettings().duration;
    if (branching_) return;
    showsFrame_ = false;
    frame_ = 0;
    holdPlaying(false);
}

void Player::clear() {
    branching_ = showsFrame_ = false;
    frame_ = 0;
    holdPlaying(false);
}

void Player::currentRunChanged() {
    const Real before = clock_;
    const bool shown = showsFrame_;
    branching_ = showsFrame_ = false;
    frame_ = 0;
    holdPlaying(false);
    // One clock: another run is shown at the same instant.
    if (shown && frameCount() > 0) return seekTime(before);
    Q_EMIT playheadMoved();
}

const RunStatus& Player::status() const {
    static const RunStatus none;
    return runs_.current() ? runs_.current()->status : none;
}

std::size_t Player::frameCount() const { return run() ? run()->getTrajectory()->size() : 0; }

Real Player::time() const {
    if (showsFrame_) return run()->getTrajectory()->getTime(frame_);
    return model_ ? model_->getInitialState().getTime() : 0;
}

Real Player::startTime() const {
    if (frameCount() > 0) return run()->getTrajectory()->getStartTime();
    return model_ ? model_->getInitialState().getTime() : 0;
}

Real Player::computedEnd() const { return frameCount() > 0 ? run()->getTrajectory()->getEndTime() : startTime(); }

Real Player::plannedEnd() const {
    if (run()) return std::max(computedEnd(), startTime() + run()->getOptions().settings.duration);
    return startTime() + (model_ ? model_->getSettings().duration : 0);
}

void Player::play() {
    if (branching_ && branch().isEmpty()) return;
    const bool playable = run() && (!isOutdated() || showsFrame_);
    if (!playable) return startNewRun();
    const bool backwards = speed_ < 0;
    const bool atEnd = backwards ? frame_ == 0 : !isComputing() && frame_ + 1 >= frameCount();
    if ((atEnd || !showsFrame_) && frameCount() > 0) moveTo(backwards ? frameCount() - 1 : 0);
    setPlaying(true);
}

void Player::pause() { setPlaying(false); }

RunList::Origin Player::nextOrigin() const {
    RunList::Origin origin;
    if (nameOfNext_) origin.name = nameOfNext_();
    return origin;
}

void Player::startNewRun() {
    if (model_) begin(model_->getInitialState(), nextOrigin(), true);
}

QString Player::branch() {
    const RunEntry* const parent = runs_.current();
    if (!parent || !showsFrame_) return tr("Go to the time of a run from which to go on.");
    if (!model_) return tr("The model cannot run; see Problems.");
    const Result<State> start = makeBranchState(*parent->run, frame_, *model_);
    if (!start) return QString::fromStdString(start.diagnostics.items().front().message);
    RunList::Origin origin = nextOrigin();
    origin.parent = parent->id;
    origin.branchTime = time();
    origin.name = tr("%1 @%2 s").arg(origin.name).arg(time(), 0, 'g', 6).trimmed();
    begin(*start, origin, true);
    return {};
}

void Player::begin(const State& initial, const RunList::Origin& origin, bool playing) {
    RunOptions options;
    options.settings = model_->getSettings();
    // A branch ends when the run would have ended that it is one of, if that is not over yet.
    const Real done = initial.getTime() - model_->getInitialState().getTime();
    if (origin.parent != 0 && done < options.settings.duration) options.settings.duration -= done;
    options.spillFolder = RunTasks::spillFolder().toStdString();
    if (makeMonitor_) options.monitor = makeMonitor_(model_);
    auto run = std::make_shared<SimulationRun>(model_, initial, options);
    run->start();
    showsFrame_ = false;
    runs_.add(std::move(run), origin);
    setPlaying(playing);
}

void Player::stop() {
    if (runs_.current()) runs_.cancel(runs_.current()->id);
    setPlaying(false);
}

void Player::reset() {
    branching_ = showsFrame_ = false;
    frame_ = 0;
    setPlaying(false);
    Q_EMIT playheadMoved();
}

void Player::stepFrames(int count) {
    setPlaying(false);
    const bool fresh = !run() || (isOutdated() && !showsFrame_);
    if (fresh && count > 0 && model_) {
        startNewRun();
        pause();
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
    const auto& trajectory = *run()->getTrajectory();
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
    Q_EMIT playingChanged();
}

void Player::holdPlaying(bool playing) {
    playing_ = playing;
    stepWhenComputed_ = false;
    samples_.clear();
    clock_ = time();
    wall_.start();
    scheduleTicks();
}

void Player::scheduleTicks() { playing_ ? timer_.start(tickInterval_) : timer_.stop(); }

void Player::tick() {
    const double wallSeconds = std::min(static_cast<double>(wall_.nsecsElapsed()) * 1e-9, LongestTick);
    wall_.start();
    runs_.poll();
    if (playing_) advance(wallSeconds);
}

void Player::advance(double wallSeconds) {
    if (frameCount() == 0) {
        if (!isComputing()) setPlaying(false);
        return;
    }
    wallPlayed_ += wallSeconds;
    const Real first = loop_ ? std::max(loop_->from, startTime()) : startTime();
    const Real last = loop_ ? std::min(loop_->to, computedEnd()) : computedEnd();
    clock_ += wallSeconds * speed_;
    const bool past = speed_ < 0 ? clock_ <= first : clock_ >= last;
    // Where the worker has not arrived yet, the loop does not turn.
    const bool turns = loop_ && past && (speed_ < 0 || loop_->to <= computedEnd() || !isComputing());
    if (turns)
        clock_ = speed_ < 0 ? last : first;
    else
        clock_ = std::clamp(clock_, std::min(first, last), last);
    samples_.push_back({wallPlayed_, clock_});
    if (turns) samples_.clear();
    while (samples_.size() > 2 && samples_.front().wall < wallPlayed_ - FactorWindow) samples_.pop_front();

    const std::size_t target = run()->getTrajectory()->findFrame(clock_);
    const bool moved = target != frame_ || !showsFrame_;
    frame_ = target;
    showsFrame_ = true;
    if (moved) Q_EMIT playheadMoved();
    const bool atEnd = speed_ < 0 ? frame_ == 0 : !isComputing() && frame_ + 1 >= frameCount();
    if (atEnd && !loop_) setPlaying(false);
}

Real Player::realTimeFactor() const {
    if (!playing_ || samples_.size() < 2) return -1;
    const double wall = samples_.back().wall - samples_.front().wall;
    return wall > 0 ? (samples_.back().clock - samples_.front().clock) / wall : -1;
}

}  // namespace trammel::ui
