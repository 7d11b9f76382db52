// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "functions/breaks.h"
#include "multibody/breaks_in_time.h"
#include "multibody/motions/time_driven_motion.h"

namespace trammel {

struct FunctionOfTimeParameters {
    FunctionValue function;
    Real derivative(int order, Real t) const { return function.calcDerivative(order, t); }
    friend bool operator==(const FunctionOfTimeParameters&, const FunctionOfTimeParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.function); }
};

/// A motion prescribed by a function element of the model.
class FunctionOfTimeMotion : public TimeDrivenMotion<FunctionOfTimeParameters>, public BreaksInTime {
public:
    static constexpr const char* key = "functionOfTime";
    static constexpr const char* label = "Motor by a function";
    static constexpr const char* doc = "Drives a joint by a function of time, with the required force.";
    static constexpr const char* reference =
        "`f(t)` is the coordinate (level position), the speed (level velocity) or its derivative (level acceleration); "
        "its derivatives are prescribed too, and integrals start from the joint's initial values. A position requires "
        "first and second derivatives of the function, a speed the first; an acceleration requires none.";
    static constexpr const char* choose =
        "For measured or planned motion: a robot's path as a table, a cam law, a smooth step from rest to rest. Level "
        "position follows it exactly; the other levels start from the joint's initial values.";

    static std::vector<PropertyDescriptor> properties() {
        return {levelProperty(
            "Quantity given by the function: rad, rad/s or rad/s² for a rotation, m, m/s or m/s² for a translation.")};
    }
    static std::vector<SocketDescriptor> moreSockets() {
        return {{"function", "Function", "Function of time, s.", {"function"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.requireFunction("function", int(readLevel(in)))};
    }

    explicit FunctionOfTimeMotion(const ElementInputs& in) : TimeDrivenMotion(in, readParameters(in)) {}

    Real calcNextBreak(Real t, Real horizon, const AbstractValue* value) const override {
        const Parameters& parameters = Value<Parameters>::downcast(*value);
        const auto* const breaking = dynamic_cast<const HasBreaks*>(parameters.function.getFunction().get());
        return breaking ? breaking->calcNextBreak(t, horizon) : Infinity;
    }
};

}  // namespace trammel
