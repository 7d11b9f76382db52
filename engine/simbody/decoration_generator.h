// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/vocabulary.h"

namespace SimTK {

/// Geometry that may differ for each State that is shown: derive from it, and add an object to a Visualizer.
class DecorationGenerator {
public:
    virtual ~DecorationGenerator() = default;
    /// Appends the geometry of @p state, which is realized at least to Position.
    virtual void generateDecorations(const State& state, Array_<DecorativeGeometry>& geometry) = 0;
};

}  // namespace SimTK
