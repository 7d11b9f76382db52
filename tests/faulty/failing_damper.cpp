// SPDX-License-Identifier: Apache-2.0
// A joint damper that throws from a time on: as many seconds as its damping. Any program that links it has the type.
#include <stdexcept>

#include "compile/catalog.h"
#include "multibody/forces/mobility_damper.h"

namespace trammel::test {
namespace {

class FailingDamper : public MobilityDamper {
public:
    static constexpr const char* key = "failingDamper";
    static constexpr const char* label = "Damper that fails";
    static constexpr const char* doc = "A joint damper that throws while it is realized.";
    static constexpr const char* choose = "Never: it is wrong.";

    using MobilityDamper::MobilityDamper;
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        if (k.state.getTime() >= get(value).damping) throw std::out_of_range("vector::_M_range_check");
        MobilityDamper::addInForce(k, value, sum);
    }
};

[[maybe_unused]] const bool added = [] {
    addCustomType(describeForce<FailingDamper>());
    return true;
}();

}  // namespace
}  // namespace trammel::test
