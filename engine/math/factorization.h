// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vector.h"

// After our vectors, which add members to Eigen's expressions.
#include <Eigen/QR>

namespace trammel {

/// A square matrix in triangular factors, to solve A x = b with.
class FactorLU {
public:
    /// Throws Exception if @p A is not square.
    explicit FactorLU(const Matrix& A);
    /// @p x takes the size it needs. Not finite if A is singular.
    void solve(const Vector& b, Vector& x) const;
    void solve(const Matrix& b, Matrix& x) const;
    /// The inverse of A.
    void inverse(Matrix& inverse) const;
    /// Whether a pivot is exactly zero, or no number.
    bool isSingular() const;

private:
    Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
};

/// A matrix of any shape and rank in orthogonal factors; x is the smallest of those with the least |A x - b|.
class FactorQTZ {
public:
    explicit FactorQTZ(const Matrix& A);
    /// @p rcond pivots smaller than this times the largest count as zero.
    FactorQTZ(const Matrix& A, Real rcond);
    int getRank() const;
    /// @p x takes the size it needs.
    void solve(const Vector& b, Vector& x) const;
    void solve(const Matrix& b, Matrix& x) const;
    /// The pseudo-inverse: of a square matrix of full rank, its inverse.
    void inverse(Matrix& inverse) const;

private:
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
};

/// A matrix A = U diag(sigma) Vᵀ; x is the smallest of those with the least |A x - b|.
class FactorSVD {
public:
    explicit FactorSVD(const Matrix& A);
    /// @p rcond singular values smaller than this times the largest count as zero.
    FactorSVD(const Matrix& A, Real rcond);
    /// The largest first.
    void getSingularValues(Vector& values) const { values = values_; }
    /// Also the columns of U as those of @p left, and Vᵀ.
    void getSingularValuesAndVectors(Vector& values, Matrix& left, Matrix& rightTransposed) const;
    int getRank() const;
    /// @p x takes the size it needs.
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
