// SPDX-License-Identifier: Apache-2.0
#include "multibody/constraints/function_constraint.h"

namespace trammel {

namespace {

void requireFunction(const std::string& constraint, const Function& f, std::size_t arguments) {
    if (f.getArgumentSize() != int(arguments))
        throw Exception("Constraint '" + constraint + "': its function takes " + std::to_string(f.getArgumentSize()) +
                        " arguments, but " + std::to_string(arguments) + " coordinates or speeds were given.");
    if (f.getMaxDerivativeOrder() < 2)
        throw Exception("Constraint '" + constraint + "': its function has derivatives up to order " +
                        std::to_string(f.getMaxDerivativeOrder()) + ", but a constraint requires two.");
}

void putCoordinates(const ConstraintKinematics& k, const std::vector<CoupledCoordinate>& coordinates, int first,
                    FunctionArguments& x) {
    for (std::size_t i = 0; i < coordinates.size(); ++i) x[first + int(i)] = coordinates[i].q(k);
}

}  // namespace

// --- Coordinate coupler ---

CoordinateCouplerConstraint::CoordinateCouplerConstraint(std::string name, ElementId id,
                                                         std::shared_ptr<const Function> f,
                                                         std::vector<CoupledCoordinate> coordinates)
    : ConstraintElement(std::move(name), id, 1, 0, 0),
      f_(std::move(f)),
      coordinates_(std::move(coordinates)),
      partial_(int(coordinates_.size())) {
    requireFunction(getName(), *f_, coordinates_.size());
    for (const CoupledCoordinate& c : coordinates_) addConstrainedMobilizer(c.body);
}
void CoordinateCouplerConstraint::calcPositionErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                     Real* perr) const {
    FunctionArguments x(int(coordinates_.size()));
    putCoordinates(k, coordinates_, 0, x);
    perr[0] = f_->calcValue(x);
}
void CoordinateCouplerConstraint::calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                        Real* pverr) const {
    const int n = int(coordinates_.size());
    FunctionArguments x(n);
    putCoordinates(k, coordinates_, 0, x);
    pverr[0] = 0;
    for (int i = 0; i < n; ++i) pverr[0] += partial_.calc(*f_, x, i) * coordinates_[std::size_t(i)].qdot(k);
}
void CoordinateCouplerConstraint::calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                           Real* paerr) const {
    const int n = int(coordinates_.size());
    FunctionArguments x(n), rates(n);
    putCoordinates(k, coordinates_, 0, x);
    for (int i = 0; i < n; ++i) rates[i] = coordinates_[std::size_t(i)].qdot(k);
    paerr[0] = 0;
    for (int i = 0; i < n; ++i) {
        paerr[0] += partial_.calc(*f_, x, i) * coordinates_[std::size_t(i)].qdotdot(k);
        for (int j = 0; j < n; ++j) paerr[0] += partial_.calc(*f_, x, i, j) * rates[i] * rates[j];
    }
}
void CoordinateCouplerConstraint::addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                                const Real* lambda,
                                                                const ConstraintForces& forces) const {
    const int n = int(coordinates_.size());
    FunctionArguments x(n);
    putCoordinates(k, coordinates_, 0, x);
    for (int i = 0; i < n; ++i)
        coordinates_[std::size_t(i)].addInCoordinateForce(k, lambda[0] * partial_.calc(*f_, x, i), forces);
}

// --- Speed coupler ---

SpeedCouplerConstraint::SpeedCouplerConstraint(std::string name, ElementId id, std::shared_ptr<const Function> f,
                                               std::vector<CoupledCoordinate> speeds,
                                               std::vector<CoupledCoordinate> coordinates)
    : ConstraintElement(std::move(name), id, 0, 1, 0),
      f_(std::move(f)),
      speeds_(std::move(speeds)),
      coordinates_(std::move(coordinates)),
      partial_(numArguments()) {
    requireFunction(getName(), *f_, speeds_.size() + coordinates_.size());
    // Forces act on the speeds only; coordinates are inputs.
    for (const CoupledCoordinate& c : speeds_) addConstrainedMobilizer(c.body);
}
void SpeedCouplerConstraint::putArguments(const ConstraintKinematics& k, FunctionArguments& x) const {
    for (std::size_t i = 0; i < speeds_.size(); ++i) x[int(i)] = speeds_[i].u(k);
    putCoordinates(k, coordinates_, int(speeds_.size()), x);
}
void SpeedCouplerConstraint::calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue*, Real* verr) const {
    FunctionArguments x(numArguments());
    putArguments(k, x);
    verr[0] = f_->calcValue(x);
}
void SpeedCouplerConstraint::calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                   Real* vaerr) const {
    FunctionArguments x(numArguments());
    putArguments(k, x);
    const int nu = int(speeds_.size());
    vaerr[0] = 0;
    for (int i = 0; i < nu; ++i) vaerr[0] += partial_.calc(*f_, x, i) * speeds_[std::size_t(i)].udot(k);
    for (std::size_t j = 0; j < coordinates_.size(); ++j)
        vaerr[0] += partial_.calc(*f_, x, nu + int(j)) * coordinates_[j].qdot(k);
}
void SpeedCouplerConstraint::addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                           const Real* lambda, const ConstraintForces& forces) const {
    FunctionArguments x(numArguments());
    putArguments(k, x);
    for (std::size_t i = 0; i < speeds_.size(); ++i)
        speeds_[i].addInSpeedForce(k, lambda[0] * partial_.calc(*f_, x, int(i)), forces);
}

// --- Prescribed motion ---

PrescribedMotionConstraint::PrescribedMotionConstraint(std::string name, ElementId id,
                                                       std::shared_ptr<const Function> f, CoupledCoordinate coordinate)
    : ConstraintElement(std::move(name), id, 1, 0, 0), f_(std::move(f)), coordinate_(coordinate) {
    requireFunction(getName(), *f_, 1);
    addConstrainedMobilizer(coordinate_.body);
}
void PrescribedMotionConstraint::calcPositionErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                    Real* perr) const {
    perr[0] = coordinate_.q(k) - calcDerivativeOf(*f_, 0, k.state.getTime());
}
void PrescribedMotionConstraint::calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                       Real* pverr) const {
    pverr[0] = coordinate_.qdot(k) - calcDerivativeOf(*f_, 1, k.state.getTime());
}
void PrescribedMotionConstraint::calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                          Real* paerr) const {
    paerr[0] = coordinate_.qdotdot(k) - calcDerivativeOf(*f_, 2, k.state.getTime());
}
void PrescribedMotionConstraint::addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                               const Real* lambda,
                                                               const ConstraintForces& forces) const {
    coordinate_.addInCoordinateForce(k, lambda[0], forces);
}

}  // namespace trammel
