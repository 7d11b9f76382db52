// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "functions/breaks.h"
#include "functions/function.h"
#include "functions/function_type.h"

namespace trammel {

/// The cubic spline through points whose third derivative at either end is that of the cubic through the four points
/// there; a straight line beyond the ends. It reproduces cubics, which a natural spline does not.
///
/// **Source:** Forsythe, Malcolm, Moler, Computer Methods for Mathematical Computations (1977), "SPLINE"; the spline of
/// SIMM and OpenSim.
class CubicThroughPoints : public Function, public HasBreaks {
public:
    /// Throws Exception unless both have the same size, 2 or more, and @p x increases strictly. Three points give zero
    /// third derivatives at the ends, two a straight line.
    CubicThroughPoints(const Vector& x, const Vector& y);

    using Function::calcDerivative;
    Real calcValue(const Vector& x) const override;
    Real calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override;
    int getArgumentSize() const override { return 1; }
    int getMaxDerivativeOrder() const override;
    CubicThroughPoints* clone() const override { return new CubicThroughPoints(*this); }
    /// The ends only: at the points between them the third derivative jumps little.
    Real calcNextBreak(Real x, Real /*horizon*/) const override { return firstAfter(x, x_[0], x_[x_.size() - 1]); }

private:
    Real evaluate(int order, Real x) const;

    Vector x_, y_;
    /// Powers 1 to 3 of x - x_i of the piece after point i.
    Vector slope_, square_, cube_;
};

/// The registry row of CubicThroughPoints.
struct CubicThroughPointsType : FunctionType {
    static constexpr const char* key = "cubicThroughPoints";
    static constexpr const char* label = "Cubic through points";
    static constexpr const char* doc = "A cubic spline through given points, with OpenSim's end conditions.";
    static constexpr const char* reference =
        "Continuous curvature; the third derivative at each end is that of the cubic through the four points there. A "
        "straight line beyond the ends. OpenSim calls it SimmSpline or NaturalCubicSpline.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::text("points", "Points", "0 0; 1 1; 2 0; 3 1", "Pairs x y in order of increasing x.")};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        Result<std::unique_ptr<Function>> result;
        const FunctionInputs::Samples samples = in.samples("points", 2, result.diagnostics);
        if (!result.diagnostics.hasErrors()) result.value = std::make_unique<CubicThroughPoints>(samples.x, samples.y);
        return result;
    }
};

}  // namespace trammel
