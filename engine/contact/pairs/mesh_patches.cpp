// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/mesh_patches.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>

#include "contact/pairs/faced_solids.h"
#include "contact/pairs/patch.h"
#include "contact/pairs/round_places.h"
#include "contact/pairs/triangle_distance.h"
#include "contact/shapes/box.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

using namespace mesh_patches;

/// Where two faces cut each other; the sides of the faces on which the segment ends, or -1.
struct Segment {
    int faceA, faceB;
    Vec3 from, to;
    int sideA[2], sideB[2];
};

/// The stretch of a convex polygon on the line in which a plane cuts it.
struct Stretch {
    Real at[2];
    Vec3 point[2];
    int side[2];
};

/// Corners within @p tolerance of the plane count as above it if @p flush, else as below: as if A were a little larger, so
/// that faces in one plane cut each other once, however their corners are rounded.
bool cutByPlane(const Piece& piece, const Vec3& normal, Real offset, const Vec3& along, bool flush, Real tolerance,
                Stretch& out) {
    Real height[maxCorners];
    bool above[maxCorners];
    int count = 0;
    for (int i = 0; i < piece.count; ++i) {
        height[i] = normal.dot(piece.corners[i]) - offset;
        above[i] = flush ? height[i] >= -tolerance : height[i] > tolerance;
        count += above[i];
    }
    if (count == 0 || count == piece.count) return false;
    int found = 0;
    for (int i = 0; i < piece.count && found < 2; ++i) {
        const int j = i + 1 < piece.count ? i + 1 : 0;
        if (above[i] == above[j]) continue;
        // From the lower corner, so that the two faces at an edge compute the same point.
        const int low = above[i] ? j : i, high = above[i] ? i : j;
        // A corner in the plane is the same point for all faces around it.
        if (std::abs(height[low]) <= tolerance) {
            out.point[found] = piece.corners[low];
        } else if (std::abs(height[high]) <= tolerance) {
            out.point[found] = piece.corners[high];
        } else {
            const Real share = -height[low] / (height[high] - height[low]);
            out.point[found] = piece.corners[low] + Vec3(share * Vec3(piece.corners[high] - piece.corners[low]));
        }
        out.at[found] = along.dot(out.point[found]);
        out.side[found++] = i;
    }
    if (found < 2) return false;
    if (out.at[0] > out.at[1]) {
        std::swap(out.at[0], out.at[1]);
        std::swap(out.point[0], out.point[1]);
        std::swap(out.side[0], out.side[1]);
    }
    return true;
}

bool intersect(const Piece& a, const Piece& b, Real tolerance, Segment& segment) {
    const Vec3 along = a.normal.cross(b.normal);
    Stretch p, q;
    if (!cutByPlane(a, b.normal, b.offset, along, true, tolerance, p)) return false;
    if (!cutByPlane(b, a.normal, a.offset, along, false, tolerance, q)) return false;
    if (!(std::max(p.at[0], q.at[0]) < std::min(p.at[1], q.at[1]))) return false;
    segment.faceA = a.face;
    segment.faceB = b.face;
    const bool startsOnA = p.at[0] > q.at[0], endsOnA = p.at[1] < q.at[1];
    segment.from = startsOnA ? p.point[0] : q.point[0];
    segment.to = endsOnA ? p.point[1] : q.point[1];
    segment.sideA[0] = startsOnA ? p.side[0] : -1;
    segment.sideB[0] = startsOnA ? -1 : q.side[0];
    segment.sideA[1] = endsOnA ? p.side[1] : -1;
    segment.sideB[1] = endsOnA ? -1 : q.side[1];
    return true;
}

