// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vec.h"

namespace trammel {

/// Nearest point of a triangle to the origin, and whether it lies off the edges.
/// Source: C. Ericson, Real-Time Collision Detection, 2005, section 5.1.5.
inline Vec3 nearestToOrigin(const Vec3& a, const Vec3& b, const Vec3& c, bool& isInside) {
    isInside = false;
    const Vec3 ab = b - a, ac = c - a;
    const Real d1 = -ab.dot(a), d2 = -ac.dot(a);
    if (d1 <= 0 && d2 <= 0) return a;
    const Real d3 = -ab.dot(b), d4 = -ac.dot(b);
    if (d3 >= 0 && d4 <= d3) return b;
    const Real vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + Vec3(d1 / (d1 - d3) * ab);
    const Real d5 = -ab.dot(c), d6 = -ac.dot(c);
    if (d6 >= 0 && d5 <= d6) return c;
    const Real vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + Vec3(d2 / (d2 - d6) * ac);
    const Real va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + Vec3((d4 - d3) / ((d4 - d3) + (d5 - d6)) * Vec3(c - b));
    isInside = true;
    const Real sum = 1 / (va + vb + vc);
    return a + Vec3(vb * sum * ab) + Vec3(vc * sum * ac);
}

}  // namespace trammel
