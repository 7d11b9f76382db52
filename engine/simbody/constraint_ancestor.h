// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace SimTK {

/// The nearest body that all of @p bodies descend from (or are); 0 for none. Every parent's number is lower than its
/// children's, so the highest of the candidates always moves up.
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
