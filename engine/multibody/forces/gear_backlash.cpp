// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/gear_backlash.h"

#include <algorithm>
#include <cmath>

#include "multibody/force_subsystem.h"
#include "multibody/output_context.h"

namespace trammel {

std::vector<PropertyDescriptor> GearBacklash::properties() {
    std::vector<PropertyDescriptor> list = AnglePair::properties();
    const auto add = [&list](PropertyDescriptor p) { list.push_back(std::move(p.at(stage))); };
    add(PropertyDescriptor::real("ratio", "Ratio", Quantity::None, -1,
                                 "Turns of the second joint per turn of the first; negative for opposite rotation."));
    add(PropertyDescriptor::real("phase", "Phase", Quantity::Angle, 0,
                                 "Angle of the second joint in the middle of the play, at zero angle of the first."));
    add(PropertyDescriptor::real("backlash", "Backlash", Quantity::Angle, 0.01,
                                 "Play of the second joint while the first is held.")
            .min(0));
    add(PropertyDescriptor::real("stiffness", "Tooth stiffness", Quantity::AngularStiffness, 1e4,
                                 "Torque on the second joint per angle beyond the play.")
            .min(0));
    add(PropertyDescriptor::real("dissipation", "Dissipation", Quantity::AngularSlowness, 0.1,
                                 "Relative increase of the torque per unit speed into the teeth.")
            .min(0));
    return list;
}

GearBacklash::Mesh GearBacklash::calcMesh(const ForceKinematics& k, const Parameters& p) const {
    Mesh mesh;
    mesh.error = angles_.q2(k) - p.ratio * angles_.q1(k) - p.phase;
    const Real x = std::abs(mesh.error) - p.backlash / 2;
    if (!(x > 0)) return mesh;
    const Real side = mesh.error > 0 ? 1 : -1;
    mesh.depth = side * x;
    const Real rate = k.velocity ? side * (angles_.u2(k) - p.ratio * angles_.u1(k)) : 0;
    const Real push = p.stiffness * x * std::max<Real>(0, 1 + p.dissipation * rate);
    mesh.torque = -side * push;
    mesh.heat = (push - p.stiffness * x) * rate;
    return mesh;
}

void GearBacklash::addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const {
    const Parameters& p = get(value);
    const Real torque = calcMesh(k, p).torque;
    angles_.addIn(k, -p.ratio * torque, torque, sum);
}

Real GearBacklash::calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const {
    const Parameters& p = get(value);
    return p.stiffness * square(calcMesh(k, p).depth) / 2;
}

void GearBacklash::appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                                  std::vector<DecorativeGeometry>& out) const {
    const Transform X1 = angles_.pose1(k), X2 = angles_.pose2(k);
    for (const Transform& X : {X1, X2})
        out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.12}).setTransform(X));
    out.push_back(DecorativeGeometry(decor::Line{X1.p(), X2.p()}));
}

namespace {
OutputDescriptor output(const char* key, const char* label, const char* doc, Quantity quantity, Stage stage,
                        const char* reads, Real (*calc)(const GearBacklash::Mesh&)) {
    return numberOutput<GearBacklash>(
        key, label, doc, quantity, stage, reads,
        [calc](const GearBacklash& gear, OutputContext& c, const OutputSite& at) {
            return calc(gear.calcMesh(c.forces.getForceKinematics(c.state, at.force),
                                      GearBacklash::parametersOf(c.forces.getForceParameters(c.state, at.force))));
        });
}
}  // namespace

std::vector<OutputDescriptor> GearBacklash::outputs() {
    using Mesh = GearBacklash::Mesh;
    return {output("lag", "lag", "Angle of the second joint beyond the middle of the play.", Quantity::Angle,
                   Stage::Position, "position kinematics", [](const Mesh& m) { return m.error; }),
            output("toothTorque", "tooth torque", "Torque of the teeth on the second joint.", Quantity::Torque,
                   Stage::Velocity, "velocity kinematics", [](const Mesh& m) { return m.torque; })};
}

}  // namespace trammel
