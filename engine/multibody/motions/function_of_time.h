// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/motions/time_driven_motion.h"

namespace trammel {

struct FunctionOfTimeParameters {
    FunctionValue function;
    Real derivative(int order, Real t) const { return function.calcDerivative(order, t); }
    friend bool operator==(const FunctionOfTimeParameters&, const FunctionOfTimeParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.function); }
};

/// A motion by a function that is an element of the model.
class FunctionOfTimeMotion : public TimeDrivenMotion<FunctionOfTimeParameters> {
public:
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
        return {levelProperty(
            "What the function gives: rad, rad/s or rad/s² of a rotation, m, m/s or m/s² of a translation.")};
    }
    static std::vector<SocketDescriptor> moreSockets() {
        return {{"function", "Function", "The function of time in seconds.", {"function"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.requireFunction("function", int(readLevel(in)))};
    }

    explicit FunctionOfTimeMotion(const ElementInputs& in) : TimeDrivenMotion(in, readParameters(in)) {}
};

}  // namespace trammel
