// SPDX-License-Identifier: Apache-2.0
#include "functions/natural_spline.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/exceptions.h"

namespace trammel {

NaturalSplineBasis::NaturalSplineBasis(int degree, const Vector& x) : degree_(degree), x_(x) {
    if (degree < 1 || degree % 2 == 0)
        throw Exception("Spline: the degree must be odd and positive; it is " + std::to_string(degree) + ".");
    if (size() < degree + 1)
        throw Exception("Spline: degree " + std::to_string(degree) + " requires at least " +
                        std::to_string(degree + 1) + " points; there are " + std::to_string(size()) + ".");
    for (int i = 1; i < size(); ++i)
        if (!(x[i] > x[i - 1])) throw Exception("Spline: x must increase strictly.");
}

int NaturalSplineBasis::findPiece(Real x) const {
    return static_cast<int>(std::upper_bound(x_.data(), x_.data() + x_.size(), x) - x_.data());
}

Real NaturalSplineBasis::jump(int function, int knot) const {
    const int first = firstKnot(function), last = lastKnot(function);
    if (knot < first || knot > last) return 0;
    Real product = 1;
    for (int k = first; k <= last; ++k)
        if (k != knot) product *= x_[knot] - x_[k];
    const bool atAnEnd = function < halfWidth() || growsToTheRight(function);
    const Real scale = atAnEnd ? 1 : x_[last] - x_[first];
    // (knot - x)+^d and (-1)^r (x - knot)+^d have the same divided difference over r + 1 knots, up to a polynomial.
    const bool negative = growsToTheRight(function) && (last - first) % 2;
    return (negative ? -scale : scale) / product;
}

Real NaturalSplineBasis::coefficient(int function, int piece, int power) const {
    const int first = firstKnot(function), last = lastKnot(function);
    const bool inside = function >= halfWidth() && !growsToTheRight(function);
    if (inside && (piece <= first || piece > last)) return 0;
    const bool isOutermost = piece == 0 || piece == size();
    if (isOutermost && power >= halfWidth()) return 0;
    // Inside, the powers sum to zero: sum over the side with fewer terms.
    const bool fromTheLeft = inside ? piece - first <= last - piece + 1 : growsToTheRight(function);
    const int begin = fromTheLeft ? first : std::max(first, piece);
    const int end = fromTheLeft ? std::min(last, piece - 1) : last;
    Real binomial = 1;
    for (int k = 0; k < power; ++k) binomial *= Real(degree_ - k) / (k + 1);
    Real sum = 0;
    for (int knot = begin; knot <= end; ++knot) {
        const Real across = fromTheLeft ? origin(piece) - x_[knot] : x_[knot] - origin(piece);
        Real term = jump(function, knot) * binomial;
        for (int k = 0; k < degree_ - power; ++k) term *= across;
        sum += !fromTheLeft && power % 2 ? -term : term;
    }
    return sum;
}

BandedMatrix::BandedMatrix(int size, int halfWidth)
    : size_(size),
      halfWidth_(halfWidth),
      entries_(static_cast<std::size_t>(size) * static_cast<std::size_t>(2 * halfWidth + 1)) {}

bool BandedMatrix::factor() {
    for (int pivot = 0; pivot < size_; ++pivot) {
        if (at(pivot, pivot) == 0 || !std::isfinite(at(pivot, pivot))) return false;
        for (int row = pivot + 1; row < end(pivot); ++row) {
            const Real factor = at(row, pivot) /= at(pivot, pivot);
            for (int column = pivot + 1; column < end(pivot); ++column) at(row, column) -= factor * at(pivot, column);
        }
    }
    return true;
}

BandedMatrix makeFitMatrix(const NaturalSplineBasis& basis, Real p) {
    if (!(p >= 0)) throw Exception("SplineFitter: the smoothing parameter must not be negative.");
    // Integrating by parts m times: half the gradient of the integral at knot k is (-1)^m times the jump there.
    Real penalty = basis.halfWidth() % 2 ? -p : p;
    for (int k = 2; k <= basis.degree(); ++k) penalty *= k;
    BandedMatrix matrix(basis.size(), basis.halfWidth());
    for (int knot = 0; knot < basis.size(); ++knot)
        for (int i = matrix.first(knot); i < matrix.end(knot); ++i)
            matrix.at(knot, i) = basis.coefficient(i, knot + 1, 0) + penalty * basis.jump(i, knot);
    if (!matrix.factor())
        throw Exception("SplineFitter: the points are spaced too unevenly for a spline of degree " +
                        std::to_string(basis.degree()) + ". Use a lower degree.");
    return matrix;
}

}  // namespace trammel
