// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/player.h"

#include <QCoreApplication>
#include <QPointer>
#include <algorithm>
#include <cmath>

#include "runtime/run_branch.h"
#include "ui/session/run_tasks.h"

namespace trammel::ui {

namespace {
/// Limit for one step of the playhead, s, so that a stall of the window does not skip frames.
constexpr double LongestTick = 0.25;
constexpr double FactorWindow = 0.5;
/// Memory for the frames of a run, bytes; older ones are read from disk.
constexpr std::size_t FramesInMemory = std::size_t(96) << 20;
/// Simulated time after which a live run accepts a changed pull, s.
constexpr Real PullInterval = 0.005;
/// Wall time by which the playhead may lag a live run it follows, s.
constexpr Real NearLiveEnd = 0.15;
}  // namespace

Player::Player(RunList& runs, QObject* parent) : QObject(parent), runs_(runs) {
    timer_.setObjectName(QStringLiteral("player"));
    timer_.setTimerType(Qt::PreciseTimer);
    connect(&timer_, &QTimer::timeout, this, &Player::tick);
    connect(&runs_, &RunList::currentChanged, this, &Player::currentRunChanged);
    connect(&runs_, &RunList::runChanged, this, [this](RunId id) {
        if (runs_.current() && id == runs_.current()->id && stepWhenComputed_ && frameCount() > 1) moveTo(1);
    });
}

Player::~Player() = default;

void Player::setModel(CompiledModelPtr model) { model_ = std::move(model); }

void Player::markEdited(bool canContinue) {
    runs_.markOutdated();
    pauseTime_.reset();
    const bool atFrame = showsFrame_ && !playing_ && time() > startTime();
    branching_ = canContinue && atFrame && model_ && time() < startTime() + model_->getSettings().duration;
    if (branching_) return;
    showStart();
    holdPlaying(false);
}

void Player::showStart() {
    branching_ = showsFrame_ = false;
    frame_ = 0;
    between_.reset();
    pauseTime_.reset();
}

void Player::clear() {
    showStart();
    holdPlaying(false);
}

void Player::currentRunChanged() {
    holdLiveRun();
    const Real before = clock_;
    const bool shown = showsFrame_;
    showStart();
    holdPlaying(false);
    // Keep the displayed time when switching runs.
    if (shown && frameCount() > 0) return seekExactly(before);
    Q_EMIT playheadMoved();
}

const RunStatus& Player::status() const {
    static const RunStatus none;
    return runs_.current() ? runs_.current()->status : none;
}

std::size_t Player::frameCount() const { return run() ? run()->getTrajectory()->size() : 0; }

Real Player::time() const {
    if (pauseTime_) return *pauseTime_;
    if (between_) return *between_;
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
    prepare();
    if (branching_ && branch().isEmpty()) return;
    const bool playable = run() && (!isOutdated() || showsFrame_);
    if (!playable) return startNewRun();
    const bool backward = speed_ < 0;
    const bool atEnd = backward ? frame_ == 0 : !isComputing() && !isLive() && frame_ + 1 >= frameCount();
    if ((atEnd || !showsFrame_) && frameCount() > 0) moveTo(backward ? frameCount() - 1 : 0);
    setPlaying(true);
}

void Player::pause() { setPlaying(false); }

void Player::setSpeed(Real speed) {
    speed_ = speed;
    if (const auto live = live_.lock()) live->setPace(std::abs(speed));
}

RunList::Origin Player::nextOrigin() const {
    RunList::Origin origin;
    if (nameOfNext_) origin.name = nameOfNext_();
    return origin;
}

void Player::startNewRun(const PullTrack& loads) {
    prepare();
    if (model_) begin(model_->getInitialState(), nextOrigin(), loads, Kind::Ahead);
}

void Player::startLive() {
    prepare();
    if (model_) begin(model_->getInitialState(), nextOrigin(), {}, Kind::Live);
}

QString Player::branch(const PullTrack& loads) { return branch(loads, Kind::Ahead); }

QString Player::branch(const PullTrack& loads, Kind kind) {
    prepare();
    const RunEntry* const parent = runs_.current();
    if (!parent || !showsFrame_) return tr("Move to a frame of a run to branch from.");
    if (!model_) return tr("The model cannot run; see Problems.");
    Result<State> start = makeBranchState(*parent->run, instant(), *model_);
    if (!start) return QString::fromStdString(start.diagnostics.items().front().message);
    PullTrack pulls = makeBranchPulls(*parent->run, frame_);
    // Hands already pulling in the parent, now or later, keep their ids.
    int hands = 0;
    for (const PullChange& change : parent->frames().copyPulls()) hands = std::max(hands, change.hand);
    for (PullChange load : loads) {
        load.hand += hands;
        pulls.push_back(load);
    }
    if (kind == Kind::Live) {
        // From now on hand 0 is the user's.
        std::erase_if(pulls, [](const PullChange& change) { return change.hand == HandInView; });
        applyPull(*model_, {start->getTime(), HandInView, {}, {}}, *start);
    }
    // A worker paused in a step is released: only the frame before it can be restored.
    const Real branchTime = between_ ? *between_ : parent->frames().getTime(frame_);
    RunList::Origin origin = nextOrigin();
    origin.parent = parent->id;
    origin.branchTime = branchTime;
    if (kind == Kind::Live)
        origin.name = tr("%1 pulled").arg(origin.name).trimmed();
    else if (!loads.empty())
        origin.name = tr("%1 loaded").arg(origin.name).trimmed();
    origin.name = tr("%1 @%2 s").arg(origin.name).arg(branchTime, 0, 'g', 6).trimmed();
    begin(*start, origin, std::move(pulls), kind);
    return {};
}

void Player::begin(const State& initial, const RunList::Origin& origin, PullTrack pulls, Kind kind) {
    RunOptions options;
    options.settings = model_->getSettings();
    options.pulls = std::move(pulls);
    // A branch ends at the planned end of its parent, or runs its full length if that has passed; a live one is
    // unbounded.
    const Real done = initial.getTime() - model_->getInitialState().getTime();
    if (kind == Kind::Ahead && origin.parent != 0 && done < options.settings.duration)
        options.settings.duration -= done;
    if (kind == Kind::Live) {
        options.pullInterval = PullInterval;
        // Pulls must be visible immediately.
        options.settings.frameInterval = std::min(options.settings.frameInterval, PullInterval);
    }
    if (const RunEstimate estimate = estimateRun(*model_, initial, options);
        kind == Kind::Ahead && estimate.isExcessive() && consent_ && !consent_(estimate))
        return;
    options.spillFolder = RunTasks::spillFolder().toStdString();
    options.maxBytes = FramesInMemory;
    if (makeMonitor_) options.monitor = makeMonitor_(model_);
    auto run = std::make_shared<SimulationRun>(model_, initial, options);
    if (kind == Kind::Live) {
        run->setPace(std::abs(speed_));
        // React to hand changes at once, not at the next tick.
        run->setPullListener([player = QPointer<Player>(this)] {
            QMetaObject::invokeMethod(
                qApp,
                [player] {
                    if (player) player->tick();
                },
                Qt::QueuedConnection);
        });
    }
    run->start();
    showsFrame_ = false;
    between_.reset();
    pauseTime_.reset();
    runs_.add(run, origin);
    if (kind == Kind::Live) live_ = run;
    following_ = kind == Kind::Live;
    // The worker may have reached a breakpoint already.
    if (!pauseTime_) setPlaying(true);
}

// --- Live runs ---

bool Player::isLive() const {
    const auto live = live_.lock();
    if (!live || live.get() != run()) return false;
    return status().phase == RunPhase::Running || status().phase == RunPhase::Paused;
}

bool Player::isAtLiveEnd() const {
    // A waiting worker may have computed one more frame.
    return isLive() && !isOutdated() && (following_ || !showsFrame_ || frame_ + 2 >= frameCount());
}

void Player::holdLiveRun() {
    if (const auto live = live_.lock()) live->pause();
}

bool Player::followLiveRun(double wallSeconds) {
    if (!isLive()) return false;
    const Real behind = computedEnd() - (clock_ + wallSeconds * speed_);
    if (behind <= 0) following_ = true;
    if (speed_ <= 0 || loop_ || behind > NearLiveEnd * speed_) following_ = false;
    if (!following_) {
        holdLiveRun();
        return false;
    }
    live_.lock()->resume();
    clock_ = computedEnd();
    return true;
}

QString Player::beginPull(ElementId body, const PullLoad& load) {
    if (isAtLiveEnd()) {
        if (!playing_) setPlaying(true);
    } else if (!showsFrame_) {
        return tr("Nothing moves yet. Run the model, then pull.");
    } else if (QString refusal = branch({}, Kind::Live); !refusal.isEmpty()) {
        return refusal;
    }
    pull(body, load);
    return {};
}

void Player::pull(ElementId body, const PullLoad& load) {
    if (const auto live = live_.lock()) live->pull({0, HandInView, body, load});
}

void Player::endPull() { pull({}, {}); }

void Player::stop() {
    if (runs_.current()) runs_.cancel(runs_.current()->id);
    setPlaying(false);
}

void Player::reset() {
    showStart();
    setPlaying(false);
    Q_EMIT playheadMoved();
}

void Player::stepFrames(int count) {
    prepare();
    setPlaying(false);
    const bool fresh = !run() || (isOutdated() && !showsFrame_);
    if (fresh && count > 0 && model_) {
        startNewRun();
        pause();
        stepWhenComputed_ = true;
        // A finished run sends no further signals.
        if (frameCount() > 1) moveTo(1);
        return;
    }
    if (frameCount() == 0) return;
    const auto last = static_cast<long>(frameCount()) - 1;
    // The first step back from between two frames goes to the earlier one.
    const bool isBetween = time() > run()->getTrajectory()->getTime(frame_);
    const long steps = isBetween && count < 0 ? count + 1 : count;
    moveTo(static_cast<std::size_t>(std::clamp(static_cast<long>(frame_) + steps, 0L, last)));
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

void Player::seekExactly(Real time) {
    if (frameCount() > 0) moveTo(findInstant(*run(), time));
}

void Player::pauseAt(Real time) {
    setPlaying(false);
    showsFrame_ = frameCount() > 0;
    // The worker has computed further than playback.
    frame_ = showsFrame_ ? run()->getTrajectory()->findFrame(time) : 0;
    between_.reset();
    pauseTime_ = clock_ = time;
    Q_EMIT playheadMoved();
}

void Player::moveTo(RunInstant instant) {
    if (frameCount() == 0) return;
    stepWhenComputed_ = following_ = false;
    frame_ = instant.frame;
    between_ = instant.between;
    pauseTime_.reset();
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
    if (!playing) holdLiveRun();
    stepWhenComputed_ = false;
    samples_.clear();
    clock_ = time();
    wall_.start();
    scheduleTicks();
}

void Player::scheduleTicks() { playing_ ? timer_.start(tickInterval_) : timer_.stop(); }

void Player::tick() {
    const double elapsed = static_cast<double>(wall_.nsecsElapsed()) * 1e-9;
    wall_.start();
    runs_.poll();
    if (!playing_) return;
    // Measured by elapsed time, even if the playhead skipped part of it.
    if (frameCount() > 0) wallPlayed_ += elapsed;
    advance(std::min(elapsed, LongestTick));
}

void Player::advance(double wallSeconds) {
    if (frameCount() == 0) {
        if (!isComputing()) setPlaying(false);
        return;
    }
    const Real first = loop_ ? std::max(loop_->from, startTime()) : startTime();
    const Real last = loop_ ? std::min(loop_->to, computedEnd()) : computedEnd();
    if (!followLiveRun(wallSeconds)) clock_ += wallSeconds * speed_;
    const bool past = speed_ < 0 ? clock_ <= first : clock_ >= last;
    // Do not wrap around before the worker has computed the loop's end.
    const bool turns = loop_ && past && (speed_ < 0 || loop_->to <= computedEnd() || !isComputing());
    if (turns)
        clock_ = speed_ < 0 ? last : first;
    else
        clock_ = std::clamp(clock_, std::min(first, last), last);
    samples_.push_back({wallPlayed_, clock_});
    if (turns) samples_.clear();
    while (samples_.size() > 2 && samples_.front().wall < wallPlayed_ - FactorWindow) samples_.pop_front();

    const std::size_t target = run()->getTrajectory()->findFrame(clock_);
    const bool moved = target != frame_ || between_ || pauseTime_ || !showsFrame_;
    frame_ = target;
    between_.reset();
    pauseTime_.reset();
    showsFrame_ = true;
    if (moved) Q_EMIT playheadMoved();
    const bool atEnd = speed_ < 0 ? frame_ == 0 : !isComputing() && !isLive() && frame_ + 1 >= frameCount();
    if (atEnd && !loop_) setPlaying(false);
}

Real Player::realTimeFactor() const {
    if (!playing_ || samples_.size() < 2) return -1;
    const double wall = samples_.back().wall - samples_.front().wall;
    return wall > 0 ? (samples_.back().clock - samples_.front().clock) / wall : -1;
}

}  // namespace trammel::ui
