// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/exceptions.h"
#include "functions/breaks.h"
#include "functions/function.h"
#include "functions/function_type.h"

namespace trammel {

/// Smooth step from 0 at x = 0 to 1 at x = 1, constant outside:  x^3 (10 - 15 x + 6 x^2).
inline Real stepUp(Real x) { return x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (10 + x * (6 * x - 15)); }
/// Derivatives of stepUp(); zero outside [0, 1]. The third is discontinuous at both ends.
inline Real dstepUp(Real x) { return x < 0 || x > 1 ? 0 : 30 * x * x * (1 - x) * (1 - x); }
inline Real d2stepUp(Real x) { return x < 0 || x > 1 ? 0 : 60 * x * (1 - x) * (1 - 2 * x); }
inline Real d3stepUp(Real x) { return x < 0 || x > 1 ? 0 : 60 * (1 + 6 * x * (x - 1)); }

/// Smooth step from 1 at x = 0 to 0 at x = 1, and its derivatives.
inline Real stepDown(Real x) { return 1 - stepUp(x); }
inline Real dstepDown(Real x) { return -dstepUp(x); }
inline Real d2stepDown(Real x) { return -d2stepUp(x); }
inline Real d3stepDown(Real x) { return -d3stepUp(x); }

/// Smooth step from @p y0 at @p x0 to y0 + @p yRange at x0 + 1 / @p oneOverXRange, and its derivatives.
inline Real stepAny(Real y0, Real yRange, Real x0, Real oneOverXRange, Real x) {
    return y0 + yRange * stepUp((x - x0) * oneOverXRange);
}
inline Real dstepAny(Real yRange, Real x0, Real oneOverXRange, Real x) {
    return yRange * oneOverXRange * dstepUp((x - x0) * oneOverXRange);
}
inline Real d2stepAny(Real yRange, Real x0, Real oneOverXRange, Real x) {
    return yRange * square(oneOverXRange) * d2stepUp((x - x0) * oneOverXRange);
}
inline Real d3stepAny(Real yRange, Real x0, Real oneOverXRange, Real x) {
    return yRange * cube(oneOverXRange) * d3stepUp((x - x0) * oneOverXRange);
}

/// Smooth step from y0 at x0 to y1 at x1, constant outside:  y0 + (y1 - y0) s^3 (10 - 15 s + 6 s^2),  s =
/// (x-x0)/(x1-x0).
///
/// The first and second derivatives are continuous and vanish at both ends; the third is discontinuous there and
/// reported as zero at the ends and outside. x0 may be greater than x1.
template <class T>
class Function_<T>::Step : public Function_<T>, public HasBreaks {
public:
    /// Throws Exception if @p x0 equals @p x1.
    Step(const T& y0, const T& y1, Real x0, Real x1) { setParameters(y0, y1, x0, x1); }
    void setParameters(const T& y0, const T& y1, Real x0, Real x1) {
        if (x0 == x1) throw Exception("Function::Step: x0 and x1 are equal; they must differ.");
        y0_ = y0;
        y1_ = y1;
        x0_ = x0;
        perLength_ = 1 / (x1 - x0);
    }

    using Function_<T>::calcDerivative;
    T calcValue(const Vector& x) const override {
        function_checks::argumentSize("Function::Step", 1, x.size());
        const Real s = (x[0] - x0_) * perLength_;
        if (s <= 0) return y0_;
        if (s >= 1) return y1_;
        return y0_ + stepUp(s) * (y1_ - y0_);
    }
    T calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override {
        if (derivComponents.empty()) return calcValue(x);
        function_checks::argumentSize("Function::Step", 1, x.size());
        function_checks::derivative("Function::Step", derivComponents, 1, getMaxDerivativeOrder());
        const Real s = (x[0] - x0_) * perLength_;
        if (s <= 0 || s >= 1) return T(Real(0));
        Real slope = 0;
        switch (derivComponents.size()) {
            case 1: slope = perLength_ * dstepUp(s); break;
            case 2: slope = square(perLength_) * d2stepUp(s); break;
            default: slope = cube(perLength_) * d3stepUp(s);
        }
        return slope * (y1_ - y0_);
    }
    int getArgumentSize() const override { return 1; }
    int getMaxDerivativeOrder() const override { return 3; }
    Step* clone() const override { return new Step(*this); }
    Real calcNextBreak(Real x, Real /*horizon*/) const override { return firstAfter(x, x0_, x0_ + 1 / perLength_); }

private:
    T y0_, y1_;
    Real x0_ = 0, perLength_ = 1;
};

/// The registry row of Function::Step.
struct StepFunctionType : FunctionType {
    static constexpr const char* key = "smoothStep";
    static constexpr const char* label = "Smooth step";
    static constexpr const char* doc = "A smooth transition from one value to another.";
    static constexpr const char* reference =
        "`y = startValue + (endValue − startValue) s³ (10 − 15 s + 6 s²)`, `s` from 0 at `start` to 1 at `end`; "
        "constant outside.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::real("startValue", "Start value", Quantity::None, 0, "Value before the step.")
                .inAnyUnit(),
            PropertyDescriptor::real("endValue", "End value", Quantity::None, 1, "Value after the step.").inAnyUnit(),
            PropertyDescriptor::real("start", "Start", Quantity::None, 0, "x at the start of the step.").inAnyUnit(),
            PropertyDescriptor::real("end", "End", Quantity::None, 1, "x at the end of the step.").inAnyUnit()};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        Result<std::unique_ptr<Function>> result;
        if (in.real("start") == in.real("end"))
            result.diagnostics.error(in.place("end"), "Start and end of the step are equal.",
                                     "Choose an end that differs from the start.");
        else
            result.value = std::make_unique<Function::Step>(in.real("startValue"), in.real("endValue"),
                                                            in.real("start"), in.real("end"));
        return result;
    }
};

}  // namespace trammel
