// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/potential_formula_force.h"

#include <algorithm>

#include "multibody/forces/two_point.h"
#include "multibody/mobilizer.h"

namespace trammel {

std::vector<PropertyDescriptor> PotentialFormulaForce::properties() {
    std::vector<PropertyDescriptor> list = twoPointProperties(stage);
    list.push_back(
        PropertyDescriptor::formula("energy", "Energy", Quantity::Energy, "0", "Formula of the potential energy."));
    list.push_back(factorProperty());
    return list;
}

std::vector<SocketDescriptor> PotentialFormulaForce::sockets() {
    std::vector<SocketDescriptor> list = twoBodySockets();
    list[0].doc = "The body that carries point1 of the formula; Ground if unset.";
    list[1].doc = "The body that carries point2 of the formula; Ground if unset.";
    for (SocketDescriptor& socket : list) socket.optional = true;
    return list;
}

PotentialFormulaForce::PotentialFormulaForce(const ElementInputs& in)
    : FormulaForce(in, {"energy"}, readParameters(in)), body1_(in.body("body1")), body2_(in.body("body2")) {
    if (formulas()[0].readsVelocities())
        throw UnusableElement("A potential energy cannot depend on speeds.",
                              "Use a force by formula for loads that depend on speeds.");
    if (formulas()[0].readsMeasures())
        throw UnusableElement("A potential energy cannot depend on measures, which have no exact derivatives.",
                              "Use a force by formula.");
    const std::vector<FormulaSource>& sources = formulas()[0].getSources();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const FormulaSource& source = sources[i];
        if (source.kind == FormulaSource::Kind::Coordinate) coordinates_.push_back(int(i));
        if (source.kind != FormulaSource::Kind::Point) continue;
        auto place = std::ranges::find_if(
            places_, [&](const Place& known) { return known.body == source.body && known.station == source.station; });
        if (place == places_.end()) place = places_.insert(place, Place{source.body, source.station});
        place->sources[std::size_t(source.index)] = int(i);
    }
    for (Place& place : places_) {
        const auto& [x, y, z] = place.sources;
        place.isWhole = x >= 0 && y == x + 1 && z == x + 2;
    }
}

ForceBasis PotentialFormulaForce::makeBasis() const {
    ForceBasis basis = FormulaForce::makeBasis();
    updValues(*basis.value).resize(1 + formulas()[0].getSources().size());
    return basis;
}

void PotentialFormulaForce::calcBasis(const ForceKinematics& k, const AbstractValue* value,
                                      AbstractValue& basis) const {
    countEvaluation();
    Real* values = updValues(basis).data();
    values[0] = formulas()[0].calcGradient(k, get(value).formulas[0], values + 1);
}

void PotentialFormulaForce::addInForce(const ForceKinematics& k, const AbstractValue* value,
                                       const ForceSum& sum) const {
    const Parameters& p = get(value);
    const Real* const slope = valuesIn(k, value).data() + 1;
    for (const int i : coordinates_) {
        const FormulaSource& source = formulas()[0].getSources()[std::size_t(i)];
        const TreeNode& node = k.tree[int(source.body)];
        Real fq[Mobilizer::maxNQ] = {};
        fq[source.index] = -p.factor * slope[i];
        addInQForce(node, k.state, k.q + node.qStart, fq, sum.mobility.data() + node.uStart);
    }
    for (const Place& place : places_) {
        Vec3 f(0.);
        if (place.isWhole) {
            const Real* const d = slope + place.sources[0];
            f = Vec3(-p.factor * d[0], -p.factor * d[1], -p.factor * d[2]);
        } else {
            for (std::size_t axis = 0; axis < place.sources.size(); ++axis)
                if (const int i = place.sources[axis]; i >= 0) f[int(axis)] = -p.factor * slope[i];
        }
        const Vec3 r = k.X_GB(place.body).R() * p.formulas[0].stations[std::size_t(place.station)];
        sum.body[place.body] += SpatialVec{Vec3(r.cross(f)), f};
    }
}

void PotentialFormulaForce::appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                                           std::vector<DecorativeGeometry>& out) const {
    const Vec3 p1 = k.X_GB(body1_) * get(value).points[0], p2 = k.X_GB(body2_) * get(value).points[1];
    out.push_back(DecorativeGeometry(decor::Line{p1, p2}).setLineThickness(3));
    for (const Vec3& end : {p1, p2}) out.push_back(DecorativeGeometry(decor::Sphere{size * 0.3}).setTransform(end));
}

}  // namespace trammel
