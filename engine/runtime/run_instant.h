// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "math/scalar.h"

namespace trammel {

class SimulationRun;
class State;

/// An instant of a run: a frame, or a time between two frames.
struct RunInstant {
    RunInstant(std::size_t storedFrame = 0) : frame(storedFrame) {}
    RunInstant(std::size_t storedFrame, Real time) : frame(storedFrame), between(time) {}
    bool operator==(const RunInstant&) const = default;

    /// The frame, or the last one before.
    std::size_t frame = 0;
    /// Its time, s, unless it is a frame.
    std::optional<Real> between;
};

/// The instant of @p run at @p time, s, or the closest one. Frames within 1e-9 s match. The run must have frames.
RunInstant findInstant(const SimulationRun& run, Real time);

/// Restores an instant of @p run in @p state, like SimulationRun::restoreFrame() for frames. Between two frames
///
///     y(t) = cubic in t with y and ydot of both frames            (Hermite),
///
/// projected onto the constraints, with quaternions normalized and prescribed motions exact; discrete variables are
/// those of the frame before. The error is of order h⁴ for an interval h. With an event between the two, y is a
/// parabola on either side, from the frame on that side, with the jump of the run.
///
/// Cost: realizes two States to Acceleration, and one to Velocity.
void restoreInstant(const SimulationRun& run, RunInstant instant, State& state);

}  // namespace trammel
