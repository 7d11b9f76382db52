// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vector.h"

// Must follow vec.h, which adds members to Eigen's expressions.
#include <Eigen/QR>

namespace trammel {

/// LU factorization of a square matrix, to solve A x = b.
class FactorLU {
public:
    /// Throws Exception if @p A is not square.
    explicit FactorLU(const Matrix& A);
    /// Resizes @p x. The result is not finite if A is singular.
    void solve(const Vector& b, Vector& x) const;
    void solve(const Matrix& b, Matrix& x) const;
    /// The inverse of A.
    void inverse(Matrix& inverse) const;
    /// True if a pivot is exactly zero or NaN.
    bool isSingular() const;

private:
    Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
};

/// Rank-revealing orthogonal factorization of a matrix of any shape; solve() returns the minimum-norm least-squares
/// solution.
class FactorQTZ {
public:
    explicit FactorQTZ(const Matrix& A);
    /// @p rcond pivots smaller than this fraction of the largest count as zero.
    FactorQTZ(const Matrix& A, Real rcond);
    int getRank() const;
    /// Resizes @p x.
    void solve(const Vector& b, Vector& x) const;
    void solve(const Matrix& b, Matrix& x) const;
    /// The pseudo-inverse: of a square matrix of full rank, its inverse.
    void inverse(Matrix& inverse) const;

private:
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
};

/// Singular value decomposition A = U diag(sigma) Vᵀ; solve() returns the minimum-norm least-squares solution.
class FactorSVD {
public:
    explicit FactorSVD(const Matrix& A);
    /// @p rcond singular values smaller than this fraction of the largest count as zero.
    FactorSVD(const Matrix& A, Real rcond);
    /// In descending order.
    void getSingularValues(Vector& values) const { values = values_; }
    /// Also returns U in @p left and Vᵀ in @p rightTransposed.
    void getSingularValuesAndVectors(Vector& values, Matrix& left, Matrix& rightTransposed) const;
    int getRank() const;
    /// Resizes @p x.
    void solve(const Vector& b, Vector& x) const;
    void solve(const Matrix& b, Matrix& x) const;
    /// The pseudo-inverse.
    void inverse(Matrix& inverse) const;

private:
    Matrix U_, V_;
    Vector values_;
    Real rcond_;
};

}  // namespace trammel
