// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel {

/// The natural splines of odd degree d = 2m-1 with knots at n given points, as a space with n basis functions.
///
/// A natural spline is a polynomial of degree d between knots and of degree m-1 before the first and after the last, with
/// continuous derivatives up to order d-1. Basis function i is the divided difference of truncated powers over the
/// knots i-m...i+m that exist: a B-spline where all do, scaled to sum to one, and unscaled at the ends.
/// **Source:** Lyche and Schumaker, Computation of smoothing and interpolating natural splines via local bases, SIAM J.
/// Numer. Anal. 10 (1973); scaling as in Woltring, Advances in Engineering Software 8 (1986).
class NaturalSplineBasis {
public:
    /// Throws Exception unless @p degree is odd and positive and there are at least degree+1 strictly increasing
    /// points.
    NaturalSplineBasis(int degree, const Vector& x);

    int degree() const { return degree_; }
    int size() const { return static_cast<int>(x_.size()); }
    const Vector& x() const { return x_; }
    /// Maximum number of neighbors on either side where a basis function, or a piece, is nonzero.
    int halfWidth() const { return (degree_ + 1) / 2; }

    /// The piece that contains @p x. Piece 0 is before the first knot, piece k+1 after knot k.
    int findPiece(Real x) const;
    /// The origin of a piece's powers.
    Real origin(int piece) const { return x_[piece == 0 ? 0 : piece - 1]; }
    /// Range of basis functions that may be nonzero on a piece: first, and one past the last.
    int firstOn(int piece) const { return std::max(0, piece - halfWidth()); }
    int endOn(int piece) const { return std::min(size(), piece + halfWidth()); }

    /// Coefficient of (x - origin)^power of a basis function on a piece.
    Real coefficient(int function, int piece, int power) const;
    /// Jump of the derivative of order d of a basis function at a knot, divided by d!.
    Real jump(int function, int knot) const;

private:
    int firstKnot(int function) const { return std::max(0, function - halfWidth()); }
    int lastKnot(int function) const { return std::min(size() - 1, function + halfWidth()); }
    /// True if the function is expanded in powers of (x - knot)+ rather than (knot - x)+.
    bool growsToTheRight(int function) const { return function + halfWidth() >= size(); }

    int degree_;
    Vector x_;
};

/// A square matrix with halfWidth entries on either side of the diagonal, factored without pivoting.
///
/// Stable for spline fits, whose matrices are totally positive (interpolation) or dominated by such a matrix.
class BandedMatrix {
public:
    BandedMatrix(int size, int halfWidth);
    Real& at(int row, int column) { return entries_[index(row, column)]; }
    Real at(int row, int column) const { return entries_[index(row, column)]; }
    int first(int row) const { return std::max(0, row - halfWidth_); }
    int end(int row) const { return std::min(size_, row + halfWidth_ + 1); }

    /// Factors in place into L (unit diagonal) and U. Returns false if a pivot vanishes.
    bool factor();
    /// Solves with the factors for right sides of any vector type; overwrites @p b with the solution.
    template <class Column>
    void solve(Column& b) const {
        for (int row = 0; row < size_; ++row)
            for (int k = first(row); k < row; ++k) b[row] -= at(row, k) * b[k];
        for (int row = size_ - 1; row >= 0; --row) {
            for (int k = row + 1; k < end(row); ++k) b[row] -= at(row, k) * b[k];
            b[row] *= 1 / at(row, row);
        }
    }

private:
    std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row * (2 * halfWidth_ + 1) + column - row + halfWidth_);
    }
    int size_, halfWidth_;
    std::vector<Real> entries_;
};

/// The factored matrix that gives a spline's basis coefficients c from samples y:  (B + p E) c = y.
///
/// B holds the basis functions at the knots, and E their share in the gradient of the integral of the squared m-th
/// derivative, so that c minimizes  sum (y_i - f(x_i))^2 + p integral (f^(m))^2.  p = 0 interpolates.
/// Throws Exception if p is negative or the points lie so unevenly that there is no solution in double precision.
BandedMatrix makeFitMatrix(const NaturalSplineBasis& basis, Real p);

}  // namespace trammel
