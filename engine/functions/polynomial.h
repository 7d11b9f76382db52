// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>

#include "base/exceptions.h"
#include "functions/function.h"
#include "functions/function_type.h"

namespace trammel {

/// f(x) = c0 x^n + c1 x^(n-1) + ... + cn of one argument; the coefficient of the highest power is first.
template <class T>
class Function_<T>::Polynomial : public Function_<T> {
public:
    /// Throws Exception if @p coefficients is empty.
    Polynomial(const Vector_<T>& coefficients) : coefficients_(coefficients) {
        if (coefficients.size() == 0) throw Exception("Function::Polynomial: at least one coefficient is required.");
    }

    using Function_<T>::calcDerivative;
    T calcValue(const Vector& x) const override { return calcDerivative(Array_<int>(), x); }
    T calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override {
        function_checks::argumentSize("Function::Polynomial", 1, x.size());
        function_checks::derivative("Function::Polynomial", derivComponents, 1, getMaxDerivativeOrder());
        const int order = static_cast<int>(derivComponents.size());
        const int degree = static_cast<int>(coefficients_.size()) - 1;
        T value = T(Real(0));
        for (int i = 0; i <= degree - order; ++i) {
            // d^k/dx^k x^n = n (n-1) ... (n-k+1) x^(n-k)
            Real factor = 1;
            for (int k = 0; k < order; ++k) factor *= degree - i - k;
            value = value * x[0] + factor * coefficients_[i];
        }
        return value;
    }
    int getArgumentSize() const override { return 1; }
    int getMaxDerivativeOrder() const override { return std::numeric_limits<int>::max(); }
    Polynomial* clone() const override { return new Polynomial(*this); }

private:
    Vector_<T> coefficients_;
};

/// The registry row of Function::Polynomial.
struct PolynomialFunctionType : FunctionType {
    static constexpr const char* key = "polynomial";
    static constexpr const char* label = "Polynomial";
    static constexpr const char* doc = "A sum of powers of x.";
    static constexpr const char* reference = "`y = c0 xⁿ + c1 xⁿ⁻¹ + … + cn`";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::text("coefficients", "Coefficients", "1 0",
                                         "Coefficients from the highest power down, separated by spaces.")};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        Result<std::unique_ptr<Function>> result;
        const std::vector<Real> numbers = in.numbers("coefficients", result.diagnostics);
        if (numbers.empty() && !result.diagnostics.hasErrors())
            result.diagnostics.error(in.place("coefficients"), "There are no coefficients.", "Enter at least one.");
        if (!result.diagnostics.hasErrors())
            result.value =
                std::make_unique<Function::Polynomial>(Vector(static_cast<int>(numbers.size()), numbers.data()));
        return result;
    }
};

}  // namespace trammel
