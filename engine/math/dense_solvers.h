// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "math/vector.h"

// Decompositions of dense matrices of any size by Eigen, compiled once: a source that instantiates one takes seconds more to
// compile. Factorizations to keep are in math/factorization.h.

namespace trammel {

/// The x that solves A x = b for a symmetric positive definite A, of which only the lower triangle is read.
/// Cholesky factorization.
Vector solvePositiveDefinite(const Matrix& A, const Vector& b);
/// An x that minimizes |A x - b|. QR factorization with column pivoting.
Vector solveLeastSquares(const Matrix& A, const Vector& b);

/// @param tolerance pivots smaller than this fraction of the largest count as zero; LU factorization with full pivoting
int calcRank(const Matrix& A, Real tolerance);
/// 1 for a matrix without elements. LU factorization.
Real calcDeterminant(const Matrix& A);
/// Rows and columns of a regular square part of a matrix that is as large as its rank, in the order of their pivots.
struct RegularMinor {
    std::vector<int> rows, columns;
};
/// @param tolerance as in calcRank()
RegularMinor findRegularMinor(const Matrix& A, Real tolerance);

/// Makes the columns of @p U orthonormal in the metric of M, Uᵀ M U = 1, each a combination of itself and those before
/// it. Returns false, and leaves them unchanged, if Uᵀ M U is not positive definite.
bool makeOrthonormal(const Matrix& M, Matrix& U);
/// Columns that span the solutions x of A x = 0, orthonormal.
/// @param tolerance as in calcRank(), of a QR factorization with column pivoting
Matrix calcNullSpace(const Matrix& A, Real tolerance);
/// Columns that span the solutions x of G x = 0, orthonormal in the metric of M; without equations, those of the
/// identity. Rank policy of PivotedCholesky.
/// @param GT the transpose of G
/// @param M of size n; set to the identity if it is not positive definite, so that lengths are not weighted
Matrix calcMotionSpace(const Matrix& GT, Matrix& M);
/// Another basis of the space spanned by the columns of a matrix: in each leading row one of its columns is 1 and the
/// others are 0, but for rounding errors. The leading rows are the most independent ones, in ascending order.
struct LeadingBasis {
    std::vector<int> leading;
    Matrix basis;
};
/// @param weight of each row when they are compared
LeadingBasis calcLeadingBasis(const Matrix& X, const Vector& weight);

/// Eigenvalues of a symmetric matrix in ascending order, and orthonormal eigenvectors as columns.
struct SymmetricEigen {
    Vector values;
    Matrix vectors;
};
/// Only the lower triangle of @p A is read.
SymmetricEigen calcSymmetricEigen(const Matrix& A);
/// Eigenvalues of a square matrix in no order, and eigenvectors of unit length as columns.
struct GeneralEigen {
    Eigen::VectorXcd values;
    Eigen::MatrixXcd vectors;
};
/// Empty if @p A is not finite.
/// @param vectors false: leaves out the eigenvectors
std::optional<GeneralEigen> calcGeneralEigen(const Matrix& A, bool vectors);

}  // namespace trammel
