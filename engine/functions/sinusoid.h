// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>
#include <memory>

#include "functions/function.h"
#include "functions/function_type.h"

namespace trammel {

/// f(x) = a sin(w x + p) of one argument; w in radians per unit of x, p in radians.
template <>
class Function_<Real>::Sinusoid : public Function_<Real> {
public:
    Sinusoid(Real amplitude, Real frequency, Real phase = 0) : a_(amplitude), w_(frequency), p_(phase) {}

    void setAmplitude(Real amplitude) { a_ = amplitude; }
    void setFrequency(Real frequency) { w_ = frequency; }
    void setPhase(Real phase) { p_ = phase; }
    Real getAmplitude() const { return a_; }
    Real getFrequency() const { return w_; }
    Real getPhase() const { return p_; }

    using Function_<Real>::calcDerivative;
    Real calcValue(const Vector& x) const override { return calcDerivative(Array_<int>(), x); }
    Real calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override {
        function_checks::argumentSize("Function::Sinusoid", 1, x.size());
        function_checks::derivative("Function::Sinusoid", derivComponents, 1, getMaxDerivativeOrder());
        const int order = static_cast<int>(derivComponents.size());
        // Derivatives cycle: sin, cos, -sin, -cos.
        const Real angle = w_ * x[0] + p_;
        const Real wave = order % 2 ? std::cos(angle) : std::sin(angle);
        Real factor = order % 4 < 2 ? a_ : -a_;
        for (int k = 0; k < order; ++k) factor *= w_;
        return factor * wave;
    }
    int getArgumentSize() const override { return 1; }
    int getMaxDerivativeOrder() const override { return std::numeric_limits<int>::max(); }
    Sinusoid* clone() const override { return new Sinusoid(*this); }

private:
    Real a_, w_, p_;
};

/// The registry row of Function::Sinusoid.
struct SinusoidFunctionType : FunctionType {
    static constexpr const char* key = "sinusoid";
    static constexpr const char* label = "Sinusoid";
    static constexpr const char* doc = "A sine wave.";
    static constexpr const char* reference = "`y = amplitude sin(frequency x + phase)`, angles in radians";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("amplitude", "Amplitude", Quantity::None, 1, "Largest value of the wave.")
                    .inAnyUnit(),
                PropertyDescriptor::real("frequency", "Frequency", Quantity::None, 1, "Radians per unit of x."),
                PropertyDescriptor::real("phase", "Phase", Quantity::Angle, 0, "Angle of the wave at x = 0.")};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        return {std::make_unique<Function::Sinusoid>(in.real("amplitude"), in.real("frequency"), in.real("phase")), {}};
    }
};

}  // namespace trammel
