// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/custom_hooks.h"
#include "simbody/mobilized_body.h"

namespace SimTK {

/// A user-defined joint: derive from Implementation and pass a new one to the constructor.
///
/// **Source:** MobilizedBody::Custom::Implementation reference; Advanced Programming Guide, "A Custom Mobilizer".
class MobilizedBody::Custom : public MobilizedBody, public HandleCasts<MobilizedBody::Custom, MobilizedBody> {
public:
    class Implementation;
    Custom() = default;
    /// Takes ownership of the implementation.
    Custom(MobilizedBody& parent, Implementation* implementation, const Body& body, Direction direction = Forward)
        : Custom(parent, implementation, Transform(), body, Transform(), direction) {}
    Custom(MobilizedBody& parent, Implementation* implementation, const Transform& X_PF, const Body& body,
           const Transform& X_BM, Direction direction = Forward);

protected:
    const Implementation& getImplementation() const { return *implementation_; }
    Implementation& updImplementation() { return *implementation_; }

private:
    Implementation* implementation_ = nullptr;
};

class CustomMobilizer;

/// Definition of an implementation, and its joint in the engine once it has one.
class CustomMobilizerData : public PIMPLImplementation<MobilizedBody::Custom::Implementation, CustomMobilizerData> {
public:
    CustomMobilizerData(const SimbodyMatterSubsystem& subsystem, int speeds, int coordinates, int angles)
        : matter(&subsystem), nu(speeds), nq(coordinates), nAngles(angles) {}
    CustomMobilizerData* clone() const { return new CustomMobilizerData(*this); }

    const SimbodyMatterSubsystem* matter;
    int nu, nq, nAngles;
    /// Set by Custom.
    const CustomMobilizer* mobilizer = nullptr;
    MobilizedBodyIndex index;
};

/// Implementation of a custom joint: the pose of M in F for given q, and the operators H, Hdot and N.
///
///   X_FM = X(q),  V_FM = H u,  A_FM = H udot + Hdot u,  qdot = N u
///
/// Reversed joints need no special treatment: F and M are the frames from and to which the joint is measured.
///
/// H must depend on X_FM only, not on the q it was computed from; Hdot on X_FM and V_FM. realizePosition() precedes the
/// use of H and N, realizeVelocity() that of Hdot and Ndot.
class MobilizedBody::Custom::Implementation
    : public CustomHooks,
      public PIMPLHandle<MobilizedBody::Custom::Implementation, CustomMobilizerData> {
public:
    using ImplementationImpl = CustomMobilizerData;
    /// @param nAngles number of leading q that are angles (up to 3), or 4 for a quaternion (w,x,y,z), which the engine
    ///        normalizes
    Implementation(SimbodyMatterSubsystem& matter, int nu, int nq, int nAngles = 0);
    Implementation(const Implementation&) = default;
    /// A deep copy on the heap, owned by the caller.
    virtual Implementation* clone() const = 0;

    const SimbodyMatterSubsystem& getMatterSubsystem() const { return *getImpl().matter; }
    void invalidateTopologyCache() const;

    // --- This joint's part of a State: q and u from Model, qdot Velocity, udot and qdotdot Acceleration ---
    Vector getQ(const State&) const;
    Vector getU(const State&) const;
    Vector getQDot(const State&) const;
    Vector getUDot(const State&) const;
    Vector getQDotDot(const State&) const;
    /// One of them, without a copy of all: the methods below are called in each evaluation.
    Real getOneQ(const State&, int which) const;
    Real getOneU(const State&, int which) const;
    Real getOneQDot(const State&, int which) const;
    /// X_FM (Position) and V_FM in F (Velocity); during realization of these stages, as soon as they are known.
    Transform getMobilizerTransform(const State&) const;
    SpatialVec getMobilizerVelocity(const State&) const;
    /// With nAngles 4: true if the first three q are body-fixed x-y-z angles instead of a quaternion.
    bool getUseEulerAngles(const State&) const;

    // --- To be overridden ---
    /// State realized to Instance.
    virtual Transform calcMobilizerTransformFromQ(const State&, int nq, const Real* q) const = 0;
    /// State realized to Position, or Velocity for Hdot.
    virtual SpatialVec multiplyByHMatrix(const State&, int nu, const Real* u) const = 0;
    virtual void multiplyByHTranspose(const State&, const SpatialVec& F, int nu, Real* f) const = 0;
    virtual SpatialVec multiplyByHDotMatrix(const State&, int nu, const Real* u) const = 0;
    virtual void multiplyByHDotTranspose(const State&, const SpatialVec& F, int nu, Real* f) const = 0;
    /// Defaults: identity, identity and zero; required if qdot is not u.
    virtual void multiplyByN(const State&, bool transposeMatrix, int nIn, const Real* in, int nOut, Real* out) const;
    virtual void multiplyByNInv(const State&, bool transposeMatrix, int nIn, const Real* in, int nOut, Real* out) const;
    virtual void multiplyByNDot(const State&, bool transposeMatrix, int nIn, const Real* in, int nOut, Real* out) const;
    /// Closest fit by damped least squares by default (Instance); and for u (Position).
    virtual void setQToFitTransform(const State&, const Transform& X_FM, int nq, Real* q) const;
    virtual void setUToFitVelocity(const State&, const SpatialVec& V_FM, int nu, Real* u) const;

private:
    friend class MobilizedBody::Custom;
    friend class CustomMobilizer;
    const MobilizedBody& handle(const char* where) const;
};

}  // namespace SimTK
