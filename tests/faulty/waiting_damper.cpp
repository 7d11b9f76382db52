// SPDX-License-Identifier: Apache-2.0
// A joint damper that holds runs as long as a test needs. Any program that links it has the type.
#include "tests/faulty/waiting_damper.h"

#include "compile/catalog.h"
#include "multibody/forces/mobility_damper.h"

namespace trammel::test {

std::function<void()> onDamperForce;

namespace {

class WaitingDamper : public MobilityDamper {
public:
    static constexpr const char* key = "waitingDamper";
    static constexpr const char* label = "Damper that waits";
    static constexpr const char* doc = "A joint damper that holds runs for a test.";
    static constexpr const char* choose = "Never: it is for tests.";

    using MobilityDamper::MobilityDamper;
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        // At the start the window itself computes forces.
        if (k.state.getTime() > 0 && onDamperForce) onDamperForce();
        MobilityDamper::addInForce(k, value, sum);
    }
};

[[maybe_unused]] const bool added = [] {
    addCustomType(describeForce<WaitingDamper>());
    return true;
}();

}  // namespace
}  // namespace trammel::test
