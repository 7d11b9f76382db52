// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/force.h"
#include "simbody/multibody_system.h"

namespace SimTK {

/// Numbers of an ExponentialSpringForce. Setters throw trammel::Exception for impossible values.
class ExponentialSpringParameters {
public:
    bool operator==(const ExponentialSpringParameters&) const = default;

    /// Elastic normal force d1 exp(-d2 (pz - d0)): defaults 0.0065905 m, 0.5336 N, 1150/m; d1, d2 > 0.
    void setShapeParameters(Real d0, Real d1 = 0.5336, Real d2 = 1150);
    void getShapeParameters(Real& d0, Real& d1, Real& d2) const;
    /// cz, default 0.5 s/m.
    void setNormalViscosity(Real cz);
    Real getNormalViscosity() const { return normalViscosity_; }
    /// Limit of the normal force, default 100 kN.
    void setMaxNormalForce(Real force);
    Real getMaxNormalForce() const { return maxNormalForce_; }
    /// kxy, with cxy = 2 sqrt(kxy mass).
    void setElasticityAndViscosityForCriticalDamping(Real kxy, Real mass = 1);
    /// Friction spring: kxy, default 20000 N/m; cxy, default 2 sqrt(20000) N s/m.
    void setFrictionElasticity(Real kxy);
    Real getFrictionElasticity() const { return frictionElasticity_; }
    void setFrictionViscosity(Real cxy);
    Real getFrictionViscosity() const { return frictionViscosity_; }
    /// tau, default 0.01 s.
    void setSlidingTimeConstant(Real tau);
    Real getSlidingTimeConstant() const { return slidingTime_; }
    /// Speed and acceleration below which the point counts as at rest: 0.01 m/s, 1 m/s².
    void setSettleVelocity(Real);
    Real getSettleVelocity() const { return settleVelocity_; }
    void setSettleAcceleration(Real);
    Real getSettleAcceleration() const { return settleAcceleration_; }
    /// Coefficients in new States: 0.7 and 0.5. Setting one moves the other, so that kinetic <= static.
    void setInitialMuStatic(Real);
    Real getInitialMuStatic() const { return muStatic_; }
    void setInitialMuKinetic(Real);
    Real getInitialMuKinetic() const { return muKinetic_; }

private:
    Real d0_ = 0.0065905, d1_ = 0.5336, d2_ = 1150, normalViscosity_ = 0.5, maxNormalForce_ = 1e5;
    Real frictionElasticity_ = 20000, frictionViscosity_ = 2 * std::sqrt(20000.);
    Real slidingTime_ = 0.01, settleVelocity_ = 0.01, settleAcceleration_ = 1;
    Real muStatic_ = 0.7, muKinetic_ = 0.5;
};

/// A point of a body over a plane fixed to Ground, pushed along the plane's z axis by a force that vanishes nowhere, and
/// held by a spring of friction to an anchor p0 that moves when the spring is overloaded:
///
///   fz = d1 exp(-d2 (pz - d0)) (1 - cz vz), within 0 and its limit;  mu = us - S (us - uk)
///   spring = -kxy (p - p0) - cxy v, damper = -cxy v, each cut at mu fz
///   friction: elastic (1 - S) spring_e, damping spring_d + S (damper - spring_d);  p0 = p + elastic/kxy after each step
///
/// The sliding variable S is between 0 (anchored) and 1 (sliding). It rises, S' = (1 - S)/tau, when the spring is cut, and
/// decays, S' = -S/tau, when the point is at rest; once begun, up to 0.95 or down to 0.05. It is an auxiliary variable, p0
/// and the direction of S are auto-update variables, and the coefficients of friction are Dynamics variables. New States
/// have S = 1.
///
/// **Source:** Simbody's class reference; Anderson and Pandy, Comp. Meth. Biomech. Biomed. Eng. 2 (1999), 201-231.
class ExponentialSpringForce : public Force, public HandleCasts<ExponentialSpringForce, Force> {
public:
    ExponentialSpringForce() = default;
    /// @param contactPlane in Ground
    /// @param station on the body
    ExponentialSpringForce(GeneralForceSubsystem& forces, const Transform& contactPlane, const MobilizedBody& body,
                           const Vec3& station, const ExponentialSpringParameters& parameters = {});

    const Transform& getContactPlaneTransform() const;
    const MobilizedBody& getBody() const;
    const Vec3& getStation() const;
    const ExponentialSpringParameters& getParameters() const;
    /// Invalidates Topology.
    void setParameters(const ExponentialSpringParameters&);

    /// Setting one moves the other, so that kinetic <= static. Invalidate Dynamics; throw for negative numbers.
    void setMuStatic(State&, Real) const;
    Real getMuStatic(const State&) const;
    void setMuKinetic(State&, Real) const;
    Real getMuKinetic(const State&) const;
    /// S; throws outside 0 .. 1.
    void setSliding(State&, Real) const;
    Real getSliding(const State&) const;
    /// Moves p0 under the point (Position); invalidates Dynamics.
    void resetSpringZero(State&) const;

    // --- In Ground, or in the frame of the plane ---
    /// Require Dynamics.
    Vec3 getNormalForceElasticPart(const State&, bool inGround = true) const;
    Vec3 getNormalForceDampingPart(const State&, bool inGround = true) const;
    Vec3 getNormalForce(const State&, bool inGround = true) const;
    Real getMu(const State&) const;
    Real getFrictionForceLimit(const State&) const;
    Vec3 getFrictionForceElasticPart(const State&, bool inGround = true) const;
    Vec3 getFrictionForceDampingPart(const State&, bool inGround = true) const;
    Vec3 getFrictionForce(const State&, bool inGround = true) const;
    Vec3 getForce(const State&, bool inGround = true) const;
    /// p0 after this step.
    Vec3 getFrictionSpringZeroPosition(const State&, bool inGround = true) const;
    /// Requires Position; Velocity.
    Vec3 getStationPosition(const State&, bool inGround = true) const;
    Vec3 getStationVelocity(const State&, bool inGround = true) const;

private:
    class Implementation;
    Implementation* implementation_ = nullptr;
};

}  // namespace SimTK
