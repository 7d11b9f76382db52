// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "functions/breaks.h"
#include "functions/function.h"
#include "functions/function_type.h"
#include "meta/formula_program.h"

namespace trammel {

/// y = f(x) given by a formula of x, with exact first and second derivatives.
class FormulaFunction : public Function, public HasBreaks {
public:
    /// @param program with x as its only input
    explicit FormulaFunction(FormulaProgram program) : program_(std::move(program)) {}

    using Function::calcDerivative;
    Real calcValue(const Vector& x) const override { return calcDerivative(Array_<int>(), x); }
    Real calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override {
        function_checks::argumentSize("FormulaFunction", 1, x.size());
        function_checks::derivative("FormulaFunction", derivComponents, 1, getMaxDerivativeOrder());
        const Jet input{x[0], 1, 0};
        if (derivComponents.size() == 0) return program_.calc(&input.value);
        const Jet jet = program_.calcJet(&input);
        return derivComponents.size() == 1 ? jet.dot : jet.dotdot;
    }
    int getArgumentSize() const override { return 1; }
    int getMaxDerivativeOrder() const override { return 2; }
    Real calcNextBreak(Real x, Real horizon) const override {
        const Jet input{x, 1, 0};
        return program_.calcNextBreak(&input, x, horizon);
    }
    FormulaFunction* clone() const override { return new FormulaFunction(*this); }

private:
    FormulaProgram program_;
};

/// The registry row of FormulaFunction.
struct FormulaFunctionType : FunctionType {
    static constexpr const char* key = "formula";
    static constexpr const char* label = "Formula";
    static constexpr const char* doc = "A curve given by a formula of x.";
    static constexpr const char* reference =
        "`y = formula`, for example `0.5*sin(2*x) + if(x > 1, (x - 1)^3, 0)`; x and y are in SI units and radians. "
        "First and second derivatives are exact, by automatic differentiation; those of abs, min, max and if are of "
        "the branch in use. As the position of a motion, x is the time: a motion by formula.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::text("formula", "Formula", "x", "Formula of x, in SI units.")};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        const auto text = std::get<std::string>(in.property("formula"));
        auto compiled = FormulaProgram::compile(
            text,
            [](const ExpressionName& name) -> std::variant<FormulaName, std::string> {
                if (name.element == "x" && name.key.empty()) return FormulaName{};
                return "The argument of the function is x; '" + name.element + "' is unknown here.";
            },
            FormulaProgram::Units::Ignored);
        Result<std::unique_ptr<Function>> result;
        if (const auto* const error = std::get_if<FormulaError>(&compiled))
            result.diagnostics.error(in.place("formula"), error->toString(), "Correct the formula " + text + ".");
        else
            result.value = std::make_unique<FormulaFunction>(std::get<FormulaProgram>(std::move(compiled)));
        return result;
    }
};

}  // namespace trammel
