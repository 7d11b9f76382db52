// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "contact/pairs/faced_solids.h"

// The curves along which the surfaces of two solids cut each other.
namespace trammel::mesh_patches {

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
inline bool cutByPlane(const Piece& piece, const Vec3& normal, Real offset, const Vec3& along, bool flush,
                       Real tolerance, Stretch& out) {
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

inline bool intersect(const Piece& a, const Piece& b, Real tolerance, Segment& segment) {
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

/// An end of a segment beyond which its curve continues through a corner of a face, not across a side.
struct OpenEnd {
    Vec3 at;
    int segment;
};

/// The segments where faces cut each other, and the sets of those that belong to one place of contact. Its memory is used
/// again from call to call.
struct Curves {
    std::vector<Segment> segments;
    Sets sets;
    std::vector<OpenEnd> openEnds;
    /// By face or corner: segments that have to do with it.
    std::vector<std::pair<int, int>> ownersA, ownersB;
    /// By set of segments: the last face on which it was seen, or -1.
    std::vector<int> seenOn;

    /// The face of A or of B that a segment lies in.
    template <bool ofA>
    static int faceOf(const Segment& segment) {
        return ofA ? segment.faceA : segment.faceB;
    }
    /// Joins the sets of all that have the same owner; sorts @p owners.
    void joinOwned(std::vector<std::pair<int, int>>& owners) {
        std::sort(owners.begin(), owners.end());
        for (std::size_t i = 1; i < owners.size(); ++i)
            if (owners[i].first == owners[i - 1].first) sets.join(owners[i].second, owners[i - 1].second);
    }
    /// Whether all segments are in one set.
    bool isOne() {
        for (std::size_t i = 1; i < segments.size(); ++i)
            if (sets.of(int(i)) != 0) return false;
        return true;
    }
};

/// Finds where the faces of both cut each other; false if their bounds are apart.
template <class A, class B>
bool findSegments(const A& a, const B& b, Curves& s) {
    static thread_local Piece pieceA, pieceB;
    s.segments.clear();
    const AxisBox boxA = a.bounds(), boxB = b.bounds();
    // Far above the rounding of poses and of the normals of slender triangles, far below any depth of contact.
    const Real tolerance = 1e-12 * (a.size() + b.size());
    const Vec3 margin(tolerance);
    const Vec3 low = Vec3(boxA.lower.cwiseMax(boxB.lower)) - margin,
               high = Vec3(boxA.upper.cwiseMin(boxB.upper)) + margin;
    if (!((low.array() < high.array()).all())) return false;
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
    std::sort(s.segments.begin(), s.segments.end(), [](const Segment& p, const Segment& q) {
        return std::pair(p.faceA, p.faceB) < std::pair(q.faceA, q.faceB);
    });
    return true;
}

/// Joins the segments that follow each other along a curve.
template <class A, class B>
void joinCurves(const A& a, const B& b, Curves& s) {
    s.sets.reset(s.segments.size());
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
                s.sets.join(int(i), next);
            else if (segment.sideA[end] >= 0 ? !A::isConvex : !B::isConvex)
                s.openEnds.push_back({end == 0 ? segment.from : segment.to, int(i)});
        }
    }
    const auto key = [](const OpenEnd& end) { return std::tuple(end.at[0], end.at[1], end.at[2], end.segment); };
    std::sort(s.openEnds.begin(), s.openEnds.end(),
              [&](const OpenEnd& p, const OpenEnd& q) { return key(p) < key(q); });
    for (std::size_t i = 1; i < s.openEnds.size(); ++i)
        if (s.openEnds[i].at == s.openEnds[i - 1].at) s.sets.join(s.openEnds[i].segment, s.openEnds[i - 1].segment);
    if constexpr (A::isConvex) {
        // Across the edges of a convex solid: to another of its faces on the same face of B.
        s.ownersB.clear();
        for (std::size_t i = 0; i < s.segments.size(); ++i)
            if (s.segments[i].sideA[0] >= 0 || s.segments[i].sideA[1] >= 0)
                s.ownersB.emplace_back(s.segments[i].faceB, int(i));
        s.joinOwned(s.ownersB);
    }
}

/// Joins the curves between which a face of A, or of B if not @p ofA, is inside the @p other solid.
template <bool ofA, class Other>
void joinAcrossFaces(const Other& other, Curves& s) {
    auto& owners = ofA ? s.ownersA : s.ownersB;
    owners.clear();
    for (std::size_t i = 0; i < s.segments.size(); ++i) owners.emplace_back(Curves::faceOf<ofA>(s.segments[i]), int(i));
    std::sort(owners.begin(), owners.end());
    s.seenOn.assign(s.segments.size(), -1);
    const auto middle = [&](int i) {
        const Segment& segment = s.segments[std::size_t(i)];
        return Vec3((segment.from + segment.to) / 2);
    };
    for (std::size_t first = 0, end; first < owners.size(); first = end) {
        for (end = first + 1; end < owners.size() && owners[end].first == owners[first].first;) ++end;
        // One segment of each curve; of many curves only those that follow each other.
        constexpr std::size_t many = 12;
        std::size_t kept = first;
        for (std::size_t i = first; i < end; ++i) {
            // Sets that are joined have both been seen.
            int& seenOn = s.seenOn[std::size_t(s.sets.of(owners[i].second))];
            if (seenOn == owners[first].first) continue;
            seenOn = owners[first].first;
            for (std::size_t k = kept - first < many ? first : kept - 1; k < kept; ++k)
                if (s.sets.of(owners[k].second) != s.sets.of(owners[i].second) &&
                    other.contains(Vec3((middle(owners[k].second) + middle(owners[i].second)) / 2)))
                    s.sets.join(owners[k].second, owners[i].second);
            std::swap(owners[kept++], owners[i]);
        }
    }
}

}  // namespace trammel::mesh_patches
