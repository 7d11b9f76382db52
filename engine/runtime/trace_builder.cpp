// SPDX-License-Identifier: Apache-2.0
#include "runtime/trace_builder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <limits>

#include "inspect/realization.h"

namespace trammel {

namespace {
/// Relative to the size of a path: less than a pixel on a full screen.
constexpr Real Tolerance = 1. / 2000;
/// Per interval between two frames.
constexpr int MostPieces = 32;
/// Largest difference of displacement and mean velocity at which the cubic is used, relative to the speed. Half a turn in a
/// circle has 0.64.
constexpr Real ClearMotion = 0.5;
/// Maximum number of consecutive points on one segment.
constexpr std::size_t MostPending = 64;

/// Distance of a point from the segment between two points.
Real distance(const Vec3& from, const Vec3& to, const Vec3& point) {
    const Vec3 along = to - from, there = point - from;
    const Real square = along.squaredNorm();
    const Real part = square > 0 ? std::clamp(there.dot(along) / square, 0., 1.) : 0;
    return (there - part * along).norm();
}

/// True if the motion between two instants @p seconds apart is simple enough for a cubic.
bool isClear(const TraceMotion& from, const TraceMotion& to, Real seconds) {
    const Vec3 expected = (from.velocity + to.velocity) * (seconds / 2);
    const Real farthest = std::max(from.velocity.norm(), to.velocity.norm()) * seconds;
    return (to.position - from.position - expected).norm() <= ClearMotion * farthest;
}

/// Bézier cubic from positions and velocities at both ends.
struct Cubic {
    Vec3 p0, p1, p2, p3;
    Cubic(const TraceMotion& from, const TraceMotion& to, Real seconds)
        : p0(from.position),
          p1(from.position + from.velocity * (seconds / 3)),
          p2(to.position - to.velocity * (seconds / 3)),
          p3(to.position) {}
    /// Upper bound of its distance from the chord.
    Real bend() const { return 0.75 * std::max(distance(p0, p3, p1), distance(p0, p3, p2)); }
    Vec3 at(Real s) const {
        const Real r = 1 - s;
        return r * r * r * p0 + 3 * r * r * s * p1 + 3 * r * s * s * p2 + s * s * s * p3;
    }
};
}  // namespace

TraceBuilder::TraceBuilder(std::shared_ptr<const SimulationRun> run, CompiledModelPtr model, std::size_t mostPoints)
    : run_(std::move(run)),
      model_(std::move(model)),
      mostPoints_(mostPoints),
      state_(run_->getInitialState()),
      paths_(model_->getTraces().size()),
      growth_(paths_.size()) {}

Real TraceBuilder::Growth::tolerance() const {
    const Real size = (high - low).norm();
    return std::isfinite(size) ? coarseness * Tolerance * size : 0;
}

void TraceBuilder::gather(const TaskControl& control, double seconds) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const std::size_t available = run_->getTrajectory()->size();
    try {
        while (gathered_ < available && !control.isCanceled() && Clock::now() < end) {
            take(gathered_);
            ++gathered_;
        }
    } catch (...) {
        // The displayed frame shows the reason.
        failed_ = true;
    }
}

void TraceBuilder::take(std::size_t frame) {
    run_->restoreFrame(frame, state_);
    realize(*model_, state_, Stage::Velocity);
    const Real time = state_.getTime(), interval = time - lastTime_;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
        Path& path = paths_[i];
        Growth& growth = growth_[i];
        const TraceMotion now = calcTraceMotion(*model_, i, state_);
        growth.low = growth.low.cwiseMin(now.position);
        growth.high = growth.high.cwiseMax(now.position);
        const Cubic way(growth.last, now, interval);
        // Turning back within the interval is clear, too, unless it is out of proportion.
        const bool isPlausible =
            isClear(growth.last, now, interval) && way.bend() < (growth.high - growth.low).norm() / 2;
        if (frame > 0 && interval > 0 && isPlausible) {
            const Real tolerance = std::max(growth.tolerance(), std::numeric_limits<Real>::min());
            // With n segments the error decreases by n^2.
            const Real pieces = std::ceil(std::sqrt(way.bend() / tolerance));
            const int count = pieces < MostPieces ? static_cast<int>(pieces) : MostPieces;
            for (int k = 1; k < count; ++k) add(path, growth, way.at(Real(k) / count), frame);
        }
        add(path, growth, now.position, frame);
        growth.last = now;
    }
    lastTime_ = time;
}

void TraceBuilder::add(Path& path, Growth& growth, const Vec3& point, std::size_t frame) {
    if (path.points.empty()) {
        path.points.push_back(point);
        path.frames.push_back(frame);
        path.retraced.push_back(0);
        return;
    }
    const Real tolerance = growth.tolerance();
    const bool straight =
        path.tail.size() < MostPending && std::all_of(path.tail.begin(), path.tail.end(), [&](const Vec3& each) {
            return distance(path.points.back(), point, each) <= tolerance;
        });
    if (!straight && !path.tail.empty()) {
        endSegment(path, growth);
        if (path.points.size() >= mostPoints_) thin(path, growth);
    }
    path.tail.push_back(point);
    path.tailFrames.push_back(frame);
}

void TraceBuilder::endSegment(Path& path, Growth& growth) {
    // Both of two parts may deviate by the tolerance. A path that still grows is compared with less of itself.
    constexpr Real grown = 1.5;
    const Real cell = 2 * growth.tolerance();
    if (cell > grown * growth.coverage.getCell()) growth.coverage.restart(cell);
    const bool isRetraced = growth.coverage.add(path.points.back(), path.tail.back());
    path.retraced.push_back(isRetraced ? path.retraced.back() + 1 : 0);
    path.points.push_back(path.tail.back());
    path.frames.push_back(path.tailFrames.back());
    path.tail.clear();
    path.tailFrames.clear();
}

void TraceBuilder::thin(Path& path, Growth& growth) {
    Path thinned;
    thinned.version = path.version + 1;
    // Until half of them remain.
    while (true) {
        growth.coarseness *= 2;
        const Real tolerance = growth.tolerance();
        thinned.points = {path.points.front()};
        thinned.frames = {path.frames.front()};
        thinned.retraced = {0};
        std::size_t start = 0;
        for (std::size_t k = 1; k < path.points.size(); ++k) {
            bool straight = k + 1 < path.points.size() && k - start < MostPending;
            for (std::size_t between = start + 1; straight && between <= k; ++between)
                straight = distance(path.points[start], path.points[k + 1], path.points[between]) <= tolerance;
            if (straight) continue;
            thinned.points.push_back(path.points[k]);
            thinned.frames.push_back(path.frames[k]);
            // All of the segments that it replaces are.
            const bool isRetraced = path.retraced[k] >= k - start;
            thinned.retraced.push_back(isRetraced ? thinned.retraced.back() + 1 : 0);
            start = k;
        }
        if (2 * thinned.points.size() <= path.points.size() || tolerance == 0 || growth.coarseness > 1e6) break;
    }
    path = std::move(thinned);
}

}  // namespace trammel
