// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>

#include "base/exceptions.h"
#include "functions/function.h"
#include "functions/function_type.h"

namespace trammel {

/// f(x) = c0 x0 + c1 x1 + ... + cn; the last coefficient is the value at x = 0.
template <class T>
class Function_<T>::Linear : public Function_<T> {
public:
    /// Throws Exception if @p coefficients is empty.
    explicit Linear(const Vector_<T>& coefficients) : coefficients_(coefficients) {
        if (coefficients.size() == 0)
            throw Exception("Function::Linear: at least one coefficient is required, the constant term.");
    }

    using Function_<T>::calcDerivative;
    T calcValue(const Vector& x) const override {
        function_checks::argumentSize("Function::Linear", getArgumentSize(), x.size());
        T value = coefficients_[getArgumentSize()];
        for (int i = 0; i < getArgumentSize(); ++i) value += x[i] * coefficients_[i];
        return value;
    }
    T calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override {
        if (derivComponents.empty()) return calcValue(x);
        function_checks::argumentSize("Function::Linear", getArgumentSize(), x.size());
        function_checks::derivative("Function::Linear", derivComponents, getArgumentSize(), getMaxDerivativeOrder());
        return derivComponents.size() == 1 ? coefficients_[derivComponents[0]] : T(Real(0));
    }
    int getArgumentSize() const override { return static_cast<int>(coefficients_.size()) - 1; }
    int getMaxDerivativeOrder() const override { return std::numeric_limits<int>::max(); }
    Linear* clone() const override { return new Linear(*this); }

private:
    Vector_<T> coefficients_;
};

/// The registry row of Function::Linear with one argument.
struct LinearFunctionType : FunctionType {
    static constexpr const char* key = "linear";
    static constexpr TypeRole role = TypeRole::Proportional;
    static constexpr const char* label = "Linear";
    static constexpr const char* doc = "A straight line.";
    static constexpr const char* reference = "`y = slope x + offset`";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("slope", "Slope", Quantity::None, 1, "Increase of the value per unit of x.")
                    .inAnyUnit(),
                PropertyDescriptor::real("offset", "Offset", Quantity::None, 0, "Value at x = 0.").inAnyUnit()};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        Vector coefficients(2);
        coefficients[0] = in.real("slope");
        coefficients[1] = in.real("offset");
        return {std::make_unique<Function::Linear>(coefficients), {}};
    }
};

}  // namespace trammel
