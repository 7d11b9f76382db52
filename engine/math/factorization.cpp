// SPDX-License-Identifier: Apache-2.0
#include "math/factorization.h"

#include <Eigen/SVD>

#include "base/exceptions.h"

namespace trammel {

FactorLU::FactorLU(const Matrix& A) {
    if (A.rows() != A.cols()) throw Exception("FactorLU: the matrix is not square.");
    factors_.compute(A);
}

void FactorLU::solve(const Vector& b, Vector& x) const { x = factors_.solve(b); }
void FactorLU::solve(const Matrix& b, Matrix& x) const { x = factors_.solve(b); }
void FactorLU::inverse(Matrix& inverse) const { inverse = factors_.inverse(); }

bool FactorLU::isSingular() const {
    const auto pivots = factors_.matrixLU().diagonal();
    return !pivots.allFinite() || (pivots.array() == 0).any();
}

FactorQTZ::FactorQTZ(const Matrix& A) : factors_(A) {}

FactorQTZ::FactorQTZ(const Matrix& A, Real rcond) {
    factors_.setThreshold(rcond);
    factors_.compute(A);
}

int FactorQTZ::getRank() const { return static_cast<int>(factors_.rank()); }
void FactorQTZ::solve(const Vector& b, Vector& x) const { x = factors_.solve(b); }
void FactorQTZ::solve(const Matrix& b, Matrix& x) const { x = factors_.solve(b); }
void FactorQTZ::inverse(Matrix& inverse) const { inverse = factors_.pseudoInverse(); }

FactorSVD::FactorSVD(const Matrix& A) : FactorSVD(A, Real(std::max(A.nrow(), A.ncol())) * Eps) {}

FactorSVD::FactorSVD(const Matrix& A, Real rcond) : rcond_(rcond) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    U_ = svd.matrixU();
    V_ = svd.matrixV();
    values_ = svd.singularValues();
}

void FactorSVD::getSingularValuesAndVectors(Vector& values, Matrix& left, Matrix& rightTransposed) const {
    values = values_;
    left = U_;
    rightTransposed = V_.transpose();
}

int FactorSVD::getRank() const {
    int rank = 0;
    while (rank < values_.size() && values_[rank] > rcond_ * values_[0]) ++rank;
    return rank;
}

void FactorSVD::inverse(Matrix& inverse) const {
    const int rank = getRank();
    const Eigen::VectorXd inverted = values_.head(rank).cwiseInverse();
    inverse = V_.leftCols(rank) * inverted.asDiagonal() * U_.leftCols(rank).transpose();
}

void FactorSVD::solve(const Vector& b, Vector& x) const {
    Matrix inverted;
    inverse(inverted);
    x = inverted * b;
}

void FactorSVD::solve(const Matrix& b, Matrix& x) const {
    Matrix inverted;
    inverse(inverted);
    x = inverted * b;
}

}  // namespace trammel
