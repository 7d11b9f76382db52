// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "math/scalar.h"

namespace trammel {

class SimulationRun;
class State;

/// An instant of a run: a stored frame, or one after it and before the next.
struct RunInstant {
    RunInstant(std::size_t storedFrame = 0) : frame(storedFrame) {}
    RunInstant(std::size_t storedFrame, Real time) : frame(storedFrame), between(time) {}
    bool operator==(const RunInstant&) const = default;

    /// The stored frame, or the last one before.
    std::size_t frame = 0;
    /// Its time, s, if it is no stored frame's.
    std::optional<Real> between;
};

/// The instant of @p run that is at @p time, s, or the nearest the run has. Frames within 1e-9 s of it are at it. The run
/// must have frames.
RunInstant findInstant(const SimulationRun& run, Real time);

/// Put an instant of @p run into @p state, as SimulationRun::restoreFrame() does with frames. Between two frames
///
///     y(t) = cubic in t that has y and ydot of both frames            (Hermite),
///
/// put back on the constraints, quaternions of length 1, prescribed motions exact; discrete variables are those of the frame
/// before. The error is of the order of h⁴ for h between the frames. Where an event lies between the two, y is a
/// parabola on each side of it, from the frame on that side, and jumps as it does in the run.
///
/// Cost: realizes two States to Acceleration, and one to Velocity.
void restoreInstant(const SimulationRun& run, RunInstant instant, State& state);

}  // namespace trammel
