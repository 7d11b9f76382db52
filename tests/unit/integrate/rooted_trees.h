// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel::test {

/// A rooted tree: one order condition of Runge-Kutta methods.
///
/// **Source:** Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.2.
struct RootedTree {
    std::vector<RootedTree> children;

    int order() const;
    /// γ: the condition is Σ b_i Φ_i = 1/γ.
    Real density() const;
    /// Φ_i for the method with matrix @p a.
    Vector elementaryWeights(const Matrix& a) const;
};

/// All rooted trees of exactly @p order vertices.
std::vector<RootedTree> rootedTrees(int order);

}  // namespace trammel::test