/// Sets of numbers 0 .. n-1 that are joined pair by pair; the smallest member names a set.
class Sets {
public:
    void reset(std::size_t count) {
        leader_.resize(count);
        std::iota(leader_.begin(), leader_.end(), 0);
    }
    int of(int i) {
        while (leader_[std::size_t(i)] != i)
            i = leader_[std::size_t(i)] = leader_[std::size_t(leader_[std::size_t(i)])];
        return i;
    }
    void join(int a, int b) {
        a = of(a), b = of(b);
        leader_[std::size_t(std::max(a, b))] = std::min(a, b);
    }

private:
    std::vector<int> leader_;
};

struct Projected : ProjectedFace {
    /// Cosine between the face and the normal of the place of contact.
    Real facing = 0;
};

/// An end of a segment beyond which its curve continues through a corner of a face, not across a side.
struct OpenEnd {
    Vec3 at;
    int segment;
};

/// Memory that is used again from call to call.
struct Scratch {
    std::vector<int> candidates, facesA, facesB;
    std::vector<Segment> segments;
    std::vector<OpenEnd> openEnds;
    Sets curves;
    std::vector<Vec3> areas;
    std::vector<std::pair<int, int>> ownersA, ownersB;
    std::vector<Projected> projectedA, projectedB;
    std::vector<PatchCorner> cornersA, cornersB;
    std::vector<int> order;
};

/// Joins the segments that follow each other along a curve.
template <class A, class B>
void joinCurves(const A& a, const B& b, Scratch& s) {
    s.curves.reset(s.segments.size());
    // Sorted by (faceA, faceB), so that the next segment is found by its faces.
    const auto find = [&](int faceA, int faceB) {
        const auto at = std::lower_bound(s.segments.begin(), s.segments.end(), std::pair(faceA, faceB),
                                         [](const Segment& segment, const std::pair<int, int>& key) {
                                             return std::pair(segment.faceA, segment.faceB) < key;
                                         });
        const bool found = at != s.segments.end() && at->faceA == faceA && at->faceB == faceB;
        return found ? int(at - s.segments.begin()) : -1;
    };
    s.openEnds.clear();
    for (std::size_t i = 0; i < s.segments.size(); ++i) {
        const Segment& segment = s.segments[i];
        for (int end = 0; end < 2; ++end) {
            int next = -1;
            if (segment.sideA[end] >= 0 && !A::isConvex)
                next = find(a.neighbor(segment.faceA, segment.sideA[end]), segment.faceB);
            if (segment.sideB[end] >= 0 && !B::isConvex)
                next = find(segment.faceA, b.neighbor(segment.faceB, segment.sideB[end]));
            if (next >= 0)
                s.curves.join(int(i), next);
            else if (segment.sideA[end] >= 0 ? !A::isConvex : !B::isConvex)
                s.openEnds.push_back({end == 0 ? segment.from : segment.to, int(i)});
        }
    }
    const auto key = [](const OpenEnd& end) { return std::tuple(end.at[0], end.at[1], end.at[2], end.segment); };
    std::sort(s.openEnds.begin(), s.openEnds.end(),
              [&](const OpenEnd& p, const OpenEnd& q) { return key(p) < key(q); });
    for (std::size_t i = 1; i < s.openEnds.size(); ++i)
        if (s.openEnds[i].at == s.openEnds[i - 1].at) s.curves.join(s.openEnds[i].segment, s.openEnds[i - 1].segment);
    if constexpr (A::isConvex) {
        // Across the edges of a convex solid: to another of its faces on the same face of B.
        s.ownersB.clear();
        for (std::size_t i = 0; i < s.segments.size(); ++i)
            if (s.segments[i].sideA[0] >= 0 || s.segments[i].sideA[1] >= 0)
                s.ownersB.emplace_back(s.segments[i].faceB, int(i));
        std::sort(s.ownersB.begin(), s.ownersB.end());
        for (std::size_t i = 1; i < s.ownersB.size(); ++i)
            if (s.ownersB[i].first == s.ownersB[i - 1].first)
                s.curves.join(s.ownersB[i].second, s.ownersB[i - 1].second);
    }
}

