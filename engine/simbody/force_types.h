// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/force.h"

namespace SimTK {

/// Uniform gravity on every body, with magnitude and direction in the State.
class Force::Gravity : public Force, public HandleCasts<Force::Gravity, Force> {
public:
    Gravity() = default;
    Gravity(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter, const UnitVec3& down, Real magnitude,
            Real zeroHeight = 0);
    Gravity(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter, const Vec3& gravity);
    /// Gravity acts opposite to the System's up direction.
    Gravity(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter, Real magnitude);
    Gravity& setDefaultMagnitude(Real);
    Gravity& setDefaultDownDirection(const UnitVec3&);
    Gravity& setDefaultDownDirection(const Vec3& down) { return setDefaultDownDirection(UnitVec3(down)); }
    Gravity& setDefaultGravityVector(const Vec3&);
    Gravity& setDefaultZeroHeight(Real);
    Gravity& setDefaultBodyIsExcluded(MobilizedBodyIndex, bool isExcluded);
    Real getDefaultMagnitude() const;
    UnitVec3 getDefaultDownDirection() const;
    Vec3 getDefaultGravityVector() const { return getDefaultMagnitude() * getDefaultDownDirection(); }
    Real getDefaultZeroHeight() const;
    bool getDefaultBodyIsExcluded(MobilizedBodyIndex) const;
    Real getMagnitude(const State&) const;
    UnitVec3 getDownDirection(const State&) const;
    Vec3 getGravityVector(const State& s) const { return getMagnitude(s) * getDownDirection(s); }
    Real getZeroHeight(const State&) const;
    /// True for bodies exempt from gravity.
    bool getBodyIsExcluded(const State&, MobilizedBodyIndex) const;
    const Gravity& setBodyIsExcluded(State&, MobilizedBodyIndex, bool isExcluded) const;
    /// Gravity on one body, about its origin, in G (Position).
    const SpatialVec& getBodyForce(const State&, MobilizedBodyIndex) const;
    /// Gravity on all bodies.
    const Vector_<SpatialVec>& getBodyForces(const State&) const;
    /// Number of computations: at most one per configuration, on demand.
    long long getNumEvaluations() const;
    /// True if they are valid for the current configuration.
    bool isForceCacheValid(const State&) const;
    /// Empty: there are no particles.
    Vector_<Vec3> getParticleForces(const State&) const { return {}; }
    Real getPotentialEnergy(const State& s) const { return calcPotentialEnergyContribution(s); }
    const Gravity& setMagnitude(State&, Real) const;
    const Gravity& setDownDirection(State&, const UnitVec3&) const;
    /// Any length but zero.
    const Gravity& setDownDirection(State& s, const Vec3& down) const { return setDownDirection(s, UnitVec3(down)); }
    const Gravity& setGravityVector(State&, const Vec3&) const;
    const Gravity& setZeroHeight(State&, Real) const;
};
class Force::UniformGravity : public Force, public HandleCasts<Force::UniformGravity, Force> {
public:
    UniformGravity() = default;
    UniformGravity(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter, const Vec3& gravity,
                   Real zeroHeight = 0);
    Vec3 getGravity() const { return gravity_; }
    Real getZeroHeight() const { return zeroHeight_; }

private:
    Vec3 gravity_{0.};
    Real zeroHeight_ = 0;
};

// --- Between two points; forces act along the line that connects them ---

class Force::TwoPointLinearSpring : public Force, public HandleCasts<Force::TwoPointLinearSpring, Force> {
public:
    TwoPointLinearSpring() = default;
    TwoPointLinearSpring(GeneralForceSubsystem& forces, const MobilizedBody& body1, const Vec3& station1,
                         const MobilizedBody& body2, const Vec3& station2, Real k, Real x0);
};
class Force::TwoPointLinearDamper : public Force, public HandleCasts<Force::TwoPointLinearDamper, Force> {
public:
    TwoPointLinearDamper() = default;
    TwoPointLinearDamper(GeneralForceSubsystem& forces, const MobilizedBody& body1, const Vec3& station1,
                         const MobilizedBody& body2, const Vec3& station2, Real damping);
};
/// Positive pushes apart.
class Force::TwoPointConstantForce : public Force, public HandleCasts<Force::TwoPointConstantForce, Force> {
public:
    TwoPointConstantForce() = default;
    TwoPointConstantForce(GeneralForceSubsystem& forces, const MobilizedBody& body1, const Vec3& station1,
                          const MobilizedBody& body2, const Vec3& station2, Real force);
};

// --- On one mobility ---

/// f = -k (q - q0), for joints whose speeds are the rates of their coordinates.
class Force::MobilityLinearSpring : public Force, public HandleCasts<Force::MobilityLinearSpring, Force> {
public:
    MobilityLinearSpring() = default;
    MobilityLinearSpring(GeneralForceSubsystem& forces, const MobilizedBody& body, int whichQ, Real k, Real q0 = 0);
    Real getDefaultStiffness() const;
    Real getDefaultQZero() const;
    MobilityLinearSpring& setDefaultStiffness(Real);
    MobilityLinearSpring& setDefaultQZero(Real);
    Real getStiffness(const State&) const;
    Real getQZero(const State&) const;
    const MobilityLinearSpring& setStiffness(State&, Real) const;
    const MobilityLinearSpring& setQZero(State&, Real) const;
};
class Force::MobilityLinearDamper : public Force, public HandleCasts<Force::MobilityLinearDamper, Force> {
public:
    MobilityLinearDamper() = default;
    MobilityLinearDamper(GeneralForceSubsystem& forces, const MobilizedBody& body, int whichU, Real damping);
    MobilityLinearDamper& setDefaultDamping(Real);
    Real getDefaultDamping() const;
    Real getDamping(const State&) const;
    const MobilityLinearDamper& setDamping(State&, Real) const;
};
class Force::MobilityConstantForce : public Force, public HandleCasts<Force::MobilityConstantForce, Force> {
public:
    MobilityConstantForce() = default;
    MobilityConstantForce(GeneralForceSubsystem& forces, const MobilizedBody& body, int whichU, Real force);
    MobilityConstantForce(GeneralForceSubsystem& forces, const MobilizedBody& body, Real force)
        : MobilityConstantForce(forces, body, 0, force) {}
    MobilityConstantForce& setDefaultForce(Real);
    Real getDefaultForce() const;
    Real getForce(const State&) const;
    const MobilityConstantForce& setForce(State&, Real) const;
};
/// A force on one mobility stored in the State: set it from outside, between steps or in an event handler.
class Force::MobilityDiscreteForce : public Force, public HandleCasts<Force::MobilityDiscreteForce, Force> {
public:
    MobilityDiscreteForce() = default;
    MobilityDiscreteForce(GeneralForceSubsystem& forces, const MobilizedBody& body, int whichU, Real defaultForce = 0);
    MobilityDiscreteForce(GeneralForceSubsystem& forces, const MobilizedBody& body, Real defaultForce = 0)
        : MobilityDiscreteForce(forces, body, 0, defaultForce) {}
    MobilityDiscreteForce& setDefaultMobilityForce(Real);
    Real getDefaultMobilityForce() const;
    Real getMobilityForce(const State&) const;
    void setMobilityForce(State&, Real) const;
};
class Force::MobilityLinearStop : public Force, public HandleCasts<Force::MobilityLinearStop, Force> {
public:
    MobilityLinearStop() = default;
    MobilityLinearStop(GeneralForceSubsystem& forces, const MobilizedBody& body, int whichQ, Real stiffness,
                       Real dissipation, Real qLow = -Infinity, Real qHigh = Infinity);
    MobilityLinearStop& setDefaultBounds(Real qLow, Real qHigh);
    MobilityLinearStop& setDefaultMaterialProperties(Real stiffness, Real dissipation);
    Real getDefaultLowerBound() const;
    Real getDefaultUpperBound() const;
    Real getDefaultStiffness() const;
    Real getDefaultDissipation() const;
    void setBounds(State&, Real qLow, Real qHigh) const;
    void setMaterialProperties(State&, Real stiffness, Real dissipation) const;
    Real getLowerBound(const State&) const;
    Real getUpperBound(const State&) const;
    Real getStiffness(const State&) const;
    Real getDissipation(const State&) const;
};

// --- On bodies ---

/// A force in Ground at a station of the body.
class Force::ConstantForce : public Force, public HandleCasts<Force::ConstantForce, Force> {
public:
    ConstantForce() = default;
    ConstantForce(GeneralForceSubsystem& forces, const MobilizedBody& body, const Vec3& station, const Vec3& force);
};
class Force::ConstantTorque : public Force, public HandleCasts<Force::ConstantTorque, Force> {
public:
    ConstantTorque() = default;
    ConstantTorque(GeneralForceSubsystem& forces, const MobilizedBody& body, const Vec3& torque);
};
/// Arbitrary forces on bodies and mobilities stored in the State: set them from outside.
class Force::DiscreteForces : public Force, public HandleCasts<Force::DiscreteForces, Force> {
public:
    DiscreteForces() = default;
    DiscreteForces(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter);
    void setOneMobilityForce(State&, const MobilizedBody&, MobilizerUIndex, Real f) const;
    Real getOneMobilityForce(const State&, const MobilizedBody&, MobilizerUIndex) const;
    void setAllMobilityForces(State&, const Vector& f) const;
    void clearAllMobilityForces(State&) const;
    /// [torque; force] about the body origin, in G.
    void setOneBodyForce(State&, const MobilizedBody&, const SpatialVec& F) const;
    SpatialVec getOneBodyForce(const State&, const MobilizedBody&) const;
    void setAllBodyForces(State&, const Vector_<SpatialVec>& F) const;
    void clearAllBodyForces(State&) const;
    /// As stored in the State; empty if none.
    const Vector& getAllMobilityForces(const State&) const;
    const Vector_<SpatialVec>& getAllBodyForces(const State&) const;
    void clearAllForces(State& s) const {
        clearAllMobilityForces(s);
        clearAllBodyForces(s);
    }
    /// Adds a force in G at a point of the body in its current pose to the body's forces (Position).
    void addForceToBodyPoint(State&, const MobilizedBody&, const Vec3& point_B, const Vec3& force_G) const;
};
/// Springs and dampers between a frame of each body: [three x-y-z angles; three translations] of the second in the first.
class Force::LinearBushing : public Force, public HandleCasts<Force::LinearBushing, Force> {
public:
    LinearBushing() = default;
    LinearBushing(GeneralForceSubsystem& forces, const MobilizedBody& body1, const MobilizedBody& body2,
                  const Vec6& stiffness, const Vec6& damping)
        : LinearBushing(forces, body1, Transform(), body2, Transform(), stiffness, damping) {}
    LinearBushing(GeneralForceSubsystem& forces, const MobilizedBody& body1, const Transform& frameOnB1,
                  const MobilizedBody& body2, const Transform& frameOnB2, const Vec6& stiffness, const Vec6& damping);
    LinearBushing& setDefaultFrameOnBody1(const Transform&);
    LinearBushing& setDefaultFrameOnBody2(const Transform&);
    LinearBushing& setDefaultStiffness(const Vec6&);
    LinearBushing& setDefaultDamping(const Vec6&);
    Transform getDefaultFrameOnBody1() const;
    Transform getDefaultFrameOnBody2() const;
    Vec6 getDefaultStiffness() const;
    Vec6 getDefaultDamping() const;
    const LinearBushing& setFrameOnBody1(State&, const Transform&) const;
    const LinearBushing& setFrameOnBody2(State&, const Transform&) const;
    const LinearBushing& setStiffness(State&, const Vec6&) const;
    const LinearBushing& setDamping(State&, const Vec6&) const;
    Transform getFrameOnBody1(const State&) const;
    Transform getFrameOnBody2(const State&) const;
    Vec6 getStiffness(const State&) const;
    Vec6 getDamping(const State&) const;
    // Frames F on body 1 and M on body 2 (Position).
    Vec6 getQ(const State&) const;
    Transform getX_GF(const State&) const;
    Transform getX_GM(const State&) const;
    Transform getX_FM(const State&) const;
    Real getPotentialEnergy(const State& s) const { return calcPotentialEnergyContribution(s); }
    /// This and the following require Velocity.
    Vec6 getQDot(const State&) const;
    /// Velocity of M in F, expressed in F.
    SpatialVec getV_FM(const State&) const;
    /// The generalized force on q.
    Vec6 getF(const State&) const;
    /// Force on body 2 at the origin of M, and on body 1 at the origin of F; in G.
    SpatialVec getF_GM(const State&) const;
    SpatialVec getF_GF(const State&) const;
    Real getPowerDissipation(const State&) const;
    /// Energy dissipated since the start, or since it was set; an auxiliary variable.
    Real getDissipatedEnergy(const State&) const;
    void setDissipatedEnergy(State&, Real energy) const;
};
/// f = -c u on every mobility.
class Force::GlobalDamper : public Force, public HandleCasts<Force::GlobalDamper, Force> {
public:
    GlobalDamper() = default;
    GlobalDamper(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter, Real damping);
};

}  // namespace SimTK
