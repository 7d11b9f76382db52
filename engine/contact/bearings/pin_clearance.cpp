// SPDX-License-Identifier: Apache-2.0
#include "contact/bearings/pin_clearance.h"

#include <algorithm>
#include <cmath>

#include "base/numerical_failure.h"
#include "contact/contact_material.h"
#include "contact/laws/restitution.h"
#include "multibody/constraints/body_pair_sockets.h"
#include "multibody/constraints/point_pair.h"
#include "multibody/force_subsystem.h"
#include "multibody/output_context.h"

namespace trammel {

TypeSample PinClearance::sample() {
    // A journal of a bar that touches its bearing on the front of a box, drawn with exaggerated play.
    return {.properties = {{"point1Anchor", std::string("origin")},
                           {"point1", Vec3(0, 0, 0.12)},
                           {"radius", 0.04},
                           {"clearance", 0.02}},
            .position = Vec3(0.021, 0, 0.12),
            .orientation = Vec3(0, 0, -0.6)};
}

std::vector<SocketDescriptor> PinClearance::sockets() {
    return bodyPairSockets("Body with the bearing", "Body with the journal");
}

std::vector<PropertyDescriptor> PinClearance::properties() {
    std::vector<PropertyDescriptor> list;
    appendPointProperties(list, "point1", "Bearing center", "Center of the bearing on the first body.", stage);
    appendPointProperties(list, "point2", "Journal center", "Center of the journal on the second body.", stage);
    const auto add = [&list](PropertyDescriptor property) { list.push_back(std::move(property.at(stage))); };
    add(PropertyDescriptor::vec3("axis1", "Bearing axis", Quantity::None, Vec3(0, 0, 1),
                                 "Direction of the bearing's axis on the first body."));
    add(PropertyDescriptor::vec3("axis2", "Journal axis", Quantity::None, Vec3(0, 0, 1),
                                 "Direction of the journal's axis on the second body; used with a length."));
    add(PropertyDescriptor::real("radius", "Journal radius", Quantity::Length, 0.01, "Radius of the journal.")
            .above(0));
    add(PropertyDescriptor::real("clearance", "Radial clearance", Quantity::Length, 5e-4,
                                 "Radius of the bearing beyond that of the journal.")
            .above(0));
    add(PropertyDescriptor::real("length", "Journal length", Quantity::Length, 0,
                                 "Distance of the two ends that touch; 0: one place, which carries no moment.")
            .min(0));
    std::vector<PropertyDescriptor::Option> materials;
    for (const ContactMaterial& m : contactMaterials()) materials.push_back({std::string(m.key), std::string(m.label)});
    add(PropertyDescriptor::choice("bearingMaterial", "Bearing material", materials, "nylon",
                                   "Stiffness of the bearing."));
    add(PropertyDescriptor::choice("journalMaterial", "Journal material", materials, "steel",
                                   "Stiffness of the journal."));
    add(PropertyDescriptor::real("restitution", "Coefficient of restitution", Quantity::None, 0.6,
                                 "Ratio of speeds after and before an impact at 1 m/s.")
            .min(0)
            .max(1));
    add(PropertyDescriptor::real("staticFriction", "Static friction", Quantity::None, 0.15, "Coefficient at rest.")
            .min(0));
    add(PropertyDescriptor::real("dynamicFriction", "Dynamic friction", Quantity::None, 0.1,
                                 "Coefficient while sliding.")
            .min(0));
    add(PropertyDescriptor::real("transitionSpeed", "Transition speed", Quantity::Speed, 0.002,
                                 "Slip at which friction reaches its static limit.")
            .above(0));
    return list;
}

namespace {
/// A direction with length 1; the z axis for a zero vector.
Vec3 directionOf(const Vec3& v) {
    const Real size = v.norm();
    return size > 0 ? Vec3(v / size) : Vec3(0, 0, 1);
}
}  // namespace

PinClearanceParameters PinClearance::readParameters(const ElementInputs& in) {
    PinClearanceParameters p;
    p.bearing = in.station("body1", "point1");
    p.bearingAxis = directionOf(in.vec3("axis1"));
    p.journal = in.station("body2", "point2");
    p.journalAxis = directionOf(in.vec3("axis2"));
    p.radius = in.real("radius");
    p.clearance = in.real("clearance");
    p.length = in.real("length");
    const auto complianceOf = [&in](const char* material) {
        const ContactMaterial* const m = findContactMaterial(in.text(material));
        return m ? (1 - square(m->poissonsRatio)) / m->youngsModulus : 0;
    };
    p.modulus = 1 / (complianceOf("bearingMaterial") + complianceOf("journalMaterial"));
    p.dissipation = calcDissipation(in.real("restitution"), 1);
    p.friction = {in.real("staticFriction"), in.real("dynamicFriction"), 0};
    p.transitionSpeed = in.real("transitionSpeed");
    return p;
}

PinClearance::End PinClearance::calcEnd(const ForceKinematics& k, const Parameters& p, int end) const {
    const Transform &X1 = k.X_GB(body1_), &X2 = k.X_GB(body2_);
    const int ends = getNumEnds(p);
    const Vec3 axis = X1.R() * p.bearingAxis;
    const Real along = ends == 1 ? 0 : (end - 0.5) * p.length;
    const Vec3 center = X2 * Vec3(p.journal + along * p.journalAxis);
    Vec3 offset = center - Vec3(X1 * p.bearing);
    offset -= offset.dot(axis) * axis;

    End e;
    e.offset = offset.norm();
    e.normal = e.offset > 0 ? Vec3(offset / e.offset) : Vec3(0.);
    e.point = center + p.radius * e.normal;
    e.depth = e.offset - p.clearance;
    const auto velocityAt = [&](MobilizedBodyIndex b, const Vec3& point) {
        const SpatialVec& V = k.V_GB(b);
        return Vec3(V[1] + V[0].cross(Vec3(point - k.X_GB(b).p())));
    };
    if (k.velocity) {
        const Vec3 v = velocityAt(body2_, e.point) - velocityAt(body1_, e.point);
        e.approach = v.dot(e.normal);
        e.slip = v - e.approach * e.normal;
    }
    if (e.depth <= 0) return e;
    const Real stiffness = 4.0 / 3.0 * p.modulus * std::sqrt(p.radius * (p.radius + p.clearance) / p.clearance) / ends;
    e.elastic = stiffness * e.depth * std::sqrt(e.depth);
    e.energy = 0.4 * e.elastic * e.depth;
    e.normalForce = std::max<Real>(0, e.elastic * (1 + 1.5 * p.dissipation * e.approach));
    if (const Real slip = e.slip.norm(); slip > 0)
        e.friction =
            Vec3(e.slip * (-calcStribeckCoefficient(p.friction, slip, p.transitionSpeed) * e.normalForce / slip));
    return e;
}

void PinClearance::addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const {
    const Parameters& p = get(value);
    for (int i = 0; i < getNumEnds(p); ++i) {
        const End e = calcEnd(k, p, i);
        if (e.depth <= 0) continue;
        if (e.depth > p.radius / 2)
            throw NumericalFailure("The journal of '" + getName() +
                                   "' penetrates its bearing by more than half its radius. Give the bearing a stiffer "
                                   "material or a larger clearance, or reduce the load.");
        const Vec3 f = e.friction - e.normalForce * e.normal;
        sum.addAt(body2_, k.X_GB(body2_), e.point, f);
        sum.addAt(body1_, k.X_GB(body1_), e.point, Vec3(-f));
    }
}

Real PinClearance::calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const {
    const Parameters& p = get(value);
    Real energy = 0;
    for (int i = 0; i < getNumEnds(p); ++i) energy += calcEnd(k, p, i).energy;
    return energy;
}

Real PinClearance::calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const {
    const Parameters& p = get(value);
    Real power = 0;
    for (int i = 0; i < getNumEnds(p); ++i) {
        const End e = calcEnd(k, p, i);
        power += (e.normalForce - e.elastic) * e.approach - e.friction.dot(e.slip);
    }
    return power;
}

void PinClearance::appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                                  std::vector<DecorativeGeometry>& out) const {
    const Parameters& p = get(value);
    const auto aboutAxis = [](const Vec3& axis, const Vec3& center) {
        return Transform(
            Rotation(std::acos(std::clamp<Real>(axis[2], -1, 1)), directionOf(Vec3(Vec3(0, 0, 1).cross(axis)))),
            center);
    };
    const Transform &X1 = k.X_GB(body1_), &X2 = k.X_GB(body2_);
    const Vec3 bearing = X1 * p.bearing, journal = X2 * p.journal;
    const Real wall = std::min(size / 4, p.radius);
    out.push_back(DecorativeGeometry(decor::Torus{p.radius + p.clearance + wall, wall})
                      .setTransform(aboutAxis(X1.R() * p.bearingAxis, bearing))
                      .setOpacity(0.6));
    out.push_back(DecorativeGeometry(decor::Torus{p.radius / 2, p.radius / 2})
                      .setTransform(aboutAxis(X2.R() * p.journalAxis, journal)));
    for (int i = 0; i < getNumEnds(p); ++i) {
        const End e = calcEnd(k, p, i);
        if (e.depth <= 0) continue;
        out.push_back(DecorativeGeometry(decor::Sphere{size / 4}).setTransform(e.point));
        out.push_back(
            DecorativeGeometry(decor::Line{e.point, Vec3(e.point + 2 * size * e.normal)}).setLineThickness(2));
    }
}

