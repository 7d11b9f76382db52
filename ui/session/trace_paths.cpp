// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/trace_paths.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "compile/catalog.h"
#include "compile/trace_type.h"
#include "runtime/trace_builder.h"
#include "ui/session/ending_work.h"

namespace trammel::ui {

namespace {
constexpr int TraceInterval = 20;
/// Work between two polls for computed points, s.
constexpr double Portion = 0.1;
/// Points per part: the unit that the view compares and rebuilds.
constexpr std::size_t PartPoints = 2000;
/// Points handed to the view per call, to keep the window responsive.
constexpr std::size_t MostTaken = 4000;
/// Frames that a path may lag the run and still be extended to the point's current place.
constexpr std::size_t Lag = 4;
/// Segments in succession along earlier parts of the path after which such ones are left out: a mechanism may repeat its
/// motion thousands of times. Fewer would make many parts of paths that cross themselves.
constexpr unsigned Retraced = 50;
constexpr Real FaintOpacity = 0.3;
constexpr Real Thickness = 2;

/// Colors of time, from the start of a run to its planned end, for light and dark backgrounds.
constexpr std::array<std::array<float, 3>, 4> TimeColors{
    {{0.2F, 0.4F, 0.95F}, {0.6F, 0.3F, 0.8F}, {0.9F, 0.3F, 0.35F}, {0.98F, 0.65F, 0.2F}}};
constexpr int TimeBands = 48;
/// Lines into which a tail is divided by age.
constexpr std::size_t TailBands = 12;

Color colorOfBand(int band) {
    const float place = (float(band) + 0.5F) / float(TimeBands) * float(TimeColors.size() - 1);
    const auto from = std::min(static_cast<std::size_t>(place), TimeColors.size() - 2);
    const float part = place - float(from);
    std::array<float, 3> mixed{};
    for (std::size_t i = 0; i < mixed.size(); ++i)
        mixed[i] = TimeColors[from][i] + part * (TimeColors[from + 1][i] - TimeColors[from][i]);
    return {mixed[0], mixed[1], mixed[2]};
}

TraceStyle styleOf(const CompiledModel& model, const CompiledModel::Trace& trace) {
    const Element& element = model.getDocument().get(trace.element);
    const TypeDescriptor& type = typeOf(element);
    return {element.valueAs<Real>(type, traceTailKey),
            element.valueAs<std::string>(type, traceColoringKey) == coloringByTime};
}
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
    ~Work() { cancel(); }

