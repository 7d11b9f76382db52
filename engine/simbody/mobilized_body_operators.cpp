// SPDX-License-Identifier: Apache-2.0
// MobilizedBody: points, vectors, and relative motion of bodies.
#include "multibody/matter/guts.h"
#include "simbody/mobilized_body.h"

namespace SimTK {

// --- Points and vectors ---

Vec3 MobilizedBody::findStationLocationInGround(const State& s, const Vec3& station_B) const {
    return getMatterSubsystem().getBodyTransform(s, index_) * station_B;
}
Vec3 MobilizedBody::findStationLocationInAnotherBody(const State& s, const Vec3& station_B,
                                                     const MobilizedBody& other) const {
    return other.findStationAtGroundPoint(s, findStationLocationInGround(s, station_B));
}
Vec3 MobilizedBody::findStationVelocityInGround(const State& s, const Vec3& station_B) const {
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    const SpatialVec& V = matter.getBodyVelocity(s, index_);
    return V[1] + V[0] % (matter.getBodyTransform(s, index_).R() * station_B);
}
Vec3 MobilizedBody::findStationVelocityInAnotherBody(const State& s, const Vec3& station_B,
                                                     const MobilizedBody& other) const {
    const SpatialVec& V_O = other.getBodyVelocity(s);
    const Vec3 p = findStationLocationInGround(s, station_B) - other.getBodyOriginLocation(s);
    return ~other.getBodyRotation(s) * (findStationVelocityInGround(s, station_B) - V_O[1] - V_O[0] % p);
}
Vec3 MobilizedBody::findStationAccelerationInGround(const State& s, const Vec3& station_B) const {
    const SpatialVec &A = getBodyAcceleration(s), &V = getBodyVelocity(s);
    const Vec3 r = expressVectorInGroundFrame(s, station_B);
    return A[1] + A[0] % r + V[0] % (V[0] % r);
}
[[gnu::flatten]] void MobilizedBody::findStationLocationAndVelocityInGround(const State& s, const Vec3& station_B,
                                                                            Vec3& location, Vec3& velocity) const {
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    const trammel::MatterGuts& guts = matter.getGuts();
    const std::size_t body = std::size_t(int(index_));
    if (guts.getStage(s) < Stage::Velocity || body >= guts.ensurePosition(s).bodies.size()) [[unlikely]] {
        // These throw with the name of the missing stage.
        matter.getBodyTransform(s, index_);
        matter.getBodyVelocity(s, index_);
    }
    const Transform& X = guts.ensurePosition(s).bodies[body].X_GB;
    const SpatialVec& V = guts.ensureVelocity(s).bodies[body].V_GB;
    const Vec3 r = X.R() * station_B;
    location = X.p() + r;
    velocity = V[1] + V[0] % r;
}
Vec3 MobilizedBody::findStationAtGroundPoint(const State& s, const Vec3& location_G) const {
    return getBodyTransform(s).shiftBaseStationToFrame(location_G);
}
Vec3 MobilizedBody::findStationAtAnotherBodyStation(const State& s, const MobilizedBody& other,
                                                    const Vec3& station_O) const {
    return findStationAtGroundPoint(s, other.findStationLocationInGround(s, station_O));
}
Vec3 MobilizedBody::findStationAccelerationInAnotherBody(const State& s, const Vec3& station_B,
                                                         const MobilizedBody& other) const {
    return calcBodyMovingPointAccelerationInBody(s, station_B, Vec3(0), Vec3(0), other);
}
void MobilizedBody::findStationLocationVelocityAndAccelerationInGround(const State& s, const Vec3& station_B,
                                                                       Vec3& location, Vec3& velocity,
                                                                       Vec3& acceleration) const {
    findStationLocationAndVelocityInGround(s, station_B, location, velocity);
    acceleration = findStationAccelerationInGround(s, station_B);
}
Vec3 MobilizedBody::findMassCenterLocationInGround(const State& s) const {
    return findStationLocationInGround(s, getBodyMassCenterStation(s));
}
Vec3 MobilizedBody::findMassCenterLocationInAnotherBody(const State& s, const MobilizedBody& other) const {
    return findStationLocationInAnotherBody(s, getBodyMassCenterStation(s), other);
}
Transform MobilizedBody::findFrameTransformInGround(const State& s, const Transform& X_BF) const {
    return getBodyTransform(s) * X_BF;
}
SpatialVec MobilizedBody::findFrameVelocityInGround(const State& s, const Transform& X_BF) const {
    return SpatialVec(getBodyAngularVelocity(s), findStationVelocityInGround(s, X_BF.p()));
}
SpatialVec MobilizedBody::findFrameAccelerationInGround(const State& s, const Transform& X_BF) const {
    return SpatialVec(getBodyAngularAcceleration(s), findStationAccelerationInGround(s, X_BF.p()));
}
Transform MobilizedBody::findBodyTransformInAnotherBody(const State& s, const MobilizedBody& other) const {
    return ~other.getBodyTransform(s) * getBodyTransform(s);
}
Rotation MobilizedBody::findBodyRotationInAnotherBody(const State& s, const MobilizedBody& other) const {
    return ~other.getBodyRotation(s) * getBodyRotation(s);
}
Vec3 MobilizedBody::findBodyOriginLocationInAnotherBody(const State& s, const MobilizedBody& other) const {
    return other.findStationAtGroundPoint(s, getBodyOriginLocation(s));
}
SpatialVec MobilizedBody::findBodyVelocityInAnotherBody(const State& s, const MobilizedBody& other) const {
    const Vec3 w = getBodyAngularVelocity(s) - other.getBodyAngularVelocity(s);
    return SpatialVec(~other.getBodyRotation(s) * w, findStationVelocityInAnotherBody(s, Vec3(0), other));
}
SpatialVec MobilizedBody::findBodyAccelerationInAnotherBody(const State& s, const MobilizedBody& other) const {
    const Vec3 &w_GB = getBodyAngularVelocity(s), &w_GO = other.getBodyAngularVelocity(s);
    const Vec3 angular = getBodyAngularAcceleration(s) - other.getBodyAngularAcceleration(s) - w_GO % (w_GB - w_GO);
    return SpatialVec(~other.getBodyRotation(s) * angular, findStationAccelerationInAnotherBody(s, Vec3(0), other));
}
Vec3 MobilizedBody::expressVectorInGroundFrame(const State& s, const Vec3& vector_B) const {
    return getBodyRotation(s) * vector_B;
}
Vec3 MobilizedBody::expressGroundVectorInBodyFrame(const State& s, const Vec3& vector_G) const {
    return ~getBodyRotation(s) * vector_G;
}
Vec3 MobilizedBody::expressVectorInAnotherBodyFrame(const State& s, const Vec3& vector_B,
                                                    const MobilizedBody& other) const {
    return other.expressGroundVectorInBodyFrame(s, expressVectorInGroundFrame(s, vector_B));
}
Real MobilizedBody::calcStationToStationDistance(const State& s, const Vec3& station_B, const MobilizedBody& other,
                                                 const Vec3& station_O) const {
    return (findStationLocationInGround(s, station_B) - other.findStationLocationInGround(s, station_O)).norm();
}

// --- Points that move on a body ---

Vec3 MobilizedBody::calcBodyMovingPointVelocityInBody(const State& s, const Vec3& location_B, const Vec3& velocity_B,
                                                      const MobilizedBody& other) const {
    return findStationVelocityInAnotherBody(s, location_B, other) +
           expressVectorInAnotherBodyFrame(s, velocity_B, other);
}
Vec3 MobilizedBody::calcBodyMovingPointAccelerationInBody(const State& s, const Vec3& location_B,
                                                          const Vec3& velocity_B, const Vec3& acceleration_B,
                                                          const MobilizedBody& other) const {
    // In Ground, including the motion of the body.
    const Vec3 own = expressVectorInGroundFrame(s, velocity_B);
    const Vec3 p = findStationLocationInGround(s, location_B) - other.getBodyOriginLocation(s);
    const Vec3 v = findStationVelocityInGround(s, location_B) + own;
    const Vec3 a = findStationAccelerationInGround(s, location_B) + 2 * getBodyAngularVelocity(s) % own +
                   expressVectorInGroundFrame(s, acceleration_B);
    // Relative to the other body.
    const SpatialVec &V_O = other.getBodyVelocity(s), &A_O = other.getBodyAcceleration(s);
    const Vec3& w = V_O[0];
    const Vec3 relative = v - V_O[1] - w % p;
    return ~other.getBodyRotation(s) * (a - A_O[1] - A_O[0] % p - w % (w % p) - 2 * w % relative);
}

Real MobilizedBody::calcStationToStationDistanceTimeDerivative(const State& s, const Vec3& station_B,
                                                               const MobilizedBody& other,
                                                               const Vec3& station_O) const {
    const Vec3 r = other.findStationLocationInGround(s, station_O) - findStationLocationInGround(s, station_B);
    const Vec3 v = other.findStationVelocityInGround(s, station_O) - findStationVelocityInGround(s, station_B);
    const Real d = r.norm();
    return d == 0 ? v.norm() : dot(v, r) / d;
}
Real MobilizedBody::calcStationToStationDistance2ndTimeDerivative(const State& s, const Vec3& station_B,
                                                                  const MobilizedBody& other,
                                                                  const Vec3& station_O) const {
    const Vec3 r = other.findStationLocationInGround(s, station_O) - findStationLocationInGround(s, station_B);
    const Vec3 v = other.findStationVelocityInGround(s, station_O) - findStationVelocityInGround(s, station_B);
    const Vec3 a = other.findStationAccelerationInGround(s, station_O) - findStationAccelerationInGround(s, station_B);
    const Real d = r.norm(), speed = v.norm();
    if (d == 0) return speed == 0 ? a.norm() : dot(a, v) / speed;
    const Real rate = dot(v, r) / d;
    return (dot(a, r) + square(speed) - square(rate)) / d;
}

SpatialVec MobilizedBody::getMobilizerAcceleration(const State& s) const {
    if (isGround()) return SpatialVec(0.);
    // Motion of M relative to the parent, in axes of F.
    const MobilizedBody& parent = getParentMobilizedBody();
    const Rotation R_FP = ~getInboardFrame(s).R();
    return SpatialVec(R_FP * findBodyAngularAccelerationInAnotherBody(s, parent),
                      R_FP * findStationAccelerationInAnotherBody(s, getOutboardFrame(s).p(), parent));
}

// --- Mass in motion ---

MassProperties MobilizedBody::expressMassPropertiesInGroundFrame(const State& s) const {
    return expressMassPropertiesInAnotherBodyFrame(s, getMatterSubsystem().getGround());
}
MassProperties MobilizedBody::expressMassPropertiesInAnotherBodyFrame(const State& s,
                                                                      const MobilizedBody& other) const {
    const MassProperties& mass = getBodyMassProperties(s);
    const Rotation R_BO = ~findBodyRotationInAnotherBody(s, other);
    return MassProperties(mass.getMass(), ~R_BO * mass.getMassCenter(), mass.getInertia().reexpress(R_BO));
}
SpatialMat MobilizedBody::calcBodySpatialInertiaMatrixInGround(const State& s) const {
    if (isGround()) return SpatialMat(Mat33(Infinity), Mat33(0), Mat33(0), Mat33(Infinity));
    const MassProperties mass = expressMassPropertiesInGroundFrame(s);
    const Mat33 mc = mass.getMass() * crossMat(mass.getMassCenter());
    return SpatialMat(mass.getInertia().toMat33(), mc, -mc, Mat33(mass.getMass()));
}
SpatialInertia MobilizedBody::getBodySpatialInertiaInGround(const State& s) const {
    if (isGround()) return trammel::SpatialInertia{Infinity, Vec3(0), Mat33(Infinity)};
    return getMatterSubsystem().getBodyInertias(s).M_G[std::size_t(int(index_))];
}
Inertia MobilizedBody::calcBodyCentralInertia(const State& s, MobilizedBodyIndex) const {
    return getBodyMassProperties(s).calcCentralInertia();
}
Inertia MobilizedBody::calcBodyInertiaAboutAnotherBodyStation(const State& s, const MobilizedBody& other,
                                                              const Vec3& station_O) const {
    const Vec3 station_B = findStationAtAnotherBodyStation(s, other, station_O);
    return getBodyMassProperties(s).calcShiftedInertia(station_B).reexpress(~findBodyRotationInAnotherBody(s, other));
}
SpatialVec MobilizedBody::calcBodyMomentumAboutBodyOriginInGround(const State& s) const {
    return calcBodySpatialInertiaMatrixInGround(s) * getBodyVelocity(s);
}
SpatialVec MobilizedBody::calcBodyMomentumAboutBodyMassCenterInGround(const State& s) const {
    const Vec3 com = expressVectorInGroundFrame(s, getBodyMassCenterStation(s));
    return trammel::shiftForceFrom(calcBodyMomentumAboutBodyOriginInGround(s), -com);
}

}  // namespace SimTK
