// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraint.h"
#include "simbody/custom_constraint.h"

namespace SimTK {

/// Adapts a Constraint::Custom::Implementation to the engine's constraint interface: converts between Ground and the
/// Ancestor frame, and between speeds and constrained coordinates.
class CustomConstraintElement : public trammel::ConstraintElement {
public:
    using Implementation = Constraint::Custom::Implementation;
    explicit CustomConstraintElement(std::unique_ptr<Implementation> implementation, std::string name);

    Implementation& implementation() const { return *implementation_; }
    /// Pose or velocity of a constrained body in A, computed once per change of q or u.
    const Transform& X_AB(const State&, ConstrainedBodyIndex) const;
    const SpatialVec& V_AB(const State&, ConstrainedBodyIndex) const;
    /// First coordinate or speed of a constrained mobilizer among the constraint's.
    int firstQ(const State&, ConstrainedMobilizerIndex) const;
    int firstU(const State&, ConstrainedMobilizerIndex) const;
    const trammel::TreeNode& node(const State&, ConstrainedMobilizerIndex) const;

    Stage forcesDependOnStage() const override;
    bool wantsRealization() const override { return true; }
    void realizeTopology(State&) const override;
    void realizeModel(State& s) const override { implementation_->realizeModel(s); }
    void realize(const State&, Stage) const override;
    void appendDecorations(const State&, Stage, std::vector<DecorativeGeometry>&) const override;

    void calcPositionErrors(const trammel::ConstraintKinematics&, const AbstractValue*, Real*) const override;
    void calcPositionDotErrors(const trammel::ConstraintKinematics&, const AbstractValue*, Real*) const override;
    void calcPositionDotDotErrors(const trammel::ConstraintKinematics&, const AbstractValue*, Real*) const override;
    void addInPositionConstraintForces(const trammel::ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const trammel::ConstraintForces&) const override;
    void calcVelocityErrors(const trammel::ConstraintKinematics&, const AbstractValue*, Real*) const override;
    void calcVelocityDotErrors(const trammel::ConstraintKinematics&, const AbstractValue*, Real*) const override;
    void addInVelocityConstraintForces(const trammel::ConstraintKinematics&, const AbstractValue*, const Real* lambda,
                                       const trammel::ConstraintForces&) const override;
    void calcAccelerationErrors(const trammel::ConstraintKinematics&, const AbstractValue*, Real*) const override;
    void addInAccelerationConstraintForces(const trammel::ConstraintKinematics&, const AbstractValue*,
                                           const Real* lambda, const trammel::ConstraintForces&) const override;

private:
    using Bodies = std::vector<MobilizedBodyIndex>;
    using Poses = Array_<Transform, ConstrainedBodyIndex>;
    using Motions = Array_<SpatialVec, ConstrainedBodyIndex>;
    using QLike = Array_<Real, ConstrainedQIndex>;
    using ULike = Array_<Real, ConstrainedUIndex>;
    /// Addresses of kinematics found by calls, valid while these stay in place; without and with velocities. A copy
    /// belongs to another State, and starts without any.
    struct Found {
        Found() = default;
        Found(const Found&) {}
        Found& operator=(const Found&) {
            still = moving = {};
            return *this;
        }
        std::vector<const Transform*> poses;
        std::vector<const SpatialVec*> velocities;
        ConstraintCall still, moving;
        const void *posesAt = nullptr, *velocitiesAt = nullptr;
    };
    /// Arrays passed to the implementation; stored in the State so that steps do not allocate and threads share
    /// nothing.
    struct Work {
        Motions motions, forces;
        QLike q;
        ULike u;
        int nq = 0, nu = 0;
        Array_<Real> errors[3], lambda[3];
        Found found;
    };
    /// A call of the implementation, which makes its kinematics ConstraintCall::present() for as long as it lasts.
    class Call;
    Work& work(const trammel::ConstraintKinematics&) const;
    const Poses& poses(const trammel::ConstraintKinematics&) const;
    const Motions& velocities(const trammel::ConstraintKinematics&, Motions& out) const;
    const Motions& accelerations(const trammel::ConstraintKinematics&, Motions& out) const;
    void addIn(const trammel::ConstraintKinematics&, Work&, bool onCoordinates, const trammel::ConstraintForces&) const;
    std::unique_ptr<Implementation> implementation_;
    // Topology cache: equal in all States of one topology.
    mutable SubsystemIndex me_;
    mutable int ancestor_ = 0;
    mutable CacheEntryIndex work_, poses_, velocities_;
};

}  // namespace SimTK
