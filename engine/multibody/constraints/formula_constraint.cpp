// SPDX-License-Identifier: Apache-2.0
#include "multibody/constraints/formula_constraint.h"

#include <algorithm>
#include <set>

#include "multibody/constraints/coupled_coordinate.h"
#include "multibody/mobilizer.h"

namespace trammel {

using Kind = FormulaSource::Kind;

FormulaConstraint::FormulaConstraint(const ElementInputs& in, int mp, int mv, int ma)
    : ParameterizedConstraint(in, readParameters(in), mp, mv, ma), formula_(in.requireFormula("equation").formula) {
    if (formula_.readsMeasures())
        throw UnusableElement("A constraint cannot depend on measures, which have no exact derivatives.",
                              "Name coordinates, speeds and points in its formula.");
    std::set<MobilizedBodyIndex> bodies;
    for (const FormulaSource& source : formula_.getSources()) {
        switch (source.kind) {
            case Kind::Coordinate:
            case Kind::Speed:
            case Kind::SpeedRate: addConstrainedMobilizer(source.body); break;
            case Kind::Number:
            case Kind::Time:
            case Kind::Reading: break;
            default:
                if (bodies.insert(source.body).second) addConstrainedBody(source.body);
        }
    }
}

std::vector<SocketDescriptor> FormulaConstraint::sockets() {
    std::vector<SocketDescriptor> list{
        CoupledCoordinate::socket("1", "First", "The joint that the formula calls joint1."),
        CoupledCoordinate::socket("2", "Second", "The joint that the formula calls joint2.")};
    for (SocketDescriptor& socket : list) socket.optional = true;
    return list;
}

PropertyDescriptor FormulaConstraint::equation(const char* initial, const char* doc) {
    return PropertyDescriptor::formula("equation", "Equation", Quantity::None, initial, doc).inAnyUnit();
}

void FormulaConstraint::addInForces(const ConstraintKinematics& k, const AbstractValue* value, Real lambda,
                                    std::initializer_list<Kind> kinds, const ConstraintForces& forces) const {
    const FormulaNumbers& numbers = get(value);
    Real gradient[FormulaProgram::largest];
    formula_.calcGradient(k, numbers, gradient);
    const std::vector<FormulaSource>& sources = formula_.getSources();
    for (int i = 0; i < formula_.getProgram().getNumInputs(); ++i) {
        const FormulaSource& source = sources[std::size_t(i)];
        if (std::ranges::find(kinds, source.kind) == kinds.end()) continue;
        const Real force = lambda * gradient[i];
        Vec3 vector(0.);
        switch (source.kind) {
            case Kind::Coordinate:
                CoupledCoordinate{source.body, source.index}.addInCoordinateForce(k, force, forces);
                break;
            case Kind::Speed:
            case Kind::SpeedRate: CoupledCoordinate{source.body, source.index}.addInSpeedForce(k, force, forces); break;
            case Kind::AngularVelocity:
            case Kind::AngularAcceleration:
                vector[source.index] = force;
                forces.addInTorque(source.body, vector);
                break;
            default:
                vector[source.index] = force;
                forces.addInStationForce(source.body, numbers.stations[std::size_t(source.station)], vector);
        }
    }
}

void FormulaConstraint::appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                                       std::vector<DecorativeGeometry>& out) const {
    for (const MobilizedBodyIndex b : getMobilizers())
        out.push_back(
            DecorativeGeometry(decor::Torus{size, size * 0.12}).setTransform(CoupledCoordinate{b, 0}.pose(k)));
    for (const FormulaSource& source : formula_.getSources())
        if ((source.kind == Kind::Point || source.kind == Kind::PointVelocity ||
             source.kind == Kind::PointAcceleration) &&
            source.index == 0)
            out.push_back(
                DecorativeGeometry(decor::Sphere{size * 0.35})
                    .setTransform(Vec3(k.X_GB(source.body) * get(value).stations[std::size_t(source.station)])));
}

namespace {
void refuseAccelerations(const StateFormula& formula) {
    if (formula.readsAccelerations())
        throw UnusableElement("The equation depends on accelerations.", "Use an acceleration constraint by formula.");
}
}  // namespace

PositionFormulaConstraint::PositionFormulaConstraint(const ElementInputs& in) : FormulaConstraint(in, 1, 0, 0) {
    refuseAccelerations(formula());
    if (formula().readsVelocities())
        throw UnusableElement("The equation depends on speeds.", "Use a speed constraint by formula.");
    if (!formula().readsPositions())
        throw UnusableElement("The equation names no coordinate and no point, so that nothing can satisfy it.",
                              "Name what it restricts: Pin.q, or Crank.tip.x.");
}

SpeedFormulaConstraint::SpeedFormulaConstraint(const ElementInputs& in) : FormulaConstraint(in, 0, 1, 0) {
    refuseAccelerations(formula());
    if (!formula().readsVelocities())
        throw UnusableElement("The equation names no speed.",
                              "Name what it restricts: Pin.u, or Wheel.origin.vx; to restrict positions, use a "
                              "constraint by formula.");
}

AccelerationFormulaConstraint::AccelerationFormulaConstraint(const ElementInputs& in) : FormulaConstraint(in, 0, 0, 1) {
    if (!formula().readsAccelerations())
        throw UnusableElement("The equation names no acceleration.",
                              "Name what it restricts: Pin.udot, Crank.tip.ax, or Crank.wdotz.");
    if (!formula().isLinearInAccelerations())
        throw UnusableElement("The equation is not linear in accelerations.",
                              "Multiply them by numbers, positions or speeds only.");
}

}  // namespace trammel
