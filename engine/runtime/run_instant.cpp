// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_instant.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "multibody/multibody_system.h"
#include "runtime/simulation_run.h"
#include "runtime/state_interpolation.h"

namespace trammel {

namespace {
/// Frames closer than this, s, are at the requested time.
constexpr Real SameInstant = 1e-9;

/// Constraint tolerance of interpolated states.
constexpr Real Closed = 1e-10;

StateKnot knotAt(const SimulationRun& run, std::size_t frame, State& scratch) {
    run.restoreFrame(frame, scratch);
    try {
        run.getModel()->getSystem().realize(scratch, Stage::Acceleration);
        return StateKnot::of(scratch);
    } catch (const std::exception&) {
        // Without accelerations, interpolate linearly.
        return {scratch.getTime(), scratch.getY(), {}, {}, false};
    }
}

/// Extrapolates one frame: q with its accelerations, u and z with their derivatives.
Vector alongParabola(const StateKnot& from, Real t) {
    const Real dt = t - from.time;
    Vector y = from.y;
    if (!from.moves) return y;
    y += dt * from.ydot;
    y.head(from.qdotdot.size()) += (dt * dt / 2) * from.qdotdot;
    return y;
}

/// First and last time of events after @p from and up to @p to; an empty interval if none exist.
std::pair<Real, Real> eventsBetween(const TrajectoryStore& frames, Real from, Real to) {
    const GrowingLog<RunEvent>& events = frames.getEvents();
    const auto firstAfter = [&](Real time) {
        std::size_t low = 0, high = events.size();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (events[middle].time > time)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    };
    const std::size_t first = firstAfter(from), end = firstAfter(to);
    if (first == end) return {Infinity, -Infinity};
    return {events[first].time, events[end - 1].time};
}
}  // namespace

RunInstant findInstant(const SimulationRun& run, Real time) {
    const TrajectoryStore& frames = *run.getTrajectory();
    const std::size_t frame = frames.findFrame(time);
    const auto isAt = [&](std::size_t k) {
        return k < frames.size() && std::abs(frames.getTime(k) - time) <= SameInstant;
    };
    if (isAt(frame)) return frame;
    if (isAt(frame + 1)) return frame + 1;
    if (time < frames.getTime(frame) || frame + 1 >= frames.size()) return frame;
    return {frame, time};
}

void restoreInstant(const SimulationRun& run, RunInstant instant, State& state) {
    const TrajectoryStore& frames = *run.getTrajectory();
    if (!instant.between || instant.frame + 1 >= frames.size()) return run.restoreFrame(instant.frame, state);
    const Real t = *instant.between;
    State scratch = run.getInitialState();
    const StateKnot a = knotAt(run, instant.frame, scratch), b = knotAt(run, instant.frame + 1, scratch);
    const auto [firstEvent, lastEvent] = eventsBetween(frames, a.time, b.time);

    run.restoreFrame(instant.frame, state);
    state.updTime() = t;
    const bool smooth = firstEvent > lastEvent;
    const Vector y = smooth ? alongCubic(a, b, t) : alongParabola(t < firstEvent ? a : b, t);
    state.setY(y);
    try {
        run.getModel()->getSystem().project(state, Closed);
    } catch (const std::exception&) {
        // If the pose cannot be projected, keep it.
        state.setY(y);
    }
}

}  // namespace trammel
