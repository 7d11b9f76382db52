// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "functions/breaks.h"
#include "functions/function.h"
#include "functions/function_type.h"

namespace trammel {

/// Linear interpolation between points (x_i, y_i), constant before the first and after the last.
///
/// At a kink the derivative is that of the segment to the right; there is no second derivative.
class PiecewiseLinear : public Function, public HasBreaks {
public:
    /// Throws Exception unless both have the same nonzero size and @p x increases strictly.
    PiecewiseLinear(const Vector& x, const Vector& y);

    using Function::calcDerivative;
    Real calcValue(const Vector& x) const override;
    Real calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override;
    int getArgumentSize() const override { return 1; }
    int getMaxDerivativeOrder() const override { return 1; }
    PiecewiseLinear* clone() const override { return new PiecewiseLinear(*this); }
    /// The first kink after @p x where the slope changes by more than a tenth of the largest slope, so that dense samples of
    /// a smooth curve have no breaks.
    Real calcNextBreak(Real x, Real horizon) const override;

private:
    /// Number of x_i at or before @p x.
    int countUpTo(Real x) const;
    Real slopeAfter(int point) const { return (y_[point + 1] - y_[point]) / (x_[point + 1] - x_[point]); }

    Vector x_, y_;
    /// Ascending.
    std::vector<Real> breaks_;
};

/// The registry row of PiecewiseLinear.
struct TableFunctionType : FunctionType {
    static constexpr const char* key = "table";
    static constexpr const char* label = "Table";
    static constexpr const char* doc = "Linear interpolation between given points, constant outside.";
    static constexpr const char* reference = "Piecewise linear; the slope is discontinuous at the points.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::text("points", "Points", "0 0; 1 1", "Pairs x y in order of increasing x.")};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        Result<std::unique_ptr<Function>> result;
        const FunctionInputs::Samples samples = in.samples("points", 1, result.diagnostics);
        if (!result.diagnostics.hasErrors()) result.value = std::make_unique<PiecewiseLinear>(samples.x, samples.y);
        return result;
    }
};

}  // namespace trammel
