// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "runtime/run_estimate.h"
#include "runtime/run_instant.h"
#include "runtime/simulation_run.h"
#include "ui/session/run_list.h"

namespace trammel::ui {

/// The playhead in the current run: play, pause, step, scrub. Starts runs and branches.
///
/// The worker computes ahead at full speed; playback moves the playhead through the frames at wall time times
/// speed(). Pausing, scrubbing and stepping move only the playhead. No timer runs while nothing moves.
///
/// The worker of a live run keeps pace with playback instead and waits while an earlier frame is displayed, so that the
/// displayed pose can be pulled.
class Player : public QObject {
    Q_OBJECT

public:
    /// @param runs not owned; must outlive the player
    explicit Player(RunList& runs, QObject* parent = nullptr);
    ~Player() override;

    /// Sets the model that the next run starts from; null if none can start. Existing runs are unaffected.
    void setModel(CompiledModelPtr model);
    /// Marks all runs as computed before the latest edit. If playback is paused at a frame from which the edited model
    /// can continue (@p canContinue), that frame stays displayed and the next run branches there; else the initial pose is
    /// shown. Emits nothing.
    void markEdited(bool canContinue = false);
    /// True if play() would start a branch at the current frame.
    bool isBranching() const { return branching_; }
    /// Sets the function that names each new run.
    void setNaming(std::function<QString()> name) { nameOfNext_ = std::move(name); }
    /// Sets a function called before a run starts or continues; it may set another model.
    void setPreparation(std::function<void()> prepare) { prepare_ = std::move(prepare); }
    /// Sets a function called before a run starts whose estimate is excessive; if it returns false, the run is
    /// canceled.
    void setConsent(std::function<bool(const RunEstimate&)> ask) { consent_ = std::move(ask); }
    using MakeMonitor = std::function<std::shared_ptr<RunMonitor>(const CompiledModelPtr&)>;
    /// Sets the factory for monitors of new runs; empty: runs are not monitored.
    void setMonitors(MakeMonitor make) { makeMonitor_ = std::move(make); }
    /// Returns to the initial pose of a new document with no runs. Emits nothing.
    void clear();

    /// The current run; null before the first.
    const SimulationRun* run() const { return runs_.current() ? runs_.current()->run.get() : nullptr; }
    /// Status of the current run when last polled.
    const RunStatus& status() const;
    /// True while the worker of the current run computes.
    bool isComputing() const { return runs_.current() && runs_.current()->isComputing(); }
    /// True if the model was edited after the current run started.
    bool isOutdated() const { return runs_.current() && runs_.current()->outdated; }

    /// True if the playhead is on a frame of the run, false on the model's initial pose.
    bool showsFrame() const { return showsFrame_; }
    /// Index of the current frame, or of the last one before the displayed instant; 0 for the initial pose.
    std::size_t frame() const { return frame_; }
    /// True if the displayed instant is interpolated between two frames.
    bool isBetweenFrames() const { return between_.has_value(); }
    /// True if the instant of a worker paused within a step is displayed instead of a frame.
    bool isPausedInStep() const { return pauseTime_.has_value(); }
    RunInstant instant() const { return between_ ? RunInstant(frame_, *between_) : RunInstant(frame_); }
    /// Number of frames available for scrubbing.
    std::size_t frameCount() const;
    /// Simulated time of the displayed instant, s.
    Real time() const;
    Real startTime() const;
    /// Time of the last frame, s.
    Real computedEnd() const;
    /// End time of the run, or of the next one, s.
    Real plannedEnd() const;

    bool isPlaying() const { return playing_; }
    Real speed() const { return speed_; }
    /// Sets simulated seconds per wall second during playback; negative plays in reverse.
    void setSpeed(Real speed);
    /// Loop range of playback, s; empty: play once.
    struct Loop {
        Real from, to;
    };
    const std::optional<Loop>& loop() const { return loop_; }
    void setLoop(std::optional<Loop> range) { loop_ = range; }
    /// Simulated over wall seconds, measured during playback; negative until measured.
    Real realTimeFactor() const;
    /// Interval between drawn frames during playback, ms.
    void setFrameInterval(int milliseconds) { tickInterval_ = milliseconds; }

    /// Plays from the playhead. Starts a run if none exists, a branch if isBranching(); restarts at the end.
    void play();
    void pause();
    void toggle() { playing_ ? pause() : play(); }
    /// Starts a new run from the model's initial pose and plays it.
    /// @param loads loads on bodies; hand ids count from 1
    void startNewRun(const PullTrack& loads = {});
    /// Branches a new run of the current model from the current frame, with the pulls of the displayed run, which is
    /// left unchanged. Returns the reason for refusal, one sentence; empty on success.
    QString branch(const PullTrack& loads = {});
    /// Starts a live run from the model's initial pose and plays it.
    void startLive();
    /// True if the current run is live and not finished.
    bool isLive() const;
    /// Hand 0 pulls at @p body from now on. Extends the live run if its end is displayed; from any other frame branches
    /// a live run without the hand's later pulls. Returns the reason for refusal, one sentence; empty on success.
    QString beginPull(ElementId body, const PullLoad& load);
    /// Updates the current pull of hand 0.
    void pull(ElementId body, const PullLoad& load);
    void endPull();
    /// Cancels the worker; frames computed so far stay.
    void stop();
    /// Returns to the initial pose, paused.
    void reset();
    /// Moves the playhead by whole frames and pauses. The first step forward without a run starts one.
    void stepFrames(int count);
    void toEnd();
    void seekFrame(std::size_t frame);
    /// Moves the playhead to the frame nearest @p time, s.
    void seekTime(Real time);
    /// Moves the playhead to @p time, s, between frames if needed, clamped to the run.
    void seekExactly(Real time);
    /// Shows the instant @p time, s, of the paused worker of the current run until the playhead moves or the model is
    /// edited: time() is this, and frame() the last frame before it. Pauses playback.
    void pauseAt(Real time);

Q_SIGNALS:
    /// Playback started or paused.
    void playingChanged();
    void playheadMoved();

private:
    RunList::Origin nextOrigin() const;
    enum class Kind { Ahead, Live };
    void prepare() const {
        if (prepare_) prepare_();
    }
    void begin(const State& initial, const RunList::Origin& origin, PullTrack pulls, Kind kind);
    QString branch(const PullTrack& loads, Kind kind);
    /// True if the displayed frame is the newest of a live run.
    bool isAtLiveEnd() const;
    void holdLiveRun();
    /// Follows the worker of a live run if its end is displayed; returns false otherwise.
    bool followLiveRun(double wallSeconds);
    void currentRunChanged();
    /// Displays the initial pose.
    void showStart();
    void tick();
    void advance(double wallSeconds);
    void setPlaying(bool playing);
    /// Sets the playing flag without emitting.
    void holdPlaying(bool playing);
    void moveTo(RunInstant instant);
    void scheduleTicks();

    RunList& runs_;
    CompiledModelPtr model_;
    MakeMonitor makeMonitor_;
    std::function<QString()> nameOfNext_;
    std::function<void()> prepare_;
    std::function<bool(const RunEstimate&)> consent_;

    /// The live run started last.
    std::weak_ptr<SimulationRun> live_;
    /// True if the playhead follows `live_`.
    bool following_ = false;
    bool branching_ = false;
    bool showsFrame_ = false;
    std::size_t frame_ = 0;
    /// Displayed time after frame_, s; empty: exactly at the frame.
    std::optional<Real> between_;
    /// Time of the paused worker while it is displayed, s.
    std::optional<Real> pauseTime_;
    bool playing_ = false;
    bool stepWhenComputed_ = false;
    Real speed_ = 1;
    std::optional<Loop> loop_;
    /// Continuous playhead time during playback, s.
    Real clock_ = 0;

    QTimer timer_{this};
    QElapsedTimer wall_;
    int tickInterval_ = 16;
    struct Sample {
        double wall;
        Real clock;
    };
    std::deque<Sample> samples_;
    double wallPlayed_ = 0;
};

}  // namespace trammel::ui
