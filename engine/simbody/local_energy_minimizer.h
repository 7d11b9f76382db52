// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/multibody_system.h"

namespace SimTK {

/// Moves a system to a pose near the current one in which its potential energy has a minimum.
class LocalEnergyMinimizer {
public:
    /// Changes the free coordinates, with all position constraints satisfied; speeds are kept.
    /// @param tolerance on changes of energy and coordinates, relative. Throws Exception if no minimum is found.
    static void minimizeEnergy(const MultibodySystem& system, State& state, Real tolerance);

private:
    class Energy;
};

}  // namespace SimTK
