// SPDX-License-Identifier: Apache-2.0
// MatterSubsystem: parts of a model that move independently of each other.
#include <algorithm>
#include <cmath>

#include "base/disjoint_sets.h"
#include "multibody/matter/guts.h"

namespace trammel {

std::vector<Real> Mechanisms::findWorst(const Vector& errors) const {
    std::vector<Real> worst(std::size_t(count), 0);
    for (std::size_t i = 0; i < ofEquation.size(); ++i) {
        if (ofEquation[i] < 0) continue;
        Real& known = worst[std::size_t(ofEquation[i])];
        const Real error = std::abs(errors[int(i)]);
        if (!(error <= known)) known = error;  // catches NaN too
    }
    return worst;
}

Mechanisms MatterSubsystem::findMechanisms(const State& s) const {
    const MatterGuts& g = getGuts();
    const Tree& tree = g.treeOf(s);
    const ConstraintLayout& layout = g.getLayout(s);
    DisjointSets sets(std::size_t(tree.size()));
    for (int b = 1; b < tree.size(); ++b)
        if (tree[b].parent > 0) sets.unite(std::size_t(b), std::size_t(tree[b].parent));
    for (std::size_t c = 0; c < g.constraints.size(); ++c)
        if (layout.blocks[c].enabled)
            for (const int b : g.constraints[c].path)
                sets.unite(std::size_t(b), std::size_t(g.constraints[c].path.front()));

    Mechanisms found;
    found.ofBody.assign(std::size_t(tree.size()), -1);
    for (std::size_t b = 1; b < found.ofBody.size(); ++b)
        found.ofBody[b] = sets.find(b) == b ? found.count++ : found.ofBody[sets.find(b)];
    found.ofEquation.assign(std::size_t(layout.nPosition), -1);
    for (std::size_t c = 0; c < g.constraints.size(); ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled || g.constraints[c].path.empty()) continue;
        std::fill_n(found.ofEquation.begin() + block.position, block.count.position,
                    found.ofBody[std::size_t(g.constraints[c].path.front())]);
    }
    return found;
}

}  // namespace trammel
