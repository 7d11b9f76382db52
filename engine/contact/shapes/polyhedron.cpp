// SPDX-License-Identifier: Apache-2.0
#include "contact/shapes/polyhedron.h"

#include "contact/bullet/convex_hull.h"

namespace trammel {

namespace {

/// Neighboring faces of a hull whose planes agree to this sine become one face.
constexpr Real flat = 1e-9;

/// The hull of @p points, only with the points that are its vertices.
Facets makeHull(const std::vector<Vec3>& points) {
    Facets hull;
    std::vector<int> number(points.size(), -1);
    for (const std::vector<int>& face : calcConvexHull(points)) {
        const int first = int(hull.corners.size());
        for (const int p : face) {
            int& vertex = number[std::size_t(p)];
            if (vertex < 0) {
                vertex = int(hull.vertices.size());
                hull.vertices.push_back(points[std::size_t(p)]);
            }
            hull.corners.push_back(vertex);
        }
        hull.addFace(first);
    }
    return hull;
}

/// The faces of @p hull with coplanar neighbors joined.
Facets joinCoplanarFaces(Facets hull) {
    hull.findEdges();
    std::vector<int> group(hull.faces.size());
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = int(i);
    const auto leader = [&group](int f) {
        while (group[std::size_t(f)] != f) f = group[std::size_t(f)];
        return f;
    };
    for (const Facets::Edge& edge : hull.edges) {
        const Vec3 &a = hull.faces[std::size_t(edge.left)].normal, &b = hull.faces[std::size_t(edge.right)].normal;
        if (a.dot(b) > 0 && Vec3(a.cross(b)).norm() < flat) {
            const int l = leader(edge.left), r = leader(edge.right);
            group[std::size_t(std::max(l, r))] = std::min(l, r);
        }
    }
    Facets joined;
    joined.vertices = hull.vertices;
    for (std::size_t f = 0; f < hull.faces.size(); ++f) {
        if (leader(int(f)) != int(f)) continue;
        // The boundary of the group: its directed edges whose other side belongs to another group.
        std::vector<std::pair<int, int>> boundary;
        for (std::size_t g = f; g < hull.faces.size(); ++g) {
            if (leader(int(g)) != int(f)) continue;
            const Facets::Face& face = hull.faces[g];
            for (int i = 0; i < face.count; ++i)
                boundary.emplace_back(hull.corners[std::size_t(face.first + i)],
                                      hull.corners[std::size_t(face.first + (i + 1) % face.count)]);
        }
        std::vector<std::pair<int, int>> outer;
        for (const auto& [from, to] : boundary)
            if (std::find(boundary.begin(), boundary.end(), std::pair(to, from)) == boundary.end())
                outer.emplace_back(from, to);
        if (outer.size() < 3) continue;
        const int first = int(joined.corners.size());
        int at = outer.front().first;
        for (std::size_t i = 0; i < outer.size(); ++i) {
            joined.corners.push_back(at);
            for (const auto& [from, to] : outer)
                if (from == at) {
                    at = to;
                    break;
                }
            if (at == outer.front().first) break;
        }
        joined.addFace(first);
    }
    joined.findEdges();
    return joined;
}

/// Nearest point of a convex polygon to @p p.
Vec3 nearestOfFace(const Facets& facets, const Facets::Face& face, const Vec3& p) {
    const Vec3 foot = p - Vec3((face.normal.dot(p) - face.offset) * face.normal);
    Vec3 best = foot;
    Real least = Infinity;
    bool inside = true;
    for (int i = 0; i < face.count; ++i) {
        const Vec3 &a = facets.corner(face, i), &b = facets.corner(face, (i + 1) % face.count);
        const Vec3 edge = b - a;
        if (face.normal.dot(edge.cross(Vec3(foot - a))) >= 0) continue;
        inside = false;
        const Vec3 on = a + Vec3(clamp(0, edge.dot(Vec3(p - a)) / edge.normSqr(), 1) * edge);
        const Real squared = Vec3(p - on).normSqr();
        if (squared < least) least = squared, best = on;
    }
    return inside ? foot : best;
}

}  // namespace

PolyhedronContactShape::PolyhedronContactShape(Facets facets) : facets_(std::move(facets)) {
    bounds_ = {Vec3(Infinity), Vec3(-Infinity)};
    for (const Vec3& v : facets_.vertices) {
        bounds_.lower = Vec3(bounds_.lower.cwiseMin(v));
        bounds_.upper = Vec3(bounds_.upper.cwiseMax(v));
    }
    thickness_ = Infinity;
    for (const Facets::Face& face : facets_.faces) {
        const Vec3& deepest = facets_.vertices[facets_.findSupport(-face.normal)];
        thickness_ = std::min(thickness_, face.offset - face.normal.dot(deepest));
    }
}

Result<std::unique_ptr<PolyhedronContactShape>> PolyhedronContactShape::create(const std::vector<Vec3>& points,
                                                                               std::string place) {
    Result<std::unique_ptr<PolyhedronContactShape>> result;
    Vec3 lower(Infinity), upper(-Infinity);
    for (const Vec3& p : points) {
        if (!p.isFinite()) {
            result.diagnostics.error(std::move(place), "A corner of the polyhedron is not a finite number.",
                                     "Correct or remove the corner.");
            return result;
        }
        lower = Vec3(lower.cwiseMin(p));
        upper = Vec3(upper.cwiseMax(p));
    }
    const Real size = points.empty() ? 0 : Vec3(upper - lower).norm();
    std::unique_ptr<PolyhedronContactShape> shape;
    if (points.size() >= 4 && size > 0) {
        Facets facets = joinCoplanarFaces(makeHull(points));
        if (facets.faces.size() >= 4) shape.reset(new PolyhedronContactShape(std::move(facets)));
    }
    if (!shape || !(shape->thickness_ > 1e-7 * size)) {
        result.diagnostics.error(std::move(place), "The corners of the polyhedron lie in one plane.",
                                 "Add corners off the plane, or use a thin box.");
        return result;
    }
    result.value = std::move(shape);
    return result;
}

SurfacePoint PolyhedronContactShape::findNearest(const Vec3& p) const {
    SurfacePoint s;
    s.distance = -Infinity;
    for (const Facets::Face& face : facets_.faces) {
        const Real above = face.normal.dot(p) - face.offset;
        if (above > s.distance) {
            s.distance = above;
            s.normal = face.normal;
        }
    }
    if (!(s.distance > 0)) return s;
    Real least = Infinity;
    for (const Facets::Face& face : facets_.faces) {
        const Real above = face.normal.dot(p) - face.offset;
        if (!(above > 0) || above * above >= least) continue;
        const Vec3 out = p - nearestOfFace(facets_, face, p);
        const Real squared = out.normSqr();
        if (squared < least) {
            least = squared;
            s.distance = std::sqrt(squared);
            s.normal = s.distance > 0 ? Vec3(out / s.distance) : face.normal;
        }
    }
    return s;
}

}  // namespace trammel
