// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "contact/pairs/triangle_distance.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"

// The two solids of a pair with a mesh, with what calcSurfaces() asks of either: faces in the frame A of the first, near
// others or around a point.
namespace trammel::mesh_patches {

/// Corners of a face beyond this number are left out.
inline constexpr int maxCorners = 96;

/// A face of one of the two surfaces, with its corners in A.
struct Piece {
    int face = -1, count = 0;
    Vec3 corners[maxCorners];
    Vec3 normal;
    Real offset = 0;

    void findBounds(Vec3& low, Vec3& high) const {
        low = high = corners[0];
        for (int i = 1; i < count; ++i) {
            low = Vec3(low.cwiseMin(corners[i]));
            high = Vec3(high.cwiseMax(corners[i]));
        }
    }
};

/// A convex solid with faces, its frame being A.
class FacetSide {
public:
    FacetSide(const Facets& facets, const AxisBox& bounds) : facets_(facets), bounds_(bounds) {}
    int faceCount() const { return int(facets_.faces.size()); }
    AxisBox bounds() const { return bounds_; }
    void get(int f, Piece& piece) const {
        const Facets::Face& face = facets_.faces[std::size_t(f)];
        piece.face = f;
        piece.count = std::min(face.count, maxCorners);
        for (int i = 0; i < piece.count; ++i) piece.corners[i] = facets_.corner(face, i);
        piece.normal = face.normal;
        piece.offset = face.offset;
    }
    Vec3 normal(int f) const { return facets_.faces[std::size_t(f)].normal; }
    template <class Visit>
    void visitIn(const Vec3&, const Vec3&, const Visit& visit) const {
        for (int f = 0; f < faceCount(); ++f) visit(f);
    }
    template <class Other, class Visit>
    void visitNear(const Other&, Real, const Vec3& low, const Vec3& high, const Visit& visit) const {
        visitIn(low, high, visit);
    }
    bool contains(const Vec3& p) const {
        for (const Facets::Face& face : facets_.faces)
            if (face.normal.dot(p) > face.offset) return false;
        return true;
    }
    /// Outward normal of the face nearest to @p p, which is inside, and its distance.
    Vec3 findWayOut(const Vec3& p, Real& distance) const {
        Vec3 nearest(0.);
        distance = Infinity;
        for (const Facets::Face& face : facets_.faces)
            if (face.offset - face.normal.dot(p) < distance) {
                distance = face.offset - face.normal.dot(p);
                nearest = face.normal;
            }
        return nearest;
    }
    /// Upper bound on the extent of the corners from @p p along @p direction.
    Real calcReach(const Vec3& p, const Vec3& direction) const {
        Real reach = 0;
        for (const Vec3& v : facets_.vertices) reach = std::max(reach, direction.dot(Vec3(v - p)));
        return reach;
    }
    Real size() const { return Vec3(bounds_.upper - bounds_.lower).norm() / 2; }
    std::size_t cornerCount() const { return facets_.vertices.size(); }
    int cornerCountOf(int f) const { return std::min(facets_.faces[std::size_t(f)].count, maxCorners); }
    std::size_t cornerOf(int f, int k) const {
        return std::size_t(facets_.corners[std::size_t(facets_.faces[std::size_t(f)].first + k)]);
    }
    /// Convex: all faces lie around the one place of contact.
    static constexpr bool isConvex = true;
    int neighbor(int, int) const { return -1; }

private:
    const Facets& facets_;
    const AxisBox bounds_;
};

/// A mesh with the pose @p X of its frame in A.
class MeshSide {
public:
    MeshSide(const MeshContactShape& mesh, const Transform& X) : mesh_(mesh), X_(X), inverse_(X.invert()) {}
    int faceCount() const { return int(mesh_.triangles().size()); }
    AxisBox bounds() const {
        const AxisBox own = mesh_.calcBounds();
        return moved(own.lower, own.upper, X_);
    }
    void get(int t, Piece& piece) const {
        const MeshContactShape::Triangle& triangle = mesh_.triangles()[std::size_t(t)];
        piece.face = t;
        piece.count = 3;
        for (int i = 0; i < 3; ++i) piece.corners[i] = X_ * mesh_.corner(triangle, i);
        piece.normal = X_.R() * triangle.normal;
        piece.offset = piece.normal.dot(piece.corners[0]);
    }
    Vec3 normal(int t) const { return X_.R() * mesh_.triangles()[std::size_t(t)].normal; }
    std::size_t cornerCount() const { return mesh_.vertices().size(); }
    int cornerCountOf(int) const { return 3; }
    std::size_t cornerOf(int t, int k) const {
        return std::size_t(mesh_.triangles()[std::size_t(t)].corners[std::size_t(k)]);
    }
    template <class Visit>
    void visitIn(const Vec3& low, const Vec3& high, const Visit& visit) const {
        const AxisBox own = moved(low, high, inverse_);
        mesh_.visitTrianglesIn(own.lower, own.upper, visit);
    }
    /// visitIn() without the parts of the mesh that are farther than @p margin from every face of the other mesh.
    template <class Other, class Visit>
    void visitNear(const Other& other, Real margin, const Vec3& low, const Vec3& high, const Visit& visit) const {
        const AxisBox own = moved(low, high, inverse_);
        mesh_.visitTriangles(
            [&](const Vec3& lower, const Vec3& upper) {
                return MeshContactShape::meet(lower, upper, own.lower, own.upper) &&
                       other.mayHaveFacesIn(moved(lower - Vec3(margin), upper + Vec3(margin), X_));
            },
            visit);
    }
    bool mayHaveFacesIn(const AxisBox& box) const {
        const AxisBox own = moved(box.lower, box.upper, inverse_);
        return mesh_.mayHaveTrianglesIn(own.lower, own.upper);
    }
    bool contains(const Vec3& p) const { return mesh_.contains(inverse_ * p); }
    /// Unit vector from @p p, which is inside, to the nearest point of the surface, and its distance.
    Vec3 findWayOut(const Vec3& p, Real& distance) const {
        const Vec3 own = inverse_ * p;
        Vec3 nearest(0.), normal(0.);
        Real least = Infinity;
        for (const MeshContactShape::Triangle& t : mesh_.triangles()) {
            bool isInside;
            const Vec3 q =
                nearestToOrigin(mesh_.corner(t, 0) - own, mesh_.corner(t, 1) - own, mesh_.corner(t, 2) - own, isInside);
            if (q.normSqr() < least) {
                least = q.normSqr();
                nearest = q;
                normal = t.normal;
            }
        }
        distance = std::sqrt(least);
        return X_.R() * (distance > 1e-9 * mesh_.characteristicLength() ? Vec3(nearest / distance) : normal);
    }
    Real calcReach(const Vec3& p, const Vec3& direction) const {
        const Vec3 own = X_.R().invert() * direction;
        return std::max<Real>(0, own.dot(Vec3(mesh_.calcSupport(own) - inverse_ * p)));
    }
    Real size() const { return mesh_.characteristicLength(); }
    /// @p corners of the other solid in the frame of the mesh.
    void toOwn(const Piece& piece, Vec3* corners) const {
        for (int i = 0; i < piece.count; ++i) corners[i] = inverse_ * piece.corners[i];
    }
    /// False only if cutByPlane() finds all corners on one side of the plane of face @p t, at less cost.
    bool mayCut(int t, const Vec3* own, int count, Real tolerance) const {
        const MeshContactShape::Triangle& triangle = mesh_.triangles()[std::size_t(t)];
        const Real offset = triangle.normal.dot(mesh_.corner(triangle, 0));
        Real low = Infinity, high = -Infinity;
        for (int i = 0; i < count; ++i) {
            const Real height = triangle.normal.dot(own[i]) - offset;
            low = std::min(low, height);
            high = std::max(high, height);
        }
        return !(low > -tolerance / 2) && !(high < -2 * tolerance);
    }
    static constexpr bool isConvex = false;
    int neighbor(int t, int side) const { return mesh_.triangles()[std::size_t(t)].neighbors[std::size_t(side)]; }

private:
    static AxisBox moved(const Vec3& low, const Vec3& high, const Transform& X) {
        const Vec3 middle = (low + high) / 2, center = X * middle, half = (high - low) / 2;
        // Faces in the sides of the box count as inside, regardless of rounding.
        Vec3 reach(8 * Eps * (middle.norm() + half.norm() + X.p().norm()));
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) reach[i] += std::abs(X.R()(i, j)) * half[j];
        return {center - reach, center + reach};
    }
    const MeshContactShape& mesh_;
    const Transform X_, inverse_;
};

}  // namespace trammel::mesh_patches
