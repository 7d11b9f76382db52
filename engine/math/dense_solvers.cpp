// SPDX-License-Identifier: Apache-2.0
#include "math/dense_solvers.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "math/pivoted_cholesky.h"

namespace trammel {

namespace {
using Base = Matrix::Base;

Eigen::FullPivLU<Base> factorFully(const Matrix& A, Real tolerance) {
    Eigen::FullPivLU<Base> lu(A);
    lu.setThreshold(tolerance);
    return lu;
}

/// The last columns of Q, orthogonal to all columns of A = Q R.
Base orthogonalComplement(const Base& A, Real tolerance) {
    if (A.size() == 0) return Base::Identity(A.rows(), A.rows());
    Eigen::ColPivHouseholderQR<Base> qr(A.rows(), A.cols());
    qr.setThreshold(tolerance);
    qr.compute(A);
    const Base Q = qr.householderQ();
    return Q.rightCols(A.rows() - qr.rank());
}
}  // namespace

Vector solvePositiveDefinite(const Matrix& A, const Vector& b) { return A.llt().solve(b); }

Vector solveLeastSquares(const Matrix& A, const Vector& b) { return A.colPivHouseholderQr().solve(b); }

int calcRank(const Matrix& A, Real tolerance) {
    return A.size() == 0 ? 0 : static_cast<int>(factorFully(A, tolerance).rank());
}

Real calcDeterminant(const Matrix& A) { return A.size() == 0 ? 1 : A.partialPivLu().determinant(); }

RegularMinor findRegularMinor(const Matrix& A, Real tolerance) {
    RegularMinor minor;
    if (A.size() == 0) return minor;
    const Eigen::FullPivLU<Base> lu = factorFully(A, tolerance);
    // P maps row i to its position, Q maps column j to its origin.
    const auto &P = lu.permutationP().indices(), &Q = lu.permutationQ().indices();
    minor.rows.resize(static_cast<std::size_t>(lu.rank()));
    for (Eigen::Index i = 0; i < P.size(); ++i)
        if (P[i] < lu.rank()) minor.rows[static_cast<std::size_t>(P[i])] = static_cast<int>(i);
    minor.columns.assign(Q.data(), Q.data() + lu.rank());
    return minor;
}

bool makeOrthonormal(const Matrix& M, Matrix& U) {
    const Eigen::LLT<Base> factor(Base(U.transpose() * M * U));
    if (factor.info() != Eigen::Success) return false;
    U = factor.matrixL().solve(U.transpose()).transpose().eval();
    return true;
}

Matrix calcNullSpace(const Matrix& A, Real tolerance) { return orthogonalComplement(A.transpose(), tolerance); }

Matrix calcMotionSpace(const Matrix& GT, Matrix& M) {
    Eigen::LLT<Base> factor(M);
    if (factor.info() != Eigen::Success) {
        M.setIdentity();
        factor.compute(M);
    }
    if (GT.cols() == 0) return Base::Identity(M.rows(), M.rows());
    // With columns of unit length, squared pivots are those of the rank policy.
    Base columns = factor.matrixL().solve(GT);
    const Real negligible = 64 * Eps * columns.colwise().norm().maxCoeff();
    for (auto column : columns.colwise()) {
        const Real length = column.norm();
        column *= length > negligible ? 1 / length : 0;
    }
    return factor.matrixU().solve(orthogonalComplement(columns, std::sqrt(PivotedCholesky::defaultRankTolerance)));
}

LeadingBasis calcLeadingBasis(const Matrix& X, const Vector& weight) {
    const auto k = X.cols();
    const Eigen::ColPivHouseholderQR<Base> pivots((weight.asDiagonal() * X).transpose());
    const auto& order = pivots.colsPermutation().indices();
    LeadingBasis found;
    found.leading.assign(order.data(), order.data() + k);
    std::ranges::sort(found.leading);
    Base leading(k, k);
    for (Eigen::Index i = 0; i < k; ++i) leading.row(i) = X.row(found.leading[static_cast<std::size_t>(i)]);
    found.basis = leading.transpose().fullPivLu().solve(X.transpose()).transpose();
    return found;
}

SymmetricEigen calcSymmetricEigen(const Matrix& A) {
    const Eigen::SelfAdjointEigenSolver<Base> solver(A);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

std::optional<GeneralEigen> calcGeneralEigen(const Matrix& A, bool vectors) {
    const Eigen::EigenSolver<Base> solver(A, vectors);
    if (solver.info() != Eigen::Success) return std::nullopt;
    GeneralEigen found{solver.eigenvalues(), {}};
    if (vectors) found.vectors = solver.eigenvectors();
    return found;
}

}  // namespace trammel
