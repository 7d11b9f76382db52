// SPDX-License-Identifier: Apache-2.0
// Uses every module of the library, both header-only and compiled code.
#include <cmath>
#include <cstdio>

#include "base/exceptions.h"
#include "decoration/decorative_geometry.h"
#include "functions/kinds.h"
#include "integrate/methods/registry.h"
#include "math/rotation.h"
#include "multibody/multibody_system.h"
#include "system/state.h"

using namespace trammel;

int main() {
    Vector x(4), y(4);
    for (int i = 0; i < 4; ++i) y[i] = 2 * (x[i] = i) + 1;
    const Spline line = SplineFitter<Real>::fitForSmoothingParameter(3, x, y, 0).getSpline();

    const bool interpolates = std::abs(line.calcValue(1.5) - 4) < 1e-12;
    const bool hasIntegrators = !integratorTypes().empty();
    const bool startsEmpty = State().getSystemStage() == Stage::Empty;
    bool refuses = false;
    try {
        line.calcValue(Vector(2));
    } catch (const Exception& refusal) {
        std::printf("%s\n", refusal.what());
        refuses = true;
    }
    MultibodySystem system;
    const bool realizes = system.realizeTopology().getNU() == 0;
    return interpolates && hasIntegrators && startsEmpty && refuses && realizes ? 0 : 1;
}
