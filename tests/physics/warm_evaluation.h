// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "system/system.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {

/// Realizes @p s to Acceleration at its pose and speeds at three times from @p time on: the third time without allocation.
inline void expectWarmEvaluationsDoNotAllocate(const System& system, State& s, Real time) {
    const Vector q = s.getQ(), u = s.getU();
    const auto compute = [&](Real t) {
        s.updTime() = t;
        s.updQ() = q;
        s.updU() = u;
        system.realize(s, Stage::Acceleration);
    };
    compute(time);
    compute(time + 0.1);
    const long before = allocationCount();
    compute(time + 0.2);
    EXPECT_EQ(allocationCount(), before);
}

}  // namespace trammel::test
