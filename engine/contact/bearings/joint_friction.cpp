// SPDX-License-Identifier: Apache-2.0
#include "contact/bearings/joint_friction.h"

#include <cmath>

#include "multibody/force_subsystem.h"
#include "multibody/output_context.h"

namespace trammel {

std::vector<PropertyDescriptor> JointFriction::properties() {
    return {
        PropertyDescriptor::real("staticFriction", "Static friction", Quantity::None, 0.15, "Coefficient at rest.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("dynamicFriction", "Dynamic friction", Quantity::None, 0.1,
                                 "Coefficient while sliding.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("viscousFriction", "Viscous friction", Quantity::Slowness, 0,
                                 "Coefficient per speed of slip.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("radius", "Pin radius", Quantity::Length, 0.01, "Pins: radius of the sliding surface.")
            .above(0)
            .at(stage),
        PropertyDescriptor::real("thrustRadius", "Thrust radius", Quantity::Length, 0,
                                 "Pins: mean radius of the face that carries axial force; 0: without friction.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("spacing", "Support spacing", Quantity::Length, 0,
                                 "Distance of two supports that carry moments across the axis; 0: one support.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("preload", "Preload", Quantity::Force, 0, "Normal force without load, as of a seal.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("transitionSpeed", "Transition speed", Quantity::Speed, 0.002,
                                 "Slip at which friction reaches its static limit; joints at rest creep slower.")
            .above(0)
            .at(stage)};
}

JointFrictionParameters JointFriction::readParameters(const ElementInputs& in) {
    return {{in.real("staticFriction"), in.real("dynamicFriction"), in.real("viscousFriction")},
            in.real("transitionSpeed"),
            in.real("radius"),
            in.real("thrustRadius"),
            in.real("spacing"),
            in.real("preload")};
}

JointFriction::JointFriction(const ElementInputs& in)
    : ParameterizedForce(in, readParameters(in)), joint_(in.mobilizer("joint")) {
    const Mobilizer* const joint = in.findJointType("joint");
    if (!joint) return;
    const JointPattern pattern = joint->forward().pattern();
    if (pattern != JointPattern::RotationAboutZ && pattern != JointPattern::TranslationAlongX)
        throw UnusableElement("Joint friction requires a pin or a slider.",
                              "Choose a pin or a slider, or use a joint damper.");
}

Bearing JointFriction::calcBearing(const ForceKinematics& k, const AbstractValue* value) const {
    const Parameters& p = get(value);
    Bearing bearing;
    bearing.joint = joint_;
    bearing.speed = k.tree[int(joint_)].uStart;
    const bool turns = k.position.H[std::size_t(bearing.speed)][0].normSqr() > 0;
    bearing.lever = turns ? p.radius : 1;
    bearing.thrustLever = turns ? p.thrustRadius : 0;
    bearing.spacing = p.spacing;
    bearing.preload = p.preload;
    const Real slip = k.u[bearing.speed] * bearing.lever;
    bearing.coefficient = std::copysign(calcStribeckCoefficient(p.friction, std::abs(slip), p.transitionSpeed), slip);
    return bearing;
}

void JointFriction::appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                                   std::vector<DecorativeGeometry>& out) const {
    // Two brake shoes at the joint.
    const Transform X = k.position.bodies[std::size_t(int(joint_))].jointPose();
    for (const Real side : {-1, 1})
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(size * 0.6, size * 0.15, size * 0.4)})
                          .setTransform(X * Transform(Vec3(0, side * size * 0.95, 0)))
                          .setOpacity(0.6));
}

std::vector<OutputDescriptor> JointFriction::outputs() {
    return {{.key = "bearingLoad",
             .label = "bearing load",
             .doc = "Sum of the normal forces at the supports, preload included.",
             .quantity = Quantity::Force,
             .stage = Stage::Dynamics,
             .reads = "bearing loads",
             .calc = [](OutputContext& c, const OutputSite& at, Real* v) {
                 *v = c.forces.getBearingLoad(c.state, at.force).load;
             }}};
}

}  // namespace trammel
