// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "decoration/decorative_geometry.h"
#include "system/state.h"

namespace trammel {

/// Hooks of a joint, constraint or force that run while its subsystem is realized, to allocate and fill its own
/// variables and cache entries.
class RealizeHooks {
public:
    virtual ~RealizeHooks() = default;
    /// The other hooks are called only if true.
    virtual bool wantsRealization() const { return false; }
    virtual void realizeTopology(State&) const {}
    virtual void realizeModel(State&) const {}
    /// @param stage Instance .. Report
    virtual void realize(const State&, Stage stage) const { (void)stage; }
    /// Additional geometry of the element available at @p stage; the element sets body ids.
    virtual void appendDecorations(const State&, Stage, std::vector<DecorativeGeometry>&) const {}
};

}  // namespace trammel
