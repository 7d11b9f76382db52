// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <memory>

#include "base/exceptions.h"
#include "functions/function.h"
#include "functions/natural_spline.h"

namespace trammel {

/// A natural spline of odd degree: a smooth curve through or near points, as a Function of one argument.
///
/// Use SplineFitter to interpolate points or smooth noisy ones. Beyond the ends it continues as a polynomial of degree
/// (degree-1)/2: a cubic spline as a straight line. Copies share their data.
template <class T>
class Spline_ : public Function_<T> {
public:
    /// An empty spline. Any use other than assignment throws Exception.
    Spline_() = default;
    /// From control values: the coefficients @p y of the natural B-splines for knots @p x. For degree 1 they are the
    /// values at the knots; for higher degrees the curve passes near them, but not through. Throws Exception if the
    /// degree is even, there are fewer than degree+1 points, or x does not increase.
    Spline_(int degree, const Vector& x, const Vector_<T>& y) : data_(std::make_shared<Data>(degree, x, y)) {}

    T calcValue(Real x) const { return evaluate(0, x); }
    /// Derivative of the given @p order, at least 0.
    T calcDerivative(int order, Real x) const {
        if (order < 0) throw Exception("Spline: the order of a derivative must not be negative.");
        return evaluate(order, x);
    }
    const Vector& getControlPointLocations() const { return data().basis.x(); }
    const Vector_<T>& getControlPointValues() const { return data().y; }
    int getSplineDegree() const { return data().basis.degree(); }

    T calcValue(const Vector& x) const override {
        function_checks::argumentSize("Spline", 1, x.size());
        return evaluate(0, x[0]);
    }
    T calcDerivative(const Array_<int>& derivComponents, const Vector& x) const override {
        function_checks::argumentSize("Spline", 1, x.size());
        function_checks::derivative("Spline", derivComponents, 1, getMaxDerivativeOrder());
        return evaluate(static_cast<int>(derivComponents.size()), x[0]);
    }
    using Function_<T>::calcDerivative;
    int getArgumentSize() const override { return 1; }
    /// Derivatives above the degree are zero.
    int getMaxDerivativeOrder() const override { return std::numeric_limits<int>::max(); }
    Spline_* clone() const override { return new Spline_(*this); }

private:
    struct Data {
        Data(int degree, const Vector& x, const Vector_<T>& controlValues) : basis(degree, x), y(controlValues) {
            if (x.size() != y.size())
                throw Exception("Spline: there are " + std::to_string(x.size()) + " x, but " +
                                std::to_string(y.size()) + " control values.");
            for (int piece = 0; piece <= basis.size(); ++piece)
                for (int power = 0; power <= degree; ++power) {
                    T sum = T(Real(0));
                    for (int i = basis.firstOn(piece); i < basis.endOn(piece); ++i)
                        sum += basis.coefficient(i, piece, power) * y[i];
                    powers.push_back(sum);
                }
        }
        NaturalSplineBasis basis;
        Vector_<T> y;
        /// For each piece, the degree+1 coefficients of the powers of (x - origin).
        std::vector<T> powers;
    };

    const Data& data() const {
        if (!data_) throw Exception("Spline: the spline is empty. Assign a value first.");
        return *data_;
    }
    T evaluate(int order, Real x) const {
        const Data& d = data();
        const int degree = d.basis.degree(), piece = d.basis.findPiece(x);
        const T* powers = d.powers.data() + static_cast<std::ptrdiff_t>(piece) * (degree + 1);
        const Real s = x - d.basis.origin(piece);
        T value = T(Real(0));
        for (int power = degree; power >= order; --power) {
            Real factor = 1;
            for (int k = 0; k < order; ++k) factor *= power - k;
            value = value * s + factor * powers[power];
        }
        return value;
    }

    std::shared_ptr<const Data> data_;
};

using Spline = Spline_<Real>;

}  // namespace trammel
