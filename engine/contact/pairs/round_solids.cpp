// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/round_solids.h"

#include <algorithm>
#include <span>
#include <type_traits>

#include "contact/pairs/convex_normal.h"
#include "contact/pairs/facet_patches.h"
#include "contact/pairs/normal_kinks.h"
#include "contact/pairs/round_facets.h"
#include "contact/shapes/box.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

/// Sine of the angle below which faces count as flush: their deepest points jump from side to side, and facets
/// following them would make the force jump.
constexpr Real flush = 1e-4;

/// The facets of a solid that reaches by @p depth in the direction @p toward_S into another, whose deepest point is
/// @p deepest_S; made in @p scratch where its surface is round.
const Facets& facetsOf(const BoxContactShape& box, const Vec3&, Real, const Vec3&, bool, Facets&) {
    return box.facets();
}
const Facets& facetsOf(const PolyhedronContactShape& p, const Vec3&, Real, const Vec3&, bool, Facets&) {
    return p.facets();
}
template <class Round>
const Facets& facetsOf(const Round& round, const Vec3& toward_S, Real depth, const Vec3& deepest_S, bool isFlush,
                       Facets& scratch) {
    if (isFlush) {
        makeFacets(round, {{RoundPlace{Vec3(1, 0, 0), depth}}}, scratch);
        return scratch;
    }
    // On a cap the direction hardly determines the contact point on the rim, and not at all where it is along the axis.
    constexpr Real flat = 0.1;
    const Real across = std::hypot(deepest_S[0], deepest_S[2]), slant = std::hypot(toward_S[0], toward_S[2]);
    const bool isOnCap = slant < flat && across > 0;
    const RoundPlace places[] = {{toward_S, depth},
                                 {Vec3(deepest_S[0], 0, deepest_S[2]) / (isOnCap ? across : 1), depth}};
    const std::size_t first = isOnCap && slant < flush ? 1 : 0;
    makeFacets(round, std::span(places).subspan(first, isOnCap ? 2 - first : 1), scratch);
    return scratch;
}
/// Whether a direction in the frame of a solid is nearly that of the normal of a face or cap.
bool isAlongFace(const Facets& facets, const Vec3& n, Real sine) {
    return std::ranges::any_of(facets.faces, [&](const Facets::Face& face) {
        return face.normal.dot(n) > 0 && face.normal.cross(n).normSqr() < sine * sine;
    });
}
bool isAlongFace(const BoxContactShape& box, const Vec3& n, Real sine) { return isAlongFace(box.facets(), n, sine); }
bool isAlongFace(const PolyhedronContactShape& p, const Vec3& n, Real sine) { return isAlongFace(p.facets(), n, sine); }
template <class Round>
bool isAlongFace(const Round&, const Vec3& n, Real sine) {
    return n[0] * n[0] + n[2] * n[2] < sine * sine;
}
template <class Solid>
constexpr bool isRound = std::is_same_v<Solid, CylinderContactShape> || std::is_same_v<Solid, ConeContactShape>;

/// The direction across the axis of A, in A, in which the caps of two round solids lean toward each other, for the normal
/// @p n out of A; any fixed one where they are flush. False unless they touch with caps.
bool findLean(const Transform& X_AB, const Vec3& n, Vec3& lean) {
    constexpr Real flat = 0.1;
    const Vec3& b = X_AB.y();
    if (std::hypot(n[0], n[2]) > flat || n.cross(b).norm() > flat) return false;
    const Real side = n.dot(b) < 0 ? -1 : 1, across = std::hypot(b[0], b[2]);
    lean = across > flush ? Vec3(side * b[0] / across, 0, side * b[2] / across) : Vec3(1, 0, 0);
    return true;
}
/// Facets of a round solid whose cap leans in the direction @p lean; the deepest point of its rim is one of their corners
/// unless the normal @p n is along the axis.
template <class Round>
void makeCapFacets(const Round& round, const Vec3& lean, const Vec3& n, Real depth, Facets& facets) {
    constexpr Real tilted = 1e-3;
    const RoundPlace places[] = {{lean, depth}, {n, depth}};
    makeFacets(round, std::span(places).first(std::hypot(n[0], n[2]) > tilted ? 2 : 1), facets);
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

/// Distance of a point from the bounds of a shape, m; 0 inside.
Real calcDistanceFromBounds(const ContactShape& shape, const Vec3& p) {
    const AxisBox box = shape.calcBounds();
    return Vec3(Vec3(box.lower - p).cwiseMax(Vec3(p - box.upper)).cwiseMax(Vec3(0.))).norm();
}

template <class SolidA, class SolidB>
void calcPatches(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    ConvexNormal least;
    if (!findConvexNormal(A, B, X_AB, least)) return;
    static thread_local Facets scratchA, scratchB;
    if constexpr (isRound<SolidA> && isRound<SolidB>)
        if (Vec3 lean; findLean(X_AB, least.normal, lean)) {
            // From there on, the facets of equal caps coincide: their area does not depend on that direction.
            Vec3 lean_B = X_AB.RInv() * lean;
            lean_B[1] = 0;
            makeCapFacets(static_cast<const SolidA&>(A), lean, least.normal, least.depth, scratchA);
            makeCapFacets(static_cast<const SolidB&>(B), lean_B.normalize(), -(X_AB.RInv() * least.normal), least.depth,
                          scratchB);
            addFacetPatches(scratchA, scratchB, X_AB, least.normal, out);
            if (!out.regions.empty()) return;
        }
    const Vec3 n_B = X_AB.RInv() * least.normal;
    const Vec3 deepestOfB = X_AB * B.calcSupport(-n_B), deepestOfA = ~X_AB * A.calcSupport(least.normal);
    const auto& solidA = static_cast<const SolidA&>(A);
    const auto& solidB = static_cast<const SolidB&>(B);
    const bool isFlush = isAlongFace(solidA, least.normal, flush) && isAlongFace(solidB, -n_B, flush);
    const Facets& a = facetsOf(solidA, least.normal, least.depth, deepestOfB, isFlush, scratchA);
    const Facets& b = facetsOf(solidB, -n_B, least.depth, deepestOfA, isFlush, scratchB);
    addFacetPatches(a, b, X_AB, least.normal, out);
    if (!out.regions.empty()) return;
    // So shallow that facets approximating a round surface do not reach it.
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
