// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace trammel::test {

/// Called by dampers of type "waitingDamper" whenever they compute a force after the start, on the thread of the run. To be
/// set before any such run starts.
extern std::function<void()> onDamperForce;
/// Called whenever such a damper is built, on the thread that compiles its model.
extern std::function<void()> onDamperBuilt;

}  // namespace trammel::test
