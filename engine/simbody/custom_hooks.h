// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/pimpl_handle.h"
#include "simbody/vocabulary.h"

namespace SimTK {

/// Hooks of a user-defined element that run while its subsystem is realized: allocate variables and cache entries
/// (Topology, Model), fill them, and add geometry. The defaults do nothing.
class CustomHooks {
public:
    virtual ~CustomHooks() = default;
    virtual void realizeTopology(State&) const {}
    virtual void realizeModel(State&) const {}
    virtual void realizeInstance(const State&) const {}
    virtual void realizeTime(const State&) const {}
    virtual void realizePosition(const State&) const {}
    virtual void realizeVelocity(const State&) const {}
    virtual void realizeDynamics(const State&) const {}
    virtual void realizeAcceleration(const State&) const {}
    virtual void realizeReport(const State&) const {}
    /// Geometry available at this stage; called once for each stage.
    virtual void calcDecorativeGeometryAndAppend(const State&, Stage, Array_<DecorativeGeometry>&) const {}

protected:
    CustomHooks() = default;
    CustomHooks(const CustomHooks&) = default;
    CustomHooks& operator=(const CustomHooks&) = default;
};

/// The hook of one stage, Instance .. Report.
void callHook(const CustomHooks&, const State&, Stage);
/// Geometry of the element, marked with the given role.
void appendDecorations(const CustomHooks&, const State&, Stage, trammel::DecorationRole,
                       std::vector<DecorativeGeometry>& out);

}  // namespace SimTK
