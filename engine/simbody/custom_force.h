// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/custom_hooks.h"
#include "simbody/force.h"

namespace SimTK {

/// A user-defined force: derive from Implementation and pass a new one to the constructor.
///
/// **Source:** Advanced Programming Guide, "A Custom Force".
class Force::Custom : public Force, public HandleCasts<Force::Custom, Force> {
public:
    class Implementation;
    Custom() = default;
    /// Takes ownership of the implementation.
    Custom(GeneralForceSubsystem& forces, Implementation* implementation);

    const Implementation& getImplementation() const { return *implementation_; }
    Implementation& updImplementation() { return *implementation_; }

private:
    Implementation* implementation_ = nullptr;
};

class Force::Custom::Implementation : public CustomHooks {
public:
    /// Adds forces: [torque; force] about body origins in G by body, and one number per mobility. Called with the State
    /// realized to Velocity; if dependsOnlyOnPositions(), the result must not depend on speeds and auxiliary variables.
    /// @param particleForces is ignored
    virtual void calcForce(const State&, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>& particleForces,
                           Vector& mobilityForces) const = 0;
    /// J (Position).
    virtual Real calcPotentialEnergy(const State&) const = 0;
    /// True: the force is cached while only u, z or time change. Variables allocated by realizeTopology() in the force
    /// subsystem are taken into account.
    virtual bool dependsOnlyOnPositions() const { return dependsOnlyOnPosition(); }
    /// The name used in the guide's text; override either.
    virtual bool dependsOnlyOnPosition() const { return false; }
    /// A hint; elements are evaluated sequentially.
    virtual bool shouldBeParallelIfPossible() const { return false; }
};

/// The element that calls an implementation, which it owns; for handles of forces built from one.
std::unique_ptr<trammel::ForceElement> makeCustomForceElement(Force::Custom::Implementation* implementation,
                                                              const GeneralForceSubsystem& forces);

}  // namespace SimTK
