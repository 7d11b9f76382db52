// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/coupled_coordinate.h"

namespace trammel {

/// The coordinate y of a joint is a function of the coordinate x of another (or the same) joint: one holonomic
/// equation.
/// The parameters P provide f and its first and second derivatives: `Real curve(int order, Real x) const`.
///
///   perr = y - f(x),  verr = ydot - f' xdot,  aerr = ydotdot - f' xdotdot - f'' xdot²
template <class P>
class CoordinatePairConstraint : public ParameterizedConstraint<P, Stage::Position> {
public:
    CoordinatePairConstraint(const ElementInputs& in, P parameters, CoupledCoordinate x, CoupledCoordinate y)
        : ParameterizedConstraint<P, Stage::Position>(in, std::move(parameters), 1, 0, 0), x_(x), y_(y) {
        requireDifferent(x, y);
        this->addConstrainedMobilizer(x.body);
        this->addConstrainedMobilizer(y.body);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        perr[0] = y_.q(k) - this->get(value).curve(0, x_.q(k));
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        pverr[0] = y_.qdot(k) - this->get(value).curve(1, x_.q(k)) * x_.qdot(k);
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        const P& p = this->get(value);
        const Real x = x_.q(k);
        paerr[0] = y_.qdotdot(k) - p.curve(1, x) * x_.qdotdot(k) - p.curve(2, x) * square(x_.qdot(k));
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        y_.addInCoordinateForce(k, lambda[0], forces);
        x_.addInCoordinateForce(k, -lambda[0] * this->get(value).curve(1, x_.q(k)), forces);
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        appendCouplingGeometry(k, x_, y_, size, out);
    }

private:
    CoupledCoordinate x_, y_;
};

}  // namespace trammel
