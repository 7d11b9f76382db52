// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/trace_paths.h"

#include <optional>
#include <utility>

#include "runtime/trace_builder.h"

namespace trammel::ui {

namespace {
constexpr int TraceInterval = 20;
/// Work between two checks for gathered points, s.
constexpr double Portion = 0.1;
/// Points per part: the unit that the view compares and rebuilds.
constexpr std::size_t PartPoints = 2000;
/// Points handed to the view per call, to keep the window responsive.
constexpr std::size_t MostTaken = 4000;
/// Frames that a path may lag the run and still be extended to the point's current place.
constexpr std::size_t Lag = 4;
constexpr Real FaintOpacity = 0.3;
constexpr Real Thickness = 2;
}  // namespace

DecorativeGeometry makeTraceLine(const CompiledModel::Trace& trace, std::vector<Vec3> points, Real opacity) {
    return DecorativeGeometry(decor::Polyline{std::move(points), false})
        .setColor(trace.color)
        .setOpacity(opacity)
        .setLineThickness(Thickness)
        .setRole(DecorationRole::Trace)
        .setElement(trace.element);
}

/// Owned by the thread while it works, by the window otherwise.
struct TracePaths::Work {
    Work(const std::shared_ptr<const SimulationRun>& run, const CompiledModelPtr& model) : gatherer(run, model) {}
    ~Work() { control.cancel(); }

    bool isBusy() const { return task && !task->isFinished(); }
    void start() {
        task.emplace([this] { gatherer.gather(control, Portion); });
    }

    TraceBuilder gatherer;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::optional<BackgroundWork> task;
};

TracePaths::TracePaths(QObject* parent) : QObject(parent) {
    timer_.setInterval(TraceInterval);
    connect(&timer_, &QTimer::timeout, this, &TracePaths::advance);
}
TracePaths::~TracePaths() = default;

void TracePaths::follow(std::shared_ptr<const SimulationRun> run, CompiledModelPtr model) {
    const bool anything = run && model && !model->getTraces().empty();
    if (!anything) {
        run.reset();
        model.reset();
    }
    if (run == run_ && model == model_) {
        // A paused run has resumed.
        if (work_ && !timer_.isActive() && !isUpToDate()) timer_.start();
        return;
    }
    stop();
    run_ = std::move(run);
    model_ = std::move(model);
    if (!run_) return;
    paths_.resize(model_->getTraces().size());
    work_ = std::make_unique<Work>(run_, model_);
    work_->start();
    timer_.start();
}

void TracePaths::stop() {
    paths_.clear();
    if (work_) {
        work_->control.cancel();
        ending_.push_back(std::move(work_));
    }
    if (!ending_.empty()) timer_.start();
}

bool TracePaths::isUpToDate() const { return !work_ || (!work_->isBusy() && work_->gatherer.isUpToDate()); }

void TracePaths::advance() {
    std::erase_if(ending_, [](const auto& work) { return !work->isBusy(); });
    bool waits = !ending_.empty();
    if (work_) {
        if (!work_->isBusy()) {
            // Read before taking points: frames stored later are taken next time.
            const bool ended = run_->getStatus().phase != RunPhase::Running;
            const bool all = work_->gatherer.isUpToDate();
            const Taken taken = takeWhatIsNew();
            if (taken.all && !all) work_->start();
            if (taken.any) Q_EMIT grown();
            waits = waits || !taken.all || !all || !ended;
        } else {
            waits = true;
        }
    }
    if (!waits) timer_.stop();
}

TracePaths::Taken TracePaths::takeWhatIsNew() {
    Taken taken;
    std::size_t left = MostTaken;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
        Path& path = paths_[i];
        const TraceBuilder::Path& gathered = work_->gatherer.getPaths()[i];
        if (gathered.version != path.version) path = {{}, {}, 0, gathered.version};
        for (; path.taken < gathered.points.size() && left > 0; ++path.taken, --left) {
            taken.any = true;
            const Vec3& point = gathered.points[path.taken];
            const std::size_t frame = gathered.frames[path.taken];
            if (path.parts.empty()) path.parts.emplace_back();
            path.parts.back().points.push_back(point);
            path.parts.back().frames.push_back(frame);
            if (path.parts.back().points.size() < PartPoints) continue;
            path.parts.push_back({{point}, {frame}});
        }
        if (path.taken < gathered.points.size()) {
            path.tail = {};
            taken.all = false;
            continue;
        }
        taken.any = taken.any || path.tail.points.size() != gathered.tail.size();
        path.tail = {gathered.tail, gathered.tailFrames};
    }
    return taken;
}

void TracePaths::appendTo(Scene& scene, std::size_t now, const CompiledModel& model, const State& state,
                          bool edited) const {
    // A branch that has not started may have another System.
    const bool isKnown = model_ && &model.getSystem() == &model_->getSystem();
    for (std::size_t i = 0; i < paths_.size(); ++i) {
        const CompiledModel::Trace& trace = model_->getTraces()[i];
        const Vec3 here = isKnown ? model_->calcTracePoint(i, state) : Vec3(0.);
        const std::vector<Part>& parts = paths_[i].parts;
        if (parts.empty()) continue;
        const Part& tail = paths_[i].tail;
        // Long runs lag; a straight line to the point's current place would be wrong.
        const bool isBehind = edited || !isKnown || tail.frames.empty() || tail.frames.back() + Lag < now;
        const auto add = [&](std::vector<Vec3> points, Real opacity) {
            if (points.empty()) points.push_back(parts.front().points.front());
            scene.geometry.push_back(makeTraceLine(trace, std::move(points), opacity));
        };
        // Each part keeps its place in the scene and its points at all instants; only its opacity changes. The part at
        // the current time is split there: its rest is still ahead.
        std::vector<Vec3> past, rest;
        const auto divide = [&](const Part& part) {
            for (std::size_t n = 0; n < part.points.size(); ++n)
                (part.frames[n] <= now ? past : rest).push_back(part.points[n]);
        };
        for (const Part& part : parts) {
            const bool isLast = &part == &parts.back();
            const bool isDivided = part.frames.front() <= now && (isLast || part.frames.back() > now);
            if (isDivided) divide(part);
            add(isDivided ? std::vector<Vec3>() : part.points, part.frames.back() <= now ? 1 : FaintOpacity);
            if (!isLast) continue;
            std::vector<Vec3> end;
            if (isDivided) {
                divide(tail);
            } else if (!tail.points.empty()) {
                end = {part.points.back()};
                end.insert(end.end(), tail.points.begin(), tail.points.end());
            }
            add(std::move(end), FaintOpacity);
        }
        if (!isBehind) {
            past.push_back(here);
            rest.insert(rest.begin(), here);
        }
        add(std::move(past), 1);
        add(std::move(rest), FaintOpacity);
    }
}

}  // namespace trammel::ui
