// SPDX-License-Identifier: Apache-2.0
// A joint damper that throws from a time on: as many seconds as its damping. Any program that links it has the type.
#include <stdexcept>

#include "tests/faulty/acting_damper.h"

namespace trammel::test {
namespace {

struct FailingDamper {
    static constexpr const char* key = "failingDamper";
    static constexpr const char* label = "Damper that fails";
    static constexpr const char* doc = "A joint damper that throws while it is realized.";
    static void act(const State& s, const MobilityDamperParameters& p) {
        if (s.getTime() >= p.damping) throw std::out_of_range("vector::_M_range_check");
    }
};

[[maybe_unused]] const bool added = addActingDamper<FailingDamper>();

}  // namespace
}  // namespace trammel::test
