// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/motion.h"

namespace trammel {

struct FunctionOfTimeParameters {
    FunctionValue function;
    friend bool operator==(const FunctionOfTimeParameters&, const FunctionOfTimeParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.function); }
};

/// All coordinates of a mobilizer, or all its speeds or accelerations, are one function of time.
///
///   level position:      q = f(t), qdot and qdotdot its derivatives
///   level velocity:      u = f(t), udot its derivative
///   level acceleration:  udot = f(t)
class FunctionOfTimeMotion : public MotionElement {
public:
    using Parameters = FunctionOfTimeParameters;
    static constexpr const char* key = "functionOfTime";
    static constexpr const char* label = "Motor by a function";
    static constexpr const char* doc = "Drives a joint as a function of time says, whatever force that takes.";
    static constexpr const char* reference =
        "`f(t)` is the coordinate (level position), the speed (level velocity) or its derivative (level acceleration); "
        "what follows by differentiation is prescribed too, what follows by integration starts from the joint's "
        "initial "
        "values. A position needs a function with a slope and a curvature, a speed one with a slope; an acceleration "
        "may be any function.";
    static constexpr const char* choose =
        "For motion measured or planned: a table of a robot's path, a cam law, a smooth step from rest to rest. "
        "Level position follows it exactly; the lower levels leave the start to the joint.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::choice(
            "level", "Prescribes",
            {{"position", "The coordinate"}, {"velocity", "The speed"}, {"acceleration", "The acceleration"}},
            "position",
            "What the function gives: rad, rad/s or rad/s² of a rotation, m, m/s or m/s² of a translation.")};
    }
    static std::vector<SocketDescriptor> moreSockets() {
        return {{"function", "Function", "The function of time in seconds.", {"function"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.requireFunction("function", int(readLevel(in)))};
    }

    explicit FunctionOfTimeMotion(const ElementInputs& in)
        : MotionElement(in.name, in.id, in.mobilizer("joint")), default_(readParameters(in)), level_(readLevel(in)) {}

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<Parameters>>(default_);
    }
    Stage parameterStage() const override { return Stage::Position; }
    Level getLevel() const override { return level_; }
    void calcPrescribedPosition(Real t, const AbstractValue* value, int n, Real* q) const override {
        std::fill_n(q, n, derivative(0, t, value));
    }
    void calcPrescribedVelocity(Real t, const AbstractValue* value, int n, Real* v) const override {
        std::fill_n(v, n, derivative(int(level_) - int(Level::Velocity), t, value));
    }
    void calcPrescribedAcceleration(Real t, const AbstractValue* value, int n, Real* a) const override {
        std::fill_n(a, n, derivative(int(level_), t, value));
    }

private:
    /// How often a function of that level is differentiated to give an acceleration is the level's own number.
    static Level readLevel(const ElementInputs& in) {
        const std::string level = in.text("level");
        return level == "position" ? Level::Position : level == "velocity" ? Level::Velocity : Level::Acceleration;
    }
    static Real derivative(int order, Real t, const AbstractValue* value) {
        return Value<Parameters>::downcast(*value).get().function.calcDerivative(order, t);
    }
    Parameters default_;
    Level level_;
};

}  // namespace trammel
