// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/muscle.h"

#include <algorithm>
#include <cmath>

#include "multibody/output_context.h"

namespace trammel {

namespace {

/// Width of the active curve; shape of the passive one and the strain at which it is 1; greatest force of a lengthening
/// fiber, and the shape of the force over speed.
constexpr Real activeWidth = 0.45, passiveShape = 4, passiveStrain = 0.6, greatestForce = 1.4, speedShape = 0.25;
/// A fiber is never shorter than this part of its optimal length.
constexpr Real shortest = 1e-3;

Real activeForce(Real x) { return std::exp(-square(x - 1) / activeWidth); }

Real passiveForce(Real x) {
    if (x <= 1) return 0;
    const Real scale = 1 / std::expm1(passiveShape), strain = x - 1;
    if (strain <= passiveStrain) return scale * std::expm1(passiveShape * strain / passiveStrain);
    return 1 + scale * passiveShape / passiveStrain * std::exp(passiveShape) * (strain - passiveStrain);
}

Real speedFactor(Real v) {
    if (v <= 0) return std::max<Real>(0, (1 + v) / (1 - v / speedShape));
    const Real steep = (2 + 2 / speedShape) / (greatestForce - 1);
    return (1 + steep * v * greatestForce) / (1 + steep * v);
}

}  // namespace

std::vector<PropertyDescriptor> MuscleForce::properties() {
    std::vector<PropertyDescriptor> list;
    cable_path::appendEnds(list, stage);
    const auto real = [&list](const char* name, const char* text, Quantity quantity, Real usual,
                              const char* says) -> PropertyDescriptor& {
        list.push_back(PropertyDescriptor::real(name, text, quantity, usual, says).at(stage));
        return list.back();
    };
    real("maxForce", "Isometric force", Quantity::Force, 1000, "Tension at optimal length, fully active, at rest.")
        .min(0);
    real("optimalLength", "Optimal fiber length", Quantity::Length, 0.5, "Length at which the fiber is strongest.")
        .above(0);
    real("tendonLength", "Tendon length", Quantity::Length, 0.3, "Length of the path that is tendon; it is rigid.")
        .min(0);
    real("pennation", "Pennation angle", Quantity::Angle, 0, "Angle of the fiber to the tendon at optimal length.")
        .min(0)
        .max(1.5);
    real("maxSpeed", "Largest fiber speed", Quantity::None, 10, "In optimal lengths per second, fully active.")
        .above(0);
    real("activationTime", "Activation time", Quantity::Time, 0.015, "Time constant of growing activation.").above(0);
    real("deactivationTime", "Deactivation time", Quantity::Time, 0.05, "Time constant of falling activation.")
        .above(0);
    real("initialActivation", "Initial activation", Quantity::None, 0.05, "Activation at the start, from 0 to 1.")
        .min(0)
        .max(1);
    real("excitation", "Excitation", Quantity::None, 0.05, "Activation that it approaches, from 0 to 1.").min(0).max(1);
    cable_path::appendViaPoints(list, 0, stage);
    return list;
}

std::vector<SocketDescriptor> MuscleForce::sockets() {
    std::vector<SocketDescriptor> list = cable_path::sockets("muscle");
    list.push_back({"control", "Control", "Function of time in seconds, added to the excitation.", {"function"}, true});
    return list;
}

MuscleParameters MuscleForce::readParameters(const ElementInputs& in) {
    MuscleParameters p{{},
                       {},
                       in.real("maxForce"),
                       in.real("optimalLength"),
                       in.real("tendonLength"),
                       in.real("pennation"),
                       in.real("maxSpeed"),
                       in.real("activationTime"),
                       in.real("deactivationTime"),
                       in.real("initialActivation"),
                       in.real("excitation")};
    cable_path::readPoints(in, p.points, p.pulleys);
    p.control = in.findFunction("control", 0);
    return p;
}

Real MuscleForce::calcActivation(const ForceKinematics& k, const AbstractValue* value) {
    return std::clamp<Real>(get(value).initialActivation + k.z[0], 0, 1);
}

Real MuscleForce::calcTension(const ForceKinematics& k, const AbstractValue* value) const {
    const Parameters& p = get(value);
    const CableCourse course = courseOf(k, p);
    const Real along = course.calcLength() - p.tendonLength;
    if (along <= shortest * p.optimalLength) return 0;
    const Real length = std::hypot(along, p.optimalLength * std::sin(p.pennation)), cosine = along / length;
    const Real a = calcActivation(k, value), speed = course.calcRate() * cosine;
    const Real v = speed / (p.optimalLength * p.maxSpeed * (0.25 + 0.75 * a)), x = length / p.optimalLength;
    return p.maxForce * cosine * (a * activeForce(x) * speedFactor(v) + passiveForce(x));
}

void MuscleForce::calcZDot(const ForceKinematics& k, const AbstractValue* value, Real* zdot) const {
    const Parameters& p = get(value);
    const Real wanted = p.excitation + (p.control ? p.control.calcDerivative(0, k.time) : 0);
    const Real a = calcActivation(k, value), e = std::clamp<Real>(wanted, 0, 1), shape = 0.5 + 1.5 * a;
    zdot[0] = (e - a) / (e > a ? p.activationTime * shape : p.deactivationTime / shape);
}

std::vector<OutputDescriptor> MuscleForce::outputs() {
    const auto muscleOf = [](const OutputContext& c, const OutputSite& at) -> const MuscleForce& {
        return static_cast<const MuscleForce&>(c.forces.getForce(at.force));
    };
    return {{.key = "length",
             .label = "length",
             .doc = "Length of the path, tendon and fiber.",
             .quantity = Quantity::Length,
             .stage = Stage::Position,
             .reads = "position kinematics",
             .calc =
                 [muscleOf](OutputContext& c, const OutputSite& at, Real* v) {
                     *v = muscleOf(c, at).calcLength(c.forces.getForceKinematics(c.state, at.force),
                                                     &c.forces.getForceParameters(c.state, at.force));
                 }},
            {.key = "tension",
             .label = "tension",
             .doc = "Tension of the muscle.",
             .quantity = Quantity::Force,
             .stage = Stage::Velocity,
             .reads = "velocity kinematics",
             .calc = unlessDisabled<MuscleForce>([](const MuscleForce& muscle, OutputContext& c, const OutputSite& at) {
                 return muscle.calcTension(c.forces.getForceKinematics(c.state, at.force),
                                           &c.forces.getForceParameters(c.state, at.force));
             })},
            {.key = "activation",
             .label = "activation",
             .doc = "Activation of the muscle, from 0 to 1.",
             .quantity = Quantity::None,
             .stage = Stage::Velocity,
             .reads = "auxiliary variable",
             .calc = [](OutputContext& c, const OutputSite& at, Real* v) {
                 *v = calcActivation(c.forces.getForceKinematics(c.state, at.force),
                                     &c.forces.getForceParameters(c.state, at.force));
             }}};
}

}  // namespace trammel
