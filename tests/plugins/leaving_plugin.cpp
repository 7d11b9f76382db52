// SPDX-License-Identifier: Apache-2.0
// A plugin whose type ends the program, for tests.
#include <cstdlib>

#include "plugin/plugin.h"

using namespace SimTK;
using namespace trammel::plugin;

namespace {

class Leaving : public Force::Custom::Implementation {
public:
    static constexpr const char* key = "leaving";
    static constexpr const char* label = "Leaving";
    static constexpr const char* doc = "Ends the program when it is evaluated.";
    static std::vector<Property> properties() { return {}; }
    explicit Leaving(const Site&) {}
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override { std::exit(0); }
    Real calcPotentialEnergy(const State&) const override { return 0; }
};

}  // namespace

TRAMMEL_PLUGIN("leaving", force<Leaving>())
