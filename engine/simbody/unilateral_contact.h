// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/constraint_types.h"
#include "simbody/contact_constraint_types.h"

namespace SimTK {

/// Coefficients of conditional constraints as functions of speed.
class ConditionalConstraint {
public:
    /// Restitution: 0 up to @p captureSpeed, @p minCOR from @p minCORSpeed on, and between them a line that falls from 1 at
    /// rest.
    static Real calcEffectiveCOR(Real minCOR, Real captureSpeed, Real minCORSpeed, Real impactSpeed) {
        if (impactSpeed <= captureSpeed) return 0;
        return impactSpeed >= minCORSpeed ? minCOR : 1 - (1 - minCOR) * impactSpeed / minCORSpeed;
    }
    /// Friction: @p mu_s up to @p transitionSpeed and @p mu_d beyond, plus @p mu_v times the speed.
    static Real calcEffectiveCOF(Real mu_s, Real mu_d, Real mu_v, Real transitionSpeed, Real slipSpeed) {
        return mu_v * slipSpeed + (slipSpeed <= transitionSpeed ? mu_s : mu_d);
    }
};

/// A constraint that acts in one direction only, enforced by SemiExplicitEulerTimeStepper; other integrators ignore it.
///
///   sign perr >= 0,  -sign lambda >= 0
///
/// Constructors add a constraint that is disabled by default; SimbodyMatterSubsystem::adoptUnilateralContact() makes it known
/// to the time stepper.
class UnilateralContact {
public:
    explicit UnilateralContact(int sign = 1) : sign_(sign) {}
    virtual ~UnilateralContact() = default;
    UnilateralContact(const UnilateralContact&) = delete;
    UnilateralContact& operator=(const UnilateralContact&) = delete;

    Real getSignConvention() const { return sign_; }
    /// True if this changes anything. Invalidates Instance then.
    virtual bool disable(State&) const = 0;
    virtual bool enable(State&) const = 0;
    virtual bool isEnabled(const State&) const = 0;
    /// In Ground (Position).
    virtual Vec3 whereToDisplay(const State&) const = 0;
    virtual Real calcEffectiveCOR(const State&, Real defaultCaptureSpeed, Real defaultMinCORSpeed,
                                  Real impactSpeed) const = 0;
    /// Enabled or not (Position).
    virtual Real getPerr(const State&) const = 0;
    /// Enabled only (Velocity, Acceleration).
    virtual Real getVerr(const State&) const = 0;
    virtual Real getAerr(const State&) const = 0;
    virtual bool isProximal(const State& s, Real tolerance) const { return sign_ * getPerr(s) <= tolerance; }
    /// Invalid while disabled.
    virtual MultiplierIndex getContactMultiplierIndex(const State&) const = 0;

    virtual bool hasFriction(const State&) const { return false; }
    virtual Real calcEffectiveCOF(const State&, Real defaultTransitionSpeed, Real slipSpeed) const {
        (void)defaultTransitionSpeed;
        (void)slipSpeed;
        return NaN;
    }
    virtual Vec2 getSlipVelocity(const State&) const { return Vec2(NaN, NaN); }
    virtual void getFrictionMultiplierIndices(const State&, MultiplierIndex& x, MultiplierIndex& y) const {
        x = y = MultiplierIndex();
    }

