// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/axis_pairs.h"

namespace trammel {

/// Base of constraints on the products of N pairs of axes, one of each pair fixed to the first body and one to the second.
///
///   perr_i = a_i·b_i - c_i
///
/// Derived defines AxisPairs<N> axesAt(k, parameters) and, where c is not zero, subtractTargets(parameters, perr).
template <class Derived, class Parameters, int N>
class AxisPairConstraint : public ParameterizedConstraint<Parameters, Stage::Position> {
public:
    AxisPairConstraint(const ElementInputs& in, Parameters parameters)
        : ParameterizedConstraint<Parameters, Stage::Position>(in, std::move(parameters), N, 0, 0),
          body1_(in.body("body1")),
          body2_(in.body("body2")) {
        this->addConstrainedBody(body1_);
        this->addConstrainedBody(body2_);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        axes(k, value).calcProducts(perr);
        Derived::subtractTargets(this->get(value), perr);
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        axes(k, value).calcProductDots(k, pverr);
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        axes(k, value).calcProductDotDots(k, paerr);
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        axes(k, value).addInTorques(lambda, forces);
    }

    /// Targets of zero.
    static void subtractTargets(const Parameters&, Real*) {}

protected:
    AxisPairs<N> axes(const ConstraintKinematics& k, const AbstractValue* value) const {
        return static_cast<const Derived*>(this)->axesAt(k, this->get(value));
    }
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel
