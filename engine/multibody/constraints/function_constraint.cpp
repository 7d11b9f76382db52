// SPDX-License-Identifier: Apache-2.0
#include "multibody/constraints/function_constraint.h"

#include "multibody/constrained_coordinates.h"

namespace trammel {

namespace {

void requireFunction(const std::string& constraint, const Function& f, std::size_t arguments) {
    if (f.getArgumentSize() != int(arguments))
        throw Exception("Constraint '" + constraint + "': its function takes " + std::to_string(f.getArgumentSize()) +
                        " arguments, but " + std::to_string(arguments) + " coordinates or speeds are given.");
    if (f.getMaxDerivativeOrder() < 2)
        throw Exception("Constraint '" + constraint + "': its function offers derivatives up to order " +
                        std::to_string(f.getMaxDerivativeOrder()) + ", but a constraint needs two.");
}

Real partial(const Function& f, const Vector& x, int i) {
    Array_<int> component(1);
    component[0] = i;
    return f.calcDerivative(component, x);
}
Real partial(const Function& f, const Vector& x, int i, int j) {
    Array_<int> components(2);
    components[0] = i;
    components[1] = j;
    return f.calcDerivative(components, x);
}

Vector coordinateValues(const ConstraintKinematics& k, const std::vector<CouplerArgument>& arguments) {
    Vector x(int(arguments.size()));
    for (int i = 0; i < x.size(); ++i) {
        const CouplerArgument& a = arguments[std::size_t(i)];
        x[i] = k.q[k.node(a.body).qStart + a.which];
    }
    return x;
}
Vector coordinateRates(const ConstraintKinematics& k, const std::vector<CouplerArgument>& arguments) {
    Vector rates(int(arguments.size()));
    for (int i = 0; i < rates.size(); ++i) {
        const CouplerArgument& a = arguments[std::size_t(i)];
        rates[i] = ConstrainedCoordinates(k, a.body).qdot[a.which];
    }
    return rates;
}

void addInCoordinateForce(const ConstraintKinematics& k, const CouplerArgument& a, Real force,
                          const ConstraintForces& forces) {
    const TreeNode& n = k.node(a.body);
    Real fq[Mobilizer::maxNQ] = {};
    fq[a.which] = force;
    addInQForce(n, k.state, k.q + n.qStart, fq, forces.mobility + n.uStart);
}

}  // namespace

// --- Coordinate coupler ---

CoordinateCouplerConstraint::CoordinateCouplerConstraint(std::string name, ElementId id,
                                                         std::shared_ptr<const Function> f,
                                                         std::vector<CouplerArgument> coordinates)
    : ConstraintElement(std::move(name), id, 1, 0, 0), f_(std::move(f)), coordinates_(std::move(coordinates)) {
    requireFunction(getName(), *f_, coordinates_.size());
    for (const CouplerArgument& a : coordinates_) addConstrainedBody(a.body);
}
void CoordinateCouplerConstraint::calcPositionErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                     Real* perr) const {
    perr[0] = f_->calcValue(coordinateValues(k, coordinates_));
}
void CoordinateCouplerConstraint::calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                        Real* pverr) const {
    const Vector x = coordinateValues(k, coordinates_), rates = coordinateRates(k, coordinates_);
    pverr[0] = 0;
    for (int i = 0; i < x.size(); ++i) pverr[0] += partial(*f_, x, i) * rates[i];
}
void CoordinateCouplerConstraint::calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                           Real* paerr) const {
    const Vector x = coordinateValues(k, coordinates_), rates = coordinateRates(k, coordinates_);
    paerr[0] = 0;
    for (int i = 0; i < x.size(); ++i) {
        const CouplerArgument& a = coordinates_[std::size_t(i)];
        paerr[0] += partial(*f_, x, i) * ConstrainedCoordinates(k, a.body).qdotdot[a.which];
        for (int j = 0; j < x.size(); ++j) paerr[0] += partial(*f_, x, i, j) * rates[i] * rates[j];
    }
}
void CoordinateCouplerConstraint::addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                                const Real* lambda,
                                                                const ConstraintForces& forces) const {
    const Vector x = coordinateValues(k, coordinates_);
    for (int i = 0; i < x.size(); ++i)
        addInCoordinateForce(k, coordinates_[std::size_t(i)], lambda[0] * partial(*f_, x, i), forces);
}

