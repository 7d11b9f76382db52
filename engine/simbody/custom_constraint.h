// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/constraint.h"
#include "simbody/custom_hooks.h"

namespace trammel {
class ConstraintElement;
}

namespace SimTK {

class CustomConstraintElement;

/// A user-defined constraint: derive from Implementation and pass a new one to the constructor.
///
/// **Source:** Constraint::Custom::Implementation reference; Advanced Programming Guide, "A Custom Constraint".
class Constraint::Custom : public Constraint, public HandleCasts<Constraint::Custom, Constraint> {
public:
    class Implementation;
    Custom() = default;
    /// Takes ownership of the implementation and adds it to the matter subsystem it was constructed with.
    explicit Custom(Implementation* implementation);

protected:
    const Implementation& getImplementation() const;
    Implementation& updImplementation();

private:
    Implementation* implementation_ = nullptr;
};

/// Definition of an implementation, and its element in the engine once it has one.
class CustomConstraintData : public PIMPLImplementation<Constraint::Custom::Implementation, CustomConstraintData> {
public:
    CustomConstraintData(const SimbodyMatterSubsystem& subsystem, int holonomic, int nonholonomic, int accelerationOnly)
        : matter(&subsystem), mp(holonomic), mv(nonholonomic), ma(accelerationOnly) {}
    CustomConstraintData* clone() const { return new CustomConstraintData(*this); }

    const SimbodyMatterSubsystem* matter;
    int mp, mv, ma;
    bool disabledByDefault = false;
    std::vector<MobilizedBodyIndex> bodies, mobilizers;
    /// Set by Custom.
    const CustomConstraintElement* element = nullptr;
    ConstraintIndex index;
};

/// Where the methods of an implementation find the State's kinematics of its constrained bodies while the engine calls one of
/// them.
class ConstraintCall {
public:
    using Implementation = Constraint::Custom::Implementation;
    /// This thread's current call; refers to no State outside a call.
    static const ConstraintCall& present() { return *present_; }
    bool isOf(const State& s, const Implementation& implementation) const {
        return state_ == &s && implementation_ == &implementation;
    }
    bool knowsPoses() const { return X_AB_ != nullptr; }
    bool knowsVelocities() const { return V_AB_ != nullptr; }
    const Transform& X_AB(ConstrainedBodyIndex b) const { return *X_AB_[int(b)]; }
    const SpatialVec& V_AB(ConstrainedBodyIndex b) const { return *V_AB_[int(b)]; }
    /// True for the pose of Ground, which is the Ancestor then.
    bool isGround(const Transform& pose) const { return &pose == ground_; }

    /// Belongs to no State.
    constexpr ConstraintCall() = default;

private:
    friend class CustomConstraintElement;
    static const ConstraintCall none_;
    // Accessed without a function call, even from a plugin.
    [[gnu::tls_model("initial-exec")]] static thread_local constinit const ConstraintCall* present_;

