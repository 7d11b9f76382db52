// SPDX-License-Identifier: Apache-2.0
// A plugin whose type has a constructor that does not end, for tests.
#include <unistd.h>

#include "plugin/plugin.h"

using namespace SimTK;
using namespace trammel::plugin;

namespace {

class Hanging : public Force::Custom::Implementation {
public:
    static constexpr const char* key = "hanging";
    static constexpr const char* label = "Hanging";
    static constexpr const char* doc = "Has a constructor that does not end.";
    static std::vector<Property> properties() { return {}; }
    explicit Hanging(const Site&) {
        for (;;) pause();
    }
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {}
    Real calcPotentialEnergy(const State&) const override { return 0; }
};

}  // namespace

TRAMMEL_PLUGIN("hanging", force<Hanging>())
