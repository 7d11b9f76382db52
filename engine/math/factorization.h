// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/exceptions.h"
#include "math/vector.h"

// After our vectors, which add members to Eigen's expressions.
#include <Eigen/QR>

namespace trammel {

/// A square matrix in triangular factors, to solve A x = b with.
class FactorLU {
public:
    /// Throws Exception if @p A is not square.
    template <class Derived>
    explicit FactorLU(const Eigen::MatrixBase<Derived>& A) {
        if (A.rows() != A.cols()) throw Exception("FactorLU: the matrix is not square.");
        factors_.compute(A);
    }
    /// @p x takes the size it needs. Not finite if A is singular.
    void solve(const Vector& b, Vector& x) const { x = factors_.solve(b); }
    void solve(const Matrix& b, Matrix& x) const { x = factors_.solve(b); }
    /// The inverse of A.
    void inverse(Matrix& inverse) const { inverse = factors_.inverse(); }

private:
    Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
};

/// A matrix of any shape and rank in orthogonal factors; x is the smallest of those with the least |A x - b|.
class FactorQTZ {
public:
    template <class Derived>
    explicit FactorQTZ(const Eigen::MatrixBase<Derived>& A) : factors_(A) {}
    /// @p rcond pivots smaller than this times the largest count as zero.
    template <class Derived>
    FactorQTZ(const Eigen::MatrixBase<Derived>& A, Real rcond) {
        factors_.setThreshold(rcond);
        factors_.compute(A);
    }
    int getRank() const { return static_cast<int>(factors_.rank()); }
    /// @p x takes the size it needs.
    void solve(const Vector& b, Vector& x) const { x = factors_.solve(b); }
    void solve(const Matrix& b, Matrix& x) const { x = factors_.solve(b); }

private:
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
};

}  // namespace trammel
