// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/mesh_patches.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>

#include "contact/pairs/patch.h"
#include "contact/pairs/round_places.h"
#include "contact/pairs/surface_curves.h"
#include "contact/pairs/triangle_distance.h"
#include "contact/shapes/box.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

using namespace mesh_patches;

struct Projected : ProjectedFace {
    /// Cosine between the face and the normal of the place of contact.
    Real facing = 0;
    /// Height of the corner farthest into the other solid, along the direction in which that faces.
    Real farthest = Infinity;
};

/// Memory that is used again from call to call.
struct Scratch : Curves {
    std::vector<int> facesA, facesB, insideA, insideB;
    std::vector<Vec3> areas;
    std::vector<Projected> projectedA, projectedB;
    std::vector<PatchCorner> cornersA, cornersB;
    std::vector<int> order;
};

/// Which corners of a surface are inside another; about six faces share a corner, and so it is computed once.
template <class Side, class Other>
class InsideCorners {
public:
    InsideCorners(const Side& side, const Other& other) : side_(side), other_(other) {
        if (state().size() < side.cornerCount()) state().resize(side.cornerCount(), unknown);
    }
    bool contain(const Piece& piece, int k) {
        std::uint8_t& known = state()[side_.cornerOf(piece.face, k)];
        if (known == unknown) known = other_.contains(piece.corners[k]) ? within : outside;
        return known == within;
    }
    /// Forgets the corners of these faces, all that were asked for.
    void forget(const std::vector<int>& faces) {
        for (const int f : faces)
            for (int k = 0; k < side_.cornerCountOf(f); ++k) state()[side_.cornerOf(f, k)] = unknown;
    }

private:
    enum : std::uint8_t { unknown, outside, within };
    static std::vector<std::uint8_t>& state() {
        static thread_local std::vector<std::uint8_t> all;
        return all;
    }
    const Side& side_;
    const Other& other_;
};

/// Replaces @p faces by those of @p side that belong to a contact place: the cut ones, and all faces reached from them
/// over edges with an end inside the other solid.
/// @param inside if not null: replaced by the corners inside the other solid that belong to it
template <class Side, class Other>
void collectFaces(const Side& side, const Other& other, std::vector<int>& faces, std::vector<int>* inside = nullptr) {
    static thread_local Piece piece;
    static thread_local std::vector<std::uint8_t> isIn;
    if (isIn.size() < std::size_t(side.faceCount())) isIn.resize(std::size_t(side.faceCount()), 0);
    if (inside) inside->clear();
    if constexpr (Side::isConvex) {
        if (inside) {
            InsideCorners<Side, Other> corners(side, other);
            static thread_local std::vector<std::uint8_t> isReached;
            isReached.assign(side.cornerCount(), 0);
            for (const int f : faces) isIn[std::size_t(f)] = 1;
            // Faces with a corner that is reached, until no further one is.
            for (std::size_t before = std::size_t(-1); before != inside->size();) {
                before = inside->size();
                for (int f = 0; f < side.faceCount(); ++f) {
                    const auto isReachedCorner = [&](int k) { return isReached[side.cornerOf(f, k)] != 0; };
                    bool counts = isIn[std::size_t(f)] != 0;
                    for (int k = 0; k < side.cornerCountOf(f) && !counts; ++k) counts = isReachedCorner(k);
                    if (!counts) continue;
                    side.get(f, piece);
                    for (int k = 0; k < piece.count; ++k)
                        if (!isReachedCorner(k) && corners.contain(piece, k)) {
                            isReached[side.cornerOf(f, k)] = 1;
                            inside->push_back(int(side.cornerOf(f, k)));
                        }
                }
            }
            for (const int f : faces) isIn[std::size_t(f)] = 0;
        }
        faces.resize(std::size_t(side.faceCount()));
        std::iota(faces.begin(), faces.end(), 0);
        if (inside) InsideCorners<Side, Other>(side, other).forget(faces);
    } else {
        std::sort(faces.begin(), faces.end());
        faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
        for (const int f : faces) isIn[std::size_t(f)] = 1;
        InsideCorners<Side, Other> corners(side, other);
        for (std::size_t i = 0; i < faces.size(); ++i) {
            side.get(faces[i], piece);
            bool isInside[3];
            for (int k = 0; k < 3; ++k) {
                isInside[k] = corners.contain(piece, k);
                if (inside && isInside[k]) inside->push_back(int(side.cornerOf(faces[i], k)));
            }
            for (int k = 0; k < 3; ++k) {
                if (!isInside[k] && !isInside[(k + 1) % 3]) continue;
                const int next = side.neighbor(faces[i], k);
                if (isIn[std::size_t(next)]) continue;
                isIn[std::size_t(next)] = 1;
                faces.push_back(next);
            }
        }
        for (const int f : faces) isIn[std::size_t(f)] = 0;
        corners.forget(faces);
        std::sort(faces.begin(), faces.end());
    }
}

