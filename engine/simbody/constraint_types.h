// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "functions/function.h"
#include "simbody/constraint.h"

namespace SimTK {

/// Two points a fixed distance apart.
class Constraint::Rod : public Constraint, public HandleCasts<Constraint::Rod, Constraint> {
public:
    Rod() = default;
    Rod(MobilizedBody& body1, MobilizedBody& body2, Real length = 1) : Rod(body1, Vec3(0), body2, Vec3(0), length) {}
    Rod(MobilizedBody& body1, const Vec3& point1, MobilizedBody& body2, const Vec3& point2, Real length = 1);
    Real getDefaultRodLength() const;
    Rod& setDefaultRodLength(Real length);
    Real getRodLength(const State&) const;
    /// Invalidates Position.
    void setRodLength(State&, Real length) const;
    Real getPositionError(const State& s) const { return getPositionErrorsAsVector(s)[0]; }
    Real getVelocityError(const State& s) const { return getVelocityErrorsAsVector(s)[0]; }
    Real getAccelerationError(const State& s) const { return getAccelerationErrorsAsVector(s)[0]; }
    Real getMultiplier(const State& s) const { return getMultipliersAsVector(s)[0]; }
    /// Positive when the rod pulls.
    Real getRodTension(const State& s) const { return getMultiplier(s); }
};
/// Two points coincide.
class Constraint::Ball : public Constraint, public HandleCasts<Constraint::Ball, Constraint> {
public:
    Ball() = default;
    Ball(MobilizedBody& body1, MobilizedBody& body2) : Ball(body1, Vec3(0), body2, Vec3(0)) {}
    Ball(MobilizedBody& body1, const Vec3& point1, MobilizedBody& body2, const Vec3& point2);
};
/// Two frames coincide.
class Constraint::Weld : public Constraint, public HandleCasts<Constraint::Weld, Constraint> {
public:
    Weld() = default;
    Weld(MobilizedBody& body1, MobilizedBody& body2) : Weld(body1, Transform(), body2, Transform()) {}
    Weld(MobilizedBody& body1, const Transform& frame1, MobilizedBody& body2, const Transform& frame2);
};
/// A point of the follower stays in a plane n·p = h of the other body.
class Constraint::PointInPlane : public Constraint, public HandleCasts<Constraint::PointInPlane, Constraint> {
public:
    PointInPlane() = default;
    PointInPlane(MobilizedBody& planeBody, const UnitVec3& planeNormal, Real planeHeight, MobilizedBody& followerBody,
                 const Vec3& followerPoint);
};
/// A point of the follower stays on a line of the other body.
class Constraint::PointOnLine : public Constraint, public HandleCasts<Constraint::PointOnLine, Constraint> {
public:
    PointOnLine() = default;
    PointOnLine(MobilizedBody& lineBody, const UnitVec3& lineDirection, const Vec3& pointOnLine,
                MobilizedBody& followerBody, const Vec3& followerPoint);
};
/// The angle between an axis of each body stays; not for angles near 0 or pi.
class Constraint::ConstantAngle : public Constraint, public HandleCasts<Constraint::ConstantAngle, Constraint> {
public:
    ConstantAngle() = default;
    ConstantAngle(MobilizedBody& baseBody, const UnitVec3& baseAxis, MobilizedBody& followerBody,
                  const UnitVec3& followerAxis, Real angle = Pi / 2);
};
/// A frame of the follower keeps the orientation of a frame of the base.
class Constraint::ConstantOrientation : public Constraint,
                                        public HandleCasts<Constraint::ConstantOrientation, Constraint> {
public:
    ConstantOrientation() = default;
    ConstantOrientation(MobilizedBody& baseBody, const Rotation& baseFrame, MobilizedBody& followerBody,
                        const Rotation& followerFrame);
};
/// Points of two bodies at one place of a third do not slide against each other along one direction.
class Constraint::NoSlip1D : public Constraint, public HandleCasts<Constraint::NoSlip1D, Constraint> {
public:
    NoSlip1D() = default;
    NoSlip1D(MobilizedBody& caseBody, const Vec3& contactPoint, const UnitVec3& noSlipDirection,
             MobilizedBody& movingBody0, MobilizedBody& movingBody1);
};
/// One coordinate keeps a value.
class Constraint::ConstantCoordinate : public Constraint,
                                       public HandleCasts<Constraint::ConstantCoordinate, Constraint> {
public:
    ConstantCoordinate() = default;
    ConstantCoordinate(MobilizedBody& mobilizer, MobilizerQIndex which, Real value);
    ConstantCoordinate(MobilizedBody& mobilizer, Real value)
        : ConstantCoordinate(mobilizer, MobilizerQIndex(0), value) {}
    /// Invalidates Position.
    void setPosition(State&, Real value) const;
};
/// One speed keeps a value.
class Constraint::ConstantSpeed : public Constraint, public HandleCasts<Constraint::ConstantSpeed, Constraint> {
public:
    ConstantSpeed() = default;
    ConstantSpeed(MobilizedBody& mobilizer, MobilizerUIndex which, Real speed);
    ConstantSpeed(MobilizedBody& mobilizer, Real speed) : ConstantSpeed(mobilizer, MobilizerUIndex(0), speed) {}
    Real getDefaultSpeed() const;
    ConstantSpeed& setDefaultSpeed(Real speed);
    Real getSpeed(const State&) const;
    Real getVelocityError(const State& s) const { return getVelocityErrorsAsVector(s)[0]; }
    /// Invalidates Velocity.
    void setSpeed(State&, Real speed) const;
    Real getMultiplier(const State& s) const { return getMultipliersAsVector(s)[0]; }
};
/// One acceleration keeps a value.
class Constraint::ConstantAcceleration : public Constraint,
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
    Real getMultiplier(const State& s) const { return getMultipliersAsVector(s)[0]; }
};
/// f(q...) = 0. Takes over the function, which needs two derivatives.
class Constraint::CoordinateCoupler : public Constraint, public HandleCasts<Constraint::CoordinateCoupler, Constraint> {
public:
    CoordinateCoupler() = default;
    CoordinateCoupler(SimbodyMatterSubsystem& matter, const Function* function,
                      const Array_<MobilizedBodyIndex>& coordBody, const Array_<MobilizerQIndex>& coordIndex);
};
/// f(u..., q...) = 0 with the coordinates as they are. Takes over the function.
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
/// q = f(t). Takes over the function.
class Constraint::PrescribedMotion : public Constraint, public HandleCasts<Constraint::PrescribedMotion, Constraint> {
public:
    PrescribedMotion() = default;
    PrescribedMotion(SimbodyMatterSubsystem& matter, const Function* function, MobilizedBodyIndex coordBody,
                     MobilizerQIndex coordIndex);
};

}  // namespace SimTK
