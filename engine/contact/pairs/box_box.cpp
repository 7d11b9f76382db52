// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/box_box.h"

#include "contact/pairs/facet_patches.h"
#include "contact/shapes/box.h"

namespace trammel {

void calcBoxBox(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& boxA = static_cast<const BoxContactShape&>(A);
    const auto& boxB = static_cast<const BoxContactShape&>(B);
    const Vec3 &a = boxA.halfLengths(), &b = boxB.halfLengths(), &t = X_AB.p();
    // R[i][j]: axis j of B along axis i of A.
    Real R[3][3], size[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) size[i][j] = std::abs(R[i][j] = X_AB.R()(i, j));

    SeparatingAxes axes;
    for (int i = 0; i < 3; ++i) {
        const Real overlap = a[i] + size[i][0] * b[0] + size[i][1] * b[1] + size[i][2] * b[2] - std::abs(t[i]);
        if (!(overlap > 0)) return;
        Vec3 n(0.);
        n[i] = t[i] < 0 ? -1 : 1;
        axes.add(overlap, n);
    }
    for (int j = 0; j < 3; ++j) {
        const Real along = t[0] * R[0][j] + t[1] * R[1][j] + t[2] * R[2][j];
        const Real overlap = b[j] + size[0][j] * a[0] + size[1][j] * a[1] + size[2][j] * a[2] - std::abs(along);
        if (!(overlap > 0)) return;
        const Real sign = along < 0 ? -1 : 1;
        axes.add(overlap, Vec3(sign * R[0][j], sign * R[1][j], sign * R[2][j]));
    }
    for (int i = 0; i < 3; ++i) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            // The cross product of axis i of A with axis j of B.
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const Real squared = R[i1][j] * R[i1][j] + R[i2][j] * R[i2][j];
            if (squared < 1e-12) continue;
            const Real along = t[i2] * R[i1][j] - t[i1] * R[i2][j];
            const Real sum =
                a[i1] * size[i2][j] + a[i2] * size[i1][j] + b[j1] * size[i][j2] + b[j2] * size[i][j1] - std::abs(along);
            if (!(sum > 0)) return;
            // The direction is ill-defined where the edges are nearly parallel: its overlap counts as larger there.
            const Real norm = std::sqrt(squared), overlap = sum / norm * (1 + 1e-6 / squared);
            if (overlap > 1.25 * axes.least()) continue;
            const Real scale = (along < 0 ? -1 : 1) / norm;
            Vec3 n(0.);
            n[i1] = -R[i2][j] * scale;
            n[i2] = R[i1][j] * scale;
            axes.add(overlap, n);
        }
    }
    addFacetPatches(boxA.facets(), boxB.facets(), X_AB, axes.blend(), out);
}

}  // namespace trammel
