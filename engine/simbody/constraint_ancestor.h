// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace SimTK {

/// The nearest common ancestor of @p bodies (may be one of them); 0 for none. A parent's index is lower than its
/// children's, so the highest candidate is moved up repeatedly.
template <class Bodies, class ParentOf>
int findCommonAncestor(const Bodies& bodies, ParentOf parentOf) {
    if (bodies.empty()) return 0;
    int ancestor = bodies[0];
    for (int b : bodies)
        while (ancestor != b) {
            if (ancestor > b)
                ancestor = parentOf(ancestor);
            else
                b = parentOf(b);
        }
    return ancestor;
}

}  // namespace SimTK
