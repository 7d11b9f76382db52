// SPDX-License-Identifier: Apache-2.0
// A joint damper that holds runs, or the compilation of models, as long as a test needs. Any program that links it has the type.
#include "tests/faulty/waiting_damper.h"

#include "tests/faulty/acting_damper.h"

namespace trammel::test {

std::function<void()> onDamperForce, onDamperBuilt;

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

class HoldingDamper : public ActingDamper<WaitingDamper> {
public:
    explicit HoldingDamper(const ElementInputs& in) : ActingDamper(in) {
        if (onDamperBuilt) onDamperBuilt();
    }
};

[[maybe_unused]] const bool addedHolding = [] {
    addCustomType(describeForce<HoldingDamper>());
    return true;
}();

}  // namespace
}  // namespace trammel::test
