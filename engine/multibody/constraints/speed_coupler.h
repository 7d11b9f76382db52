// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/coordinate_coupler.h"

namespace trammel {

/// The speed of one joint is a function of the speed of another.
///
///   verr = u2 - f(u1),  aerr = udot2 - f'(u1) udot1;  f need not be linear: forces use f' at the present u1.
class FunctionSpeedCouplerConstraint : public ParameterizedConstraint<CouplerParameters, Stage::Velocity> {
public:
    static constexpr const char* key = "speedCoupler";
    static constexpr const char* label = "Speed coupler";
    static constexpr const char* doc = "Makes a speed of one joint a function of a speed of another.";
    static constexpr const char* reference =
        "`verr = u2 - f(u1)`; one nonholonomic equation, in rad/s and m/s; positions are not coupled. The function "
        "requires first and second derivatives. The multiplier is the negated generalized force on the second speed; "
        "`-f'(u1)` times that acts on the first.";
    static constexpr const char* choose =
        "For transmissions that couple speeds but not positions: engaged clutches, friction drives, variable ratios. "
        "To couple positions, use a coordinate coupler, which does not drift.";

    static std::vector<PropertyDescriptor> properties() {
        return {CoupledCoordinate::property("1", "First", Mobilizer::maxNU - 1),
                CoupledCoordinate::property("2", "Second", Mobilizer::maxNU - 1)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {CoupledCoordinate::socket("1", "First", "The joint whose speed is the argument of the function."),
                CoupledCoordinate::socket("2", "Second", "The joint whose speed is the value of the function."),
                {"function", "Function", "The second speed as a function of the first.", {"function"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.requireFunction("function", 2)}; }

    explicit FunctionSpeedCouplerConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 0, 1, 0),
          x_(CoupledCoordinate::readSpeed(in, "1")),
          y_(CoupledCoordinate::readSpeed(in, "2")) {
        requireDifferent(x_, y_);
        addConstrainedMobilizer(x_.body);
        addConstrainedMobilizer(y_.body);
    }

    Stage forcesDependOnStage() const override { return Stage::Velocity; }
    void calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* verr) const override {
        verr[0] = y_.u(k) - get(value).curve(0, x_.u(k));
    }
    void calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* vaerr) const override {
        vaerr[0] = y_.udot(k) - get(value).curve(1, x_.u(k)) * x_.udot(k);
    }
    void addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        y_.addInSpeedForce(k, lambda[0], forces);
        x_.addInSpeedForce(k, -lambda[0] * get(value).curve(1, x_.u(k)), forces);
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        appendCouplingGeometry(k, x_, y_, size, out);
    }

private:
    CoupledCoordinate x_, y_;
};

}  // namespace trammel
