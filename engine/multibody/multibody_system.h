// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "math/spatial.h"
#include "math/vector.h"
#include "system/system.h"

namespace trammel {

class MatterSubsystem;
class ForceSubsystem;

/// A System of rigid bodies: one MatterSubsystem and any number of ForceSubsystems.
///
/// Order of realization: the matter first, then all others in order of adoption; at Dynamics the force sums are first
/// cleared, or overwritten by the first force subsystem.
class MultibodySystem : public System {
    class GlobalForces;

public:
    explicit MultibodySystem(std::string name = "Multibody system");
    ~MultibodySystem() override;

    static const MultibodySystem& downcast(const System& system);

    /// Called by MatterSubsystem's constructor; throws Exception if one exists.
    void setMatterSubsystem(MatterSubsystem& matter);
    bool hasMatterSubsystem() const { return matterIndex_.isValid(); }
    const MatterSubsystem& getMatterSubsystem() const;
    MatterSubsystem& updMatterSubsystem();
    /// Adopts a subsystem that applies forces and may have potential energy.
    SubsystemIndex addForceSubsystem(ForceSubsystem& forces);

    /// Sum of the forces on each body, about body origins, in G. Writable while realizing Dynamics.
    Vector_<SpatialVec>& updRigidBodyForces(const State&, Stage) const;
    Vector& updMobilityForces(const State&, Stage) const;
    /// True if no other subsystem applies forces before this one: it overwrites the sums instead of adding.
    bool isFirstToApplyForces(const Subsystem::Guts& forces) const;
    /// Requires Dynamics.
    const Vector_<SpatialVec>& getRigidBodyForces(const State&, Stage) const;
    const Vector& getMobilityForces(const State&, Stage) const;

    /// J; potential requires Position, kinetic Velocity.
    Real calcPotentialEnergy(const State&) const;
    Real calcKineticEnergy(const State&) const;
    Real calcEnergy(const State& s) const { return calcPotentialEnergy(s) + calcKineticEnergy(s); }

    /// True if a motion or a lock drives any mobilizer.
    bool hasPrescribedMotion(const State&) const override;
    bool prescribeQ(State&) const override;
    bool prescribeU(State&) const override;
    void markPrescribed(const State&, std::vector<char>& isPrescribed) const override;
    using System::projectQ;
    using System::projectU;
    ProjectResults projectQ(State&, Vector& yErrorEstimate, const ProjectOptions&) const override;
    ProjectResults projectU(State&, Vector& yErrorEstimate, const ProjectOptions&) const override;
    std::string describeQErr(const State&, int i) const override;
    std::string describeUErr(const State&, int i) const override;
    /// Names conflicting acceleration-level equations, which projection does not detect.
    std::string explainImpossibleAcceleration(const State&) const override;

protected:
    std::vector<SubsystemIndex> realizationOrder(Stage stage) const override;

private:
    const GlobalForces& globals() const;

    /// Holds the force sums.
    const Subsystem::Guts* global_ = nullptr;
    SubsystemIndex globalIndex_, matterIndex_;
    std::unique_ptr<MatterSubsystem> matter_;
    std::vector<SubsystemIndex> forces_;
};

}  // namespace trammel
