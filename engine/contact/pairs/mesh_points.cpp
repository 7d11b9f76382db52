// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/mesh_points.h"

#include <algorithm>

#include "contact/pairs/patch.h"
#include "contact/pairs/triangle_distance.h"
#include "contact/shapes/ball.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/mesh.h"

namespace trammel {

namespace {

/// A triangle within reach, in coordinates in which the solid is a unit ball about the origin.
struct Near {
    int triangle;
    Real squared;
    Vec3 point;
    bool isInside;
};

bool shareAVertex(const MeshContactShape::Triangle& a, const MeshContactShape::Triangle& b) {
    for (const int p : a.corners)
        for (const int q : b.corners)
            if (p == q) return true;
    return false;
}

/// Calls add(triangle, point in scaled coordinates, whether the center is inside the mesh) for each contact point of the
/// unit ball with the mesh that toScaled() maps to its coordinates.
template <class ToScaled, class Add>
void visitPoints(const MeshContactShape& mesh, const Vec3& center_B, const Vec3& reach_B, const ToScaled& toScaled,
                 const Add& add) {
    static thread_local std::vector<Near> near;
    near.clear();
    // Triangles closer than @p reach times the radius of the ball.
    const auto collect = [&](Real reach) {
        const Vec3 scaled_B = reach * reach_B;
        mesh.visitTrianglesIn(center_B - scaled_B, center_B + scaled_B, [&](int t) {
            const MeshContactShape::Triangle& triangle = mesh.triangles()[std::size_t(t)];
            Near n;
            n.triangle = t;
            n.point = nearestToOrigin(toScaled(mesh.corner(triangle, 0)), toScaled(mesh.corner(triangle, 1)),
                                      toScaled(mesh.corner(triangle, 2)), n.isInside);
            n.squared = n.point.normSqr();
            if (n.squared < reach * reach) near.push_back(n);
        });
    };
    collect(1);
    if (near.empty()) {
        // Far inside: the nearest triangle is out of reach.
        const AxisBox bounds = mesh.calcBounds();
        if ((center_B.array() < bounds.lower.array()).any() || (center_B.array() > bounds.upper.array()).any()) return;
        if (!mesh.contains(center_B)) return;
        for (Real reach = 2;; reach *= 2) {
            collect(reach);
            if (!near.empty()) break;
        }
    }
    if (mesh.contains(center_B)) {
        const Near& nearest = *std::min_element(near.begin(), near.end(), [](const Near& a, const Near& b) {
            return a.squared < b.squared || (a.squared == b.squared && a.triangle < b.triangle);
        });
        add(nearest.triangle, nearest.point, true);
        return;
    }
    constexpr Real same = 1e-12;
    for (const Near& n : near) {
        const MeshContactShape::Triangle& triangle = mesh.triangles()[std::size_t(n.triangle)];
        const Vec3 a = toScaled(mesh.corner(triangle, 0));
        const Vec3 facing =
            Vec3(toScaled(mesh.corner(triangle, 1)) - a).cross(Vec3(toScaled(mesh.corner(triangle, 2)) - a));
        bool counts = n.isInside ? facing.dot(n.point) < 0 : true;
        if (!n.isInside)
            for (const Near& other : near) {
                if (&other == &n || !shareAVertex(triangle, mesh.triangles()[std::size_t(other.triangle)])) continue;
                // A neighbor is nearer, or has the same point and comes first.
                const bool isSame = Vec3(other.point - n.point).normSqr() < same;
                if ((other.squared < n.squared && !isSame) || (isSame && other.triangle < n.triangle)) {
                    counts = false;
                    break;
                }
            }
        if (counts) add(n.triangle, n.point, false);
    }
}

void addBall(const MeshContactShape& mesh, const Transform& X_AB, const Vec3& center, Real radius, int stride,
             int offset, ContactRegions& out) {
    const Vec3 center_B = X_AB.shiftBaseStationToFrame(center);
    visitPoints(
        mesh, center_B, Vec3(radius), [&](const Vec3& p) { return Vec3((p - center_B) / radius); },
        [&](int t, const Vec3& scaled, bool isInside) {
            const Real distance = radius * scaled.norm();
            const Real sign = isInside ? -1 : 1;
            ContactRegion& region = out.regions.emplace_back();
            const Vec3 n_B = distance > 1e-9 * radius ? Vec3(sign * radius / distance * scaled)
                                                      : Vec3(-mesh.triangles()[std::size_t(t)].normal);
            region.normal = X_AB.R() * n_B;
            region.depth = radius - sign * distance;
            region.point = center + Vec3((radius - region.depth / 2) * region.normal);
            region.curvature[0] = region.curvature[1] = 1 / radius;
            region.feature = stride * t + offset;
        });
}

}  // namespace

void calcBallMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& ball = static_cast<const BallContactShape&>(A);
    addBall(static_cast<const MeshContactShape&>(B), X_AB, Vec3(0.), ball.radius(), 1, 0, out);
    sortByFeature(out);
}

void calcEllipsoidMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& ellipsoid = static_cast<const EllipsoidContactShape&>(A);
    const auto& mesh = static_cast<const MeshContactShape&>(B);
    const Vec3& r = ellipsoid.radii();
    Vec3 reach_B(0.);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) reach_B[i] += std::abs(X_AB.R()(j, i)) * r[j];
    visitPoints(
        mesh, X_AB.pInv(), reach_B, [&](const Vec3& p) { return Vec3((X_AB * p).elementwiseDivide(r)); },
        [&](int t, const Vec3& scaled, bool isInside) {
            const Real norm = scaled.norm();
            const Vec3 triangleNormal = X_AB.R() * mesh.triangles()[std::size_t(t)].normal;
            // The normal of the ellipsoid at the point in the same direction.
            Vec3 n = norm > 1e-9 ? Vec3(scaled.elementwiseDivide(r)).normalize() : Vec3(-triangleNormal);
            if (isInside) n = -n;
            const Vec3 onMesh(scaled.elementwiseMultiply(r)), onEllipsoid = ellipsoid.calcSupport(n);
            ContactRegion& region = out.regions.emplace_back();
            region.normal = n;
            region.depth = n.dot(Vec3(onEllipsoid - onMesh));
            region.point = onEllipsoid - Vec3(region.depth / 2 * n);
            const SurfaceCurvature c = ellipsoid.calcCurvature(n);
            region.curvature[0] = c.k1;
            region.curvature[1] = c.k2;
            region.bend = c.t1;
            region.feature = t;
        });
    sortByFeature(out);
}

namespace {

/// The places where the side of a capsule touches a mesh: edges and vertices that are nearest to its axis y, off its ends.
class CapsuleSide {
public:
    /// @param endDepths of its ends, whose depth between them is not that of the side
    CapsuleSide(const CapsuleContactShape& capsule, const MeshContactShape& mesh, const Transform& X_AB,
                const Real (&endDepths)[2], ContactRegions& out)
        : mesh_(mesh),
          X_AB_(X_AB),
          radius_(capsule.radius()),
          half_(capsule.halfLength()),
          endDepths_(endDepths),
          out_(out) {}