/// Adds to @p faces of @p side those beyond convex edges that face the other solid, too, within the bounds of @p opposite:
/// where solids overlap deeply, parts of the surface beyond those that are cut.
template <class Side>
void addFacesAbove(const Side& side, std::vector<int>& faces, const PatchPlane& plane, Real toward,
                   const std::vector<Projected>& opposite) {
    if constexpr (!Side::isConvex) {
        ProjectedFace all;
        Real farthest = Infinity;
        for (const Projected& p : opposite) {
            all.lowU = std::min(all.lowU, p.lowU);
            all.highU = std::max(all.highU, p.highU);
            all.lowV = std::min(all.lowV, p.lowV);
            all.highV = std::max(all.highV, p.highV);
            farthest = std::min(farthest, p.farthest);
        }
        static thread_local Piece piece, next;
        static thread_local std::vector<std::uint8_t> isIn;
        if (isIn.size() < std::size_t(side.faceCount())) isIn.resize(std::size_t(side.faceCount()), 0);
        for (const int f : faces) isIn[std::size_t(f)] = 1;
        for (std::size_t i = 0; i < faces.size(); ++i) {
            if (!(toward * side.normal(faces[i]).dot(plane.normal) > edgeOn)) continue;
            side.get(faces[i], piece);
            for (int k = 0; k < 3; ++k) {
                const int other = side.neighbor(faces[i], k);
                if (isIn[std::size_t(other)] || !(toward * side.normal(other).dot(plane.normal) > edgeOn)) continue;
                side.get(other, next);
                ProjectedFace bounds;
                Real reach = -Infinity;
                bool isConvex = true;
                for (const Vec3& corner : std::span(next.corners, 3)) {
                    const PatchCorner c = plane.project(corner);
                    bounds.include(c);
                    reach = std::max(reach, toward * c.height);
                    isConvex = isConvex && piece.normal.dot(corner) - piece.offset < 1e-9 * side.size();
                }
                if (!isConvex || bounds.isApartFrom(all) || reach < farthest) continue;
                isIn[std::size_t(other)] = 1;
                faces.push_back(other);
            }
        }
        for (const int f : faces) isIn[std::size_t(f)] = 0;
        std::sort(faces.begin(), faces.end());
    }
}

template <class Side>
void projectFaces(const Side& side, const std::vector<int>& faces, const PatchPlane& plane, Real toward,
                  std::vector<Projected>& projected, std::vector<PatchCorner>& corners) {
    projected.clear();
    corners.clear();
    static thread_local Piece piece;
    for (const int f : faces) {
        const Real facing = toward * side.normal(f).dot(plane.normal);
        if (!(facing > edgeOn)) continue;
        side.get(f, piece);
        Projected& p = projected.emplace_back();
        p.face = f;
        p.first = int(corners.size());
        p.count = piece.count;
        p.facing = facing;
        p.heightU = -toward * piece.normal.dot(plane.u) / facing;
        p.heightV = -toward * piece.normal.dot(plane.v) / facing;
        for (int i = 0; i < piece.count; ++i) {
            const PatchCorner c = plane.project(piece.corners[toward > 0 ? i : piece.count - 1 - i]);
            corners.push_back(c);
            p.height0 += (c.height - p.heightU * c.u - p.heightV * c.v) / piece.count;
            p.farthest = std::min(p.farthest, -toward * c.height);
            p.include(c);
        }
    }
}

