// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "simbody/general_contact_subsystem.h"

namespace SimTK {

/// A shape on a body.
struct PlacedSurface {
    MobilizedBodyIndex body;
    ContactGeometry geometry;
    Transform X_BS;
};

/// Adds where surfaces of different bodies overlap (Position). @p mayTouch(i, j) is asked for i < j.
void findSurfaceContacts(const State& state, const SimbodyMatterSubsystem& matter,
                         const std::vector<PlacedSurface>& surfaces, const std::function<bool(int, int)>& mayTouch,
                         Array_<Contact>& out);

}  // namespace SimTK