    void findPlaces() {
        Vec3 reach_B;
        for (int i = 0; i < 3; ++i) reach_B[i] = std::abs(X_AB_.R()(1, i)) * half_ + radius_;
        const Vec3 middle_B = X_AB_.pInv();
        mesh_.visitTrianglesIn(middle_B - reach_B, middle_B + reach_B, [&](int t) {
            addEdges(t);
            collectVertices(t);
            findCrossing(t);
        });
        addVertices();
    }
    /// The middle of the part of the axis inside the mesh, along it; NaN without one.
    Real findMiddleOfCrossings() const { return isFinite(crossings_[1]) ? (crossings_[0] + crossings_[1]) / 2 : NaN; }

private:
    /// A vertex of a triangle, and whether edges lead from there toward the axis, or along it either way at the same distance.
    struct Vertex {
        int number, triangle;
        bool leadsInward, leadsUp, leadsDown;
    };
    static std::vector<Vertex>& vertexMemory() {
        static thread_local std::vector<Vertex> memory;
        memory.clear();
        return memory;
    }
    const MeshContactShape::Triangle& triangle(int t) const { return mesh_.triangles()[std::size_t(t)]; }
    Vec3 corner(int t, int k) const { return X_AB_ * mesh_.corner(triangle(t), k % 3); }
    bool isWithinReach(const Vec3& p) const {
        return std::abs(p[1]) < half_ && square(p[0]) + square(p[2]) < square(radius_);
    }
    /// A point of the mesh that is nearest to the axis.
    void addNearest(const Vec3& p, int feature) {
        const Vec3 across(p[0], 0, p[2]);
        const Real distance = across.norm(), at = (p[1] + half_) / (2 * half_);
        const Real depth = radius_ - distance - ((1 - at) * endDepths_[0] + at * endDepths_[1]);
        if (!(depth > 0) || !(distance > 1e-9 * radius_)) return;
        ContactRegion& region = out_.regions.emplace_back();
        region.normal = Vec3(across / distance);
        region.depth = depth;
        region.point = Vec3(0, p[1], 0) + Vec3((radius_ + distance) / 2 * region.normal);
        region.curvature[0] = 1 / radius_;
        region.bend = Vec3(region.normal[2], 0, -region.normal[0]);
        region.feature = feature;
    }
    void addEdges(int t) {
        for (int k = 0; k < 3; ++k) {
            // Each edge once.
            const int neighbor = triangle(t).neighbors[std::size_t(k)];
            if (neighbor < t) continue;
            const Vec3 a = corner(t, k), b = corner(t, k + 1);
            // Common perpendicular of the edge with the axis y.
            const Vec3 along = b - a;
            const Real flatSquared = square(along[0]) + square(along[2]);
            if (!(flatSquared > 1e-12 * along.normSqr())) continue;
            // Toward the axis from both ends: otherwise one of the vertices is nearest.
            const Real flush = 1e-9 * along.norm();
            if (!(a[0] * along[0] + a[2] * along[2] < -flush * std::hypot(a[0], a[2])) ||
                !(b[0] * along[0] + b[2] * along[2] > flush * std::hypot(b[0], b[2])))
                continue;
            const Real share = -(a[0] * along[0] + a[2] * along[2]) / flatSquared;
            const Vec3 onEdge = a + Vec3(share * along);
            if (!isWithinReach(onEdge)) continue;
            const Vec3 n = Vec3(onEdge[0], 0, onEdge[2]).normalize();
            // Between the normals of both faces, which turn outward at the edge.
            const Vec3 n1 = X_AB_.R() * triangle(t).normal, n2 = X_AB_.R() * triangle(neighbor).normal;
            const Vec3 into1 = n1.cross(along);
            if (n2.dot(into1) >= -flush) continue;
            // A capsule flush with one of them touches at the edge.
            if (n.dot(into1) < -flush || n.dot(Vec3(along.cross(n2))) < -flush) continue;
            addNearest(onEdge, 4 * t + 2);
        }
    }
    void collectVertices(int t) {
        for (int k = 0; k < 3; ++k) {
            const Vec3 p = corner(t, k);
            if (!isWithinReach(p)) continue;
            Vertex vertex{triangle(t).corners[std::size_t(k)], t, false, false, false};
            const Real distance = std::hypot(p[0], p[2]);
            Vec3 along[2];
            Real sideways[2];
            for (int i = 0; i < 2; ++i) {
                along[i] = corner(t, k + i + 1) - p;
                vertex.leadsInward |= p[0] * along[i][0] + p[2] * along[i][2] < -1e-9 * along[i].norm() * distance;
                sideways[i] = p[0] * along[i][2] - p[2] * along[i][0];
            }
            // The plane through the axis and the vertex meets the far side of the triangle here.
            if (sideways[0] * sideways[1] <= 0 && sideways[0] != sideways[1]) {
                const Vec3 across = Vec3(sideways[1] * along[0] - sideways[0] * along[1]) / (sideways[1] - sideways[0]);
                const bool isFlush = std::abs(p[0] * across[0] + p[2] * across[2]) <= 1e-9 * across.norm() * distance;
                vertex.leadsUp |= isFlush && across[1] > 0;
                vertex.leadsDown |= isFlush && across[1] < 0;
            }
            vertices_.push_back(vertex);
        }
    }
    /// Adds those of the collected vertices from which no edge leads toward the axis.
    void addVertices() {
        std::sort(vertices_.begin(), vertices_.end(), [](const Vertex& a, const Vertex& b) {
            return a.number < b.number || (a.number == b.number && a.triangle < b.triangle);
        });
        for (std::size_t i = 0; i < vertices_.size();) {
            const Vertex& vertex = vertices_[i];
            bool isNearest = true, goesUp = false, goesDown = false;
            for (; i < vertices_.size() && vertices_[i].number == vertex.number; ++i) {
                isNearest &= !vertices_[i].leadsInward;
                goesUp |= vertices_[i].leadsUp;
                goesDown |= vertices_[i].leadsDown;
            }
            // A capsule flush with a face or an edge touches at its ends.
            if (isNearest && !(goesUp && goesDown))
                addNearest(X_AB_ * mesh_.vertices()[std::size_t(vertex.number)], 4 * vertex.triangle + 3);
        }
    }
    void findCrossing(int t) {
        const Vec3 corners[] = {corner(t, 0), corner(t, 1), corner(t, 2)};
        Real weight[3], sum = 0;
        for (int k = 0; k < 3; ++k) {
            const Vec3 &p = corners[(k + 1) % 3], &q = corners[(k + 2) % 3];
            sum += weight[k] = p[0] * q[2] - p[2] * q[0];
        }
        const bool isCrossed = (weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0) ||
                               (weight[0] <= 0 && weight[1] <= 0 && weight[2] <= 0);
        if (!isCrossed || sum == 0) return;
        const Real at = (weight[0] * corners[0][1] + weight[1] * corners[1][1] + weight[2] * corners[2][1]) / sum;
        if (std::abs(at) > half_ || std::min(std::abs(at - crossings_[0]), std::abs(at - crossings_[1])) < 1e-9 * half_)
            return;
        if (at < crossings_[0]) {
            crossings_[1] = crossings_[0];
            crossings_[0] = at;
        } else if (at < crossings_[1]) {
            crossings_[1] = at;
        }
    }

