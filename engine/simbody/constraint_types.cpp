// SPDX-License-Identifier: Apache-2.0
#include "simbody/constraint_types.h"

#include "multibody/constraints/ball.h"
#include "multibody/constraints/constant_acceleration.h"
#include "multibody/constraints/constant_angle.h"
#include "multibody/constraints/constant_coordinate.h"
#include "multibody/constraints/constant_orientation.h"
#include "multibody/constraints/constant_speed.h"
#include "multibody/constraints/function_constraint.h"
#include "multibody/constraints/no_slip_1d.h"
#include "multibody/constraints/point_in_plane.h"
#include "multibody/constraints/point_on_line.h"
#include "multibody/constraints/rod.h"
#include "multibody/constraints/weld.h"
#include "simbody/constraint_inputs.h"

namespace SimTK {

namespace {

Inputs onJoint(const char* key, MobilizedBody& mobilizer, int which) {
    Inputs inputs("constraint", key);
    inputs.body("joint", mobilizer).named(nextName(mobilizer.getMatterSubsystem(), key));
    inputs.set("coordinate", std::int64_t(which));
    return inputs;
}
template <class Which>
std::vector<trammel::CoupledCoordinate> zip(const Array_<MobilizedBodyIndex>& bodies, const Array_<Which>& which) {
    if (bodies.size() != which.size())
        throw trammel::Exception("A coupler requires as many bodies (" + std::to_string(bodies.size()) +
                                 " given) as coordinates (" + std::to_string(which.size()) + " given).");
    std::vector<trammel::CoupledCoordinate> arguments;
    arguments.reserve(std::size_t(bodies.size()));
    for (int i = 0; i < bodies.size(); ++i) arguments.push_back({bodies[i], int(which[i])});
    return arguments;
}

}  // namespace

// --- Points ---

Constraint::Rod::Rod(MobilizedBody& body1, const Vec3& point1, MobilizedBody& body2, const Vec3& point2, Real length) {
    attach(body1.updMatterSubsystem(),
           make(between("rod", body1, body2).set("point1", point1).set("point2", point2).set("length", length)));
    keep(*this);
}
Real Constraint::Rod::getDefaultRodLength() const { return getDefaultParameter(&trammel::RodParameters::length); }
Constraint::Rod& Constraint::Rod::setDefaultRodLength(Real length) {
    setDefaultParameter(&trammel::RodParameters::length, length);
    return *this;
}
Real Constraint::Rod::getRodLength(const State& s) const { return getParameter(s, &trammel::RodParameters::length); }
void Constraint::Rod::setRodLength(State& s, Real length) const {
    setParameter(s, &trammel::RodParameters::length, length);
}
Constraint::Ball::Ball(MobilizedBody& body1, const Vec3& point1, MobilizedBody& body2, const Vec3& point2) {
    attach(body1.updMatterSubsystem(), make(between("ball", body1, body2).set("point1", point1).set("point2", point2)));
    keep(*this);
}
Constraint::PointInPlane::PointInPlane(MobilizedBody& planeBody, const UnitVec3& planeNormal, Real planeHeight,
                                       MobilizedBody& followerBody, const Vec3& followerPoint) {
    attach(planeBody.updMatterSubsystem(), make(between("pointInPlane", planeBody, followerBody)
                                                    .set("normal", planeNormal.asVec3())
                                                    .set("height", planeHeight)
                                                    .set("point2", followerPoint)));
    keep(*this);
}
Constraint::PointOnLine::PointOnLine(MobilizedBody& lineBody, const UnitVec3& lineDirection, const Vec3& pointOnLine,
                                     MobilizedBody& followerBody, const Vec3& followerPoint) {
    attach(lineBody.updMatterSubsystem(), make(between("pointOnLine", lineBody, followerBody)
                                                   .set("direction", lineDirection.asVec3())
                                                   .set("point1", pointOnLine)
                                                   .set("point2", followerPoint)));
    keep(*this);
}
Constraint::NoSlip1D::NoSlip1D(MobilizedBody& caseBody, const Vec3& contactPoint, const UnitVec3& noSlipDirection,
                               MobilizedBody& movingBody0, MobilizedBody& movingBody1) {
    attach(caseBody.updMatterSubsystem(), make(between("noSlip1D", movingBody0, movingBody1)
                                                   .body("caseBody", caseBody)
                                                   .set("point", contactPoint)
                                                   .set("direction", noSlipDirection.asVec3())));
    keep(*this);
}

// --- Bodies and parameters ---

Vec3 Constraint::Rod::getDefaultPointOnBody1() const { return getDefaultParameter(&trammel::RodParameters::point1); }
Constraint::Rod& Constraint::Rod::setDefaultPointOnBody1(const Vec3& v) {
    setDefaultParameter(&trammel::RodParameters::point1, v);
    return *this;
}
Vec3 Constraint::Rod::getPointOnBody1(const State& s) const { return getParameter(s, &trammel::RodParameters::point1); }
void Constraint::Rod::setPointOnBody1(State& s, const Vec3& v) const {
    setParameter(s, &trammel::RodParameters::point1, v);
}
Vec3 Constraint::Rod::getDefaultPointOnBody2() const { return getDefaultParameter(&trammel::RodParameters::point2); }
Constraint::Rod& Constraint::Rod::setDefaultPointOnBody2(const Vec3& v) {
    setDefaultParameter(&trammel::RodParameters::point2, v);
    return *this;
}
Vec3 Constraint::Rod::getPointOnBody2(const State& s) const { return getParameter(s, &trammel::RodParameters::point2); }
void Constraint::Rod::setPointOnBody2(State& s, const Vec3& v) const {
    setParameter(s, &trammel::RodParameters::point2, v);
}
UnitVec3 Constraint::Rod::findRodOrientationInG(const State& s) const {
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    const MobilizedBody &body1 = matter.getMobilizedBody(bodyNumber(0)),
                        &body2 = matter.getMobilizedBody(bodyNumber(1));
    return UnitVec3(body2.findStationLocationInGround(s, getPointOnBody2(s)) -
                    body1.findStationLocationInGround(s, getPointOnBody1(s)));
}
Real Constraint::Rod::findLengthViolation(const State& s) const {
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    return matter.getMobilizedBody(bodyNumber(0))
               .calcStationToStationDistance(s, getPointOnBody1(s), matter.getMobilizedBody(bodyNumber(1)),
                                             getPointOnBody2(s)) -
           getRodLength(s);
}
Vec3 Constraint::Ball::getDefaultPointOnBody1() const { return getDefaultParameter(&trammel::BallParameters::point1); }
Constraint::Ball& Constraint::Ball::setDefaultPointOnBody1(const Vec3& v) {
    setDefaultParameter(&trammel::BallParameters::point1, v);
    return *this;
}
Vec3 Constraint::Ball::getPointOnBody1(const State& s) const {
    return getParameter(s, &trammel::BallParameters::point1);
}
void Constraint::Ball::setPointOnBody1(State& s, const Vec3& v) const {
    setParameter(s, &trammel::BallParameters::point1, v);
}
Vec3 Constraint::Ball::getDefaultPointOnBody2() const { return getDefaultParameter(&trammel::BallParameters::point2); }
Constraint::Ball& Constraint::Ball::setDefaultPointOnBody2(const Vec3& v) {
    setDefaultParameter(&trammel::BallParameters::point2, v);
    return *this;
}
Vec3 Constraint::Ball::getPointOnBody2(const State& s) const {
    return getParameter(s, &trammel::BallParameters::point2);
}
void Constraint::Ball::setPointOnBody2(State& s, const Vec3& v) const {
    setParameter(s, &trammel::BallParameters::point2, v);
}
Vec3 Constraint::Ball::getBallReactionForceOnBody1(const State& s) const {
    Vector_<SpatialVec> onBodies;
    Vector onMobilities;
    getConstraintForcesAsVectors(s, onBodies, onMobilities);
    return getMatterSubsystem().getMobilizedBody(bodyNumber(0)).expressGroundVectorInBodyFrame(s, onBodies[0][1]);
}
Vec3 Constraint::Ball::getBallReactionForceOnBody2(const State& s) const {
    Vector_<SpatialVec> onBodies;
    Vector onMobilities;
    getConstraintForcesAsVectors(s, onBodies, onMobilities);
    return getMatterSubsystem().getMobilizedBody(bodyNumber(1)).expressGroundVectorInBodyFrame(s, onBodies[1][1]);
}
Transform Constraint::Weld::getDefaultFrameOnBody1() const {
    return getDefaultParameter(&trammel::WeldParameters::frame1);
}
Constraint::Weld& Constraint::Weld::setDefaultFrameOnBody1(const Transform& v) {
    setDefaultParameter(&trammel::WeldParameters::frame1, v);
    return *this;
}
Transform Constraint::Weld::getDefaultFrameOnBody2() const {
    return getDefaultParameter(&trammel::WeldParameters::frame2);
}
Constraint::Weld& Constraint::Weld::setDefaultFrameOnBody2(const Transform& v) {
    setDefaultParameter(&trammel::WeldParameters::frame2, v);
    return *this;
}
UnitVec3 Constraint::PointInPlane::getDefaultPlaneNormal() const {
    return UnitVec3(getDefaultParameter(&trammel::PointInPlaneParameters::normal), true);
}
Constraint::PointInPlane& Constraint::PointInPlane::setDefaultPlaneNormal(const UnitVec3& v) {
    setDefaultParameter(&trammel::PointInPlaneParameters::normal, v.asVec3());
    return *this;
}
Real Constraint::PointInPlane::getDefaultPlaneHeight() const {
    return getDefaultParameter(&trammel::PointInPlaneParameters::height);
}
Constraint::PointInPlane& Constraint::PointInPlane::setDefaultPlaneHeight(Real v) {
    setDefaultParameter(&trammel::PointInPlaneParameters::height, v);
    return *this;
}
Vec3 Constraint::PointInPlane::getDefaultFollowerPoint() const {
    return getDefaultParameter(&trammel::PointInPlaneParameters::follower);
}
Constraint::PointInPlane& Constraint::PointInPlane::setDefaultFollowerPoint(const Vec3& v) {
    setDefaultParameter(&trammel::PointInPlaneParameters::follower, v);
    return *this;
}
UnitVec3 Constraint::PointOnLine::getDefaultLineDirection() const {
    return UnitVec3(getDefaultParameter(&trammel::PointOnLineParameters::direction), true);
}
Constraint::PointOnLine& Constraint::PointOnLine::setDefaultLineDirection(const UnitVec3& v) {
    setDefaultParameter(&trammel::PointOnLineParameters::direction, v.asVec3());
    return *this;
}
Vec3 Constraint::PointOnLine::getDefaultPointOnLine() const {
    return getDefaultParameter(&trammel::PointOnLineParameters::point);
}
Constraint::PointOnLine& Constraint::PointOnLine::setDefaultPointOnLine(const Vec3& v) {
    setDefaultParameter(&trammel::PointOnLineParameters::point, v);
    return *this;
}
Vec3 Constraint::PointOnLine::getDefaultFollowerPoint() const {
    return getDefaultParameter(&trammel::PointOnLineParameters::follower);
}
Constraint::PointOnLine& Constraint::PointOnLine::setDefaultFollowerPoint(const Vec3& v) {
    setDefaultParameter(&trammel::PointOnLineParameters::follower, v);
    return *this;
}
UnitVec3 Constraint::ConstantAngle::getDefaultBaseAxis() const {
    return UnitVec3(getDefaultParameter(&trammel::ConstantAngleParameters::axis1), true);
}
Constraint::ConstantAngle& Constraint::ConstantAngle::setDefaultBaseAxis(const UnitVec3& v) {
    setDefaultParameter(&trammel::ConstantAngleParameters::axis1, v.asVec3());
    return *this;
}
UnitVec3 Constraint::ConstantAngle::getDefaultFollowerAxis() const {
    return UnitVec3(getDefaultParameter(&trammel::ConstantAngleParameters::axis2), true);
}
Constraint::ConstantAngle& Constraint::ConstantAngle::setDefaultFollowerAxis(const UnitVec3& v) {
    setDefaultParameter(&trammel::ConstantAngleParameters::axis2, v.asVec3());
    return *this;
}
Real Constraint::ConstantAngle::getDefaultAngle() const {
    return getDefaultParameter(&trammel::ConstantAngleParameters::angle);
}
Constraint::ConstantAngle& Constraint::ConstantAngle::setDefaultAngle(Real v) {
    setDefaultParameter(&trammel::ConstantAngleParameters::angle, v);
    return *this;
}
Rotation Constraint::ConstantOrientation::getDefaultBaseRotation() const {
    return getDefaultParameter(&trammel::ConstantOrientationParameters::frame1);
}
Constraint::ConstantOrientation& Constraint::ConstantOrientation::setDefaultBaseRotation(const Rotation& v) {
    setDefaultParameter(&trammel::ConstantOrientationParameters::frame1, v);
    return *this;
}
Rotation Constraint::ConstantOrientation::getDefaultFollowerRotation() const {
    return getDefaultParameter(&trammel::ConstantOrientationParameters::frame2);
}
Constraint::ConstantOrientation& Constraint::ConstantOrientation::setDefaultFollowerRotation(const Rotation& v) {
    setDefaultParameter(&trammel::ConstantOrientationParameters::frame2, v);
    return *this;
}
MobilizedBodyIndex Constraint::NoSlip1D::getCaseMobilizedBodyIndex() const {
    const trammel::MatterSubsystem& matter = getMatterSubsystem();
    return dynamic_cast<const trammel::NoSlip1DConstraint&>(matter.getConstraint(getConstraintIndex())).getCaseBody();
}
UnitVec3 Constraint::NoSlip1D::getDefaultDirection() const {
    return UnitVec3(getDefaultParameter(&trammel::NoSlip1DParameters::direction), true);
}
Constraint::NoSlip1D& Constraint::NoSlip1D::setDefaultDirection(const UnitVec3& v) {
    setDefaultParameter(&trammel::NoSlip1DParameters::direction, v.asVec3());
    return *this;
}
UnitVec3 Constraint::NoSlip1D::getDirection(const State& s) const {
    return UnitVec3(getParameter(s, &trammel::NoSlip1DParameters::direction), true);
}
void Constraint::NoSlip1D::setDirection(State& s, const UnitVec3& v) const {
    setParameter(s, &trammel::NoSlip1DParameters::direction, v.asVec3());
}
Vec3 Constraint::NoSlip1D::getDefaultContactPoint() const {
    return getDefaultParameter(&trammel::NoSlip1DParameters::point);
}
Constraint::NoSlip1D& Constraint::NoSlip1D::setDefaultContactPoint(const Vec3& v) {
    setDefaultParameter(&trammel::NoSlip1DParameters::point, v);
    return *this;
}
Vec3 Constraint::NoSlip1D::getContactPoint(const State& s) const {
    return getParameter(s, &trammel::NoSlip1DParameters::point);
}
void Constraint::NoSlip1D::setContactPoint(State& s, const Vec3& v) const {
    setParameter(s, &trammel::NoSlip1DParameters::point, v);
}

// --- Orientations ---

Constraint::Weld::Weld(MobilizedBody& body1, const Transform& frame1, MobilizedBody& body2, const Transform& frame2) {
    attach(body1.updMatterSubsystem(), make(between("weld", body1, body2)
                                                .set("point1", frame1.p())
                                                .set("orientation1", frame1.R().toBodyXYZ())
                                                .set("point2", frame2.p())
                                                .set("orientation2", frame2.R().toBodyXYZ())));
    keep(*this);
}
Constraint::ConstantAngle::ConstantAngle(MobilizedBody& baseBody, const UnitVec3& baseAxis, MobilizedBody& followerBody,
                                         const UnitVec3& followerAxis, Real angle) {
    attach(baseBody.updMatterSubsystem(), make(between("constantAngle", baseBody, followerBody)
                                                   .set("axis1", baseAxis.asVec3())
                                                   .set("axis2", followerAxis.asVec3())
                                                   .set("angle", angle)));
    keep(*this);
}
Constraint::ConstantOrientation::ConstantOrientation(MobilizedBody& baseBody, const Rotation& baseFrame,
                                                     MobilizedBody& followerBody, const Rotation& followerFrame) {
    attach(baseBody.updMatterSubsystem(), make(between("constantOrientation", baseBody, followerBody)
                                                   .set("orientation1", baseFrame.toBodyXYZ())
                                                   .set("orientation2", followerFrame.toBodyXYZ())));
    keep(*this);
}

// --- Coordinates ---

Constraint::ConstantCoordinate::ConstantCoordinate(MobilizedBody& mobilizer, MobilizerQIndex which, Real value) {
    attach(mobilizer.updMatterSubsystem(),
           make(onJoint("constantCoordinate", mobilizer, which).set("position", value)));
    keep(*this);
}
void Constraint::ConstantCoordinate::setPosition(State& s, Real value) const {
    setParameter(s, &trammel::ConstantCoordinateParameters::position, value);
}
Real Constraint::ConstantCoordinate::getPosition(const State& s) const {
    return getParameter(s, &trammel::ConstantCoordinateParameters::position);
}
Real Constraint::ConstantCoordinate::getDefaultPosition() const {
    return getDefaultParameter(&trammel::ConstantCoordinateParameters::position);
}
Constraint::ConstantCoordinate& Constraint::ConstantCoordinate::setDefaultPosition(Real value) {
    setDefaultParameter(&trammel::ConstantCoordinateParameters::position, value);
    return *this;
}
Constraint::ConstantSpeed::ConstantSpeed(MobilizedBody& mobilizer, MobilizerUIndex which, Real speed) {
    attach(mobilizer.updMatterSubsystem(), make(onJoint("constantSpeed", mobilizer, which).set("speed", speed)));
    keep(*this);
}
Real Constraint::ConstantSpeed::getDefaultSpeed() const {
    return getDefaultParameter(&trammel::ConstantSpeedParameters::speed);
}
Constraint::ConstantSpeed& Constraint::ConstantSpeed::setDefaultSpeed(Real speed) {
    setDefaultParameter(&trammel::ConstantSpeedParameters::speed, speed);
    return *this;
}
Real Constraint::ConstantSpeed::getSpeed(const State& s) const {
    return getParameter(s, &trammel::ConstantSpeedParameters::speed);
}
void Constraint::ConstantSpeed::setSpeed(State& s, Real speed) const {
    setParameter(s, &trammel::ConstantSpeedParameters::speed, speed);
}
Constraint::ConstantAcceleration::ConstantAcceleration(MobilizedBody& mobilizer, MobilizerUIndex which,
                                                       Real acceleration) {
    attach(mobilizer.updMatterSubsystem(),
           make(onJoint("constantAcceleration", mobilizer, which).set("acceleration", acceleration)));
    keep(*this);
}
Real Constraint::ConstantAcceleration::getDefaultAcceleration() const {
    return getDefaultParameter(&trammel::ConstantAccelerationParameters::acceleration);
}
Constraint::ConstantAcceleration& Constraint::ConstantAcceleration::setDefaultAcceleration(Real acceleration) {
    setDefaultParameter(&trammel::ConstantAccelerationParameters::acceleration, acceleration);
    return *this;
}
Real Constraint::ConstantAcceleration::getAcceleration(const State& s) const {
    return getParameter(s, &trammel::ConstantAccelerationParameters::acceleration);
}
void Constraint::ConstantAcceleration::setAcceleration(State& s, Real acceleration) const {
    setParameter(s, &trammel::ConstantAccelerationParameters::acceleration, acceleration);
}

// --- Functions ---

Constraint::CoordinateCoupler::CoordinateCoupler(SimbodyMatterSubsystem& matter, const Function* function,
                                                 const Array_<MobilizedBodyIndex>& coordBody,
                                                 const Array_<MobilizerQIndex>& coordIndex) {
    std::shared_ptr<const Function> f(function);
    attach(matter, std::make_unique<trammel::CoordinateCouplerConstraint>(
                       nextName(matter, "coordinate coupler"), trammel::ElementId(), f, zip(coordBody, coordIndex)));
    keep(*this);
}
Constraint::SpeedCoupler::SpeedCoupler(SimbodyMatterSubsystem& matter, const Function* function,
                                       const Array_<MobilizedBodyIndex>& speedBody,
                                       const Array_<MobilizerUIndex>& speedIndex,
                                       const Array_<MobilizedBodyIndex>& coordBody,
                                       const Array_<MobilizerQIndex>& coordIndex) {
    std::shared_ptr<const Function> f(function);
    attach(matter,
           std::make_unique<trammel::SpeedCouplerConstraint>(nextName(matter, "speed coupler"), trammel::ElementId(), f,
                                                             zip(speedBody, speedIndex), zip(coordBody, coordIndex)));
    keep(*this);
}
Constraint::PrescribedMotion::PrescribedMotion(SimbodyMatterSubsystem& matter, const Function* function,
                                               MobilizedBodyIndex coordBody, MobilizerQIndex coordIndex) {
    std::shared_ptr<const Function> f(function);
    attach(matter, std::make_unique<trammel::PrescribedMotionConstraint>(
                       nextName(matter, "prescribed motion"), trammel::ElementId(), f,
                       trammel::CoupledCoordinate{coordBody, int(coordIndex)}));
    keep(*this);
}

}  // namespace SimTK