/// Calls visit(projected face of A, of B, polygon) for each part of the patch.
template <class Visit>
void visitCells(Scratch& s, const Visit& visit) {
    // Swept along u: the faces of B in order of their lower bounds.
    s.order.resize(s.projectedB.size());
    std::iota(s.order.begin(), s.order.end(), 0);
    std::sort(s.order.begin(), s.order.end(), [&](int i, int j) {
        const Real a = s.projectedB[std::size_t(i)].lowU, b = s.projectedB[std::size_t(j)].lowU;
        return a < b || (a == b && i < j);
    });
    for (const Projected& a : s.projectedA)
        for (const int k : s.order) {
            const Projected& b = s.projectedB[std::size_t(k)];
            if (b.lowU >= a.highU) break;
            if (a.isApartFrom(b)) continue;
            PatchPolygon polygon;
            overlap(a, s.cornersA, b, s.cornersB, polygon);
            if (polygon.size() > 2) visit(a, b, polygon);
        }
}

Real volumeOf(const PatchPolygon& p) {
    Real volume = 0;
    for (int i = 1; i + 1 < p.size(); ++i)
        volume += ((p[i].u - p[0].u) * (p[i + 1].v - p[0].v) - (p[i].v - p[0].v) * (p[i + 1].u - p[0].u)) *
                  (p[0].depth + p[i].depth + p[i + 1].depth) / 6;
    return volume;
}

/// Weight of a face by the cosine between it and the normal: only those within a few degrees count.
Real weightOf(Real facing) { return square(square(square(square(square(square(facing)))))); }

/// Adds the patches of the place of contact whose curve has the vector area @p area.
template <class A, class B>
void addPlace(const A& a, const B& b, const Vec3& area, const Vec3& origin, Scratch& s, ContactRegions& out) {
    const Real size = area.norm();
    if (!(size > 0)) return;
    Vec3 normal = area / size;
    // One correction: the curve of shallow overlaps of flush faces may lean by depth/width.
    for (int pass = 0; pass < 2; ++pass) {
        const PatchPlane plane = PatchPlane::across(normal, origin);
        projectFaces(b, s.facesB, plane, -1, s.projectedB, s.cornersB);
        addFacesAbove(a, s.facesA, plane, 1, s.projectedB);
        projectFaces(a, s.facesA, plane, 1, s.projectedA, s.cornersA);
        addFacesAbove(b, s.facesB, plane, -1, s.projectedA);
        projectFaces(b, s.facesB, plane, -1, s.projectedB, s.cornersB);
        if (pass == 0) {
            Vec3 sum(0.);
            visitCells(s, [&](const Projected& p, const Projected& q, const PatchPolygon& polygon) {
                const Real volume = volumeOf(polygon);
                const Real wa = weightOf(p.facing), wb = weightOf(q.facing);
                sum += Vec3(volume *
                            (wa * a.normal(p.face) - wb * b.normal(q.face) + Vec3((1 - std::max(wa, wb)) * normal)));
            });
            const Real norm = sum.norm();
            if (norm > 0) normal = sum / norm;
        } else {
            visitCells(s, [&](const Projected& p, const Projected& q, const PatchPolygon& polygon) {
                // A number for the pair of faces that fits into 31 bits.
                std::uint64_t mixed = (std::uint64_t(p.face) << 32 | std::uint64_t(q.face)) * 0x9E3779B97F4A7C15ull;
                mixed ^= mixed >> 29;
                const bool isSmall = std::int64_t(a.faceCount()) * b.faceCount() < 0x7fffffff;
                addPatch(plane, polygon, isSmall ? p.face * b.faceCount() + q.face : int(mixed & 0x7fffffff), out);
            });
        }
    }
}

