// SPDX-License-Identifier: Apache-2.0
#include "simbody/constraint_types.h"

#include "multibody/constraints/constant_acceleration.h"
#include "multibody/constraints/constant_coordinate.h"
#include "multibody/constraints/constant_speed.h"
#include "multibody/constraints/function_constraint.h"
#include "multibody/constraints/rod.h"
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
        throw trammel::Exception("A coupler needs as many bodies (" + std::to_string(bodies.size()) +
                                 " given) as coordinates (" + std::to_string(which.size()) + " given).");
    std::vector<trammel::CoupledCoordinate> arguments;
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
Real Constraint::Rod::getDefaultRodLength() const { return getDefaultParameters<trammel::RodParameters>().length; }
Constraint::Rod& Constraint::Rod::setDefaultRodLength(Real length) {
    auto p = getDefaultParameters<trammel::RodParameters>();
    p.length = length;
    setDefaultParameters(Value<trammel::RodParameters>(p));
    return *this;
}
Real Constraint::Rod::getRodLength(const State& s) const { return getParameters<trammel::RodParameters>(s).length; }
void Constraint::Rod::setRodLength(State& s, Real length) const {
    auto p = getParameters<trammel::RodParameters>(s);
    p.length = length;
    setParameters(s, Value<trammel::RodParameters>(p));
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
    setParameters(s, Value<trammel::ConstantCoordinateParameters>({value}));
}
Constraint::ConstantSpeed::ConstantSpeed(MobilizedBody& mobilizer, MobilizerUIndex which, Real speed) {
    attach(mobilizer.updMatterSubsystem(), make(onJoint("constantSpeed", mobilizer, which).set("speed", speed)));
    keep(*this);
}
Real Constraint::ConstantSpeed::getDefaultSpeed() const {
    return getDefaultParameters<trammel::ConstantSpeedParameters>().speed;
}
Constraint::ConstantSpeed& Constraint::ConstantSpeed::setDefaultSpeed(Real speed) {
    setDefaultParameters(Value<trammel::ConstantSpeedParameters>({speed}));
    return *this;
}
Real Constraint::ConstantSpeed::getSpeed(const State& s) const {
    return getParameters<trammel::ConstantSpeedParameters>(s).speed;
}
void Constraint::ConstantSpeed::setSpeed(State& s, Real speed) const {
    setParameters(s, Value<trammel::ConstantSpeedParameters>({speed}));
}
Constraint::ConstantAcceleration::ConstantAcceleration(MobilizedBody& mobilizer, MobilizerUIndex which,
                                                       Real acceleration) {
    attach(mobilizer.updMatterSubsystem(),
           make(onJoint("constantAcceleration", mobilizer, which).set("acceleration", acceleration)));
    keep(*this);
}
Real Constraint::ConstantAcceleration::getDefaultAcceleration() const {
    return getDefaultParameters<trammel::ConstantAccelerationParameters>().acceleration;
}
Constraint::ConstantAcceleration& Constraint::ConstantAcceleration::setDefaultAcceleration(Real acceleration) {
    setDefaultParameters(Value<trammel::ConstantAccelerationParameters>({acceleration}));
    return *this;
}
void Constraint::ConstantAcceleration::setAcceleration(State& s, Real acceleration) const {
    setParameters(s, Value<trammel::ConstantAccelerationParameters>({acceleration}));
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