    const MeshContactShape& mesh_;
    const Transform& X_AB_;
    Real radius_, half_;
    const Real (&endDepths_)[2];
    ContactRegions& out_;
    std::vector<Vertex>& vertices_ = vertexMemory();
    /// Where the axis enters the mesh and leaves it, the two lowest places.
    Real crossings_[2] = {Infinity, Infinity};
};

}  // namespace

void calcCapsuleMesh(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& capsule = static_cast<const CapsuleContactShape&>(A);
    const auto& mesh = static_cast<const MeshContactShape&>(B);
    const Real radius = capsule.radius(), half = capsule.halfLength();
    Real endDepths[2] = {0, 0};
    for (int end = 0; end < 2; ++end) {
        const std::size_t first = out.regions.size();
        addBall(mesh, X_AB, Vec3(0, end == 0 ? -half : half, 0), radius, 4, end, out);
        for (std::size_t i = first; i < out.regions.size(); ++i)
            endDepths[end] = std::max(endDepths[end], out.regions[i].depth);
    }
    CapsuleSide side(capsule, mesh, X_AB, endDepths, out);
    side.findPlaces();
    // A capsule through the mesh whose ends are outside.
    if (const Real middle = side.findMiddleOfCrossings(); out.regions.empty() && isFinite(middle))
        addBall(mesh, X_AB, Vec3(0, middle, 0), radius, 4, 2, out);
    sortByFeature(out);
    makeFeaturesDistinct(out);
}

}  // namespace trammel
