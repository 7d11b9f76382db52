// SPDX-License-Identifier: Apache-2.0
#include "multibody/studies/tangent_space.h"

#include <algorithm>
#include <cmath>

#include "math/pivoted_cholesky.h"
#include "multibody/matter/guts.h"

namespace trammel {

TangentSpace calcTangentSpace(const MatterSubsystem& matter, const State& s, MotionLevel level) {
    const MatterGuts& g = matter.getGuts();
    const Tree& tree = matter.getTree(s);
    const ConstraintLayout& layout = g.getLayout(s);
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    std::vector<int> free;
    for (int b = 1; b < tree.size(); ++b)
        if (prescribed.level[std::size_t(b)] < level)
            for (int i = 0; i < tree[b].nu; ++i) free.push_back(tree[b].uStart + i);
    const int n = int(free.size()), m = layout.nPosition + (level == MotionLevel::Position ? 0 : layout.nVelocity);

    TangentSpace space{Matrix(tree.nu, 0), {}};
    if (n == 0) return space;
    Matrix M, G;
    matter.calcM(s, M);
    matter.calcG(s, G);
    Matrix::Base freeM(n, n), freeG(n, m);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) freeM(i, j) = M(free[std::size_t(i)], free[std::size_t(j)]);
        for (int j = 0; j < m; ++j) freeG(i, j) = G(j, free[std::size_t(i)]);
    }
    Eigen::LLT<Matrix::Base> factor(freeM);
    if (factor.info() != Eigen::Success) {
        // Something without mass can move: lengths as they are.
        freeM.setIdentity();
        factor.compute(freeM);
    }

    // The null space of G, orthonormal in the metric of M. With columns of unit length, pivots squared are those that
    // the rank policy looks at.
    Matrix::Base null = Matrix::Base::Identity(n, n);
    if (m > 0) {
        Matrix::Base columns = factor.matrixL().solve(freeG);
        const Real negligible = 64 * Eps * columns.colwise().norm().maxCoeff();
        for (int i = 0; i < m; ++i) {
            const Real length = columns.col(i).norm();
            columns.col(i) *= length > negligible ? 1 / length : 0;
        }
        Eigen::ColPivHouseholderQR<Matrix::Base> qr(n, m);
        qr.setThreshold(std::sqrt(PivotedCholesky::defaultRankTolerance));
        qr.compute(columns);
        if (qr.rank() == n) return space;
        const Matrix::Base Q = qr.householderQ();
        null = factor.matrixU().solve(Q.rightCols(n - qr.rank()));
    }
    const int k = int(null.cols());
    if (k == 0) return space;

    // The rows that are most independent lead.
    const Vector weight = freeM.diagonal().cwiseMax(0).cwiseSqrt();
    const Eigen::ColPivHouseholderQR<Matrix::Base> pivots((weight.asDiagonal() * null).transpose());
    std::vector<int> rows;
    for (int i = 0; i < k; ++i) rows.push_back(int(pivots.colsPermutation().indices()[i]));
    std::sort(rows.begin(), rows.end());
    Matrix::Base leading(k, k);
    for (int i = 0; i < k; ++i) leading.row(i) = null.row(rows[std::size_t(i)]);
    const Matrix::Base basis = leading.transpose().fullPivLu().solve(null.transpose()).transpose();
    space.basis = Matrix(tree.nu, k, 0);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < k; ++j) {
            const bool leads = rows[std::size_t(j)] == i, other = std::binary_search(rows.begin(), rows.end(), i);
            space.basis(free[std::size_t(i)], j) = leads ? 1 : other ? 0 : basis(i, j);
        }
    for (int row : rows) space.leading.push_back(free[std::size_t(row)]);
    return space;
}

}  // namespace trammel
