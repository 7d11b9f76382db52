// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/motion.h"

namespace trammel {

/// A motion in which all coordinates of a mobilizer, or all its speeds or accelerations, follow one function of time,
/// according to the property "level":
///
///   level position:      q = f(t), qdot and qdotdot its derivatives
///   level velocity:      u = f(t), udot its derivative
///   level acceleration:  udot = f(t)
///
/// @tparam P parameters with  Real derivative(int order, Real t) const,  or else calcDerivative() is overridden
template <class P>
class TimeDrivenMotion : public MotionElement {
public:
    using Parameters = P;

    TimeDrivenMotion(const ElementInputs& in, P parameters)
        : MotionElement(in.name, in.id, in.mobilizer("joint")),
          default_(std::move(parameters)),
          level_(readLevel(in)) {}

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<P>>(default_);
    }
    Stage parameterStage() const override { return Stage::Position; }
    Level getLevel() const override { return level_; }
    void calcPrescribedPosition(Real t, const AbstractValue* value, int n, Real* q) const override {
        std::fill_n(q, n, calcDerivative(get(value), 0, t));
    }
    void calcPrescribedVelocity(Real t, const AbstractValue* value, int n, Real* v) const override {
        std::fill_n(v, n, calcDerivative(get(value), int(level_) - int(Level::Velocity), t));
    }
    void calcPrescribedAcceleration(Real t, const AbstractValue* value, int n, Real* a) const override {
        std::fill_n(a, n, calcDerivative(get(value), int(level_), t));
    }

protected:
    /// Derivative of f of order 0, 1 or 2.
    virtual Real calcDerivative(const P& parameters, int order, Real t) const {
        if constexpr (requires { parameters.derivative(order, t); })
            return parameters.derivative(order, t);
        else
            return NaN;
    }
    /// The level's value is the number of differentiations that yield an acceleration.
    static Level readLevel(const ElementInputs& in) {
        const std::string level = in.text("level");
        return level == "position" ? Level::Position : level == "velocity" ? Level::Velocity : Level::Acceleration;
    }
    static PropertyDescriptor levelProperty(std::string doc) {
        return PropertyDescriptor::choice(
            "level", "Prescribes",
            {{"position", "The coordinate"}, {"velocity", "The speed"}, {"acceleration", "The acceleration"}},
            "position", std::move(doc));
    }

private:
    static const P& get(const AbstractValue* value) { return Value<P>::downcast(*value); }
    P default_;
    Level level_;
};

}  // namespace trammel
