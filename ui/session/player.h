// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "runtime/run_instant.h"
#include "runtime/simulation_run.h"
#include "ui/session/run_list.h"

namespace trammel::ui {

/// The playhead in the current run: play, pause, step, scrub. Starts runs, and lets them go on from a frame of another.
///
/// The worker computes ahead at full speed; playing moves the playhead through what is there, at wall time times
/// speed(). Pausing, scrubbing and stepping move only the playhead. Nothing here ticks while nothing moves.
///
/// The worker of a live run does not compute ahead: it keeps to the speed of play, and waits while anything but its end
/// is in view. So what is in view can be pulled.
class Player : public QObject {
    Q_OBJECT

public:
    /// @param runs must outlive the player
    explicit Player(RunList& runs, QObject* parent = nullptr);
    ~Player() override;

    /// The model that the next run starts from; null: none can start. The runs there are stay as they are.
    void setModel(CompiledModelPtr model);
    /// The model's numbers were edited: all runs are from before. Paused at a frame from which the edited model may go
    /// on (@p mayGoOn), that frame stays in view and the next run branches off there; else the start pose is shown. No
    /// signal.
    void markEdited(bool mayGoOn = false);
    /// Playing now starts a branch at the frame in view.
    bool isBranching() const { return branching_; }
    /// Asked for what to call each new run.
    void setNaming(std::function<QString()> name) { nameOfNext_ = std::move(name); }
    using MakeMonitor = std::function<std::shared_ptr<RunMonitor>(const CompiledModelPtr&)>;
    /// Asked for who is to watch each new run; none: nobody.
    void setMonitors(MakeMonitor make) { makeMonitor_ = std::move(make); }
    /// Back to the start pose of another document, whose runs have been forgotten. No signal.
    void clear();

    /// The current run; null before the first.
    const SimulationRun* run() const { return runs_.current() ? runs_.current()->run.get() : nullptr; }
    /// How the current run was doing when last asked.
    const RunStatus& status() const;
    /// Whether the worker of the current run is at work.
    bool isComputing() const { return runs_.current() && runs_.current()->isComputing(); }
    /// The current run is of a model that was edited since.
    bool isOutdated() const { return runs_.current() && runs_.current()->outdated; }

    /// Whether the playhead is on a frame of the run, rather than on the start pose of the model.
    bool showsFrame() const { return showsFrame_; }
    /// The frame in view, or the last before what is in view; 0 for the start pose.
    std::size_t frame() const { return frame_; }
    /// What is in view is computed from the frames before and after it.
    bool isBetweenFrames() const { return between_.has_value(); }
    RunInstant instant() const { return between_ ? RunInstant(frame_, *between_) : RunInstant(frame_); }
    /// Frames there are to scrub through.
    std::size_t frameCount() const;
    /// Simulated seconds, of what is in view.
    Real time() const;
    Real startTime() const;
    /// Up to which time frames exist.
    Real computedEnd() const;
    /// Up to which time the run goes, or the next one will.
    Real plannedEnd() const;

    bool isPlaying() const { return playing_; }
    Real speed() const { return speed_; }
    /// Simulated seconds to pass per second of wall time while playing; negative: backwards.
    void setSpeed(Real speed);
    /// The part of the run that is played again and again, s; none: all of it once.
    struct Loop {
        Real from, to;
    };
    const std::optional<Loop>& loop() const { return loop_; }
    void setLoop(std::optional<Loop> range) { loop_ = range; }
    /// Simulated over wall seconds, measured while playing; negative while there is nothing to measure.
    Real realTimeFactor() const;
    /// Milliseconds between two frames drawn while playing.
    void setFrameInterval(int milliseconds) { tickInterval_ = milliseconds; }

    /// Plays on from the playhead. Starts a run when there is none to play, a branch when isBranching(), and plays anew
    /// from the end.
    void play();
    void pause();
    void toggle() { playing_ ? pause() : play(); }
    /// Starts a new run from the model's start pose, and plays it.
    /// @param loads what acts on bodies, by hands counted from 1
    void startNewRun(const PullTrack& loads = {});
    /// Lets the model, as it is now, go on from the frame in view in a new run; the run in view stays as it is, and the
    /// new one is pulled as that one was. Returns why that cannot be, one sentence; empty if it was done.
    QString branch(const PullTrack& loads = {});
    /// Starts a live run from the model's start pose, and plays it.
    void startLive();
    /// The run in view is a live one that is not over.
    bool isLive() const;
    /// From now on hand 0 pulls at @p body in this way. The live run whose end is in view goes on; from any other frame
    /// in view a live run branches off, in which what the hand did later in the run in view does not happen. Returns why
    /// that cannot be, one sentence; empty if it was done.
    QString beginPull(ElementId body, const PullLoad& load);
    /// It pulls otherwise.
    void pull(ElementId body, const PullLoad& load);
    void endPull();
    /// Cancels the worker; what it computed stays.
    void stop();
    /// Back to the start pose; paused.
    void reset();
    /// Moves the playhead by whole frames; paused. The first step forward without a run starts one.
    void stepFrames(int count);
    void toEnd();
    void seekFrame(std::size_t frame);
    /// Moves the playhead to the frame nearest to @p time.
    void seekTime(Real time);
    /// Moves it to @p time itself, between two frames perhaps, or to the end of the run that is nearer.
    void seekExactly(Real time);

Q_SIGNALS:
    /// Playing or paused.
    void playingChanged();
    void playheadMoved();

private:
    RunList::Origin nextOrigin() const;
    enum class Kind { Ahead, Live };
    void begin(const State& initial, const RunList::Origin& origin, PullTrack pulls, Kind kind);
    QString branch(const PullTrack& loads, Kind kind);
    /// The frame in view is the newest of a live run.
    bool isAtLiveEnd() const;
    void holdLiveRun();
    /// Goes along with the worker of a live run, if its end is in view; false if not.
    bool followLiveRun(double wallSeconds);
    void currentRunChanged();
    /// The start pose is in view.
    void showStart();
    void tick();
    void advance(double wallSeconds);
    void setPlaying(bool playing);
    /// The same, without a signal.
    void holdPlaying(bool playing);
    void moveTo(RunInstant instant);
    void scheduleTicks();

    RunList& runs_;
    CompiledModelPtr model_;
    MakeMonitor makeMonitor_;
    std::function<QString()> nameOfNext_;

    /// The last live run begun.
    std::weak_ptr<SimulationRun> live_;
    /// The playhead goes along with it.
    bool following_ = false;
    bool branching_ = false;
    bool showsFrame_ = false;
    std::size_t frame_ = 0;
    /// The time in view, after frame_; none: that of the frame.
    std::optional<Real> between_;
    bool playing_ = false;
    bool stepWhenComputed_ = false;
    Real speed_ = 1;
    std::optional<Loop> loop_;
    /// The exact playhead while playing, between frames too.
    Real clock_ = 0;

    QTimer timer_;
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