namespace {
/// An output by its largest value over the ends of the journal; 0 while the force is disabled.
OutputDescriptor endOutput(const char* key, const char* label, const char* doc, Quantity quantity, Stage stage,
                           const char* reads, Real (*calc)(const PinClearance::End&, const PinClearanceParameters&)) {
    return numberOutput<PinClearance>(key, label, doc, quantity, stage, reads,
                                      [calc](const PinClearance& pin, OutputContext& c, const OutputSite& at) {
                                          const PinClearanceParameters& p = PinClearance::parametersOf(
                                              c.forces.getForceParameters(c.state, at.force));
                                          const ForceKinematics k = c.forces.getForceKinematics(c.state, at.force);
                                          Real largest = 0;
                                          for (int i = 0; i < pin.getNumEnds(p); ++i)
                                              largest = std::max(largest, calc(pin.calcEnd(k, p, i), p));
                                          return largest;
                                      });
}
}  // namespace

std::vector<OutputDescriptor> PinClearance::outputs() {
    using End = PinClearance::End;
    using P = PinClearanceParameters;
    return {endOutput("eccentricity", "eccentricity", "Offset of the journal by the clearance; above 1 it touches.",
                      Quantity::None, Stage::Position, "position kinematics",
                      [](const End& e, const P& p) { return e.offset / p.clearance; }),
            endOutput("depth", "depth", "Largest depth of the journal in the wall of the bearing.", Quantity::Length,
                      Stage::Position, "position kinematics",
                      [](const End& e, const P&) { return std::max<Real>(0, e.depth); }),
            endOutput("normalForce", "normal force", "Largest normal force at an end of the journal.", Quantity::Force,
                      Stage::Velocity, "velocity kinematics", [](const End& e, const P&) { return e.normalForce; }),
            endOutput("slipSpeed", "slip speed", "Largest slip of an end of the journal that touches.", Quantity::Speed,
                      Stage::Velocity, "velocity kinematics",
                      [](const End& e, const P&) { return e.depth > 0 ? e.slip.norm() : 0; })};
}

}  // namespace trammel
