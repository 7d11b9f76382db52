// SPDX-License-Identifier: Apache-2.0
#include "runtime/state_interpolation.h"

namespace trammel {

StateKnot StateKnot::of(const State& state) {
    return {state.getTime(), state.getY(), state.getYDot(), state.getQDotDot(), true};
}

Vector alongCubic(const StateKnot& a, const StateKnot& b, Real t) {
    const Real h = b.time - a.time, s = (t - a.time) / h;
    const Real fromB = s * s * (3 - 2 * s);
    Vector y = (1 - fromB) * a.y + fromB * b.y;
    if (a.moves && b.moves)
        y += h * s * (1 - s) * ((1 - s) * a.ydot - s * b.ydot);
    else
        y = (1 - s) * a.y + s * b.y;
    return y;
}

}  // namespace trammel