/// Adds the contact place of a solid completely inside another, out of it over its nearest face. Far deeper than any
/// contact, so that a run ends with both names.
template <class Outer, class Inner>
void addEnclosed(const Outer& outer, const Inner& inner, const Vec3& p, bool isInnerB, ContactRegions& out) {
    Real distance;
    const Vec3 away = outer.findWayOut(p, distance);
    const Real back = inner.calcReach(p, Vec3(-away));
    ContactRegion& region = out.regions.emplace_back();
    region.depth = distance + back;
    if (!(region.depth > 0)) {
        out.regions.pop_back();
        return;
    }
    region.normal = isInnerB ? away : Vec3(-away);
    region.point = p + Vec3((distance - back) / 2 * away);
    region.curvature[0] = region.curvature[1] = 1 / inner.size();
}

/// The middle of a face of @p inner that is inside @p outer, if their surfaces do not intersect; false without one.
template <class Outer, class Inner>
bool findPointInside(const Outer& outer, const Inner& inner, const AxisBox& outerBox, const AxisBox& innerBox,
                     Vec3& p) {
    const Real rounding = 1e-9 * (outer.size() + inner.size());
    const Vec3 slack(rounding);
    if (!((innerBox.lower.array() >= Vec3(outerBox.lower - slack).array()).all() &&
          (innerBox.upper.array() <= Vec3(outerBox.upper + slack).array()).all()))
        return false;
    // Faces that lie in faces of the other solid are inconclusive, but not all of them can.
    constexpr int most = 7;
    static thread_local Piece piece;
    const int count = inner.faceCount();
    for (int i = 0; i < std::min(most, count); ++i) {
        inner.get(int(std::int64_t(i) * count / std::min(most, count)), piece);
        p = Vec3(0.);
        for (int k = 0; k < piece.count; ++k) p += piece.corners[k] / Real(piece.count);
        Real distance;
        if (!p.isFinite() || !outer.contains(p)) continue;
        outer.findWayOut(p, distance);
        if (distance > rounding) return true;
    }
    return false;
}

/// Adds a contact place where surfaces intersect but no faces are opposite each other: the overlap of the points found
/// inside both, along the normal of the cut face for which it is least. So intersecting solids always have a force.
template <class A, class B>
void addCutPlace(const A& a, const B& b, Scratch& s, ContactRegions& out) {
    static thread_local std::vector<Vec3> points;
    static thread_local Piece piece;
    points.clear();
    for (const Segment& segment : s.segments) {
        points.push_back(segment.from);
        points.push_back(segment.to);
    }
    const auto collect = [&](const auto& side, const auto& other, auto faceOf, std::vector<int>& faces) {
        faces.clear();
        for (const Segment& segment : s.segments) faces.push_back(faceOf(segment));
        collectFaces(side, other, faces);
        for (const int f : faces) {
            side.get(f, piece);
            for (int k = 0; k < piece.count; ++k)
                if (other.contains(piece.corners[k])) points.push_back(piece.corners[k]);
        }
    };
    collect(
        a, b, [](const Segment& segment) { return segment.faceA; }, s.facesA);
    collect(
        b, a, [](const Segment& segment) { return segment.faceB; }, s.facesB);
    ContactRegion region;
    region.depth = Infinity;
    const auto consider = [&](const Vec3& normal) {
        Real low = Infinity, high = -Infinity;
        for (const Vec3& p : points) {
            low = std::min(low, normal.dot(p));
            high = std::max(high, normal.dot(p));
        }
        if (!(high - low < region.depth)) return;
        region.depth = high - low;
        region.normal = normal;
    };
    for (const Segment& segment : s.segments) {
        consider(a.normal(segment.faceA));
        consider(Vec3(-b.normal(segment.faceB)));
    }
    if (!(region.depth > 0) || !isFinite(region.depth)) return;
    region.point = Vec3(0.);
    for (const Vec3& p : points) region.point += p / Real(points.size());
    region.curvature[0] = region.curvature[1] = 1 / std::min(a.size(), b.size());
    out.regions.push_back(region);
}