/// Replaces @p faces by those of @p side that belong to a contact place: the cut ones, and all faces reached from them
/// over edges with an end inside the other solid.
template <class Side, class Other>
void collectFaces(const Side& side, const Other& other, std::vector<int>& faces) {
    if constexpr (Side::isConvex) {
        faces.clear();
        for (int f = 0; f < side.faceCount(); ++f) faces.push_back(f);
    } else {
        std::sort(faces.begin(), faces.end());
        faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
        static thread_local std::vector<std::uint8_t> isIn;
        if (isIn.size() < std::size_t(side.faceCount())) isIn.resize(std::size_t(side.faceCount()), 0);
        for (const int f : faces) isIn[std::size_t(f)] = 1;
        // About six faces share a corner: its containment is computed once.
        enum : std::uint8_t { unknown, outside, within };
        static thread_local std::vector<std::uint8_t> cornerState;
        if (cornerState.size() < side.cornerCount()) cornerState.resize(side.cornerCount(), unknown);
        static thread_local Piece piece;
        const auto isInside = [&](int face, int k) {
            std::uint8_t& state = cornerState[side.cornerOf(face, k)];
            if (state == unknown) state = other.contains(piece.corners[k]) ? within : outside;
            return state == within;
        };
        for (std::size_t i = 0; i < faces.size(); ++i) {
            side.get(faces[i], piece);
            bool inside[3];
            for (int k = 0; k < 3; ++k) inside[k] = isInside(faces[i], k);
            for (int k = 0; k < 3; ++k) {
                if (!inside[k] && !inside[(k + 1) % 3]) continue;
                const int next = side.neighbor(faces[i], k);
                if (isIn[std::size_t(next)]) continue;
                isIn[std::size_t(next)] = 1;
                faces.push_back(next);
            }
        }
        for (const int f : faces) {
            isIn[std::size_t(f)] = 0;
            for (int k = 0; k < 3; ++k) cornerState[side.cornerOf(f, k)] = unknown;
        }
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
        if (!(facing > 1e-6)) continue;
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
        projectFaces(a, s.facesA, plane, 1, s.projectedA, s.cornersA);
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

template <class A, class B>
void calcSurfaces(const A& a, const B& b, ContactRegions& out) {
    static thread_local Scratch s;
    static thread_local Piece pieceA, pieceB;
    s.segments.clear();
    const AxisBox boxA = a.bounds(), boxB = b.bounds();
    // Far above the rounding of poses and of the normals of slender triangles, far below any depth of contact.
    const Real tolerance = 1e-12 * (a.size() + b.size());
    const Vec3 margin(tolerance);
    const Vec3 low = Vec3(boxA.lower.cwiseMax(boxB.lower)) - margin,
               high = Vec3(boxA.upper.cwiseMin(boxB.upper)) + margin;
    if (!((low.array() < high.array()).all())) return;
    a.visitNear(b, tolerance, low, high, [&](int f) {
        a.get(f, pieceA);
        Vec3 pieceLow, pieceHigh;
        pieceA.findBounds(pieceLow, pieceHigh);
        pieceLow = Vec3((pieceLow - margin).cwiseMax(low));
        pieceHigh = Vec3((pieceHigh + margin).cwiseMin(high));
        if (!((pieceLow.array() <= pieceHigh.array()).all())) return;
        static thread_local Vec3 own[maxCorners];
        b.toOwn(pieceA, own);
        b.visitIn(pieceLow, pieceHigh, [&](int g) {
            if (!b.mayCut(g, own, pieceA.count, tolerance)) return;
            b.get(g, pieceB);
            Segment segment;
            if (intersect(pieceA, pieceB, tolerance, segment)) s.segments.push_back(segment);
        });
    });
    if (s.segments.empty()) {
        // The faces of a solid inside another lie inside its bounds.
        Vec3 p;
        if (findPointInside(a, b, boxA, boxB, p))
            addEnclosed(a, b, p, true, out);
        else if (findPointInside(b, a, boxB, boxA, p))
            addEnclosed(b, a, p, false, out);
        return;
    }
    std::sort(s.segments.begin(), s.segments.end(), [](const Segment& p, const Segment& q) {
        return std::pair(p.faceA, p.faceB) < std::pair(q.faceA, q.faceB);
    });
    joinCurves(a, b, s);

    // Vector areas, about a point near the curves.
    const Vec3 origin = s.segments.front().from;
    const auto calcAreas = [&] {
        s.areas.assign(s.segments.size(), Vec3(0.));
        for (std::size_t i = 0; i < s.segments.size(); ++i) {
            const int curve = s.curves.of(int(i));
            const Vec3& base = s.segments[std::size_t(curve)].from;
            const Vec3 from = s.segments[i].from - base, to = s.segments[i].to - base;
            s.areas[std::size_t(curve)] += Vec3(from.cross(to) / 2);
        }
    };
    calcAreas();
    // Curves that cut the same face, seen from the front: one place.
    const auto joinOnFaces = [&](auto faceOf, const auto& side, std::vector<std::pair<int, int>>& owners) {
        owners.clear();
        for (std::size_t i = 0; i < s.segments.size(); ++i) {
            const int curve = s.curves.of(int(i)), face = faceOf(s.segments[i]);
            const Vec3& area = s.areas[std::size_t(curve)];
            if (std::abs(side.normal(face).dot(area)) > 0.5 * area.norm()) owners.emplace_back(face, int(i));
        }
        std::sort(owners.begin(), owners.end());
        for (std::size_t i = 1; i < owners.size(); ++i)
            if (owners[i].first == owners[i - 1].first) s.curves.join(owners[i].second, owners[i - 1].second);
    };
    joinOnFaces([](const Segment& segment) { return segment.faceA; }, a, s.ownersA);
    joinOnFaces([](const Segment& segment) { return segment.faceB; }, b, s.ownersB);
    calcAreas();
    // Collects the faces of the place of curve c; false without such a curve.
    const auto collectPlace = [&](std::size_t c) {
        if (s.curves.of(int(c)) != int(c)) return false;
        s.facesA.clear();
        s.facesB.clear();
        for (std::size_t i = c; i < s.segments.size(); ++i)
            if (s.curves.of(int(i)) == int(c)) {
                s.facesA.push_back(s.segments[i].faceA);
                s.facesB.push_back(s.segments[i].faceB);
            }
        collectFaces(a, b, s.facesA);
        collectFaces(b, a, s.facesB);
        return true;
    };
    // Curves around the same faces, as of flush solids whose sides round-off moves in and out of each other: one place.
    int places = 0;
    for (std::size_t i = 0; i < s.segments.size(); ++i) places += s.curves.of(int(i)) == int(i);
    if (places > 1) {
        s.ownersA.clear();
        s.ownersB.clear();
        for (std::size_t c = 0; c < s.segments.size(); ++c) {
            if (!collectPlace(c)) continue;
            const Real half = s.areas[c].norm() / 2;
            for (const int f : s.facesA)
                if (a.normal(f).dot(s.areas[c]) > half) s.ownersA.emplace_back(f, int(c));
            for (const int f : s.facesB)
                if (-b.normal(f).dot(s.areas[c]) > half) s.ownersB.emplace_back(f, int(c));
        }
        for (auto* const owners : {&s.ownersA, &s.ownersB}) {
            if ((owners == &s.ownersA && A::isConvex) || (owners == &s.ownersB && B::isConvex)) continue;
            std::sort(owners->begin(), owners->end());
            for (std::size_t i = 1; i < owners->size(); ++i)
                if ((*owners)[i].first == (*owners)[i - 1].first)
                    s.curves.join((*owners)[i].second, (*owners)[i - 1].second);
        }
        calcAreas();
    }
    for (std::size_t c = 0; c < s.segments.size(); ++c)
        if (collectPlace(c)) addPlace(a, b, s.areas[c], origin, s, out);
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
