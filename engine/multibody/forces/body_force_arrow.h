// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "multibody/force.h"

namespace trammel {

/// The input of a load on a single body.
inline std::vector<SocketDescriptor> loadedBodySocket() {
    return {{"body", "Body", "The body the load acts on.", {"body"}, false}};
}

/// Glyph of fixed length for a load at @p p_G in direction @p load; none for a zero load.
inline void appendLoadArrow(const Vec3& p_G, const Vec3& load, Real size, std::vector<DecorativeGeometry>& out) {
    const Real magnitude = load.norm();
    if (magnitude == 0) return;
    const Vec3 tip = p_G + (4 * size / magnitude) * load;
    out.push_back(DecorativeGeometry(decor::Arrow{p_G, tip, size}).setLineThickness(2));
}

}  // namespace trammel
