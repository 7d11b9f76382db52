// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>

#include "runtime/simulation_run.h"

namespace trammel::ui {

/// The run, and the playhead in it: play, pause, step, scrub.
///
/// The worker computes ahead at full speed; playing moves the playhead through what is there, at wall time times
/// speed(). Pausing, scrubbing and stepping move only the playhead. Nothing here ticks while nothing moves.
class Player : public QObject {
    Q_OBJECT

public:
    explicit Player(QObject* parent = nullptr);
    ~Player() override;

    /// The model that the next run starts from; null: none can start. The present run stays as it is.
    void setModel(CompiledModelPtr model);
    /// The model's numbers were edited: the present run is one from before, and the start pose is shown. No signal.
    void markEdited();
    using MakeMonitor = std::function<std::shared_ptr<RunMonitor>(const CompiledModelPtr&)>;
    /// Asked for who is to watch each new run; none: nobody.
    void setMonitors(MakeMonitor make) { makeMonitor_ = std::move(make); }
    /// Ends and forgets the run. No signal.
    void clear();

    /// Null before the first run.
    const SimulationRun* run() const { return run_.get(); }
    /// How the run was doing when last asked.
    const RunStatus& status() const { return status_; }
    /// Whether the worker is at work.
    bool isComputing() const { return run_ && status_.phase == RunPhase::Running; }
    /// The run is of a model that was edited since.
    bool isOutdated() const { return outdated_; }

    /// Whether the playhead is on a frame of the run, rather than on the start pose of the model.
    bool showsFrame() const { return showsFrame_; }
    /// The frame in view; 0 for the start pose.
    std::size_t frame() const { return frame_; }
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
    /// Simulated seconds to pass per second of wall time while playing.
    void setSpeed(Real speed) { speed_ = speed; }
    /// Simulated over wall seconds, measured while playing; negative while there is nothing to measure.
    Real realTimeFactor() const;
    /// Milliseconds between two frames drawn while playing.
    void setFrameInterval(int milliseconds) { tickInterval_ = milliseconds; }

    /// Plays on from the playhead. Starts a run when there is none to play, and anew at the end.
    void play();
    void pause();
    void toggle() { playing_ ? pause() : play(); }
    /// Starts a new run from the model's start pose, and plays it.
    void startNewRun();
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

Q_SIGNALS:
    /// The run itself: started, grew, ended; playing or paused.
    void runChanged();
    void playheadMoved();

private:
    void begin(bool playing);
    void tick();
    void poll();
    void advance(double wallSeconds);
    void setPlaying(bool playing);
    /// The same, without a signal.
    void holdPlaying(bool playing);
    void moveTo(std::size_t frame);
    void scheduleTicks();

    CompiledModelPtr model_;
    MakeMonitor makeMonitor_;
    std::unique_ptr<SimulationRun> run_;
    RunStatus status_;
    bool outdated_ = false;

    bool showsFrame_ = false;
    std::size_t frame_ = 0;
    bool playing_ = false;
    bool stepWhenComputed_ = false;
    Real speed_ = 1;
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