/// Replaces the areas by the vector areas of the curves.
void calcAreas(Scratch& s) {
    s.areas.assign(s.segments.size(), Vec3(0.));
    for (std::size_t i = 0; i < s.segments.size(); ++i) {
        const int curve = s.sets.of(int(i));
        const Vec3& base = s.segments[std::size_t(curve)].from;
        const Vec3 from = s.segments[i].from - base, to = s.segments[i].to - base;
        s.areas[std::size_t(curve)] += Vec3(from.cross(to) / 2);
    }
}

/// Joins the curves that cut the same face of A, or of B if not @p ofA, seen from the front: they are one place.
template <bool ofA, class Side>
void joinOnFaces(const Side& side, Scratch& s) {
    auto& owners = ofA ? s.ownersA : s.ownersB;
    owners.clear();
    for (std::size_t i = 0; i < s.segments.size(); ++i) {
        const int curve = s.sets.of(int(i)), face = Curves::faceOf<ofA>(s.segments[i]);
        const Vec3& area = s.areas[std::size_t(curve)];
        if (std::abs(side.normal(face).dot(area)) > 0.5 * area.norm()) owners.emplace_back(face, int(i));
    }
    s.joinOwned(owners);
}

/// Collects the faces of the place of curve @p c, and @p withCorners those inside the other solid; false without such a curve.
template <class A, class B>
bool collectPlace(const A& a, const B& b, std::size_t c, bool withCorners, Scratch& s) {
    if (s.sets.of(int(c)) != int(c)) return false;
    s.facesA.clear();
    s.facesB.clear();
    for (std::size_t i = c; i < s.segments.size(); ++i)
        if (s.sets.of(int(i)) == int(c)) {
            s.facesA.push_back(s.segments[i].faceA);
            s.facesB.push_back(s.segments[i].faceB);
        }
    collectFaces(a, b, s.facesA, withCorners ? &s.insideA : nullptr);
    collectFaces(b, a, s.facesB, withCorners ? &s.insideB : nullptr);
    return true;
}

/// Joins all curves around a part of a surface that is inside the other solid: they are one place.
template <class A, class B>
void joinAroundInsides(const A& a, const B& b, Scratch& s) {
    s.ownersA.clear();
    s.ownersB.clear();
    for (std::size_t c = 0; c < s.segments.size(); ++c) {
        if (!collectPlace(a, b, c, true, s)) continue;
        for (const int p : s.insideA) s.ownersA.emplace_back(p, int(c));
        for (const int p : s.insideB) s.ownersB.emplace_back(p, int(c));
    }
    s.joinOwned(s.ownersA);
    s.joinOwned(s.ownersB);
}

/// Joins curves around the same faces, as of flush solids whose sides round-off moves in and out of each other.
template <class A, class B>
void joinAroundFaces(const A& a, const B& b, Scratch& s) {
    s.ownersA.clear();
    s.ownersB.clear();
    for (std::size_t c = 0; c < s.segments.size(); ++c) {
        if (!collectPlace(a, b, c, false, s)) continue;
        const Real half = s.areas[c].norm() / 2;
        for (const int f : s.facesA)
            if (!A::isConvex && a.normal(f).dot(s.areas[c]) > half) s.ownersA.emplace_back(f, int(c));
        for (const int f : s.facesB)
            if (!B::isConvex && -b.normal(f).dot(s.areas[c]) > half) s.ownersB.emplace_back(f, int(c));
    }
    s.joinOwned(s.ownersA);
    s.joinOwned(s.ownersB);
}

template <class A, class B>
void calcSurfaces(const A& a, const B& b, ContactRegions& out) {
    static thread_local Scratch s;
    if (!findSegments(a, b, s)) return;
    if (s.segments.empty()) {
        // The faces of a solid inside another lie inside its bounds.
        const AxisBox boxA = a.bounds(), boxB = b.bounds();
        Vec3 p;
        if (findPointInside(a, b, boxA, boxB, p))
            addEnclosed(a, b, p, true, out);
        else if (findPointInside(b, a, boxB, boxA, p))
            addEnclosed(b, a, p, false, out);
        return;
    }
    joinCurves(a, b, s);
    if (!s.isOne()) joinAcrossFaces<true>(b, s);
    if (!s.isOne()) joinAcrossFaces<false>(a, s);
    calcAreas(s);
    joinOnFaces<true>(a, s);
    joinOnFaces<false>(b, s);
    calcAreas(s);
    if (!s.isOne()) {
        joinAroundInsides(a, b, s);
        calcAreas(s);
    }
    if (!s.isOne()) {
        joinAroundFaces(a, b, s);
        calcAreas(s);
    }
    // Areas are measured about a point near the curves.
    const Vec3 origin = s.segments.front().from;
    for (std::size_t c = 0; c < s.segments.size(); ++c)
        if (collectPlace(a, b, c, false, s)) addPlace(a, b, s.areas[c], origin, s, out);
    if (out.regions.empty()) addCutPlace(a, b, s, out);
    sortByFeature(out);
    makeFeaturesDistinct(out);
}

