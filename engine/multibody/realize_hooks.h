// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "decoration/decorative_geometry.h"
#include "system/state.h"

namespace trammel {

/// What a joint, constraint or force may do besides its own computations while its subsystem is realized: allocate
/// variables and cache entries of its own, and fill them.
class RealizeHooks {
public:
    virtual ~RealizeHooks() = default;
    /// The others are called only where this is true.
    virtual bool wantsRealization() const { return false; }
    virtual void realizeTopology(State&) const {}
    virtual void realizeModel(State&) const {}
    /// @param stage Instance .. Report
    virtual void realize(const State&, Stage stage) const { (void)stage; }
    /// Geometry of the element's own that becomes known at @p stage; body ids are set by the element.
    virtual void appendDecorations(const State&, Stage, std::vector<DecorativeGeometry>&) const {}
};

}  // namespace trammel
