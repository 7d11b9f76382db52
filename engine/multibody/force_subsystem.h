// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "multibody/force.h"
#include "system/subsystem.h"

namespace trammel {

class MultibodySystem;

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
    /// True: sets the sums of forces, all of them, where MultibodySystem::isFirstToApplyForces().
    virtual bool overwritesIfFirst() const { return false; }
    const MultibodySystem& getMultibodySystem() const;

private:
    friend class MultibodySystem;
    /// The system as it was added to, so that nobody need ask for its type at every evaluation.
    const MultibodySystem* multibody_ = nullptr;
};

/// The force subsystem that holds a list of ForceElements, each with a State parameter and an enabled flag.
///
/// The sum of all forces that depend on positions only is cached by itself, so that writing u or z leaves it valid.
class GeneralForceSubsystem : public ForceSubsystem {
public:
    explicit GeneralForceSubsystem(MultibodySystem& system);

    ForceIndex addForce(std::unique_ptr<ForceElement> force, bool enabledByDefault = true);
    int getNumForces() const;
    const ForceElement& getForce(ForceIndex) const;

    /// What new States start with (topological). Null from getDefault..(): the force has no parameters.
    std::unique_ptr<AbstractValue> getDefaultForceParameters(ForceIndex) const;
    void setDefaultForceParameters(ForceIndex, const AbstractValue&);
    bool isForceDisabledByDefault(ForceIndex) const;
    void setForceIsDisabledByDefault(ForceIndex, bool disabled);
    bool isForceDisabled(const State&, ForceIndex) const;
    void setForceIsDisabled(State&, ForceIndex, bool disabled) const;
    const AbstractValue& getForceParameters(const State&, ForceIndex) const;
    /// Invalidates the element's parameter stage, unless the values are the same.
    void setForceParameters(State&, ForceIndex, const AbstractValue&) const;
    /// What one element applies by itself, on bodies (about origins, in G) and mobilities; nothing if disabled. Needs
    /// Velocity, or Position if it depends on positions only.
    void calcForceContribution(const State&, ForceIndex, Vector_<SpatialVec>& bodyForces, Vector& mobilityForces) const;
    /// The same on bodies, computed once for each configuration, of an element that keepsItsForces(); Exception for others.
    /// Needs Position. Valid while the State is.
    const Vector_<SpatialVec>& getKeptBodyForces(const State&, ForceIndex) const;
    /// Whether those are computed already for the present configuration (Topology).
    bool areKeptForcesRealized(const State&, ForceIndex) const;
    /// Potential energy of one element; 0 if disabled. Needs Position.
    Real calcForcePotentialEnergy(const State&, ForceIndex) const;
    /// Power that one element turns into heat, W; 0 if disabled. Needs Velocity.
    Real calcForcePowerDissipation(const State&, ForceIndex) const;
    /// What one element sees at this State: Position, with velocities from Velocity on. Valid while the State is.
    ForceKinematics getForceKinematics(const State&, ForceIndex) const;
    /// The auxiliary variables of one element; empty if it has none. Needs Model.
    Vector getForceZ(const State&, ForceIndex) const;
    /// Invalidates Dynamics. Throws Exception for a wrong number of values.
    void setForceZ(State&, ForceIndex, const Vector& z) const;
    /// Size (m) that glyphs of forces are drawn in. Topological.
    void setGlyphSize(Real size);

private:
    class Impl;
    const Impl& impl() const;
    Impl& upd();
};

}  // namespace trammel
