// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/exceptions.h"
#include "functions/function_type.h"
#include "functions/spline.h"

namespace trammel {

/// Finds the natural spline through points, or near noisy ones.
///
///     Spline curve = SplineFitter<Real>::fitForSmoothingParameter(3, x, y, 0).getSpline();
template <class T>
class SplineFitter {
public:
    /// The spline of odd @p degree = 2m-1 that minimizes  sum |y_i - f(x_i)|^2 + p integral |f^(m)|^2;  p = 0
    /// interpolates, a large p gives the polynomial of degree m-1 that fits best.
    /// @param x strictly increasing, at least degree+1 points Throws Exception if @p degree is even, the points are
    /// unsuitable, or p is negative. Cost: O(n degree^2).
    static SplineFitter fitForSmoothingParameter(int degree, const Vector& x, const Vector_<T>& y, Real p) {
        if (x.size() != y.size())
            throw Exception("SplineFitter: there are " + std::to_string(x.size()) + " x, but " +
                            std::to_string(y.size()) + " y.");
        const BandedMatrix matrix = makeFitMatrix(NaturalSplineBasis(degree, x), p);
        Vector_<T> controlValues = y;
        matrix.solve(controlValues);
        return SplineFitter(Spline_<T>(degree, x, controlValues), p);
    }

    /// Like fitForSmoothingParameter(), with the p that minimizes the generalized cross validation
    ///   n sum |y_i - f(x_i)|^2 / (n - trace A)^2,  where A maps y to the values f(x_i).
    /// Cost: O(n^2) for each of some 60 trials.
    static SplineFitter fitFromGCV(int degree, const Vector& x, const Vector_<T>& y) {
        const int n = x.size();
        const auto calcScore = [&](Real exponent) {
            const Real p = std::pow(10, exponent);
            const SplineFitter fit = fitForSmoothingParameter(degree, x, y, p);
            Real residual = 0, trace = 0;
            for (int i = 0; i < n; ++i) {
                const T miss = y[i] - fit.spline_.calcValue(x[i]);
                residual += sumOfSquares(miss);
            }
            const BandedMatrix matrix = makeFitMatrix(NaturalSplineBasis(degree, x), p);
            for (int i = 0; i < n; ++i) {
                Vector unit(n);
                unit[i] = 1;
                matrix.solve(unit);
                trace += Spline_<Real>(degree, x, unit).calcValue(x[i]);
            }
            const Real freedom = Real(n) - trace;
            return freedom > 1e-9 * n ? n * residual / square(freedom) : Infinity;
        };
        // The score may have several minima: a scan over powers of ten of the smoothing relative to the length of x,
        // then a golden section.
        const Real scale = degree * std::log10((x[n - 1] - x[0]) / (n - 1));
        Real best = scale, least = Infinity;
        for (Real e = scale - 12; e <= scale + 12; e += 1)
            if (const Real score = calcScore(e); score < least) {
                least = score;
                best = e;
            }
        constexpr Real Golden = 0.6180339887498949;
        Real low = best - 1, high = best + 1;
        Real a = high - Golden * (high - low), b = low + Golden * (high - low);
        Real atA = calcScore(a), atB = calcScore(b);
        while (high - low > 1e-3) {
            if (atA < atB) {
                high = b;
                b = a;
                atB = atA;
                atA = calcScore(a = high - Golden * (high - low));
            } else {
                low = a;
                a = b;
                atA = atB;
                atB = calcScore(b = low + Golden * (high - low));
            }
        }
        return fitForSmoothingParameter(degree, x, y, std::pow(10, (low + high) / 2));
    }

    const Spline_<T>& getSpline() const { return spline_; }
    Real getSmoothingParameter() const { return p_; }

private:
    static Real sumOfSquares(const T& value) {
        if constexpr (std::is_arithmetic_v<T>)
            return value * value;
        else
            return value.squaredNorm();
    }
    SplineFitter(Spline_<T> spline, Real p) : spline_(std::move(spline)), p_(p) {}

    Spline_<T> spline_;
    Real p_;
};

/// Registry row of fitted splines.
struct SplineFunctionType : FunctionType {
    static constexpr const char* key = "spline";
    static constexpr const char* label = "Spline";
    static constexpr const char* doc = "A smooth curve through given points, or near them.";
    static constexpr const char* reference =
        "The natural spline that minimizes `Σ (yᵢ − f(xᵢ))² + smoothing ∫ f⁽ᵐ⁾²`, degree `2m − 1`; beyond the ends it "
        "continues as a polynomial of degree `m − 1`.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::text("points", "Points", "0 0; 1 1; 2 0; 3 1; 4 0; 5 1",
                                         "Pairs x y in order of increasing x."),
                PropertyDescriptor::choice("degree", "Degree",
                                           {{"3", "3: curvature is continuous"}, {"5", "5: two orders smoother"}}, "3",
                                           "Degree of the pieces; 5 has derivatives up to the fourth."),
                PropertyDescriptor::real("smoothing", "Smoothing", Quantity::None, 0,
                                         "0 interpolates the points; larger values smooth the curve.")
                    .min(0)};
    }
    Result<std::unique_ptr<Function>> create(const FunctionInputs& in) const override {
        Result<std::unique_ptr<Function>> result;
        const int degree = std::get<std::string>(in.property("degree")) == "5" ? 5 : 3;
        const FunctionInputs::Samples samples = in.samples("points", degree + 1, result.diagnostics);
        if (result.diagnostics.hasErrors()) return result;
        try {
            result.value = std::make_unique<Spline>(
                SplineFitter<Real>::fitForSmoothingParameter(degree, samples.x, samples.y, in.real("smoothing"))
                    .getSpline());
        } catch (const Exception&) {
            // All other errors are excluded above; only the spacing of the points remains.
            result.diagnostics.error(in.place("points"), "The points are spaced too unevenly for a smooth curve.",
                                     "Choose degree 3, or space the points more evenly.");
        }
        return result;
    }
};

}  // namespace trammel
