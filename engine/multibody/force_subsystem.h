// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "multibody/force.h"
#include "system/subsystem.h"

namespace trammel {

class MultibodySystem;
struct BearingLoad;

/// A Subsystem that applies forces to bodies while Dynamics is realized, and has potential energy.
///
/// **Source:** Advanced Programming Guide, "A ForceSubsystem".
class ForceSubsystem : public Subsystem {
public:
    class Guts;
};

class ForceSubsystem::Guts : public Subsystem::Guts {
public:
    using Subsystem::Guts::Guts;
    virtual Real calcPotentialEnergy(const State&) const { return 0; }
    /// True if it overwrites all force sums when MultibodySystem::isFirstToApplyForces().
    virtual bool overwritesIfFirst() const { return false; }
    const MultibodySystem& getMultibodySystem() const;

private:
    friend class MultibodySystem;
    /// The owning system, to avoid a cast at every evaluation.
    const MultibodySystem* multibody_ = nullptr;
};

/// A force subsystem with a list of ForceElements, each with a State parameter and an enabled flag.
///
/// The sum of forces that depend on positions only is cached separately, so that it stays valid when u or z is written.
class GeneralForceSubsystem : public ForceSubsystem {
public:
    explicit GeneralForceSubsystem(MultibodySystem& system);

    ForceIndex addForce(std::unique_ptr<ForceElement> force, bool enabledByDefault = true);
    int getNumForces() const;
    const ForceElement& getForce(ForceIndex) const;

    /// Initial parameters of new States (topological). getDefault..() returns null if the force has no parameters.
    std::unique_ptr<AbstractValue> getDefaultForceParameters(ForceIndex) const;
    void setDefaultForceParameters(ForceIndex, const AbstractValue&);
    bool isForceDisabledByDefault(ForceIndex) const;
    void setForceIsDisabledByDefault(ForceIndex, bool disabled);
    bool isForceDisabled(const State&, ForceIndex) const;
    void setForceIsDisabled(State&, ForceIndex, bool disabled) const;
    const AbstractValue& getForceParameters(const State&, ForceIndex) const;
    /// Invalidates the stage of the parameters, unless the values are equal.
    void setForceParameters(State&, ForceIndex, const AbstractValue&) const;
    /// Forces of one element on bodies (about origins, in G) and mobilities; zero if disabled. Requires Velocity, or
    /// Position if it depends on positions only.
    void calcForceContribution(const State&, ForceIndex, Vector_<SpatialVec>& bodyForces, Vector& mobilityForces) const;
    /// Cached body forces of an element with keepsItsForces(); Exception for others. Requires Position. Valid while the
    /// State is.
    const Vector_<SpatialVec>& getKeptBodyForces(const State&, ForceIndex) const;
    /// True if those are computed for the current configuration (Topology).
    bool areKeptForcesRealized(const State&, ForceIndex) const;
    /// Potential energy of one element; 0 if disabled. Requires Position.
    Real calcForcePotentialEnergy(const State&, ForceIndex) const;
    /// Power dissipated by one element, W; 0 if disabled. Requires Velocity.
    Real calcForcePowerDissipation(const State&, ForceIndex) const;
    /// Load and friction of an element that is a BearingForce; zero if disabled. Requires Dynamics. Exception for others.
    BearingLoad getBearingLoad(const State&, ForceIndex) const;
    /// Kinematics passed to one element: Position, with velocities from Velocity on. Valid while the State is.
    ForceKinematics getForceKinematics(const State&, ForceIndex) const;
    /// The auxiliary variables of one element; empty if it has none. Requires Model.
    Vector getForceZ(const State&, ForceIndex) const;
    /// Invalidates Dynamics. Throws Exception for a wrong number of values.
    void setForceZ(State&, ForceIndex, const Vector& z) const;
    /// Glyph size of forces, m. Topological.
    void setGlyphSize(Real size);

private:
    class Impl;
    const Impl& impl() const;
    Impl& upd();
};

}  // namespace trammel