    void cancel() { control.cancel(); }
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
TracePaths::~TracePaths() { leaveWork(work_, ending_); }

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
    for (const CompiledModel::Trace& trace : model_->getTraces()) styles_.push_back(styleOf(*model_, trace));
    work_ = std::make_unique<Work>(run_, model_);
    work_->start();
    timer_.start();
}

void TracePaths::stop() {
    paths_.clear();
    styles_.clear();
    endWork(work_, ending_);
    if (isAnyBusy(ending_)) timer_.start();
}

bool TracePaths::isUpToDate() const { return !work_ || (!work_->isBusy() && work_->gatherer.isUpToDate()); }

void TracePaths::advance() {
    bool waits = isAnyBusy(ending_);
    if (work_) {
        if (!work_->isBusy()) {
            // Read before taking points: frames stored later are taken next time.
            const bool ended = run_->getStatus().phase != RunPhase::Running;
            const bool all = work_->gatherer.isUpToDate();
            const Taken taken = takeNew();
            if (taken.all && !all) work_->start();
            if (taken.any) Q_EMIT grown();
            waits = waits || !taken.all || !all || !ended;
        } else {
            waits = true;
        }
    }
    if (!waits) timer_.stop();
}

int TracePaths::bandOf(std::size_t trace, std::size_t frame) const {
    if (!styles_[trace].isByTime) return 0;
    const TrajectoryStore& frames = *run_->getTrajectory();
    const Real planned = run_->getOptions().settings.duration;
    const Real part = planned > 0 ? (frames.getTime(frame) - frames.getStartTime()) / planned : 0;
    return std::clamp(static_cast<int>(part * TimeBands), 0, TimeBands - 1);
}

TracePaths::Taken TracePaths::takeNew() {
    Taken taken;
    std::size_t left = MostTaken;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
        Path& path = paths_[i];
        const TraceBuilder::Path& gathered = work_->gatherer.getPaths()[i];
        // Tails and later colors are drawn along earlier parts too.
        const bool isPlain = styles_[i].tail == 0 && !styles_[i].isByTime;
        if (gathered.version != path.version) path = {{}, {}, 0, gathered.version};
        for (; path.taken < gathered.points.size() && left > 0; ++path.taken, --left) {
            taken.any = true;
            const Vec3& point = gathered.points[path.taken];
            const std::size_t frame = gathered.frames[path.taken];
            const int band = bandOf(i, frame);
            if (path.parts.empty()) path.parts.push_back({{}, {}, band});
            if (isPlain && gathered.retraced[path.taken] > Retraced) {
                // The next part, or the tail, starts here.
                if (path.parts.back().points.size() == 1) path.parts.pop_back();
                path.parts.push_back({{point}, {frame}, band});
                continue;
            }
            Part& part = path.parts.back();
            part.points.push_back(point);
            part.frames.push_back(frame);
            if (part.points.size() < PartPoints && band == part.band) continue;
            path.parts.push_back({{point}, {frame}, band});
        }
        if (path.taken < gathered.points.size()) {
            path.tail = {};
            taken.all = false;
            continue;
        }
        taken.any = taken.any || path.tail.points.size() != gathered.tail.size();
        path.tail = {gathered.tail, gathered.tailFrames, 0};
    }
    return taken;
}

struct TracePaths::Instant {
    const Path& path;
    const CompiledModel::Trace& trace;
    const TraceStyle& style;
    std::size_t now;
    Real time;
    /// The current place of the point, if a line to it would be correct.
    std::optional<Vec3> here;
    Scene& scene;

    const std::vector<Part>& parts() const { return path.parts; }
    /// Each part keeps its index in the scene, even while nothing of it is visible.
    void add(std::vector<Vec3> points, Real opacity, int band) const {
        if (points.empty()) points.push_back(parts().front().points.front());
        DecorativeGeometry line = makeTraceLine(trace, std::move(points), opacity);
        if (style.isByTime) line.setColor(colorOfBand(band));
        scene.geometry.push_back(std::move(line));
    }
    /// A tail in the colors of time, from its end to the point.
    void addByAge(const Part& tail, const TrajectoryStore& frames) const {
        std::array<std::vector<Vec3>, TailBands> lines;
        const auto extend = [&](std::vector<Vec3>& line, const Vec3& point, std::size_t before) {
            if (line.empty() && before > 0) line.push_back(tail.points[before - 1]);
            line.push_back(point);
        };
        for (std::size_t n = 0; n < tail.points.size(); ++n) {
            const Real place = 1 - (time - frames.getTime(tail.frames[n])) / style.tail;
            const auto band = std::size_t(std::clamp(place, 0., 1.) * Real(TailBands));
            extend(lines[std::min(band, TailBands - 1)], tail.points[n], n);
        }
        if (here) extend(lines.back(), *here, tail.points.size());
        for (std::size_t i = 0; i < TailBands; ++i)
            add(std::move(lines[i]), 1, int((2 * i + 1) * TimeBands / (2 * TailBands)));
    }
};

