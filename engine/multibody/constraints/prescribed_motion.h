// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/coordinate_coupler.h"

namespace trammel {

/// A constraint force makes one coordinate of a joint follow a function of time.
///
///   perr = q - f(t),  verr = qdot - f'(t),  aerr = qdotdot - f''(t)
class FunctionOfTimeConstraint : public ParameterizedConstraint<CouplerParameters, Stage::Position> {
public:
    static constexpr const char* key = "prescribedMotion";
    static constexpr const char* label = "Prescribed coordinate";
    static constexpr const char* doc =
        "Prescribes one coordinate of a joint as a function of time, by a constraint force.";
    static constexpr const char* reference =
        "`perr = q - f(t)`; one equation, satisfied to the constraint tolerance. The function requires first and "
        "second derivatives. The multiplier is the negated generalized force on the coordinate. A motion prescribes "
        "all coordinates of its joint exactly and without an equation.";
    static constexpr const char* choose =
        "To drive one of several coordinates of a joint as a function of time. To drive all coordinates of a joint, "
        "use a motion, which is exact and cheaper.";

    static std::vector<PropertyDescriptor> properties() {
        return {CoupledCoordinate::property("", "", Mobilizer::maxNQ - 1)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {CoupledCoordinate::socket("", "", "The joint whose coordinate is prescribed."),
                {"function", "Function", "The coordinate (rad or m) as a function of time, s.", {"function"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.requireFunction("function", 2)}; }

    explicit FunctionOfTimeConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 1, 0, 0), q_(CoupledCoordinate::readCoordinate(in, "")) {
        addConstrainedMobilizer(q_.body);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        perr[0] = q_.q(k) - get(value).curve(0, k.state.getTime());
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        pverr[0] = q_.qdot(k) - get(value).curve(1, k.state.getTime());
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        paerr[0] = q_.qdotdot(k) - get(value).curve(2, k.state.getTime());
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        q_.addInCoordinateForce(k, lambda[0], forces);
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Torus{size * 1.2, size * 0.12}).setTransform(q_.pose(k)));
    }

private:
    CoupledCoordinate q_;
};

}  // namespace trammel