void calcFacetsMesh(const Facets& facets, const ContactShape& A, const ContactShape& B, const Transform& X_AB,
                    ContactRegions& out) {
    calcSurfaces(FacetSide(facets, A.calcBounds()), MeshSide(static_cast<const MeshContactShape&>(B), X_AB), out);
}

/// Round solids turn their generators toward the places where the mesh reaches into them.
template <class Round>
void calcRoundMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& round = static_cast<const Round&>(A);
    const MeshSide side(static_cast<const MeshContactShape&>(B), X_AB);
    const AxisBox own = A.calcBounds(), other = side.bounds();
    const Vec3 low(own.lower.cwiseMax(other.lower)), high(own.upper.cwiseMin(other.upper));
    if (!(Vec3(high - low).minCoeff() > 0)) return;
    RoundPlaces<Round> places(round);
    static thread_local Piece piece;
    side.visitIn(low, high, [&](int t) {
        side.get(t, piece);
        places.consider(piece.corners, piece.normal);
    });
    static thread_local Facets facets;
    const auto calc = [&](FacetCorners corners) {
        makeFacets(round, places.get(), facets, corners);
        calcFacetsMesh(facets, A, B, X_AB, out);
    };
    const std::size_t regions = out.regions.size(), vertices = out.vertices.size();
    calc(FacetCorners::OfTheSameArea);
    // Corners beside the places reach out of the round solid, and so may be deeper.
    Real greatest = 0;
    for (std::size_t i = regions; i < out.regions.size(); ++i) greatest = std::max(greatest, out.regions[i].depth);
    if (constexpr Real deeper = 2; greatest > deeper * places.deepest().depth) {
        Real most = places.deepest().depth;
        side.visitIn(low, high, [&](int t) {
            side.get(t, piece);
            Vec3 p;
            const Real depth = places.calcDepthBelow(piece.corners, piece.normal, p);
            if (depth > most && side.contains(p)) most = depth;
        });
        if (greatest > deeper * most) {
            out.regions.resize(regions);
            out.vertices.resize(vertices);
            calc(FacetCorners::Inside);
        }
    }
    if (!out.regions.empty() || !(places.deepest().depth > 0)) return;
    // So shallow that the facets do not reach it: where an edge of the mesh is inside.
    ContactRegion& region = out.regions.emplace_back();
    region.normal = places.deepest().normal;
    region.depth = places.deepest().depth;
    region.point = places.deepest().point + Vec3(region.depth / 2 * region.normal);
    region.curvature[0] = region.curvature[1] = 1 / std::min(A.characteristicLength(), side.size());
}

}  // namespace

void calcBoxMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcFacetsMesh(static_cast<const BoxContactShape&>(A).facets(), A, B, X_AB, out);
}
void calcPolyhedronMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcFacetsMesh(static_cast<const PolyhedronContactShape&>(A).facets(), A, B, X_AB, out);
}
void calcCylinderMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcRoundMesh<CylinderContactShape>(A, B, X_AB, out);
}
void calcConeMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcRoundMesh<ConeContactShape>(A, B, X_AB, out);
}
void calcMeshMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcSurfaces(MeshSide(static_cast<const MeshContactShape&>(A), Transform()),
                 MeshSide(static_cast<const MeshContactShape&>(B), X_AB), out);
}

}  // namespace trammel