    const State* state_ = nullptr;
    const Implementation* implementation_ = nullptr;
    // By constrained body, in the Ancestor frame; null where not known.
    const Transform* const* X_AB_ = nullptr;
    const SpatialVec* const* V_AB_ = nullptr;
    const Transform* ground_ = nullptr;
};

/// Implementation of a custom constraint: error functions by level, and the forces of multipliers.
///
/// Kinematics are relative to the Ancestor A, the nearest common ancestor of the constrained bodies. Each error must be
/// the exact time derivative of the previous level's; forces must be the transpose of the Jacobian of the velocity
/// errors. Quantities of a method's own level are passed as arguments, lower ones are in the State. The realize hooks
/// of a stage run after the errors of that stage have been computed.
class Constraint::Custom::Implementation
    : public CustomHooks,
      public PIMPLHandle<Constraint::Custom::Implementation, CustomConstraintData> {
public:
    using ImplementationImpl = CustomConstraintData;
    Implementation(SimbodyMatterSubsystem& matter, int mp, int mv, int ma);
    explicit Implementation(SimbodyMatterSubsystem& matter) : Implementation(matter, 0, 0, 0) {}
    Implementation(const Implementation&) = default;
    /// A deep copy on the heap, owned by the caller.
    virtual Implementation* clone() const = 0;

    const SimbodyMatterSubsystem& getMatterSubsystem() const { return *getImpl().matter; }
    void invalidateTopologyCache() const;
    // Setup, before the implementation is passed to Custom.
    Implementation& setDefaultNumConstraintEquations(int mp, int mv, int ma);
    Implementation& setDisabledByDefault(bool shouldBeDisabled);
    ConstrainedBodyIndex addConstrainedBody(const MobilizedBody&);
    ConstrainedMobilizerIndex addConstrainedMobilizer(const MobilizedBody&);
    MobilizedBodyIndex getMobilizedBodyIndexOfConstrainedBody(ConstrainedBodyIndex) const;
    MobilizedBodyIndex getMobilizedBodyIndexOfConstrainedMobilizer(ConstrainedMobilizerIndex) const;

    // --- Coordinates and speeds of constrained mobilizers ---
    Real getOneQ(const State&, const Array_<Real, ConstrainedQIndex>& constrainedQ, ConstrainedMobilizerIndex,
                 MobilizerQIndex) const;
    Real getOneQFromState(const State&, ConstrainedMobilizerIndex, MobilizerQIndex) const;
    Real getOneQDot(const State&, const Array_<Real, ConstrainedQIndex>& constrainedQDot, ConstrainedMobilizerIndex,
                    MobilizerQIndex) const;
    Real getOneQDotFromState(const State&, ConstrainedMobilizerIndex, MobilizerQIndex) const;
    Real getOneQDotDot(const State&, const Array_<Real, ConstrainedQIndex>& constrainedQDotDot,
                       ConstrainedMobilizerIndex, MobilizerQIndex) const;
    Real getOneU(const State&, const Array_<Real, ConstrainedUIndex>& constrainedU, ConstrainedMobilizerIndex,
                 MobilizerUIndex) const;
    Real getOneUFromState(const State&, ConstrainedMobilizerIndex, MobilizerUIndex) const;
    Real getOneUDot(const State&, const Array_<Real, ConstrainedUIndex>& constrainedUDot, ConstrainedMobilizerIndex,
                    MobilizerUIndex) const;
    void addInOneMobilityForce(const State&, ConstrainedMobilizerIndex, MobilizerUIndex, Real fu,
                               Array_<Real, ConstrainedUIndex>& mobilityForces) const;
    /// Adds a force on a coordinate, fu = ~N fq.
    void addInOneQForce(const State&, ConstrainedMobilizerIndex, MobilizerQIndex, Real fq,
                        Array_<Real, ConstrainedQIndex>& qForces) const;

    // --- Constrained bodies, in the Ancestor frame A ---
    const Transform& getBodyTransform(const Array_<Transform, ConstrainedBodyIndex>& allX_AB,
                                      ConstrainedBodyIndex b) const {
        return allX_AB[b];
    }
    const Rotation& getBodyRotation(const Array_<Transform, ConstrainedBodyIndex>& allX_AB,
                                    ConstrainedBodyIndex b) const {
        return allX_AB[b].R();
    }
    const Vec3& getBodyOriginLocation(const Array_<Transform, ConstrainedBodyIndex>& allX_AB,
                                      ConstrainedBodyIndex b) const {
        return allX_AB[b].p();
    }
    const Transform& getBodyTransformFromState(const State& s, ConstrainedBodyIndex b) const {
        const ConstraintCall& call = ConstraintCall::present();
        return call.isOf(s, *this) && call.knowsPoses() ? call.X_AB(b) : findBodyTransform(s, b);
    }
    const Rotation& getBodyRotationFromState(const State& s, ConstrainedBodyIndex b) const {
        return getBodyTransformFromState(s, b).R();
    }
    const Vec3& getBodyOriginLocationFromState(const State& s, ConstrainedBodyIndex b) const {
        return getBodyTransformFromState(s, b).p();
    }
    const SpatialVec& getBodyVelocity(const Array_<SpatialVec, ConstrainedBodyIndex>& allV_AB,
                                      ConstrainedBodyIndex b) const {
        return allV_AB[b];
    }
    const Vec3& getBodyAngularVelocity(const Array_<SpatialVec, ConstrainedBodyIndex>& allV_AB,
                                       ConstrainedBodyIndex b) const {
        return allV_AB[b][0];
    }
    const Vec3& getBodyOriginVelocity(const Array_<SpatialVec, ConstrainedBodyIndex>& allV_AB,
                                      ConstrainedBodyIndex b) const {
        return allV_AB[b][1];
    }
    const SpatialVec& getBodyVelocityFromState(const State& s, ConstrainedBodyIndex b) const {
        const ConstraintCall& call = ConstraintCall::present();
        return call.isOf(s, *this) && call.knowsVelocities() ? call.V_AB(b) : findBodyVelocity(s, b);
    }
    const Vec3& getBodyAngularVelocityFromState(const State& s, ConstrainedBodyIndex b) const {
        return getBodyVelocityFromState(s, b)[0];
    }
    const Vec3& getBodyOriginVelocityFromState(const State& s, ConstrainedBodyIndex b) const {
        return getBodyVelocityFromState(s, b)[1];
    }
    const SpatialVec& getBodyAcceleration(const Array_<SpatialVec, ConstrainedBodyIndex>& allA_AB,
                                          ConstrainedBodyIndex b) const {
        return allA_AB[b];
    }
    const Vec3& getBodyAngularAcceleration(const Array_<SpatialVec, ConstrainedBodyIndex>& allA_AB,
                                           ConstrainedBodyIndex b) const {
        return allA_AB[b][0];
    }
    const Vec3& getBodyOriginAcceleration(const Array_<SpatialVec, ConstrainedBodyIndex>& allA_AB,
                                          ConstrainedBodyIndex b) const {
        return allA_AB[b][1];
    }
    Vec3 findStationLocation(const Array_<Transform, ConstrainedBodyIndex>& allX_AB, ConstrainedBodyIndex b,
                             const Vec3& p_BS) const {
        return allX_AB[b] * p_BS;
    }
    Vec3 findStationLocationFromState(const State& s, ConstrainedBodyIndex b, const Vec3& p_BS) const {
        const Transform& X_AB = getBodyTransformFromState(s, b);
        return ConstraintCall::present().isGround(X_AB) ? p_BS : X_AB * p_BS;
    }
    Vec3 findStationVelocity(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& allV_AB,
                             ConstrainedBodyIndex b, const Vec3& p_BS) const {
        return allV_AB[b][1] + allV_AB[b][0] % armFromState(s, b, p_BS);
    }
    Vec3 findStationVelocityFromState(const State& s, ConstrainedBodyIndex b, const Vec3& p_BS) const {
        const SpatialVec& V = getBodyVelocityFromState(s, b);
        return V[1] + V[0] % armFromState(s, b, p_BS);
    }
    Vec3 findStationAcceleration(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& allA_AB,
                                 ConstrainedBodyIndex b, const Vec3& p_BS) const {
        const Vec3 r = armFromState(s, b, p_BS);
        const Vec3& w = getBodyAngularVelocityFromState(s, b);
        return allA_AB[b][1] + allA_AB[b][0] % r + w % (w % r);
    }
    void addInStationForce(const State& s, ConstrainedBodyIndex b, const Vec3& p_BS, const Vec3& forceInA,
                           Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA) const {
        bodyForcesInA[b] += SpatialVec(armFromState(s, b, p_BS) % forceInA, forceInA);
    }
    void addInBodyTorque(const State&, ConstrainedBodyIndex b, const Vec3& torqueInA,
                         Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA) const {
        bodyForcesInA[b][0] += torqueInA;
    }

    /// This constraint's multipliers, [holonomic; nonholonomic; acceleration-only]; from realizeAcceleration() on.
    void getMultipliers(const State&, Array_<Real>& multipliers) const;

protected:
    // --- Holonomic equations (required if mp > 0); State realized to Time, Position, Velocity and Position ---
    virtual void calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>& X_AB,
                                    const Array_<Real, ConstrainedQIndex>& constrainedQ, Array_<Real>& perr) const;
    virtual void calcPositionDotErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>& V_AB,
                                       const Array_<Real, ConstrainedQIndex>& constrainedQDot,
                                       Array_<Real>& pverr) const;
    virtual void calcPositionDotDotErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>& A_AB,
                                          const Array_<Real, ConstrainedQIndex>& constrainedQDotDot,
                                          Array_<Real>& paerr) const;
    virtual void addInPositionConstraintForces(const State&, const Array_<Real>& multipliers,
                                               Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA,
                                               Array_<Real, ConstrainedQIndex>& qForces) const;

    // --- Nonholonomic equations (required if mv > 0); State realized to Position, Velocity and Velocity ---
    virtual void calcVelocityErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>& V_AB,
                                    const Array_<Real, ConstrainedUIndex>& constrainedU, Array_<Real>& verr) const;
    virtual void calcVelocityDotErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>& A_AB,
                                       const Array_<Real, ConstrainedUIndex>& constrainedUDot,
                                       Array_<Real>& vaerr) const;
    virtual void addInVelocityConstraintForces(const State&, const Array_<Real>& multipliers,
                                               Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA,
                                               Array_<Real, ConstrainedUIndex>& mobilityForces) const;

    // --- Acceleration-only equations (required if ma > 0); State realized to Velocity ---
    virtual void calcAccelerationErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>& A_AB,
                                        const Array_<Real, ConstrainedUIndex>& constrainedUDot,
                                        Array_<Real>& aerr) const;
    virtual void addInAccelerationConstraintForces(const State&, const Array_<Real>& multipliers,
                                                   Array_<SpatialVec, ConstrainedBodyIndex>& bodyForcesInA,
                                                   Array_<Real, ConstrainedUIndex>& mobilityForces) const;

private:
    friend class Constraint::Custom;
    friend class CustomConstraintElement;
    CustomConstraintData& updSetup(const char* where);
    /// From the body's origin to the station, in A.
    Vec3 armFromState(const State& s, ConstrainedBodyIndex b, const Vec3& p_BS) const {
        const Transform& X_AB = getBodyTransformFromState(s, b);
        return ConstraintCall::present().isGround(X_AB) ? p_BS : X_AB.R() * p_BS;
    }
    const Transform& findBodyTransform(const State&, ConstrainedBodyIndex) const;
    const SpatialVec& findBodyVelocity(const State&, ConstrainedBodyIndex) const;
};

}  // namespace SimTK
