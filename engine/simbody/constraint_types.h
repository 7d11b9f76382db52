// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "functions/function.h"
#include "simbody/constraint.h"

namespace SimTK {

/// Error and multiplier of an acceleration-only equation; not available while disabled.
class OneAccelerationEquation : public Constraint {
public:
    /// Requires Acceleration.
    Real getAccelerationError(const State& s) const { return valuesInUse<1>(getAccelerationErrorsAsVector(s))[0]; }
    Real getMultiplier(const State& s) const { return valuesInUse<1>(getMultipliersAsVector(s))[0]; }
};
/// Errors and multiplier of a nonholonomic equation; not available while disabled.
class OneVelocityEquation : public OneAccelerationEquation {
public:
    /// Requires Velocity.
    Real getVelocityError(const State& s) const { return valuesInUse<1>(getVelocityErrorsAsVector(s))[0]; }
};
/// Errors and multiplier of a holonomic equation; not available while disabled.
class OnePositionEquation : public OneVelocityEquation {
public:
    /// Requires Position.
    Real getPositionError(const State& s) const { return valuesInUse<1>(getPositionErrorsAsVector(s))[0]; }
};
/// Errors and multipliers of N holonomic equations; not available while disabled.
template <int N>
class PositionEquations : public Constraint {
public:
    Vec<N> getPositionErrors(const State& s) const { return valuesInUse<N>(getPositionErrorsAsVector(s)); }
    Vec<N> getVelocityErrors(const State& s) const { return valuesInUse<N>(getVelocityErrorsAsVector(s)); }
    Vec<N> getAccelerationErrors(const State& s) const { return valuesInUse<N>(getAccelerationErrorsAsVector(s)); }
    Vec<N> getMultipliers(const State& s) const { return valuesInUse<N>(getMultipliersAsVector(s)); }
};

/// Two points at a fixed distance.
class Constraint::Rod : public OnePositionEquation, public HandleCasts<Constraint::Rod, Constraint> {
public:
    Rod() = default;
    Rod(MobilizedBody& body1, MobilizedBody& body2, Real length = 1) : Rod(body1, Vec3(0), body2, Vec3(0), length) {}
    Rod(MobilizedBody& body1, const Vec3& point1, MobilizedBody& body2, const Vec3& point2, Real length = 1);
    Real getDefaultRodLength() const;
    Rod& setDefaultRodLength(Real length);
    Real getRodLength(const State&) const;
    /// Invalidates Position.
    void setRodLength(State&, Real length) const;
    /// Positive when the rod pulls.
    Real getRodTension(const State& s) const { return getMultiplier(s); }
    MobilizedBodyIndex getBody1MobilizedBodyIndex() const { return bodyNumber(0); }
    MobilizedBodyIndex getBody2MobilizedBodyIndex() const { return bodyNumber(1); }
    /// Points on their bodies: in new States (topological), and in a State; setting invalidates Position.
    Vec3 getDefaultPointOnBody1() const;
    Vec3 getDefaultPointOnBody2() const;
    Rod& setDefaultPointOnBody1(const Vec3&);
    Rod& setDefaultPointOnBody2(const Vec3&);
    Vec3 getPointOnBody1(const State&) const;
    Vec3 getPointOnBody2(const State&) const;
    void setPointOnBody1(State&, const Vec3&) const;
    void setPointOnBody2(State&, const Vec3&) const;
    /// Unit vector from the first point to the second, in Ground (Position).
    UnitVec3 findRodOrientationInG(const State&) const;
    /// Distance of the points minus the length (Position).
    Real findLengthViolation(const State&) const;
};
/// Two points coincide.
class Constraint::Ball : public PositionEquations<3>, public HandleCasts<Constraint::Ball, Constraint> {
public:
    Ball() = default;
    Ball(MobilizedBody& body1, MobilizedBody& body2) : Ball(body1, Vec3(0), body2, Vec3(0)) {}
    Ball(MobilizedBody& body1, const Vec3& point1, MobilizedBody& body2, const Vec3& point2);
    MobilizedBodyIndex getBody1MobilizedBodyIndex() const { return bodyNumber(0); }
    MobilizedBodyIndex getBody2MobilizedBodyIndex() const { return bodyNumber(1); }
    /// Points on their bodies: in new States (topological), and in a State; setting invalidates Position.
    Vec3 getDefaultPointOnBody1() const;
    Vec3 getDefaultPointOnBody2() const;
    Ball& setDefaultPointOnBody1(const Vec3&);
    Ball& setDefaultPointOnBody2(const Vec3&);
    Vec3 getPointOnBody1(const State&) const;
    Vec3 getPointOnBody2(const State&) const;
    void setPointOnBody1(State&, const Vec3&) const;
    void setPointOnBody2(State&, const Vec3&) const;
    /// Force on the point of each body, in that body (Acceleration).
    Vec3 getBallReactionForceOnBody1(const State&) const;
    Vec3 getBallReactionForceOnBody2(const State&) const;
};
/// Two frames coincide.
class Constraint::Weld : public PositionEquations<6>, public HandleCasts<Constraint::Weld, Constraint> {
public:
    Weld() = default;
    Weld(MobilizedBody& body1, MobilizedBody& body2) : Weld(body1, Transform(), body2, Transform()) {}
    Weld(MobilizedBody& body1, const Transform& frame1, MobilizedBody& body2, const Transform& frame2);
    MobilizedBodyIndex getBody1MobilizedBodyIndex() const { return bodyNumber(0); }
    MobilizedBodyIndex getBody2MobilizedBodyIndex() const { return bodyNumber(1); }
    Transform getDefaultFrameOnBody1() const;
    Transform getDefaultFrameOnBody2() const;
    Weld& setDefaultFrameOnBody1(const Transform&);
    Weld& setDefaultFrameOnBody2(const Transform&);
};
/// A point of the follower stays in a plane n·p = h of the other body.
class Constraint::PointInPlane : public OnePositionEquation, public HandleCasts<Constraint::PointInPlane, Constraint> {
public:
    PointInPlane() = default;
    PointInPlane(MobilizedBody& planeBody, const UnitVec3& planeNormal, Real planeHeight, MobilizedBody& followerBody,
                 const Vec3& followerPoint);
    MobilizedBodyIndex getPlaneMobilizedBodyIndex() const { return bodyNumber(0); }
    MobilizedBodyIndex getFollowerMobilizedBodyIndex() const { return bodyNumber(1); }
    UnitVec3 getDefaultPlaneNormal() const;
    Real getDefaultPlaneHeight() const;
    Vec3 getDefaultFollowerPoint() const;
    PointInPlane& setDefaultPlaneNormal(const UnitVec3&);
    PointInPlane& setDefaultPlaneHeight(Real);
    PointInPlane& setDefaultFollowerPoint(const Vec3&);
};
/// A point of the follower stays on a line of the other body.
class Constraint::PointOnLine : public PositionEquations<2>, public HandleCasts<Constraint::PointOnLine, Constraint> {
public:
    PointOnLine() = default;
    PointOnLine(MobilizedBody& lineBody, const UnitVec3& lineDirection, const Vec3& pointOnLine,
                MobilizedBody& followerBody, const Vec3& followerPoint);
    MobilizedBodyIndex getLineMobilizedBodyIndex() const { return bodyNumber(0); }
    MobilizedBodyIndex getFollowerMobilizedBodyIndex() const { return bodyNumber(1); }
    UnitVec3 getDefaultLineDirection() const;
    Vec3 getDefaultPointOnLine() const;
    Vec3 getDefaultFollowerPoint() const;
    PointOnLine& setDefaultLineDirection(const UnitVec3&);
    PointOnLine& setDefaultPointOnLine(const Vec3&);
    PointOnLine& setDefaultFollowerPoint(const Vec3&);
};
/// The angle between an axis of each body is constant; not for angles near 0 or pi.
class Constraint::ConstantAngle : public OnePositionEquation,
                                  public HandleCasts<Constraint::ConstantAngle, Constraint> {
public:
    ConstantAngle() = default;
    ConstantAngle(MobilizedBody& baseBody, const UnitVec3& baseAxis, MobilizedBody& followerBody,
                  const UnitVec3& followerAxis, Real angle = Pi / 2);
    MobilizedBodyIndex getBaseMobilizedBodyIndex() const { return bodyNumber(0); }
    MobilizedBodyIndex getFollowerMobilizedBodyIndex() const { return bodyNumber(1); }
    UnitVec3 getDefaultBaseAxis() const;
    UnitVec3 getDefaultFollowerAxis() const;
    Real getDefaultAngle() const;
    ConstantAngle& setDefaultBaseAxis(const UnitVec3&);
    ConstantAngle& setDefaultFollowerAxis(const UnitVec3&);
    ConstantAngle& setDefaultAngle(Real);
};
/// A frame of the follower keeps its orientation relative to a frame of the base.
class Constraint::ConstantOrientation : public PositionEquations<3>,
                                        public HandleCasts<Constraint::ConstantOrientation, Constraint> {
public:
    ConstantOrientation() = default;
    ConstantOrientation(MobilizedBody& baseBody, const Rotation& baseFrame, MobilizedBody& followerBody,
                        const Rotation& followerFrame);
    MobilizedBodyIndex getBaseMobilizedBodyIndex() const { return bodyNumber(0); }
    MobilizedBodyIndex getFollowerMobilizedBodyIndex() const { return bodyNumber(1); }
    Rotation getDefaultBaseRotation() const;
    Rotation getDefaultFollowerRotation() const;
    ConstantOrientation& setDefaultBaseRotation(const Rotation&);
    ConstantOrientation& setDefaultFollowerRotation(const Rotation&);
};
/// No slip along a direction between points of two bodies at a point of a third.
class Constraint::NoSlip1D : public OneVelocityEquation, public HandleCasts<Constraint::NoSlip1D, Constraint> {
public:
    NoSlip1D() = default;
    NoSlip1D(MobilizedBody& caseBody, const Vec3& contactPoint, const UnitVec3& noSlipDirection,
             MobilizedBody& movingBody0, MobilizedBody& movingBody1);
    /// Force on body 1 along the direction; that on body 0 is the opposite (Acceleration).
    Real getForceAtContactPoint(const State& s) const { return -getMultiplier(s); }
    MobilizedBodyIndex getCaseMobilizedBodyIndex() const;
    /// @param which 0 or 1
    MobilizedBodyIndex getMovingBodyMobilizedBodyIndex(int which) const { return bodyNumber(which); }
    /// In the case body: in new States (topological), and in a State; setting invalidates Position.
    UnitVec3 getDefaultDirection() const;
    Vec3 getDefaultContactPoint() const;
    NoSlip1D& setDefaultDirection(const UnitVec3&);
    NoSlip1D& setDefaultContactPoint(const Vec3&);
    UnitVec3 getDirection(const State&) const;
    Vec3 getContactPoint(const State&) const;
    void setDirection(State&, const UnitVec3&) const;
    void setContactPoint(State&, const Vec3&) const;
};
/// Holds one coordinate at a value.
class Constraint::ConstantCoordinate : public OnePositionEquation,
                                       public HandleCasts<Constraint::ConstantCoordinate, Constraint> {
public:
    ConstantCoordinate() = default;
    ConstantCoordinate(MobilizedBody& mobilizer, MobilizerQIndex which, Real value);
    ConstantCoordinate(MobilizedBody& mobilizer, Real value)
        : ConstantCoordinate(mobilizer, MobilizerQIndex(0), value) {}
    /// Invalidates Position.
    void setPosition(State&, Real value) const;
    MobilizedBodyIndex getMobilizedBodyIndex() const { return mobilizerNumber(0); }
    Real getPosition(const State&) const;
    Real getDefaultPosition() const;
    ConstantCoordinate& setDefaultPosition(Real value);
};
/// Holds one speed at a value.
class Constraint::ConstantSpeed : public OneVelocityEquation,
                                  public HandleCasts<Constraint::ConstantSpeed, Constraint> {
public:
    ConstantSpeed() = default;
    ConstantSpeed(MobilizedBody& mobilizer, MobilizerUIndex which, Real speed);
    ConstantSpeed(MobilizedBody& mobilizer, Real speed) : ConstantSpeed(mobilizer, MobilizerUIndex(0), speed) {}
    Real getDefaultSpeed() const;
    ConstantSpeed& setDefaultSpeed(Real speed);
    Real getSpeed(const State&) const;
    /// Invalidates Velocity.
    void setSpeed(State&, Real speed) const;
    MobilizedBodyIndex getMobilizedBodyIndex() const { return mobilizerNumber(0); }
};
/// Holds one acceleration at a value.
class Constraint::ConstantAcceleration : public OneAccelerationEquation,
                                         public HandleCasts<Constraint::ConstantAcceleration, Constraint> {
public:
    ConstantAcceleration() = default;
    ConstantAcceleration(MobilizedBody& mobilizer, MobilizerUIndex which, Real acceleration);
    ConstantAcceleration(MobilizedBody& mobilizer, Real acceleration)
        : ConstantAcceleration(mobilizer, MobilizerUIndex(0), acceleration) {}
    Real getDefaultAcceleration() const;
    ConstantAcceleration& setDefaultAcceleration(Real acceleration);
    /// Invalidates Acceleration.
    void setAcceleration(State&, Real acceleration) const;
    Real getAcceleration(const State&) const;
    MobilizedBodyIndex getMobilizedBodyIndex() const { return mobilizerNumber(0); }
};
/// f(q...) = 0. Takes ownership of the function, which requires two derivatives.
class Constraint::CoordinateCoupler : public Constraint, public HandleCasts<Constraint::CoordinateCoupler, Constraint> {
public:
    CoordinateCoupler() = default;
    CoordinateCoupler(SimbodyMatterSubsystem& matter, const Function* function,
                      const Array_<MobilizedBodyIndex>& coordBody, const Array_<MobilizerQIndex>& coordIndex);
};
/// f(u..., q...) = 0. Takes ownership of the function.
class Constraint::SpeedCoupler : public Constraint, public HandleCasts<Constraint::SpeedCoupler, Constraint> {
public:
    SpeedCoupler() = default;
    SpeedCoupler(SimbodyMatterSubsystem& matter, const Function* function, const Array_<MobilizedBodyIndex>& speedBody,
                 const Array_<MobilizerUIndex>& speedIndex)
        : SpeedCoupler(matter, function, speedBody, speedIndex, {}, {}) {}
    SpeedCoupler(SimbodyMatterSubsystem& matter, const Function* function, const Array_<MobilizedBodyIndex>& speedBody,
                 const Array_<MobilizerUIndex>& speedIndex, const Array_<MobilizedBodyIndex>& coordBody,
                 const Array_<MobilizerQIndex>& coordIndex);
};
/// q = f(t). Takes ownership of the function.
class Constraint::PrescribedMotion : public Constraint, public HandleCasts<Constraint::PrescribedMotion, Constraint> {
public:
    PrescribedMotion() = default;
    PrescribedMotion(SimbodyMatterSubsystem& matter, const Function* function, MobilizedBodyIndex coordBody,
                     MobilizerQIndex coordIndex);
};

}  // namespace SimTK
