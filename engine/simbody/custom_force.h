// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/custom_hooks.h"
#include "simbody/force.h"

namespace SimTK {

/// A force of your own: derive from Implementation and hand a new one to the constructor.
///
/// **Source:** Advanced Programming Guide, "A Custom Force".
class Force::Custom : public Force, public HandleCasts<Force::Custom, Force> {
public:
    class Implementation;
    Custom() = default;
    /// Takes over the implementation.
    Custom(GeneralForceSubsystem& forces, Implementation* implementation);

    const Implementation& getImplementation() const { return *implementation_; }
    Implementation& updImplementation() { return *implementation_; }

private:
    Implementation* implementation_ = nullptr;
};

class Force::Custom::Implementation : public CustomHooks {
public:
    /// Add forces: [torque; force] about body origins in G by body, and one number for each mobility. Called with the
    /// State realized to Velocity; if dependsOnlyOnPositions(), speeds and auxiliary variables must not matter.
    /// @param particleForces is ignored
    virtual void calcForce(const State&, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>& particleForces,
                           Vector& mobilityForces) const = 0;
    /// J (Position).
    virtual Real calcPotentialEnergy(const State&) const = 0;
    /// True: the force is kept while only u, z or time change. Variables that realizeTopology() allocates in the force
    /// subsystem are taken into account.
    virtual bool dependsOnlyOnPositions() const { return dependsOnlyOnPosition(); }
    /// The same under the name that the guide's text uses; override either.
    virtual bool dependsOnlyOnPosition() const { return false; }
    /// A hint; elements are evaluated one after the other.
    virtual bool shouldBeParallelIfPossible() const { return false; }
};

}  // namespace SimTK
