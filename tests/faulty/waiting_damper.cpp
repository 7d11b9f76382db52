// SPDX-License-Identifier: Apache-2.0
// A joint damper that holds runs as long as a test needs. Any program that links it has the type.
#include "tests/faulty/waiting_damper.h"

#include "tests/faulty/acting_damper.h"

namespace trammel::test {

std::function<void()> onDamperForce;

namespace {

struct WaitingDamper {
    static constexpr const char* key = "waitingDamper";
    static constexpr const char* label = "Damper that waits";
    static constexpr const char* doc = "A joint damper that holds runs for a test.";
    static void act(const State& s, const MobilityDamperParameters&) {
        // At the start the window itself computes forces.
        if (s.getTime() > 0 && onDamperForce) onDamperForce();
    }
};

[[maybe_unused]] const bool added = addActingDamper<WaitingDamper>();

}  // namespace
}  // namespace trammel::test
