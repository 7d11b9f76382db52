// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/belt_drive.h"

#include <algorithm>
#include <cmath>

#include "multibody/force_subsystem.h"
#include "multibody/output_context.h"

namespace trammel {

std::vector<PropertyDescriptor> BeltDrive::properties() {
    std::vector<PropertyDescriptor> list = AnglePair::properties();
    const auto add = [&list](PropertyDescriptor p) { list.push_back(std::move(p.at(stage))); };
    add(PropertyDescriptor::real("radius1", "First radius", Quantity::Length, 0.1, "Pitch radius of the first wheel.")
            .above(0));
    add(PropertyDescriptor::real("radius2", "Second radius", Quantity::Length, 0.1, "Pitch radius of the second wheel.")
            .above(0));
    add(PropertyDescriptor::boolean("crossed", "Crossed", false, "Whether the wheels turn in opposite directions."));
    add(PropertyDescriptor::real("phase", "Phase", Quantity::Angle, 0,
                                 "Angle of the second joint at zero angle of the first."));
    add(PropertyDescriptor::real("stiffness", "Strand stiffness", Quantity::Stiffness, 1e4,
                                 "Tension per stretch of one strand.")
            .above(0));
    add(PropertyDescriptor::real("dissipation", "Dissipation", Quantity::Slowness, 0.5,
                                 "Relative increase of the tension per unit speed of stretching.")
            .min(0));
    add(PropertyDescriptor::real("pretension", "Pretension", Quantity::Force, 10, "Tension of both strands at rest.")
            .min(0));
    add(PropertyDescriptor::real("slack", "Slack", Quantity::Length, 0,
                                 "Play of a chain: way from one strand pulling to the other.")
            .min(0));
    return list;
}

BeltDriveParameters BeltDrive::readParameters(const ElementInputs& in) {
    return {in.real("radius1"),     in.real("radius2"),    in.real("phase"), in.real("stiffness"),
            in.real("dissipation"), in.real("pretension"), in.real("slack"), in.boolean("crossed")};
}

BeltDrive::Strand BeltDrive::calcStrand(const ForceKinematics& k, const Parameters& p, bool ahead) const {
    const Real sign = ahead ? 1 : -1, second = p.crossed ? -p.radius2 : p.radius2;
    Strand strand;
    strand.stretch = p.pretension / p.stiffness - p.slack / 2 +
                     sign * (p.radius1 * angles_.q1(k) - second * (angles_.q2(k) - p.phase));
    if (!(strand.stretch > 0)) return strand;
    const Real rate = k.velocity ? sign * (p.radius1 * angles_.u1(k) - second * angles_.u2(k)) : 0;
    const Real elastic = p.stiffness * strand.stretch;
    strand.tension = elastic * std::max<Real>(0, 1 + p.dissipation * rate);
    strand.heat = (strand.tension - elastic) * rate;
    return strand;
}

void BeltDrive::addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const {
    const Parameters& p = get(value);
    const Real pull = calcStrand(k, p, true).tension - calcStrand(k, p, false).tension;
    angles_.addIn(k, -pull * p.radius1, (p.crossed ? -pull : pull) * p.radius2, sum);
}

Real BeltDrive::calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const {
    const Parameters& p = get(value);
    Real energy = 0;
    for (const bool ahead : {true, false})
        energy += p.stiffness * square(std::max<Real>(0, calcStrand(k, p, ahead).stretch)) / 2;
    return energy;
}

Real BeltDrive::calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const {
    const Parameters& p = get(value);
    return calcStrand(k, p, true).heat + calcStrand(k, p, false).heat;
}

void BeltDrive::appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real,
                               std::vector<DecorativeGeometry>& out) const {
    const Parameters& p = get(value);
    const Transform X1 = angles_.pose1(k), X2 = angles_.pose2(k);
    // Strands touch both wheels, in the plane of the first.
    const Vec3 axis = X1.R().col(2);
    Vec3 between = X2.p() - X1.p();
    between -= between.dot(axis) * axis;
    const Real distance = between.norm(), radii = p.crossed ? p.radius1 + p.radius2 : p.radius1 - p.radius2;
    if (!(distance > std::abs(radii))) return;
    const Vec3 along = Vec3(between / distance), aside = axis.cross(along);
    const Real cosine = radii / distance, sine = std::sqrt(1 - cosine * cosine), bare = std::acos(cosine);
    const auto wrap = [&](const Vec3& center, Real radius, Real from, Real to) {
        constexpr int pieces = 24;
        decor::Polyline arc;
        for (int i = 0; i <= pieces; ++i) {
            const Real angle = from + (to - from) * i / pieces;
            arc.points.push_back(center + radius * (std::cos(angle) * along + std::sin(angle) * aside));
        }
        out.push_back(DecorativeGeometry(std::move(arc)).setLineThickness(3));
    };
    wrap(X1.p(), p.radius1, bare, 2 * Pi - bare);
    wrap(X2.p(), p.radius2, p.crossed ? bare - Pi : -bare, p.crossed ? Pi - bare : bare);
    // The strand that runs onto the first wheel is the tight one.
    for (const bool ahead : {true, false}) {
        const Vec3 out1 = cosine * along + (ahead ? sine : -sine) * aside;
        const Vec3 end1 = X1.p() + p.radius1 * out1, end2 = X2.p() + (p.crossed ? -p.radius2 : p.radius2) * out1;
        const bool pulls = calcStrand(k, p, ahead).stretch > 0;
        out.push_back(DecorativeGeometry(decor::Line{end1, end2}).setLineThickness(pulls ? 3 : 1));
    }
}

namespace {
OutputDescriptor tension(const char* key, const char* label, const char* doc, bool ahead) {
    return numberOutput<BeltDrive>(
        key, label, doc, Quantity::Force, Stage::Velocity, "velocity kinematics",
        [ahead](const BeltDrive& belt, OutputContext& c, const OutputSite& at) {
            return belt
                .calcStrand(c.forces.getForceKinematics(c.state, at.force),
                            BeltDrive::parametersOf(c.forces.getForceParameters(c.state, at.force)), ahead)
                .tension;
        });
}
}  // namespace

std::vector<OutputDescriptor> BeltDrive::outputs() {
    return {tension("tensionAhead", "tension ahead",
                    "Tension of the strand that pulls when the first joint turns forward.", true),
            tension("tensionBack", "tension back",
                    "Tension of the strand that pulls when the first joint turns backward.", false)};
}

}  // namespace trammel
