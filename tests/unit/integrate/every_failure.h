// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "integrate/integration_failure.h"

namespace trammel::test {

/// A message of each kind of failure that an integration can have.
inline std::vector<std::string> messageOfEveryFailure() {
    constexpr Real time = 1, step = 1e-9, accuracy = 1e-3;
    IntegrationFailure fixed = errorTestFailure(time, step, "speed of A");
    describeFixedStep(fixed, 0.1);
    std::vector<std::string> messages;
    for (const IntegrationFailure& failure :
         {fixed, errorTestFailure(time, step, "speed of A"), constraintFailure(time, step, "A", 0.1, accuracy),
          evaluationFailure(time, step, "No mass."), evaluationFailure(time, 0, "No mass."),
          iterationFailure(time, step, "A"), assemblyFailure(time, "A", 0.1), eventHandlerFailure(time, "It failed."),
          eventWitnessFailure(time, 2, "No length."), chatteringFailure(time, "A", 9, step, accuracy),
          accumulationFailure(time, time, "A", 9), crawlingFailure(time, step, "A")})
        messages.push_back(failure.full());
    return messages;
}

}  // namespace trammel::test
