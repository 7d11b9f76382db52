// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>

#include "functions/function.h"
#include "functions/function_type.h"

namespace trammel {

/// f(x) = c for any number of arguments, including none.
template <class T>
class Function_<T>::Constant : public Function_<T> {
public:
    explicit Constant(T value, int argumentSize = 1) : value_(value), argumentSize_(argumentSize) {}

    using Function_<T>::calcDerivative;
    T calcValue(const Vector& x) const override {
        function_checks::argumentSize("Function::Constant", argumentSize_, x.size());
        return value_;
    }
    T calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override {
        if (derivComponents.empty()) return calcValue(x);
        function_checks::argumentSize("Function::Constant", argumentSize_, x.size());
        function_checks::derivative("Function::Constant", derivComponents, argumentSize_, getMaxDerivativeOrder());
        return T(Real(0));
    }
    int getArgumentSize() const override { return argumentSize_; }
    int getMaxDerivativeOrder() const override { return std::numeric_limits<int>::max(); }
    Constant* clone() const override { return new Constant(*this); }

private:
    T value_;
    int argumentSize_;
};

/// The registry row of Function::Constant.
struct ConstantFunctionType : FunctionType {
    static constexpr const char* key = "constant";
    static constexpr const char* label = "Constant";
    static constexpr const char* doc = "A constant value.";
    static constexpr const char* reference = "`y = value`";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::real("value", "Value", Quantity::None, 0, "The value of the function.").inAnyUnit()};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        return {std::make_unique<Function::Constant>(in.real("value")), {}};
    }
};

}  // namespace trammel
