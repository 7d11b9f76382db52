// SPDX-License-Identifier: Apache-2.0
#include "multibody/studies/tangent_space.h"

#include <algorithm>

#include "math/dense_solvers.h"
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
    Matrix freeM(n, n), freeGT(n, m);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) freeM(i, j) = M(free[std::size_t(i)], free[std::size_t(j)]);
        for (int j = 0; j < m; ++j) freeGT(i, j) = G(j, free[std::size_t(i)]);
    }
    const Matrix null = calcMotionSpace(freeGT, freeM);
    const int k = int(null.cols());
    if (k == 0) return space;
    const Vector weight = freeM.diagonal().cwiseMax(0).cwiseSqrt();
    const auto [rows, basis] = calcLeadingBasis(null, weight);
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
