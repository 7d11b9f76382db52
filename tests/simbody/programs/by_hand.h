// SPDX-License-Identifier: Apache-2.0
#ifndef TRAMMEL_TESTS_SIMBODY_PROGRAMS_BY_HAND_H
#define TRAMMEL_TESTS_SIMBODY_PROGRAMS_BY_HAND_H

#include "Simbody.h"

/// Stands in for a System: advances every subsystem of a bare State, then the State itself, one stage at a time.
inline void advanceByHand(const SimTK::State& state, SimTK::Stage target) {
    while (state.getSystemStage() < target) {
        const SimTK::Stage next = state.getSystemStage().next();
        for (SimTK::SubsystemIndex i(0); i < state.getNumSubsystems(); ++i)
            if (state.getSubsystemStage(i) < next) state.advanceSubsystemToStage(i, next);
        state.advanceSystemToStage(next);
    }
}

#endif
