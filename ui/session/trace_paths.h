// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "runtime/simulation_run.h"

namespace trammel::ui {

/// The path, or a part of it, as drawn.
DecorativeGeometry makeTraceLine(const CompiledModel::Trace& trace, std::vector<Vec3> points, Real opacity);

/// How a trace is drawn.
struct TraceStyle {
    /// Duration of the path drawn behind the point, s; 0: all of it.
    Real tail = 0;
    bool isByTime = false;
};

/// Paths of a model's traced points over a run, computed on a background thread.
class TracePaths : public QObject {
    Q_OBJECT

public:
    explicit TracePaths(QObject* parent = nullptr);
    ~TracePaths() override;

    /// Follows @p run as seen by @p model from its first frame; null clears.
    void follow(std::shared_ptr<const SimulationRun> run, CompiledModelPtr model);
    /// Appends each path to @p scene: the whole path translucent, the part before frame @p now opaque up to the point's
    /// place in @p state (a State of @p model, realized to Position), if that is an instant of the run and not @p edited.
    /// Of a trace with a tail, only that.
    void appendTo(Scene& scene, std::size_t now, const CompiledModel& model, const State& state,
                  bool edited = false) const;
    /// True if the paths cover all frames stored so far.
    bool isUpToDate() const;

Q_SIGNALS:
    void grown();

private:
    struct Work;
    /// A part of a path drawn as one object; the next part starts at its last point.
    struct Part {
        std::vector<Vec3> points;
        std::vector<std::size_t> frames;
        /// Band of time, if the color shows time.
        int band = 0;
    };
    struct Path {
        std::vector<Part> parts;
        Part tail;
        std::size_t taken = 0;
        int version = 0;
    };
    /// A trace at one instant, while it is added to a scene.
    struct Instant;
    void advance();
    int bandOf(std::size_t trace, std::size_t frame) const;
    void appendWhole(const Instant& at) const;
    void appendTail(const Instant& at) const;
    /// Result of taking computed points, limited per call to keep the window responsive: whether there were any, and
    /// whether none remain.
    struct Taken {
        bool any = false, all = true;
    };
    Taken takeNew();
    void stop();

    std::shared_ptr<const SimulationRun> run_;
    CompiledModelPtr model_;
    /// Indexed by trace.
    std::vector<TraceStyle> styles_;
    std::vector<Path> paths_;
    std::unique_ptr<Work> work_;
    /// Canceled work, kept until its threads have ended.
    std::vector<std::unique_ptr<Work>> ending_;
    QTimer timer_{this};
};

}  // namespace trammel::ui
