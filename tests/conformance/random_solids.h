// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "contact/contact_geometry.h"
#include "tests/conformance/convex_overlap.h"
#include "tests/unit/contact/shape_samples.h"

namespace trammel::test {

struct RandomSolid {
    std::unique_ptr<ContactShape> shape;
    /// Its convex parts; none for a half-space.
    std::vector<ConvexPart> parts;
    /// Smallest and largest width, and error of the division into facets, m.
    Real thin = 0, size = 0, facetError = 0;
};

/// A solid of the given kind with random proportions, and sizes up to @p size, m.
RandomSolid makeSolid(std::string_view kind, Real size, Dice& dice);

/// One pair of solids, and its exactly known properties at a pose.
struct Pair {
    const RandomSolid &A, &B;

    bool hasPlane() const { return A.parts.empty(); }
    bool isConvex() const { return A.parts.size() < 2 && B.parts.size() < 2; }
    Real thin() const { return std::min(A.thin, B.thin); }

    /// Overlap of a half-space: exact.
    Real depthBelow(const Transform& X_AB) const {
        Real least = Infinity;
        for (const ConvexPart& b : B.parts)
            least = std::min(least, Vec3(X_AB * b.support(X_AB.R().invert() * Vec3(0, -1, 0)))[1] - b.rounding);
        return -least;
    }
    /// Certain lower bound of the distance, below 0 if they may overlap; and whether they certainly overlap, up to @p
    /// near.
    std::pair<Real, bool> calcDistance(const Transform& X_AB, Real near) const {
        if (hasPlane()) return {-depthBelow(X_AB), depthBelow(X_AB) > -near};
        Real least = Infinity;
        bool meets = false;
        for (const ConvexPart& a : A.parts)
            for (const ConvexPart& b : B.parts) {
                const Separation s = calcSeparation(a, b, X_AB);
                least = std::min(least, s.least);
                meets |= s.most < near;
            }
        return {least, meets};
    }
    /// Whether they are certainly farther apart than that.
    bool isApart(const Transform& X_AB, Real by, const Vec3& hint = Vec3(1, 0, 0)) const {
        if (hasPlane()) return depthBelow(X_AB) < -by;
        for (const ConvexPart& a : A.parts)
            for (const ConvexPart& b : B.parts)
                if (!(calcSeparation(a, b, X_AB).least > by) && !(findLeastOverlap(a, b, X_AB, hint) < -by))
                    return false;
        return true;
    }
    /// Over all directions; of convex solids.
    Real leastOverlap(const Transform& X_AB, const Vec3& hint) const {
        return hasPlane() ? depthBelow(X_AB) : findLeastOverlap(A.parts[0], B.parts[0], X_AB, hint);
    }
};

/// A rotation by quarter turns, as of solids placed face to face, sometimes slightly perturbed.
Rotation nearlyFlush(Dice& dice);
/// Where B, on its way along @p toward, begins to touch A.
Transform findTouch(const Pair& pair, const Rotation& R, const Vec3& offset, const Vec3& toward);

}  // namespace trammel::test
