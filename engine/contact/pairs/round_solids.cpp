// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/round_solids.h"

#include "contact/pairs/convex_normal.h"
#include "contact/pairs/facet_patches.h"
#include "contact/pairs/normal_kinks.h"
#include "contact/pairs/round_facets.h"
#include "contact/shapes/box.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

/// The facets of a solid that reaches by @p depth in the direction @p toward_S into another, whose deepest point is
/// @p deepest_S; made in @p scratch where its surface is round.
const Facets& facetsOf(const BoxContactShape& box, const Vec3&, Real, const Vec3&, Facets&) { return box.facets(); }
const Facets& facetsOf(const PolyhedronContactShape& p, const Vec3&, Real, const Vec3&, Facets&) { return p.facets(); }
template <class Round>
const Facets& facetsOf(const Round& round, const Vec3& toward_S, Real depth, const Vec3& deepest_S, Facets& scratch) {
    // On a cap the direction says little about where the rim is touched.
    constexpr Real flat = 0.1;
    const Real across = std::hypot(deepest_S[0], deepest_S[2]);
    const bool isOnCap = std::hypot(toward_S[0], toward_S[2]) < flat && across > 0;
    const RoundPlace places[] = {{toward_S, depth},
                                 {Vec3(deepest_S[0], 0, deepest_S[2]) / (isOnCap ? across : 1), depth}};
    makeFacets(round, std::span(places).first(isOnCap ? 2 : 1), scratch);
    return scratch;
}
/// One smooth place for the least overlap of two solids, at the deepest point of the one that is @p sharper: A or B.
void addSmoothPlace(const ContactShape& A, const ContactShape& B, const Transform& X_AB, const ConvexNormal& least,
                    bool isSharperA, ContactRegions& out) {
    const Vec3& n = least.normal;
    const Vec3 n_B = X_AB.RInv() * n;
    ContactRegion& region = out.regions.emplace_back();
    region.normal = n;
    region.depth = least.depth;
    region.point = isSharperA ? A.calcSupport(n) - Vec3(least.depth / 2 * n)
                              : X_AB * B.calcSupport(-n_B) + Vec3(least.depth / 2 * n);
    const SurfaceCurvature a = calcCurvatureAt(A, n);
    SurfaceCurvature b = calcCurvatureAt(B, -n_B);
    b.t1 = X_AB.R() * b.t1;
    setRelativeCurvature(a, b, region);
}

/// How far a point is outside the bounds of a shape, m.
Real calcDistanceFromBounds(const ContactShape& shape, const Vec3& p) {
    const AxisBox box = shape.calcBounds();
    return Vec3(Vec3(box.lower - p).cwiseMax(Vec3(p - box.upper)).cwiseMax(Vec3(0.))).norm();
}

template <class SolidA, class SolidB>
void calcPatches(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    ConvexNormal least;
    if (!findConvexNormal(A, B, X_AB, least)) return;
    static thread_local Facets scratchA, scratchB;
    const Vec3 n_B = X_AB.RInv() * least.normal;
    const Vec3 deepestOfB = X_AB * B.calcSupport(-n_B), deepestOfA = ~X_AB * A.calcSupport(least.normal);
    const Facets& a = facetsOf(static_cast<const SolidA&>(A), least.normal, least.depth, deepestOfB, scratchA);
    const Facets& b = facetsOf(static_cast<const SolidB&>(B), -n_B, least.depth, deepestOfA, scratchB);
    addFacetPatches(a, b, X_AB, least.normal, out);
    if (!out.regions.empty()) return;
    // So shallow that facets in place of a round surface do not reach it.
    const bool isSharperA =
        calcDistanceFromBounds(B, ~X_AB * A.calcSupport(least.normal)) < calcDistanceFromBounds(A, deepestOfB);
    addSmoothPlace(A, B, X_AB, least, isSharperA, out);
    ContactRegion& region = out.regions.back();
    // Edges have no curvature of their own.
    const Real size = std::min(A.characteristicLength(), B.characteristicLength());
    for (Real& c : region.curvature) c = std::max(c, 1 / size);
}

}  // namespace

void calcBoxCylinder(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcPatches<BoxContactShape, CylinderContactShape>(A, B, X_AB, out);
}
void calcBoxCone(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcPatches<BoxContactShape, ConeContactShape>(A, B, X_AB, out);
}
void calcCylinderCylinder(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcPatches<CylinderContactShape, CylinderContactShape>(A, B, X_AB, out);
}
void calcCylinderCone(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcPatches<CylinderContactShape, ConeContactShape>(A, B, X_AB, out);
}
void calcCylinderPolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcPatches<CylinderContactShape, PolyhedronContactShape>(A, B, X_AB, out);
}
void calcConeCone(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcPatches<ConeContactShape, ConeContactShape>(A, B, X_AB, out);
}
void calcConePolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcPatches<ConeContactShape, PolyhedronContactShape>(A, B, X_AB, out);
}

void calcEllipsoidSolid(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    ConvexNormal least;
    if (!findConvexNormal(A, B, X_AB, least)) return;
    // The deepest point of the ellipsoid is unique.
    addSmoothPlace(A, B, X_AB, least, A.key() == EllipsoidContactShape::kind, out);
}

}  // namespace trammel