void TracePaths::appendTo(Scene& scene, std::size_t now, const CompiledModel& model, const State& state,
                          bool edited) const {
    // A branch that has not started may have another System.
    const bool isKnown = model_ && &model.getSystem() == &model_->getSystem();
    for (std::size_t i = 0; i < paths_.size(); ++i) {
        if (paths_[i].parts.empty()) continue;
        const Part& tail = paths_[i].tail;
        // Long runs lag; a straight line to the point's current place would be wrong.
        const bool isBehind = edited || !isKnown || tail.frames.empty() || tail.frames.back() + Lag < now;
        Instant at{paths_[i], model_->getTraces()[i], styles_[i], now, state.getTime(), std::nullopt, scene};
        if (!isBehind) at.here = model_->calcTracePoint(i, state);
        if (at.style.tail > 0)
            appendTail(at);
        else
            appendWhole(at);
    }
}

void TracePaths::appendWhole(const Instant& at) const {
    const Part& tail = at.path.tail;
    // Each part keeps its points at all instants; only its opacity changes. The part at the current time is split there:
    // its rest is still ahead.
    std::vector<Vec3> past, rest;
    int band = at.parts().front().band;
    const auto divide = [&](const Part& part) {
        for (std::size_t n = 0; n < part.points.size(); ++n)
            (part.frames[n] <= at.now ? past : rest).push_back(part.points[n]);
    };
    for (const Part& part : at.parts()) {
        const bool isLast = &part == &at.parts().back();
        const bool isDivided = part.frames.front() <= at.now && (isLast || part.frames.back() > at.now);
        if (isDivided) {
            divide(part);
            band = part.band;
        }
        at.add(isDivided ? std::vector<Vec3>() : part.points, part.frames.back() <= at.now ? 1 : FaintOpacity,
               part.band);
        if (!isLast) continue;
        std::vector<Vec3> end;
        if (isDivided) {
            divide(tail);
        } else if (!tail.points.empty()) {
            end = {part.points.back()};
            end.insert(end.end(), tail.points.begin(), tail.points.end());
        }
        at.add(std::move(end), FaintOpacity, part.band);
    }
    if (at.here) {
        past.push_back(*at.here);
        rest.insert(rest.begin(), *at.here);
    }
    at.add(std::move(past), 1, band);
    at.add(std::move(rest), FaintOpacity, band);
}

void TracePaths::appendTail(const Instant& at) const {
    const TrajectoryStore& frames = *run_->getTrajectory();
    const std::size_t first = frames.findFrame(std::max(at.time - at.style.tail, frames.getStartTime()));
    const auto within = [&](const Part& part) {
        Part seen;
        for (std::size_t n = 0; n < part.points.size() && part.frames[n] <= at.now; ++n) {
            if (part.frames[n] < first) continue;
            // The tail starts between two points of the path.
            if (seen.points.empty() && n > 0 && part.frames[n] > first) {
                const Real whole = Real(part.frames[n] - part.frames[n - 1]);
                const Real left = Real(part.frames[n] - first) / whole;
                seen.points.push_back(part.points[n] + left * (part.points[n - 1] - part.points[n]));
                seen.frames.push_back(first);
            }
            seen.points.push_back(part.points[n]);
            seen.frames.push_back(part.frames[n]);
        }
        return seen;
    };
    if (at.style.isByTime) {
        Part all;
        const auto append = [&](const Part& seen) {
            all.points.insert(all.points.end(), seen.points.begin(), seen.points.end());
            all.frames.insert(all.frames.end(), seen.frames.begin(), seen.frames.end());
        };
        for (const Part& part : at.parts()) append(within(part));
        append(within(at.path.tail));
        return at.addByAge(all, frames);
    }
    std::vector<Vec3> last;
    for (const Part& part : at.parts()) {
        std::vector<Vec3> seen = within(part).points;
        if (!seen.empty()) last = {seen.back()};
        at.add(std::move(seen), 1, part.band);
    }
    const std::vector<Vec3> newest = within(at.path.tail).points;
    last.insert(last.end(), newest.begin(), newest.end());
    if (at.here) last.push_back(*at.here);
    at.add(std::move(last), 1, 0);
}

}  // namespace trammel::ui