// --- Speed coupler ---

SpeedCouplerConstraint::SpeedCouplerConstraint(std::string name, ElementId id, std::shared_ptr<const Function> f,
                                               std::vector<CouplerArgument> speeds,
                                               std::vector<CouplerArgument> coordinates)
    : ConstraintElement(std::move(name), id, 0, 1, 0),
      f_(std::move(f)),
      speeds_(std::move(speeds)),
      coordinates_(std::move(coordinates)) {
    requireFunction(getName(), *f_, speeds_.size() + coordinates_.size());
    // Forces act on the speeds only; the coordinates are merely looked at.
    for (const CouplerArgument& a : speeds_) addConstrainedBody(a.body);
}
Vector SpeedCouplerConstraint::arguments(const ConstraintKinematics& k) const {
    const int nu = int(speeds_.size()), nq = int(coordinates_.size());
    Vector x(nu + nq);
    for (int i = 0; i < nu; ++i) {
        const CouplerArgument& a = speeds_[std::size_t(i)];
        x[i] = k.u[k.node(a.body).uStart + a.which];
    }
    x(nu, nq) = coordinateValues(k, coordinates_);
    return x;
}
void SpeedCouplerConstraint::calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue*, Real* verr) const {
    verr[0] = f_->calcValue(arguments(k));
}
void SpeedCouplerConstraint::calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                   Real* vaerr) const {
    const Vector x = arguments(k), rates = coordinateRates(k, coordinates_);
    const int nu = int(speeds_.size());
    vaerr[0] = 0;
    for (int i = 0; i < nu; ++i) {
        const CouplerArgument& a = speeds_[std::size_t(i)];
        vaerr[0] += partial(*f_, x, i) * k.udot[k.node(a.body).uStart + a.which];
    }
    for (int j = 0; j < rates.size(); ++j) vaerr[0] += partial(*f_, x, nu + j) * rates[j];
}
void SpeedCouplerConstraint::addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                           const Real* lambda, const ConstraintForces& forces) const {
    const Vector x = arguments(k);
    for (int i = 0; i < int(speeds_.size()); ++i) {
        const CouplerArgument& a = speeds_[std::size_t(i)];
        forces.mobility[k.node(a.body).uStart + a.which] += lambda[0] * partial(*f_, x, i);
    }
}

// --- Prescribed motion ---

PrescribedMotionConstraint::PrescribedMotionConstraint(std::string name, ElementId id,
                                                       std::shared_ptr<const Function> f, CouplerArgument coordinate)
    : ConstraintElement(std::move(name), id, 1, 0, 0), f_(std::move(f)), coordinate_(coordinate) {
    requireFunction(getName(), *f_, 1);
    addConstrainedBody(coordinate_.body);
}
Real PrescribedMotionConstraint::derivative(const ConstraintKinematics& k, int order) const {
    Vector t(1);
    t[0] = k.state.getTime();
    return order == 0 ? f_->calcValue(t) : f_->calcDerivative(Array_<int>(order, 0), t);
}
void PrescribedMotionConstraint::calcPositionErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                    Real* perr) const {
    perr[0] = k.q[k.node(coordinate_.body).qStart + coordinate_.which] - derivative(k, 0);
}
void PrescribedMotionConstraint::calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                       Real* pverr) const {
    pverr[0] = ConstrainedCoordinates(k, coordinate_.body).qdot[coordinate_.which] - derivative(k, 1);
}
void PrescribedMotionConstraint::calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                          Real* paerr) const {
    paerr[0] = ConstrainedCoordinates(k, coordinate_.body).qdotdot[coordinate_.which] - derivative(k, 2);
}
void PrescribedMotionConstraint::addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                               const Real* lambda,
                                                               const ConstraintForces& forces) const {
    addInCoordinateForce(k, coordinate_, lambda[0], forces);
}

}  // namespace trammel
