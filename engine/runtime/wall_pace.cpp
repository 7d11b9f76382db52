// SPDX-License-Identifier: Apache-2.0
#include "runtime/wall_pace.h"

namespace trammel {

namespace {
/// Maximum lag behind the requested pace; beyond it the pace restarts at the current time, s.
constexpr Real MostLate = 0.02;
}  // namespace

void WallPace::setSpeed(Real speed) {
    if (speed_ == speed) return;
    speed_ = speed;
    restart();
}

Real WallPace::calcWait(Real now, Real time) {
    if (speed_ <= 0) return 0;
    if (!began_) began_ = Start{now, time};
    const Real wait = began_->wall + (time - began_->time) / speed_ - now;
    if (wait > 0) return wait;
    if (wait < -MostLate) restart();
    return 0;
}

}  // namespace trammel
