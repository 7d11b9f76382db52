// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "math/scalar.h"

namespace trammel {

/// Limits simulated time to a multiple of wall time. Late computation does not catch up. Wall times are arguments, in s
/// from any origin.
class WallPace {
public:
    Real getSpeed() const { return speed_; }
    /// Sets simulated seconds per second of wall time; 0: no limit. Another speed restarts the measurement.
    void setSpeed(Real speed);
    /// Measures from the next calcWait() on.
    void restart() { began_.reset(); }
    /// Time to wait from wall time @p now before computing beyond simulated @p time, s; 0: none.
    Real calcWait(Real now, Real time);

private:
    Real speed_ = 0;
    /// Wall and simulated time at the start; empty: to be measured.
    struct Start {
        Real wall, time;
    };
    std::optional<Start> began_;
};

}  // namespace trammel