    void setMyIndex(UnilateralContactIndex index) { index_ = index; }
    UnilateralContactIndex getMyIndex() const { return index_; }

private:
    Real sign_;
    UnilateralContactIndex index_;
};

/// The part that all kinds have in common: a constraint @p C, and the restitution of its impacts.
template <class C>
class UnilateralContactOf : public UnilateralContact {
public:
    bool disable(State& s) const override { return isEnabled(s) && (constraint_.disable(s), true); }
    bool enable(State& s) const override { return !isEnabled(s) && (constraint_.enable(s), true); }
    bool isEnabled(const State& s) const override { return !constraint_.isDisabled(s); }
    Real calcEffectiveCOR(const State&, Real defaultCaptureSpeed, Real defaultMinCORSpeed,
                          Real impactSpeed) const override {
        return ConditionalConstraint::calcEffectiveCOR(minCOR_, defaultCaptureSpeed, defaultMinCORSpeed, impactSpeed);
    }
    MultiplierIndex getContactMultiplierIndex(const State& s) const override {
        MultiplierIndex position, velocity, acceleration;
        constraint_.getIndexOfMultipliersInUse(s, position, velocity, acceleration);
        return position;
    }

protected:
    UnilateralContactOf(C constraint, Real minCOR, int sign = 1)
        : UnilateralContact(sign), constraint_(std::move(constraint)), minCOR_(minCOR) {
        constraint_.setDisabledByDefault(true);
    }
    C constraint_;

private:
    Real minCOR_;
};

/// Limits of a coordinate.
class HardStop : public UnilateralContactOf<Constraint::ConstantCoordinate> {
public:
    Vec3 whereToDisplay(const State&) const override;
    Real getPerr(const State&) const override;
    Real getVerr(const State& s) const override { return constraint_.getVelocityError(s); }
    Real getAerr(const State& s) const override { return constraint_.getAccelerationError(s); }

protected:
    HardStop(MobilizedBody& mobod, MobilizerQIndex whichQ, Real limit, Real minCOR, int sign);

private:
    MobilizedBody mobod_;
    MobilizerQIndex whichQ_;
    Real limit_;
};
class HardStopLower : public HardStop {
public:
    HardStopLower(MobilizedBody& mobod, MobilizerQIndex whichQ, Real defaultLowerLimit, Real minCOR)
        : HardStop(mobod, whichQ, defaultLowerLimit, minCOR, 1) {}
};
class HardStopUpper : public HardStop {
public:
    HardStopUpper(MobilizedBody& mobod, MobilizerQIndex whichQ, Real defaultUpperLimit, Real minCOR)
        : HardStop(mobod, whichQ, defaultUpperLimit, minCOR, -1) {}
};

/// A half-space  normal · p <= height  of one body, and a point or ball of the other that stays out of it.
template <class C>
class PlaneContactOf : public UnilateralContactOf<C> {
public:
    Vec3 whereToDisplay(const State& s) const override {
        return plane_.findStationLocationInGround(s, pointInPlaneBody(s) - radius_ * Vec3(normal_));
    }
    Real getPerr(const State& s) const override { return dot(Vec3(normal_), pointInPlaneBody(s)) - height_ - radius_; }

protected:
    PlaneContactOf(C constraint, MobilizedBody& plane, const UnitVec3& normal, Real height, MobilizedBody& follower,
                   const Vec3& point, Real radius, Real minCOR)
        : UnilateralContactOf<C>(std::move(constraint), minCOR),
          plane_(plane),
          follower_(follower),
          normal_(normal),
          point_(point),
          height_(height),
          radius_(radius) {}
    static Transform planeFrame(const UnitVec3& normal, Real height) {
        return Transform(Rotation(normal, ZAxis), height * Vec3(normal));
    }

private:
    Vec3 pointInPlaneBody(const State& s) const {
        return follower_.findStationLocationInAnotherBody(s, point_, plane_);
    }
    MobilizedBody plane_, follower_;
    UnitVec3 normal_;
    Vec3 point_;
    Real height_, radius_;
};

class PointPlaneFrictionlessContact : public PlaneContactOf<Constraint::PointInPlane> {
public:
    PointPlaneFrictionlessContact(MobilizedBody& planeBodyB, const UnitVec3& normal_B, Real height,
                                  MobilizedBody& followerBodyF, const Vec3& point_F, Real minCOR)
        : PlaneContactOf(Constraint::PointInPlane(planeBodyB, normal_B, height, followerBodyF, point_F), planeBodyB,
                         normal_B, height, followerBodyF, point_F, 0, minCOR) {}
    Real getVerr(const State& s) const override { return constraint_.getVelocityError(s); }
    Real getAerr(const State& s) const override { return constraint_.getAccelerationError(s); }
};

/// With Coulomb friction.
template <class C>
class RoughPlaneContactOf : public PlaneContactOf<C> {
public:
    Real getVerr(const State& s) const override { return this->constraint_.getVelocityErrors(s)[2]; }
    Real getAerr(const State& s) const override { return this->constraint_.getAccelerationErrors(s)[2]; }
    bool hasFriction(const State&) const override { return true; }
    Real calcEffectiveCOF(const State&, Real defaultTransitionSpeed, Real slipSpeed) const override {
        return ConditionalConstraint::calcEffectiveCOF(mu_[0], mu_[1], mu_[2], defaultTransitionSpeed, slipSpeed);
    }
    Vec2 getSlipVelocity(const State& s) const override {
        const Vec3 v = this->constraint_.getVelocityErrors(s);
        return Vec2(v[0], v[1]);
    }
    void getFrictionMultiplierIndices(const State& s, MultiplierIndex& x, MultiplierIndex& y) const override {
        MultiplierIndex position, acceleration;
        this->constraint_.getIndexOfMultipliersInUse(s, position, x, acceleration);
        y = x.isValid() ? MultiplierIndex(int(x) + 1) : MultiplierIndex();
    }

protected:
    /// @param mu static, dynamic, viscous
    template <class... Arguments>
    explicit RoughPlaneContactOf(const Vec3& mu, Arguments&&... arguments)
        : PlaneContactOf<C>(std::forward<Arguments>(arguments)...), mu_(mu) {}

private:
    Vec3 mu_;
};

class PointPlaneContact : public RoughPlaneContactOf<Constraint::PointOnPlaneContact> {
public:
    PointPlaneContact(MobilizedBody& planeBodyB, const UnitVec3& normal_B, Real height, MobilizedBody& followerBodyF,
                      const Vec3& point_F, Real minCOR, Real mu_s, Real mu_d, Real mu_v)
        : RoughPlaneContactOf(
              Vec3(mu_s, mu_d, mu_v),
              Constraint::PointOnPlaneContact(planeBodyB, planeFrame(normal_B, height), followerBodyF, point_F),
              planeBodyB, normal_B, height, followerBodyF, point_F, 0., minCOR) {}
};

class SpherePlaneContact : public RoughPlaneContactOf<Constraint::SphereOnPlaneContact> {
public:
    SpherePlaneContact(MobilizedBody& planeBodyB, const UnitVec3& normal_B, Real height, MobilizedBody& followerBodyF,
                       const Vec3& point_F, Real radius, Real minCOR, Real mu_s, Real mu_d, Real mu_v)
        : RoughPlaneContactOf(Vec3(mu_s, mu_d, mu_v),
                              Constraint::SphereOnPlaneContact(planeBodyB, planeFrame(normal_B, height), followerBodyF,
                                                               point_F, radius, true),
                              planeBodyB, normal_B, height, followerBodyF, point_F, radius, minCOR) {}
};

}  // namespace SimTK
