// SPDX-License-Identifier: Apache-2.0
#include "simbody/contact_constraint_types.h"

#include "multibody/constraints/line_on_line_contact.h"
#include "multibody/constraints/point_on_plane_contact.h"
#include "multibody/constraints/sphere_on_plane_contact.h"
#include "multibody/constraints/sphere_on_sphere_contact.h"
#include "multibody/matter/guts.h"
#include "simbody/constraint_inputs.h"

namespace SimTK {

namespace {

using PlaneP = trammel::PlaneContactParameters;
using SpheresP = trammel::SphereOnSphereContactParameters;
using LinesP = trammel::LineOnLineContactParameters;

Inputs& setPlane(Inputs& inputs, const Transform& frame) {
    return inputs.set("point1", frame.p()).set("normal", frame.z().asVec3()).set("tangent", frame.x().asVec3());
}
Inputs& setEdge(Inputs& inputs, const std::string& number, const Transform& frame, Real halfLength) {
    return inputs.set("point" + number, frame.p())
        .set("direction" + number, frame.x().asVec3())
        .set("outward" + number, frame.z().asVec3())
        .set("halfLength" + number, halfLength);
}
const trammel::ConstraintElement& elementOf(const Constraint& handle) {
    return handle.getMatterSubsystem().trammel::MatterSubsystem::getConstraint(handle.getConstraintIndex());
}
template <class Element>
const Element& as(const Constraint& handle) {
    return dynamic_cast<const Element&>(elementOf(handle));
}
trammel::ConstraintKinematics kinematics(const Constraint& handle, const State& s) {
    return handle.getMatterSubsystem().getGuts().kinematics(s, Stage::Position);
}

}  // namespace

bool ContactConstraintHandle::isEnforcingRolling() const { return elementOf(*this).getNumVelocityEquations() > 0; }
const MobilizedBody& ContactConstraintHandle::getBody(int which) const {
    return getMatterSubsystem().getMobilizedBody(elementOf(*this).getBodies()[std::size_t(which)]);
}
Vec3 ContactConstraintHandle::tangentsFirst(const Vector& v) const {
    if (v.size() == 1) return Vec3(0, 0, v[0]);
    const Vec3 all = valuesInUse<3>(v);
    return Vec3(all[1], all[2], all[0]);
}
Vec3 ContactConstraintHandle::findForceInG(const State& s) const {
    if (isDisabled(s)) return Vec3(0.);
    return -(calcContactFrame(s).R() * getMultipliers(s));
}

// --- On a plane ---

Constraint::PointOnPlaneContact::PointOnPlaneContact(MobilizedBody& planeBody, const Transform& defaultPlaneFrame,
                                                     MobilizedBody& followerBody, const Vec3& defaultFollowerPoint) {
    Inputs inputs = between("pointOnPlaneContact", planeBody, followerBody);
    attach(planeBody.updMatterSubsystem(),
           make(setPlane(inputs, defaultPlaneFrame).set("point2", defaultFollowerPoint)));
    keep(*this);
}
MobilizedBodyIndex Constraint::PointOnPlaneContact::getPlaneMobilizedBodyIndex() const {
    return getBody(0).getMobilizedBodyIndex();
}
MobilizedBodyIndex Constraint::PointOnPlaneContact::getFollowerMobilizedBodyIndex() const {
    return getBody(1).getMobilizedBodyIndex();
}
Constraint::PointOnPlaneContact& Constraint::PointOnPlaneContact::setDefaultPlaneFrame(const Transform& frame) {
    setDefaultParameter(&PlaneP::planeFrame, frame);
    return *this;
}
Constraint::PointOnPlaneContact& Constraint::PointOnPlaneContact::setDefaultFollowerPoint(const Vec3& point) {
    setDefaultParameter(&PlaneP::center, point);
    return *this;
}
Transform Constraint::PointOnPlaneContact::getDefaultPlaneFrame() const {
    return getDefaultParameter(&PlaneP::planeFrame);
}
Vec3 Constraint::PointOnPlaneContact::getDefaultFollowerPoint() const { return getDefaultParameter(&PlaneP::center); }
Transform Constraint::PointOnPlaneContact::getPlaneFrame(const State& s) const {
    return getParameter(s, &PlaneP::planeFrame);
}
Vec3 Constraint::PointOnPlaneContact::getFollowerPoint(const State& s) const {
    return getParameter(s, &PlaneP::center);
}
Transform Constraint::PointOnPlaneContact::calcContactFrame(const State& s) const {
    return as<trammel::PointOnPlaneContactConstraint>(*this)
        .frame(kinematics(*this, s), getParameters<PlaneP>(s))
        .pose();
}

Constraint::SphereOnPlaneContact::SphereOnPlaneContact(MobilizedBody& planeMobod, const Transform& defaultPlaneFrame,
                                                       MobilizedBody& sphereMobod, const Vec3& defaultSphereCenter,
                                                       Real defaultSphereRadius, bool enforceRolling) {
    Inputs inputs = between("sphereOnPlaneContact", planeMobod, sphereMobod);
    attach(planeMobod.updMatterSubsystem(), make(setPlane(inputs, defaultPlaneFrame)
                                                     .set("point2", defaultSphereCenter)
                                                     .set("radius", defaultSphereRadius)
                                                     .set("enforceRolling", enforceRolling)));
    keep(*this);
}
Real Constraint::SphereOnPlaneContact::findSeparation(const State& s) const {
    return as<trammel::SphereOnPlaneContactConstraint>(*this).separation(kinematics(*this, s),
                                                                         getParameters<PlaneP>(s));
}
Transform Constraint::SphereOnPlaneContact::calcContactFrame(const State& s) const {
    return as<trammel::SphereOnPlaneContactConstraint>(*this)
        .frame(kinematics(*this, s), getParameters<PlaneP>(s))
        .pose();
}

// --- Sphere on sphere ---

Constraint::SphereOnSphereContact::SphereOnSphereContact(MobilizedBody& mobod_F, const Vec3& defaultCenterOnF,
                                                         Real defaultRadiusOnF, MobilizedBody& mobod_B,
                                                         const Vec3& defaultCenterOnB, Real defaultRadiusOnB,
                                                         bool enforceRolling) {
    attach(mobod_F.updMatterSubsystem(), make(between("sphereOnSphereContact", mobod_F, mobod_B)
                                                  .set("point1", defaultCenterOnF)
                                                  .set("radius1", defaultRadiusOnF)
                                                  .set("point2", defaultCenterOnB)
                                                  .set("radius2", defaultRadiusOnB)
                                                  .set("enforceRolling", enforceRolling)));
    keep(*this);
}
Real Constraint::SphereOnSphereContact::findSeparation(const State& s) const {
    return as<trammel::SphereOnSphereContactConstraint>(*this).separation(kinematics(*this, s),
                                                                          getParameters<SpheresP>(s));
}
Transform Constraint::SphereOnSphereContact::calcContactFrame(const State& s) const {
    return as<trammel::SphereOnSphereContactConstraint>(*this)
        .frame(kinematics(*this, s), getParameters<SpheresP>(s))
        .pose();
}

// --- Line on line ---

Constraint::LineOnLineContact::LineOnLineContact(MobilizedBody& mobod_F, const Transform& defaultEdgeFrameF,
                                                 Real defaultHalfLengthF, MobilizedBody& mobod_B,
                                                 const Transform& defaultEdgeFrameB, Real defaultHalfLengthB,
                                                 bool enforceRolling) {
    Inputs inputs = between("lineOnLineContact", mobod_F, mobod_B);
    setEdge(inputs, "1", defaultEdgeFrameF, defaultHalfLengthF);
    setEdge(inputs, "2", defaultEdgeFrameB, defaultHalfLengthB);
    attach(mobod_F.updMatterSubsystem(), make(inputs.set("enforceRolling", enforceRolling)));
    keep(*this);
}
void Constraint::LineOnLineContact::findClosestPointsInG(const State& s, Vec3& Qf, Vec3& Qb,
                                                         bool& linesAreParallel) const {
    using Element = trammel::LineOnLineContactConstraint;
    const Element::Lines lines(as<Element>(*this), kinematics(*this, s), getParameters<LinesP>(s));
    Qf = lines.q1;
    Qb = lines.q2;
    linesAreParallel = lines.parallel;
}
Real Constraint::LineOnLineContact::findSeparation(const State& s) const {
    return as<trammel::LineOnLineContactConstraint>(*this).separation(kinematics(*this, s), getParameters<LinesP>(s));
}
Transform Constraint::LineOnLineContact::calcContactFrame(const State& s) const {
    return as<trammel::LineOnLineContactConstraint>(*this).frame(kinematics(*this, s), getParameters<LinesP>(s)).pose();
}

// --- Single parameters ---

Constraint::SphereOnPlaneContact& Constraint::SphereOnPlaneContact::setDefaultPlaneFrame(const Transform& value) {
    setDefaultParameter(&PlaneP::planeFrame, value);
    return *this;
}
const Constraint::SphereOnPlaneContact& Constraint::SphereOnPlaneContact::setPlaneFrame(State& s,
                                                                                        const Transform& value) const {
    setParameter(s, &PlaneP::planeFrame, value);
    return *this;
}
Transform Constraint::SphereOnPlaneContact::getDefaultPlaneFrame() const {
    return getDefaultParameter(&PlaneP::planeFrame);
}
Transform Constraint::SphereOnPlaneContact::getPlaneFrame(const State& s) const {
    return getParameter(s, &PlaneP::planeFrame);
}
Constraint::SphereOnPlaneContact& Constraint::SphereOnPlaneContact::setDefaultSphereCenter(const Vec3& value) {
    setDefaultParameter(&PlaneP::center, value);
    return *this;
}
const Constraint::SphereOnPlaneContact& Constraint::SphereOnPlaneContact::setSphereCenter(State& s,
                                                                                          const Vec3& value) const {
    setParameter(s, &PlaneP::center, value);
    return *this;
}
Vec3 Constraint::SphereOnPlaneContact::getDefaultSphereCenter() const { return getDefaultParameter(&PlaneP::center); }
Vec3 Constraint::SphereOnPlaneContact::getSphereCenter(const State& s) const {
    return getParameter(s, &PlaneP::center);
}
Constraint::SphereOnPlaneContact& Constraint::SphereOnPlaneContact::setDefaultSphereRadius(Real value) {
    setDefaultParameter(&PlaneP::radius, value);
    return *this;
}
const Constraint::SphereOnPlaneContact& Constraint::SphereOnPlaneContact::setSphereRadius(State& s, Real value) const {
    setParameter(s, &PlaneP::radius, value);
    return *this;
}
Real Constraint::SphereOnPlaneContact::getDefaultSphereRadius() const { return getDefaultParameter(&PlaneP::radius); }
Real Constraint::SphereOnPlaneContact::getSphereRadius(const State& s) const {
    return getParameter(s, &PlaneP::radius);
}
Constraint::SphereOnSphereContact& Constraint::SphereOnSphereContact::setDefaultCenterOnF(const Vec3& value) {
    setDefaultParameter(&SpheresP::center1, value);
    return *this;
}
const Constraint::SphereOnSphereContact& Constraint::SphereOnSphereContact::setCenterOnF(State& s,
                                                                                         const Vec3& value) const {
    setParameter(s, &SpheresP::center1, value);
    return *this;
}
Vec3 Constraint::SphereOnSphereContact::getDefaultCenterOnF() const { return getDefaultParameter(&SpheresP::center1); }
Vec3 Constraint::SphereOnSphereContact::getCenterOnF(const State& s) const {
    return getParameter(s, &SpheresP::center1);
}
Constraint::SphereOnSphereContact& Constraint::SphereOnSphereContact::setDefaultRadiusOnF(Real value) {
    setDefaultParameter(&SpheresP::radius1, value);
    return *this;
}
const Constraint::SphereOnSphereContact& Constraint::SphereOnSphereContact::setRadiusOnF(State& s, Real value) const {
    setParameter(s, &SpheresP::radius1, value);
    return *this;
}
Real Constraint::SphereOnSphereContact::getDefaultRadiusOnF() const { return getDefaultParameter(&SpheresP::radius1); }
Real Constraint::SphereOnSphereContact::getRadiusOnF(const State& s) const {
    return getParameter(s, &SpheresP::radius1);
}
Constraint::SphereOnSphereContact& Constraint::SphereOnSphereContact::setDefaultCenterOnB(const Vec3& value) {
    setDefaultParameter(&SpheresP::center2, value);
    return *this;
}
const Constraint::SphereOnSphereContact& Constraint::SphereOnSphereContact::setCenterOnB(State& s,
                                                                                         const Vec3& value) const {
    setParameter(s, &SpheresP::center2, value);
    return *this;
}
Vec3 Constraint::SphereOnSphereContact::getDefaultCenterOnB() const { return getDefaultParameter(&SpheresP::center2); }
Vec3 Constraint::SphereOnSphereContact::getCenterOnB(const State& s) const {
    return getParameter(s, &SpheresP::center2);
}
Constraint::SphereOnSphereContact& Constraint::SphereOnSphereContact::setDefaultRadiusOnB(Real value) {
    setDefaultParameter(&SpheresP::radius2, value);
    return *this;
}
const Constraint::SphereOnSphereContact& Constraint::SphereOnSphereContact::setRadiusOnB(State& s, Real value) const {
    setParameter(s, &SpheresP::radius2, value);
    return *this;
}
Real Constraint::SphereOnSphereContact::getDefaultRadiusOnB() const { return getDefaultParameter(&SpheresP::radius2); }
Real Constraint::SphereOnSphereContact::getRadiusOnB(const State& s) const {
    return getParameter(s, &SpheresP::radius2);
}
Constraint::LineOnLineContact& Constraint::LineOnLineContact::setDefaultEdgeFrameF(const Transform& value) {
    setDefaultParameter(&LinesP::edge1, value);
    return *this;
}
const Constraint::LineOnLineContact& Constraint::LineOnLineContact::setEdgeFrameF(State& s,
                                                                                  const Transform& value) const {
    setParameter(s, &LinesP::edge1, value);
    return *this;
}
Transform Constraint::LineOnLineContact::getDefaultEdgeFrameF() const { return getDefaultParameter(&LinesP::edge1); }
Transform Constraint::LineOnLineContact::getEdgeFrameF(const State& s) const { return getParameter(s, &LinesP::edge1); }
Constraint::LineOnLineContact& Constraint::LineOnLineContact::setDefaultHalfLengthF(Real value) {
    setDefaultParameter(&LinesP::halfLength1, value);
    return *this;
}
const Constraint::LineOnLineContact& Constraint::LineOnLineContact::setHalfLengthF(State& s, Real value) const {
    setParameter(s, &LinesP::halfLength1, value);
    return *this;
}
Real Constraint::LineOnLineContact::getDefaultHalfLengthF() const { return getDefaultParameter(&LinesP::halfLength1); }
Real Constraint::LineOnLineContact::getHalfLengthF(const State& s) const {
    return getParameter(s, &LinesP::halfLength1);
}
Constraint::LineOnLineContact& Constraint::LineOnLineContact::setDefaultEdgeFrameB(const Transform& value) {
    setDefaultParameter(&LinesP::edge2, value);
    return *this;
}
const Constraint::LineOnLineContact& Constraint::LineOnLineContact::setEdgeFrameB(State& s,
                                                                                  const Transform& value) const {
    setParameter(s, &LinesP::edge2, value);
    return *this;
}
Transform Constraint::LineOnLineContact::getDefaultEdgeFrameB() const { return getDefaultParameter(&LinesP::edge2); }
Transform Constraint::LineOnLineContact::getEdgeFrameB(const State& s) const { return getParameter(s, &LinesP::edge2); }
Constraint::LineOnLineContact& Constraint::LineOnLineContact::setDefaultHalfLengthB(Real value) {
    setDefaultParameter(&LinesP::halfLength2, value);
    return *this;
}
const Constraint::LineOnLineContact& Constraint::LineOnLineContact::setHalfLengthB(State& s, Real value) const {
    setParameter(s, &LinesP::halfLength2, value);
    return *this;
}
Real Constraint::LineOnLineContact::getDefaultHalfLengthB() const { return getDefaultParameter(&LinesP::halfLength2); }
Real Constraint::LineOnLineContact::getHalfLengthB(const State& s) const {
    return getParameter(s, &LinesP::halfLength2);
}

}  // namespace SimTK
