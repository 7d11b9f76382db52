// SPDX-License-Identifier: Apache-2.0
#include "math/factorization.h"

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

}  // namespace trammel
