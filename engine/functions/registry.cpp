// SPDX-License-Identifier: Apache-2.0
// The function types in menu order. To add one: one header, one include and one row here.
#include "functions/constant.h"
#include "functions/cubic_through_points.h"
#include "functions/formula_function.h"
#include "functions/linear.h"
#include "functions/polynomial.h"
#include "functions/sinusoid.h"
#include "functions/spline_fitter.h"
#include "functions/step.h"
#include "functions/table.h"

namespace trammel {

std::vector<TypeDescriptor> functionTypes() {
    return {describeFunction<ConstantFunctionType>(),   describeFunction<LinearFunctionType>(),
            describeFunction<PolynomialFunctionType>(), describeFunction<SinusoidFunctionType>(),
            describeFunction<StepFunctionType>(),       describeFunction<TableFunctionType>(),
            describeFunction<SplineFunctionType>(),     describeFunction<CubicThroughPointsType>(),
            describeFunction<FormulaFunctionType>()};
}

}  // namespace trammel
