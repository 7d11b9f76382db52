// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/constraint.h"

namespace SimTK {

/// Common part of the contact constraints: bilateral contact of two bodies, with or without slip.
///
/// Errors and multipliers are ordered [x, y, z] in the contact frame, z the normal toward the second body; without
/// rolling x and y are zero. Not available if disabled. Parameters are Position variables.
class ContactConstraintHandle : public Constraint {
public:
    /// The separation (Position).
    Real getPositionError(const State& s) const { return valuesInUse<1>(getPositionErrorsAsVector(s))[0]; }
    /// Slip and rate of separation (Velocity).
    Vec3 getVelocityErrors(const State& s) const { return tangentsFirst(getVelocityErrorsAsVector(s)); }
    /// Derivatives of the velocity errors (Acceleration).
    Vec3 getAccelerationErrors(const State& s) const { return tangentsFirst(getAccelerationErrorsAsVector(s)); }
    /// The negated force on the second body (Acceleration).
    Vec3 getMultipliers(const State& s) const { return tangentsFirst(getMultipliersAsVector(s)); }
    bool isEnforcingRolling() const;

protected:
    const MobilizedBody& getBody(int which) const;
    /// The force on the second body in G; zero if disabled (Acceleration).
    Vec3 findForceInG(const State&) const;

private:
    Vec3 tangentsFirst(const Vector& v) const;
    virtual Transform calcContactFrame(const State&) const { return {}; }
};

/// A point of the follower stays in the plane z = 0 of a frame of the other body without slipping.
class Constraint::PointOnPlaneContact : public ContactConstraintHandle,
                                        public HandleCasts<Constraint::PointOnPlaneContact, Constraint> {
public:
    PointOnPlaneContact() = default;
    PointOnPlaneContact(MobilizedBody& planeBody, const Transform& defaultPlaneFrame, MobilizedBody& followerBody,
                        const Vec3& defaultFollowerPoint);
    MobilizedBodyIndex getPlaneMobilizedBodyIndex() const;
    MobilizedBodyIndex getFollowerMobilizedBodyIndex() const;

    PointOnPlaneContact& setDefaultPlaneFrame(const Transform&);
    PointOnPlaneContact& setDefaultFollowerPoint(const Vec3&);
    Transform getDefaultPlaneFrame() const;
    Vec3 getDefaultFollowerPoint() const;
    Transform getPlaneFrame(const State&) const;
    Vec3 getFollowerPoint(const State&) const;
    /// In the plane frame (Acceleration).
    Vec3 getForceOnFollowerPoint(const State& s) const { return -getMultipliers(s); }

private:
    Transform calcContactFrame(const State&) const override;
};
/// A sphere touches the plane z = 0 of a frame of the other body.
class Constraint::SphereOnPlaneContact : public ContactConstraintHandle,
                                         public HandleCasts<Constraint::SphereOnPlaneContact, Constraint> {
public:
    SphereOnPlaneContact() = default;
    SphereOnPlaneContact(MobilizedBody& planeMobod, const Transform& defaultPlaneFrame, MobilizedBody& sphereMobod,
                         const Vec3& defaultSphereCenter, Real defaultSphereRadius, bool enforceRolling);
    const MobilizedBody& getPlaneMobilizedBody() const { return getBody(0); }
    const MobilizedBody& getSphereMobilizedBody() const { return getBody(1); }

    SphereOnPlaneContact& setDefaultPlaneFrame(const Transform&);
    SphereOnPlaneContact& setDefaultSphereCenter(const Vec3&);
    SphereOnPlaneContact& setDefaultSphereRadius(Real);
    Transform getDefaultPlaneFrame() const;
    Vec3 getDefaultSphereCenter() const;
    Real getDefaultSphereRadius() const;
    // Setting invalidates Position.
    const SphereOnPlaneContact& setPlaneFrame(State&, const Transform&) const;
    const SphereOnPlaneContact& setSphereCenter(State&, const Vec3&) const;
    const SphereOnPlaneContact& setSphereRadius(State&, Real) const;
    Transform getPlaneFrame(const State&) const;
    Vec3 getSphereCenter(const State&) const;
    Real getSphereRadius(const State&) const;

    Vec3 findForceOnSphereInG(const State& s) const { return findForceInG(s); }
    /// The lowest point of the sphere, disabled or not (Position).
    Vec3 findContactPointInG(const State& s) const { return calcContactFrame(s).p(); }
    Real findSeparation(const State&) const;

private:
    Transform calcContactFrame(const State&) const override;
};
/// A sphere of B touches a sphere of F externally.
class Constraint::SphereOnSphereContact : public ContactConstraintHandle,
                                          public HandleCasts<Constraint::SphereOnSphereContact, Constraint> {
public:
    SphereOnSphereContact() = default;
    SphereOnSphereContact(MobilizedBody& mobod_F, const Vec3& defaultCenterOnF, Real defaultRadiusOnF,
                          MobilizedBody& mobod_B, const Vec3& defaultCenterOnB, Real defaultRadiusOnB,
                          bool enforceRolling);
    const MobilizedBody& getMobilizedBodyF() const { return getBody(0); }
    const MobilizedBody& getMobilizedBodyB() const { return getBody(1); }

    SphereOnSphereContact& setDefaultCenterOnF(const Vec3&);
    SphereOnSphereContact& setDefaultRadiusOnF(Real);
    SphereOnSphereContact& setDefaultCenterOnB(const Vec3&);
    SphereOnSphereContact& setDefaultRadiusOnB(Real);
    Vec3 getDefaultCenterOnF() const;
    Real getDefaultRadiusOnF() const;
    Vec3 getDefaultCenterOnB() const;
    Real getDefaultRadiusOnB() const;
    // Setting invalidates Position.
    const SphereOnSphereContact& setCenterOnF(State&, const Vec3&) const;
    const SphereOnSphereContact& setRadiusOnF(State&, Real) const;
    const SphereOnSphereContact& setCenterOnB(State&, const Vec3&) const;
    const SphereOnSphereContact& setRadiusOnB(State&, Real) const;
    Vec3 getCenterOnF(const State&) const;
    Real getRadiusOnF(const State&) const;
    Vec3 getCenterOnB(const State&) const;
    Real getRadiusOnB(const State&) const;

    Vec3 findForceOnSphereBInG(const State& s) const { return findForceInG(s); }
    /// z from F's sphere to B's, disabled or not (Position).
    Transform findContactFrameInG(const State& s) const { return calcContactFrame(s); }
    Real findSeparation(const State&) const;

private:
    Transform calcContactFrame(const State&) const override;
};
/// The line of an edge of B touches that of an edge of F. Edge frames: origin at the midpoint, x along the edge, z
/// outward.
class Constraint::LineOnLineContact : public ContactConstraintHandle,
                                      public HandleCasts<Constraint::LineOnLineContact, Constraint> {
public:
    LineOnLineContact() = default;
    LineOnLineContact(MobilizedBody& mobod_F, const Transform& defaultEdgeFrameF, Real defaultHalfLengthF,
                      MobilizedBody& mobod_B, const Transform& defaultEdgeFrameB, Real defaultHalfLengthB,
                      bool enforceRolling);
    const MobilizedBody& getMobilizedBodyF() const { return getBody(0); }
    const MobilizedBody& getMobilizedBodyB() const { return getBody(1); }

    LineOnLineContact& setDefaultEdgeFrameF(const Transform&);
    LineOnLineContact& setDefaultHalfLengthF(Real);
    LineOnLineContact& setDefaultEdgeFrameB(const Transform&);
    LineOnLineContact& setDefaultHalfLengthB(Real);
    Transform getDefaultEdgeFrameF() const;
    Real getDefaultHalfLengthF() const;
    Transform getDefaultEdgeFrameB() const;
    Real getDefaultHalfLengthB() const;
    // Setting invalidates Position.
    const LineOnLineContact& setEdgeFrameF(State&, const Transform&) const;
    const LineOnLineContact& setHalfLengthF(State&, Real) const;
    const LineOnLineContact& setEdgeFrameB(State&, const Transform&) const;
    const LineOnLineContact& setHalfLengthB(State&, Real) const;
    Transform getEdgeFrameF(const State&) const;
    Real getHalfLengthF(const State&) const;
    Transform getEdgeFrameB(const State&) const;
    Real getHalfLengthB(const State&) const;

    Vec3 findForceOnBodyBInG(const State& s) const { return findForceInG(s); }
    /// Midway between the closest points, x along F's edge, z the normal; disabled or not (Position).
    Transform findContactFrameInG(const State& s) const { return calcContactFrame(s); }
    /// Closest points of the lines. For parallel lines, points midway between each edge's midpoint and the projection
    /// of the other's.
    void findClosestPointsInG(const State&, Vec3& Qf, Vec3& Qb, bool& linesAreParallel) const;
    Real findSeparation(const State&) const;

private:
    Transform calcContactFrame(const State&) const override;
};

}  // namespace SimTK
