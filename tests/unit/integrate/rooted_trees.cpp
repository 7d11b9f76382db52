// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/integrate/rooted_trees.h"

namespace trammel::test {

int RootedTree::order() const {
    int n = 1;
    for (const RootedTree& child : children) n += child.order();
    return n;
}

Real RootedTree::density() const {
    Real gamma = order();
    for (const RootedTree& child : children) gamma *= child.density();
    return gamma;
}

Vector RootedTree::elementaryWeights(const Matrix& a) const {
    Vector phi(int(a.rows()), 1.);
    for (const RootedTree& child : children) {
        const Eigen::VectorXd inner = a * child.elementaryWeights(a);
        phi = phi.cwiseProduct(inner);
    }
    return phi;
}

namespace {
/// Append to @p trees every tree whose root has @p chosen and further children with @p remaining vertices in all,
/// taken in order from @p pool starting at @p first, so that no set of children comes twice.
void grow(const std::vector<RootedTree>& pool, std::size_t first, int remaining, std::vector<RootedTree>& chosen,
          std::vector<RootedTree>& trees) {
    if (remaining == 0) {
        trees.push_back({chosen});
        return;
    }
    for (std::size_t i = first; i < pool.size() && pool[i].order() <= remaining; ++i) {
        chosen.push_back(pool[i]);
        grow(pool, i, remaining - pool[i].order(), chosen, trees);
        chosen.pop_back();
    }
}
}  // namespace

std::vector<RootedTree> rootedTrees(int order) {
    std::vector<RootedTree> pool;  // by order
    for (int n = 1; n < order; ++n)
        for (RootedTree& tree : rootedTrees(n)) pool.push_back(std::move(tree));
    std::vector<RootedTree> trees, chosen;
    grow(pool, 0, order - 1, chosen, trees);
    return trees;
}

}  // namespace trammel::test
